"""The report: complete, escaped, honest about what is proved, and its command line really gives the same answer."""

from __future__ import annotations

import csv
import json
from dataclasses import replace
from typing import Any

import pytest

from tests.views.report.made import EVIL, customers, evil_project, solved
from tests.views.report.reader import Reader
from treeclust.__main__ import main
from treeclust.core.codec import to_json
from treeclust.core.links import Kind
from treeclust.core.result import Status
from treeclust.core.rules import TreeRules
from treeclust.views.report import Subject, proof, report_html, reproduce
from treeclust.workspace import edits
from treeclust.workspace.project import Project
from treeclust.workspace.reporting import subject_of


def report_of(project: Project) -> tuple[Subject, Reader]:
    subject = subject_of(project, project.answer)
    return subject, Reader(report_html(subject))


def test_it_says_everything_that_a_reader_needs():
    """Figures, rules, profiles, links, the question, the data, versions and fingerprints."""
    project = customers()
    subject, page = report_of(project)
    for title in ("The tree", "The rows", "The clusters in words", "Profiles", "What is proved", "Links",
                  "The question", "The data", "Check it yourself"):  # fmt: skip
        assert title in page.text
    assert f"{subject.result.md:.2f}" in page.text and f"{subject.result.ms:.2f}" in page.text
    assert "9 rows of 300 dropped for missing values." in page.text
    assert 'Known labels are in column "Segment"' in page.text
    assert subject.dataset.hash in page.text
    assert reproduce.fingerprint(page.file("data.csv")) in page.text
    assert {"svg", "table", "pre"} <= set(page.tags)
    assert not [value for key, value in page.attributes if key in ("src", "href") and not value.startswith("data:")]


def test_names_notes_and_values_are_only_text():
    """No element, attribute or script comes from the table, the notes or the names; all of them are readable."""
    project = evil_project()
    _, page = report_of(project)
    assert page.tags.count("script") == 4 and "img" not in page.tags
    assert not [key for key, _ in page.attributes if key.startswith("on")]
    assert EVIL in page.text
    data = page.file("data.csv").splitlines()[0]
    assert "'=1+1" in next(csv.reader([data]))


def asked(objective: str = "md", **parameters: Any) -> Project:
    """Customers with other wishes, sizes and rules."""
    project = customers(objective)
    edits.set_parameters(project, replace(project.work.parameters, **parameters))
    solved(project)
    return project


def evil_rules() -> Project:
    """A rule forbids the column whose name is markup, another asks first about one that looks like a formula."""
    project = evil_project()
    now = project.work.parameters
    edits.set_parameters(project, replace(now, prefer="simple", rules=TreeRules((EVIL,), "=1+1")))
    solved(project)
    return project


def after_one_more_link() -> Project:
    """The tree stays near to the one before the link."""
    project = asked(prefer="compact", depth=3)
    edits.link_rows(project, 5, 80, Kind.CANNOT)
    solved(project)
    assert project.answer.question.wishes.near is not None
    return project


WISHES = {
    "near": after_one_more_link,
    "compact": lambda: asked(prefer="compact"),
    "compact, another seed": lambda: asked("md-ms", prefer="compact", seed=7),
    "slack": lambda: asked(prefer="compact", slack=15.0),
    "simple": lambda: asked(prefer="simple", depth=3),
    "sizes": lambda: asked(prefer="compact", min_rows=20, max_rows=150, min_leaf_rows=5),
    "usual size": lambda: asked("md-ms", prefer="compact", min_rows=None),
    "bounds": lambda: asked("md-ms", prefer="first", max_diameter=210.5, min_split=1.25),
    "rules": lambda: asked(prefer="compact", rules=TreeRules(("Age (years)",), "Area", 2, 4, True)),
    "rules on text": lambda: asked(
        prefer="simple", depth=3, rules=TreeRules(("Area", "Newsletter"), None, 2, None, True)
    ),
}


@pytest.mark.parametrize("made", WISHES.values(), ids=WISHES)
def test_the_command_gives_the_same_tree(made, tmp_path, capsys, monkeypatch):
    """For every wish, size and rule: the same labels, and test by test the same tree."""
    subject, page = report_of(made())
    assert subject.result.status is Status.OPTIMAL and "It gives the same tree" in page.text
    monkeypatch.chdir(tmp_path)
    assert main(page.command_in(tmp_path)) == 0
    found = json.loads(capsys.readouterr().out)
    assert found["labels"] == subject.result.labels.tolist()
    assert shape(found["tree"]) == shape(to_json(subject.result.tree))
    assert (found["md"], found["leaves"]) == (subject.result.md, subject.result.choice.leaves)
    assert found["sum_of_squares"] == pytest.approx(subject.result.choice.sum_of_squares)


def shape(tree: dict[str, Any]) -> Any:
    """Which feature each test asks about, and how many rows go where; dates are numbers in the file, so that their
    thresholds are written in another way."""
    if "cluster" in tree:
        return tree["cluster"], tree["size"]
    return tree["place"], tree["size"], shape(tree["left"]), shape(tree["right"])


@pytest.mark.parametrize(
    "made", [customers, lambda: customers("md", unsure=True), evil_project], ids=["customers", "soft", "evil"]
)
def test_the_command_gives_the_same_answer(made, tmp_path, capsys, monkeypatch):
    """The line of the page, run on the files of the page: same status, MD, MS and number of broken links."""
    subject, page = report_of(made())
    assert subject.result.status is Status.OPTIMAL
    monkeypatch.chdir(tmp_path)
    assert main(page.command_in(tmp_path)) == 0
    found = json.loads(capsys.readouterr().out)
    assert (found["status"], found["md"], found["ms"]) == ("optimal", subject.result.md, subject.result.ms)
    assert found["links_broken"] == sum(fact.kept is False for fact in subject.links())
    assert found["labels"] == subject.result.labels.tolist()


def test_it_claims_no_more_than_is_proved():
    """The words follow the status; an answer chosen elsewhere promises no equal tree."""
    project = customers("md")
    subject = subject_of(project, project.answer)
    assert "No tree of depth 2 or less with 2 to 3 clusters that obeys the links has" in proof.proved(subject)[0]
    stopped = replace(subject, result=replace(subject.result, status=Status.FEASIBLE, md_lower_bound=1.0))
    assert "a better tree may exist" in proof.proved(stopped)[0]
    assert "has a diameter below 1;" in proof.proved(stopped)[1]
    assert "may do better" in reproduce.promise(stopped)
    chosen = replace(subject, origin="Another tree, just as good")
    assert proof.title(chosen) == "Another tree, just as good"
    assert "may print another one" in reproduce.promise(chosen)
    none = replace(subject, result=replace(subject.result, status=Status.INFEASIBLE, solution=None, measures=None),
                   labels=None, tree=None)  # fmt: skip
    page = Reader(report_html(none))
    assert "Proved: no such tree exists" in page.text and "There is none." in page.text


def test_it_tells_what_is_proved_from_what_is_preferred():
    """Fewest leaves are proved, compact clusters are preferred, and a wider diameter is not called the best."""
    subject, page = report_of(asked(prefer="compact", min_rows=20, rules=TreeRules(max_columns=3)))
    assert "that obeys the links and the limits asked for has" in proof.proved(subject)[0]
    said = " ".join(proof.proved(subject))
    assert "gives these clusters: proved." in said and "the most compact clusters" in said and "not proved" in said
    for line in ("compact clusters", "Smallest cluster", "20 rows", "Most columns"):
        assert line in page.text
    assert "Largest cluster" not in page.text
    wider, page = report_of(asked(prefer="compact", slack=40.0))
    assert wider.result.is_wider and proof.title(wider).startswith("Within 40 % of the proved best diameter")
    assert "was allowed to be up to 40 % wider" in proof.proved(wider)[0]
    assert "Proved optimal within ε" not in page.text
    simplest, _ = report_of(asked(prefer="simple"))
    assert "whatever its clusters: proved." in " ".join(proof.proved(simplest))


def test_a_large_table_stays_outside():
    """Then the page says who has it, and its fingerprint tells whether it is the right one."""
    project = customers("md")
    subject = replace(subject_of(project, project.answer), with_data=False)
    page = Reader(report_html(subject))
    assert ("download", "data.csv") not in page.attributes
    assert "data.csv is not part of this report" in page.text
    assert reproduce.fingerprint(reproduce.data_csv(subject.dataset)) in page.text
