"""What else can be asked of a fitted model: everything that the command line answers, by the same functions."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from contextlib import contextmanager
from typing import Any

from sklearn.utils.validation import check_is_fitted

from treeclust.ask.alternatives import find_alternatives
from treeclust.ask.leaf_prices import price_leaves
from treeclust.ask.pareto import pareto_front
from treeclust.ask.price import price_links
from treeclust.ask.repairs import explain
from treeclust.ask.rule_prices import price_rules
from treeclust.ask.suggest import suggest
from treeclust.ask.why import Reasons, reasons_for
from treeclust.core.answers import Alternatives, Front, LeafPrices
from treeclust.core.errors import InputError
from treeclust.core.explanations import Explanation
from treeclust.core.link_prices import Prices
from treeclust.core.links import Links
from treeclust.core.question import Question
from treeclust.core.result import Result
from treeclust.core.rule_prices import RulePrices
from treeclust.core.suggestions import Pair, Suggestion
from treeclust.estimator.asked import plain, seconds_of
from treeclust.estimator.watching import Watched, watched

ONE = "There is only one clustering into one cluster, so there is nothing to ask; choose n_clusters from 2."


class Questions:
    """Each method takes up to `time_limit` and can be interrupted; print what it returns to have it in words. Links
    that may break count as sure ones where the answer keeps them, and not at all where it breaks them."""

    n_clusters: int
    time_limit: float | None
    verbose: bool | None
    question_: Question
    result_: Result

    def alternatives(self, limit: int = 10) -> Alternatives:
        """Different clusterings of the same proven quality."""
        with self._asking() as (question, watch):
            return find_alternatives(question.problem, question.objective, limit, watch.stop)

    def pareto(self) -> Front:
        """Every compromise between a small diameter and a large split."""
        with self._asking() as (question, watch):
            return pareto_front(question.problem, watch.stop, on_progress=watch.on_progress)

    def explain(self, conflicts: int = 1) -> Explanation:
        """Why there is no tree: up to so many sets of links that clash, and changes that help, each solved already."""
        with self._asking() as (question, watch):
            return explain(question, watch.stop, conflicts)

    def suggest(self, skip: Collection[Pair] = ()) -> Suggestion:
        """The next pair of rows to ask the expert about; `skip` are those that the expert could not answer."""
        with self._asking() as (question, watch):
            places = [[self._place_of(row) for row in pair] for pair in skip]  # type: ignore[attr-defined]
            pairs = {(min(pair), max(pair)) for pair in places}
            found = suggest(question.problem, pairs, watch.stop, seed=question.wishes.seed)
            return found.numbered(question.problem.dataset.rows)

    def price(self) -> Prices:
        """For each link: is it binding or free, and what would diameter and split be without it?"""
        with self._asking() as (question, watch):
            return price_links(question.problem, question.objective, watch.stop)

    def price_leaves(self) -> LeafPrices:
        """What a tree with fewer leaves costs, from the leaves of the answer down to one per cluster."""
        with self._asking() as (question, watch):
            return price_leaves(question, watch.stop, start=self.result_)

    def price_rules(self) -> RulePrices:
        """For each size, bound and rule about the tree: is it binding or free?"""
        with self._asking() as (question, watch):
            return price_rules(question, watch.stop, start=self.result_)

    def why(self, a: Any, b: Any = None) -> Reasons:
        """Why row a is where it is and what would move it; for two rows, what parts them. Rows go by number or label,
        as links do."""
        check_is_fitted(self, "status_")
        if self.result_.tree is None:
            flat = self.result_.labels is not None
            why = "clusters without a tree have no paths; fit again with a depth" if flat else "ask explain() why"
            raise InputError(f"There is no tree to follow (status: {self.result_.status}): {why}.")
        rows = [self._place_of(row) for row in (a, b) if row is not None]  # type: ignore[attr-defined]
        return reasons_for(self.result_.tree, self.question_.problem.dataset, rows)

    @contextmanager
    def _asking(self) -> Iterator[tuple[Question, Watched]]:
        """The question without links that may break, and when to stop."""
        check_is_fitted(self, "status_")
        if plain(self.n_clusters) == 1:
            raise InputError(ONE)
        question = firm(self.question_, self.result_)
        with watched(seconds_of(self.time_limit), self.verbose) as watch:
            yield question, watch
        question.problem.forget()


def firm(question: Question, result: Result) -> Question:
    """Soft links that the answer keeps are sure, the others gone: it is the best answer to that question, too."""
    labels: Any = result.labels
    kept = [] if labels is None else [one.link for one in question.soft if one.link.holds(labels)]
    return question.with_(soft=()).with_problem(links=Links.of([*question.problem.links, *kept]))
