"""Files that somebody names on the command line or uploads as links."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from treeclust.__main__ import main
from treeclust.core import given_files
from treeclust.core.errors import InputError
from treeclust.core.given_files import read_given, read_json, text_in


@pytest.mark.skipif(not Path("/dev/zero").exists(), reason="a system without such a device")
def test_a_file_that_never_ends_is_refused(monkeypatch):
    """No more of it is read than is allowed."""
    monkeypatch.setattr(given_files, "MOST_BYTES", 1_000_000)
    with pytest.raises(InputError, match="larger than 1 MB"):
        read_given(Path("/dev/zero"))


@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "utf-16", "utf-16-le"])
def test_json_is_read_as_shells_redirect_it(tmp_path, encoding):
    """PowerShell writes UTF-16."""
    path = tmp_path / "answer.json"
    path.write_text('{"größe": 1}', encoding=encoding)
    assert read_json(path) == {"größe": 1}


def test_links_may_be_utf_16(tmp_path):
    """As spreadsheets save text."""
    text = "a,b,kind\r\n0,1,must\r\n"
    assert [text_in(text.encode(encoding)) for encoding in ("utf-8", "utf-8-sig", "utf-16")] == [text] * 3


def test_an_answer_with_a_true_for_a_number_is_read_or_refused(tmp_path, capsys):
    """In Python True is a number too, but no place of a feature; the name tells it."""
    table, path = tmp_path / "t.csv", tmp_path / "answer.json"
    table.write_text("a,b\n1,5\n2,4\n9,3\n8,1\n")
    assert main(["solve", str(table), "-k", "2", "-d", "1", "--json"]) == 0
    answer = json.loads(capsys.readouterr().out)
    path.write_text(json.dumps(answer | {"tree": answer["tree"] | {"place": True}}))
    assert main(["predict", str(path), str(table), "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["labels"] == answer["labels"]
