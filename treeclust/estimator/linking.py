"""The way from a model to the linking plot of a notebook."""

from __future__ import annotations

import copy
from typing import TYPE_CHECKING, Any

from treeclust.core.errors import InputError

if TYPE_CHECKING:
    from treeclust.estimator.widget import LinkWidget

NEEDS_MORE = 'The linking plot needs more than the library; install it with: pip install "treeclust[notebook]".'


class Linking:
    """Links drawn by hand."""

    def link(self, X: Any = None, **given: Any) -> LinkWidget:
        """The plot of the app in a notebook: click two rows to link them, press Solve, or call `solve()`.

        `widget.links` has the links at any time, `widget.model` the model that was fitted last. Without X it begins
        with the answer of this model, else with X unsolved; the other arguments are those of `fit`.
        """
        try:
            from treeclust.estimator.widget import LinkWidget
        except ImportError as error:
            raise InputError(NEEDS_MORE) from error
        model: Any = copy.copy(self)
        if X is not None:
            question = model._question(X, **given)
            return LinkWidget(model, question, None)
        if not hasattr(model, "question_"):
            raise InputError("There is no table yet; give one, as in model.link(X), or fit the model first.")
        return LinkWidget(model, model.question_, model.result_)
