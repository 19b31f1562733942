"""The Data page's columns: text set aside, labels proposed, projects of before; each with a sentence and a press."""

from __future__ import annotations

from pathlib import Path

from streamlit.testing.v1 import AppTest

from tests.ui.driving import button, field, project_of
from treeclust.workspace import edits

OLD = Path(__file__).parents[1] / "fixtures" / "version_0_1_text" / "project.treeclust"
BIRDS = (
    b"species,island,bill,mass,sex\nAdelie,Dream,1,2,m\nAdelie,Biscoe,1,3,f\nGentoo,Biscoe,9,7,m\nGentoo,Dream,8,9,f\n"
)


def captions(app: AppTest) -> str:
    return "\n".join(caption.value.replace("\\", "") for caption in app.caption)


def buttons(app: AppTest) -> set[str]:
    return {one.label for one in app.button}


def columns(app: AppTest) -> list[str]:
    return list(dict.fromkeys(feature.column for feature in project_of(app).work.dataset.features))


def test_text_is_set_aside_and_included_with_one_press(app):
    """The sentence and its button; then it is clustered by, and one Undo takes it back."""
    app.file_uploader[0].upload("birds.csv", BIRDS, "text/csv").run()
    assert columns(app) == ["bill", "mass"]
    assert 'Text columns "island", "sex" are shown, not clustered by, because there are numeric ones.' in captions(app)
    button(app, "Include text columns").click().run()
    assert columns(app) == ["island", "bill", "mass", "sex"]
    assert "Text columns" not in captions(app) and "Include text columns" not in buttons(app)
    assert [what for what, _ in project_of(app).history.past] == ["open other data", "choose columns"]
    edits.undo(project_of(app))
    app.run()
    assert columns(app) == ["bill", "mass"] and "Include text columns" in buttons(app)
    assert not app.exception


def test_a_year_is_set_aside_and_included_with_one_press(app):
    """A sentence says why, its button takes it in as a number, and one Undo sets it aside again."""
    birds = b"year,bill,mass\n2007,1,2\n2008,1,3\n2009,9,7\n2007,8,9\n"
    app.file_uploader[0].upload("birds.csv", birds, "text/csv").run()
    assert columns(app) == ["bill", "mass"]
    assert 'Column "year" was left out: it looks like the year in which each row was noted down.' in captions(app)
    button(app, "Include year").click().run()
    assert columns(app) == ["year", "bill", "mass"]
    assert "was left out" not in captions(app) and "Include year" not in buttons(app)
    edits.undo(project_of(app))
    app.run()
    assert columns(app) == ["bill", "mass"] and "Include year" in buttons(app)
    assert not app.exception


def test_likely_labels_are_chosen_with_a_sentence(app):
    """Who says that they are none is told what becomes of the column."""
    app.file_uploader[0].upload("birds.csv", BIRDS, "text/csv").run()
    assert field(app, "selectbox", "Known labels").value == "species"
    assert "species looks like known labels: it is compared with the answer, and not clustered by." in captions(app)
    field(app, "selectbox", "Known labels").select("(none)").run()
    assert project_of(app).work.choice.label is None and columns(app) == ["bill", "mass"]
    assert "looks like known labels" not in captions(app)
    assert 'Column "species" may hold known labels, so it is not clustered by; choose it as known labels' in captions(
        app
    )
    assert not app.exception


def test_a_project_of_before_measures_as_it_did_until_it_is_told_otherwise(app):
    """The sentence, the press, and one step back; its runs stay what they were."""
    app.file_uploader[0].upload("old.treeclust", OLD.read_bytes(), "application/zip").run()
    app.run()
    project = project_of(app)
    before, answers = project.work.dataset, [answer.result.md for answer in project.answers]
    assert project.work.choice.convention == 1 and not any(feature.one_hot for feature in before.features)
    assert "This project measures as version 0.1 did" in captions(app)
    button(app, "Measure as in a new project").click().run()
    assert project.work.choice.convention == 2
    assert [f.name for f in project.work.dataset.features] == ["x", "twin", "colour = blue", "colour = red"]
    assert "This project measures" not in captions(app)
    assert [answer.result.md for answer in project.answers] == answers
    edits.undo(project)
    app.run()
    assert project.work.dataset is before and "This project measures as version 0.1 did" in captions(app)
    assert not app.exception


def test_looking_at_the_columns_changes_nothing(app):
    """However often the page is drawn, no step is made; of a project of before neither."""
    button(app, "Customer segments").click().run()
    for _ in range(3):
        app.run()
    assert len(project_of(app).history.past) == 1
    app.file_uploader[0].upload("old.treeclust", OLD.read_bytes(), "application/zip").run()
    steps = len(project_of(app).history.past)
    for _ in range(3):
        app.run()
    assert len(project_of(app).history.past) == steps


def test_another_encoding_is_chosen_with_one_press(app):
    """The guess is shown, and the same file is read again with the letters that are chosen."""
    app.file_uploader[0].upload("цены.csv", "цена,x\n1,2\n3,5\n4,7\n".encode("koi8_r"), "text/csv").run()
    assert "The file is not UTF-8; it was read as" in captions(app)
    field(app, "selectbox", "Letters").select("koi8_r").run()
    assert columns(app) == ["цена", "x"] and "not UTF-8" not in captions(app)
    assert field(app, "selectbox", "Letters").value == "koi8_r"
    assert not app.exception
