"""The report: complete, escaped, honest about what is proved, and its command line really gives the same answer."""

from __future__ import annotations

import json
from dataclasses import replace

import pytest

from tests.report.made import EVIL, customers, evil_project
from tests.report.reader import Reader
from treeclust.__main__ import main
from treeclust.report import Subject, proof, report_html, reproduce
from treeclust.result import Status
from treeclust.ui.project import Project
from treeclust.ui.reporting import subject_of


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
    assert ",'=1+1" in data or data.startswith("'=1+1")


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


def test_a_large_table_stays_outside():
    """Then the page says who has it, and its fingerprint tells whether it is the right one."""
    project = customers("md")
    subject = replace(subject_of(project, project.answer), with_data=False)
    page = Reader(report_html(subject))
    assert ("download", "data.csv") not in page.attributes
    assert "data.csv is not part of this report" in page.text
    assert reproduce.fingerprint(reproduce.data_csv(subject.dataset)) in page.text
