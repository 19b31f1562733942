"""TreeClust in scikit-learn's manner: the whole product from Python."""

from treeclust.estimator.model import TreeClust

__all__ = ["TreeClust"]
