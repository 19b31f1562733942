"""Methods to compare with, by name. The paper's flat clusters are not here: the engines do them (depth None)."""

from treeclust.lab.baselines.answer import Baseline, Clustering
from treeclust.lab.baselines.cart import BASELINE as CART
from treeclust.lab.baselines.complete_linkage import BASELINE as COMPLETE_LINKAGE
from treeclust.lab.baselines.cop_kmeans import BASELINE as COP_KMEANS
from treeclust.lab.baselines.explained_kmeans import BASELINE as EXPLAINED_KMEANS
from treeclust.lab.baselines.mio import BASELINE as MIO
from treeclust.lab.baselines.pck_means import BASELINE as PCK_MEANS

BASELINES: dict[str, Baseline] = {
    baseline.name: baseline for baseline in (COP_KMEANS, PCK_MEANS, EXPLAINED_KMEANS, CART, COMPLETE_LINKAGE, MIO)
}

__all__ = ["BASELINES", "Baseline", "Clustering"]
