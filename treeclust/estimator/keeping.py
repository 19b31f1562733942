"""A fitted model as a report, and as a project file that the app opens too."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import UTC, datetime
from pathlib import Path
from typing import Any, Self

import pandas as pd
from sklearn.utils.validation import check_is_fitted

from treeclust.core.dataset import Dataset
from treeclust.core.errors import InputError
from treeclust.core.question import Question
from treeclust.core.result import Result
from treeclust.tables.columns import ColumnChoice, ColumnKind, dataset_from
from treeclust.tables.new_rows import Recipe
from treeclust.tables.reading import Table

NEEDS_APP = 'Project files need more than the library; install it with: pip install "treeclust[app]".'


class Keeping:
    """What of a model outlives the program."""

    question_: Question
    result_: Result
    recipe_: Recipe | None
    n_clusters: int
    table_: Table
    choice_: ColumnChoice

    def report(self, path: str | Path, title: str = "A table", names: Mapping[int, str] | None = None) -> Path:
        """Write one page about the answer, its proof and how to check it; it needs no network and no other file.
        `names` are what clusters are called."""
        check_is_fitted(self, "status_")
        result = self.result_
        from treeclust.views.report import Subject, report_html  # with all its pictures

        subject = Subject(
            title, self.question_, result, result.labels, result.tree, datetime.now(UTC), names=dict(names or {})
        )
        target = Path(path)
        target.write_text(report_html(subject), encoding="utf-8")
        return target

    def save(self, path: str | Path, title: str = "") -> Path:
        """Write a project file: the table, the links, the question and the answer. The app opens it, and `load`."""
        check_is_fitted(self, "status_")
        store = project_store()
        table, choice, question = self._as_project()
        answer = store.answer_of(question, self.result_)
        target = Path(path)
        target.write_bytes(store.write(title, table, choice, answer))
        return target

    def _as_project(self) -> tuple[Table, ColumnChoice, Question]:
        """The question about a table that the app can read again, feature for feature."""
        problem = self.question_.problem
        if problem.is_flat or problem.given_distances is not None or int(self.n_clusters) == 1:
            raise InputError(
                "A project has a tree of two clusters or more, and distances between its features; pickle this model."
            )
        if self.recipe_ is None:
            table, choice = table_of(problem.dataset)
        else:
            table, choice = self.table_, self.choice_
        dataset = dataset_from(table, choice)
        if dataset.hash != problem.dataset.hash:
            raise InputError("The features of this model cannot be made from its table again; pickle it instead.")
        return table, choice, self.question_.with_problem(dataset=dataset)

    @classmethod
    def load(cls, path: str | Path) -> Self:
        """The last answer in a project file, every number of it checked, as a model; its rows are those of a table."""
        answer, table, choice = project_store().read(Path(path).read_bytes())
        model = cls(**parameters_of(answer.question))
        index = None if choice.id is None else pd.Index(table.frame[choice.id])
        model._describe(table, choice, answer.problem.dataset, index)  # type: ignore[attr-defined]
        return model._keep(answer.question, answer.result)  # type: ignore[attr-defined,no-any-return]


def project_store() -> Any:
    """The module that knows project files; it needs what the app needs."""
    try:
        from treeclust.estimator import projects
    except ImportError as error:
        raise InputError(NEEDS_APP) from error
    return projects


def table_of(dataset: Dataset) -> tuple[Table, ColumnChoice]:
    """A table of numbers, and the choice that makes the same features of it."""
    names = tuple(feature.column for feature in dataset.features)
    frame = pd.DataFrame(dataset.values, columns=list(names))
    asked = tuple(feature.column for feature in dataset.features if feature.split)
    choice = ColumnChoice(
        names,
        kinds=dict.fromkeys(names, ColumnKind.NUMBER),
        split=None if len(asked) == len(names) else asked,
        weights={f.column: f.weight for f in dataset.features if f.weight != 1},
    )
    return Table(frame, "A table"), choice


def parameters_of(question: Question) -> dict[str, Any]:
    """What a model that asks this would be made with."""
    problem, wishes, rules = question.problem, question.wishes, question.problem.rules
    return {
        "n_clusters": problem.k, "depth": problem.depth, "epsilon": problem.epsilon, "objective": question.objective,
        "min_clusters": problem.k_min, "metric": problem.metric, "prefer": wishes.prefer, "slack": wishes.slack,
        "assume": wishes.assume,
        "random_state": wishes.seed, "min_cluster_size": problem.min_rows, "max_cluster_size": problem.max_rows,
        "min_samples_leaf": problem.min_leaf_rows, "max_leaf_nodes": rules.max_leaves,
        "max_columns": rules.max_columns, "once_per_path": rules.once, "root_feature": rules.root,
        "max_diameter": problem.max_diameter, "min_split": problem.min_split,
    }  # fmt: skip
