"""Pictures of the sample tables."""

from __future__ import annotations

import pytest

from tests.everyday_tables import one_column
from treeclust.tables.columns import make_dataset
from treeclust.tables.reading import read_table
from treeclust.tables.samples import SAMPLES
from treeclust.views.thumbnail import HEIGHT, MOST_DOTS, WIDTH, thumbnail_info, thumbnail_svg


@pytest.mark.parametrize("sample", SAMPLES, ids=lambda sample: sample.name)
def test_every_sample_has_a_picture_of_its_clusters(sample):
    """Its rows, or a part of them, all inside, in as many colours as there are known clusters."""
    data = sample.load()
    dots = thumbnail_info(data)
    assert min(data.n, MOST_DOTS) * 0.9 <= len(dots) <= MOST_DOTS
    assert all(0 < dot.x < WIDTH and 0 < dot.y < HEIGHT for dot in dots)
    assert len({dot.colour for dot in dots}) <= len(data.known_names)
    assert len({dot.colour for dot in dots}) >= 2
    assert thumbnail_svg(dots).count("<circle") == len(dots)


def test_a_table_of_one_column_is_a_strip(tmp_path):
    """Without known clusters in one colour."""
    file = tmp_path / "one.csv"
    file.write_text(one_column())
    dots = thumbnail_info(make_dataset(read_table(file)))
    assert len({dot.colour for dot in dots}) == 1
