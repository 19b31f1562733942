"""Text is set aside where there are numbers enough; likely labels are proposed; both are said in one sentence."""

from __future__ import annotations

import numpy as np
import pandas as pd
import pytest

from tests.tables.columns.made import CATEGORY, TEXT, table
from treeclust.ask.solve import solve
from treeclust.core.problem import Problem
from treeclust.tables.columns import Advice, ColumnChoice, guess_columns, make_dataset, suggest_choice
from treeclust.tables.columns.labels import likely_label
from treeclust.tables.reading import read_table


def penguins(n: int = 120) -> pd.DataFrame:
    """Four measures of three kinds of birds, on islands that say little about them."""
    rng = np.random.default_rng(5)
    kind = rng.integers(0, 3, n)
    centres = np.array([[39, 18.5, 190, 3700], [48.5, 18.5, 196, 3730], [47.5, 15, 217, 5070]])
    measures = rng.normal(centres[kind], [1.2, 0.5, 3, 150])
    frame = pd.DataFrame(measures.round(1), columns=["bill length", "bill depth", "flipper length", "mass"])
    frame.insert(0, "species", np.array(["Adelie", "Chinstrap", "Gentoo"])[kind])
    frame.insert(1, "island", rng.choice(["Biscoe", "Dream", "Torgersen"], n))
    frame["sex"] = rng.choice(["male", "female"], n)
    return frame


def test_a_tree_of_penguins_asks_about_their_measures():
    """Without a word about columns: four features, the species found, two sentences about the rest."""
    dataset = make_dataset(penguins())
    assert [feature.name for feature in dataset.features] == ["bill length", "bill depth", "flipper length", "mass"]
    assert dataset.notes == (
        'Text columns "island", "sex" are shown, not clustered by, because there are numeric ones; to include them, '
        "name them in features.",
        'Column "species" may hold known labels, so it is not clustered by; give it as label if it does, or name it in '
        "features to cluster by it.",
    )
    labels = solve(Problem(dataset, 3, 2), "md-ms").labels
    species = penguins()["species"].to_numpy()
    assert len(set(zip(labels.tolist(), species, strict=True))) == 3


@pytest.mark.parametrize(
    "choice",
    [
        ColumnChoice(("bill length", "mass", "island")),
        ColumnChoice(kinds={"island": CATEGORY}),
        ColumnChoice(weights={"island": 0.5}),
        ColumnChoice(split=("island", "mass")),
        ColumnChoice(measure=("island", "mass"), split=("mass",)),
    ],
    ids=["features", "kinds", "weights", "split", "both"],
)
def test_text_that_is_asked_for_is_used(choice):
    """Whoever names a text column gets it; of the others it is still said that they are not."""
    dataset = make_dataset(penguins(), choice)
    assert {"island", "mass"} <= {feature.column for feature in dataset.features}
    assert not any("island" in note for note in dataset.notes)
    assert not any(feature.column == "sex" for feature in dataset.features)


@pytest.mark.parametrize(
    ("text", "used"),
    [
        ("x,colour\n1,red\n2,blue\n3,red\n", ["x", "colour"]),
        ("x,same,colour\n1,5,red\n2,5,blue\n3,5,red\n", ["x", "colour"]),
        ("x,glad,colour,size\n1,yes,red,s\n2,no,blue,m\n3,no,red,m\n", ["x", "glad", "colour", "size"]),
        ("x,when,colour,size\n1,2024-01-01,red,s\n2,2024-01-02,blue,m\n3,2024-01-01,red,m\n", ["x", "when"]),
        ("id,x,colour,size\n1,5,red,s\n2,6,blue,m\n3,5,red,m\n", ["x", "colour", "size"]),
    ],
    ids=["one number", "a constant", "yes or no", "a date", "an id"],
)
def test_text_is_used_where_there_are_not_two_numbers(text, used):
    """A constant, an id and yes or no are no numbers to cluster by; a date is one."""
    dataset = make_dataset(table(text))
    assert list(dict.fromkeys(feature.column for feature in dataset.features)) == used


def test_a_column_that_is_to_be_text_is_set_aside():
    """And so it is no category either."""
    choice = ColumnChoice(kinds={"island": TEXT})
    notes = make_dataset(penguins(), choice).notes
    assert 'Column "island" was left out.' in notes and any('Text column "sex" is shown' in note for note in notes)


@pytest.mark.parametrize(
    ("text", "label"),
    [
        ("x,y,Species\n1,2,a\n3,4,b\n3,5,b\n", "Species"),
        ("Diagnosis,x,y\na,1,2\nb,3,4\nb,3,6\n", "Diagnosis"),
        ("x,y,cell type\n1,2,a\n3,4,b\n3,5,b\n", "cell type"),
        ("x,y,cellType\n1,2,a\n3,4,b\n3,5,b\n", "cellType"),
        ("x,y,grower\n1,2,a\n3,4,b\n3,5,b\n", "grower"),
        ("x,y,outcome\n1,2,0\n3,4,1\n3,5,1\n", "outcome"),
        ("x,y,quality\n1,2,yes\n3,4,no\n3,5,no\n", "quality"),
        ("group,x,y,class\n1,1,2,a\n1,3,4,b\n2,3,5,b\n", "class"),
        ("x,colour\n1,a\n2,b\n2,b\n", None),
        ("x,fuel type\n1,a\n2,b\n2,b\n", None),
        ("x,y,island,sex\n1,2,a,m\n3,4,b,m\n3,5,b,f\n", None),
        ("grower,x,y\na,1,2\nb,3,4\nb,3,5\n", None),
        ("x,y,class\n1,2,a\n3,4,a\n3,5,a\n", None),
        ("x,y,class\n" + "".join(f"{i},{i % 7},{i // 2}\n" for i in range(60)), None),
    ],
)  # fmt: skip
def test_likely_labels_are_proposed(text, label):
    """By name and few values; or the one text column at the end, where text is not clustered by."""
    columns = guess_columns(read_table(text.encode(), separator=","))
    found = likely_label(columns)
    assert (None if found is None else found.name) == label
    assert suggest_choice(columns).label == label


def test_the_advice_can_have_other_words():
    """Those of a command line; or none, where there is a button."""
    notes = make_dataset(penguins(), advice=Advice("add --text {them}", "--label-column {name}")).notes
    assert notes[0].endswith("numeric ones; add --text them.") and notes[1].endswith("; --label-column species.")
    notes = make_dataset(penguins(), advice=Advice(None, None)).notes
    assert notes[0].endswith("numeric ones.") and notes[1].endswith("is not clustered by.")
