"""Project files whose values have the right type and are impossible: refused in one sentence, or put right."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from tests.hostile.case import packed
from tests.hostile.projects import plain
from treeclust.core.errors import InputError
from treeclust.workspace.projects import Projects
from treeclust.workspace.store import Store, open_project_file

Change = Callable[[dict[str, Any], list[dict[str, Any]]], object]


def changed(change: Change) -> bytes:
    about, runs = (json.loads(plain()[name]) for name in ("project.json", "runs.json"))
    change(about, runs)
    return packed(plain() | {"project.json": json.dumps(about).encode(), "runs.json": json.dumps(runs).encode()})


REFUSED: list[tuple[Change, str]] = [
    (lambda about, runs: about.update(title="half \ud83d"), "half a character"),
    (lambda about, runs: about["work"]["names"].update({"1": "\udfff"}), "half a character"),
    (lambda about, runs: about["tables"][0].update(name="\ud800"), "half a character"),
    (lambda about, runs: runs[0]["versions"].update({"\ud800": "1"}), "half a character"),
    (lambda about, runs: about["work"]["choice"].update(features=["x", "x"]), "named twice"),
    (lambda about, runs: about["work"]["choice"].update(split=["x", "x"]), "named twice"),
    (lambda about, runs: runs[0]["asked"]["choice"].update(features=["x", "y", "x"]), "named twice"),
    (lambda about, runs: runs[0].update(when="9999-12-31T23:59:59-14:00"), "dated 9999"),
    (lambda about, runs: runs[0].update(when="0001-01-01T00:00:00+14:00"), "dated 1,"),
    (lambda about, runs: runs[0]["asked"].update(soft=[{"a": 0, "b": 99, "kind": "must", "weight": 1.0}]), "row 99"),
    (lambda about, runs: runs[0]["asked"].update(soft=[{"a": 0, "b": -1, "kind": "must", "weight": 1.0}]), "row -1"),
    (lambda about, runs: runs[0]["asked"].update(soft=[{"a": 3, "b": 3, "kind": "must", "weight": 1.0}]), "to itself"),
]


@pytest.mark.parametrize(("change", "words"), REFUSED)
def test_what_cannot_be_is_refused_in_a_sentence(change: Change, words: str) -> None:
    """The sentence says what is wrong, not only that the file is damaged."""
    with pytest.raises(InputError, match=f"not opened: .*{words}"):
        open_project_file(changed(change))


def test_a_date_without_a_time_zone_and_axes_named_twice_are_put_right(tmp_path: Path) -> None:
    """The date is taken as UTC, so that runs can be sorted; an axis is there once."""

    def change(about: dict[str, Any], runs: list[dict[str, Any]]) -> None:
        runs[0]["when"], about["view"]["axes"] = "2024-05-06", ["x", "x", "y"]

    projects = Projects(Store(f"sqlite:///{tmp_path / 'projects.db'}"))
    found = projects.find(projects.open_file(changed(change)))
    assert found is not None and found.view.axes == ("x", "y")
    assert found.answers[0].when.isoformat() == "2024-05-06T00:00:00+00:00"


def test_an_honest_name_of_two_halves_is_kept(tmp_path: Path) -> None:
    """JSON spells a dragon as two halves; together they are a character."""
    content = changed(lambda about, runs: about.update(title="\U0001f409"))
    assert b"\\ud83d" in json.dumps("\U0001f409").encode()
    assert open_project_file(content).title == "\U0001f409"
