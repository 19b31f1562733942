"""Widgets of the sidebar that show one parameter each and change it in one undoable step."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from treeclust.core.limits import RULES
from treeclust.ui.shared.callbacks import run_callback
from treeclust.ui.shared.state import set_widget_value, this_tab, widget_value
from treeclust.workspace import edits
from treeclust.workspace.parameters import Parameters
from treeclust.workspace.project import Project

HELP = {
    "k": "How many clusters to make.",
    "k_min": "The fewest clusters that would do. Leave it equal to k to get exactly k.",
    "depth": "The most questions asked on the way to a cluster. Each level doubles the leaves: depth 3 gives up to 8.",
    "epsilon": "How exact the proof must be. Every feature is scaled to 0–100; distances that differ by less than ε "
    "count as equal. Larger is faster.",
    "objective": "Diameter: make the widest cluster as narrow as possible. Diameter + split: also push "
    "the two closest clusters apart.",
    "metric": "How differences in several columns add up, each scaled to 0–100. Straight line: as the crow flies. Sum: "
    "column by column. Largest: only the widest difference counts. Angle: the mix of values, not their size.",
    "seconds": "After this time the best answer found so far is shown, with how far it can be from the best possible.",
    "prefer": "Often many trees have the same proved value. Compact: of those found, the one whose clusters are "
    "tightest. Simplest: the fewest leaves, proved. First: what the search meets first, the quickest.",
    "slack": "How much wider than the proved best the diameter may be, for the sake of more compact clusters.",
    "min_rows": "The fewest rows that a cluster may have. Empty: a tenth of the average cluster, so that no single "
    "outlier becomes a cluster.",
    "max_rows": "The most rows that a cluster may have.",
    "min_leaf_rows": "The fewest rows at an end of the tree.",
    "max_diameter": "No two rows of a cluster may be farther apart, with every feature scaled to 0–100.",
    "min_split": "No two rows of different clusters may be nearer, with every feature scaled to 0–100.",
    "never": "The tree asks nothing about these columns. They still count in distances.",
    "root": "The first question of the tree is about this column.",
    "max_columns": "How many different columns the tree may ask about.",
    "max_leaves": "How many ends the tree may have.",
    "once": "On the way to a cluster each column is asked about at most once.",
}


class ParameterWidgets:
    """When the parameters change elsewhere (undo, another tab) the widgets get new keys, so that the values which the
    browser still has, and may be sending right now, are not taken for a person's choice."""

    def __init__(self, project: Project) -> None:
        self.project, self.now = project, project.work.parameters
        self.revision = this_tab().parameters.of(self.now)

    def options(self, name: str, value: str = "value", version: object = "") -> dict[str, Any]:
        """For the widget of one parameter; `value` is what the widget calls its value."""
        key = this_tab().parameter_keys[name] = f"{name}-{self.revision}{version}"
        callback = {"on_change": run_callback, "args": (read_widget, self.project, name, key)}
        return {"key": key, "help": HELP[name], **callback, value: shown(self.now, name)}

    def choice(self, name: str, options: list[str]) -> dict[str, Any]:
        """For a list of which one is chosen."""
        found = self.options(name, "index")
        return found | {"index": options.index(found["index"]), "options": options}

    def optional(self, name: str, value: str = "value") -> dict[str, Any]:
        """For a widget that may be empty: only one without a value of its own can be emptied again."""
        found = self.options(name, value)
        if found[value] is not None and widget_value(found["key"]) is None:
            set_widget_value(found["key"], found[value])
        return found | {value: None}


def read_widget(project: Project, name: str, key: str) -> None:
    """One widget is one undoable step, also when the browser reports several at once. A widget that was replaced since
    changes nothing."""
    tab, value = this_tab(), widget_value(key)
    if tab.parameter_keys[name] != key:
        return
    edits.set_parameters(project, with_value(project.work.parameters, name, value))
    now = project.work.parameters
    if shown(now, name) == value:
        tab.parameters.note(now)
    else:
        tab.parameters.forget()


def shown(parameters: Parameters, name: str) -> Any:
    """What the widget has: "at least" follows k, and one row in a leaf is no limit."""
    value = getattr(parameters.rules if name in RULES else parameters, name)
    if name == "k_min":
        return parameters.k if value is None else value
    if name == "min_leaf_rows":
        return None if value == 1 else value
    return list(value) if name == "never" else value


def with_value(before: Parameters, name: str, value: Any) -> Parameters:
    """One parameter changed; "at least" follows k until it is set to a smaller number."""
    if name in RULES:
        changed: dict[str, Any] = {name: tuple(value) if name == "never" else value}
        return replace(before, rules=replace(before.rules, **changed))
    if name == "min_leaf_rows":
        return replace(before, min_leaf_rows=value or 1)
    after = replace(before, **{name: value})
    return replace(after, k_min=None if after.k_min is None or after.k_min >= after.k else after.k_min)
