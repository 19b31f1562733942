"""Each component as the browser gets it: one script that loads from a blob, as Streamlit loads it."""

from __future__ import annotations

from pathlib import Path

import pytest
from playwright.sync_api import Page

from tests.browser.js.conftest import FOLDER
from treeclust.views.bundle import bundle, modules

ENTRIES = ["plotly_loader.js", "payload.js", "scatter/main.js", "tree/tree.js", "history/history.js", "chart.js"]
WIDGET = "notebook/widget.js"
FROM_BLOB = """async (script) => {
  const { default: mount } = await import(URL.createObjectURL(new Blob([script], { type: "text/javascript" })));
  return typeof mount;
}"""


@pytest.mark.parametrize("entry", ENTRIES)
def test_the_bundle_needs_no_other_file(bare: Page, entry: str) -> None:
    """It loads from a blob, from where no relative import would, and exports the function that Streamlit calls."""
    assert bare.evaluate(FROM_BLOB, bundle(FOLDER / entry)) == "function"


def test_the_widget_of_notebooks_needs_no_other_file(bare: Page) -> None:
    """It has the same modules as the app's plot and tree, and exports what anywidget asks for."""
    assert bare.evaluate(FROM_BLOB, bundle(FOLDER / WIDGET)) == "object"


@pytest.mark.parametrize("entry", ENTRIES)
def test_the_modules_work_by_themselves_too(bare: Page, entry: str) -> None:
    """Unbundled, the browser finds every import and every exported name."""
    assert bare.evaluate("async (address) => typeof (await import(address)).default", f"/{entry}") == "function"


def test_every_module_belongs_to_a_component() -> None:
    """No JavaScript file here is left over, apart from the line that goes into the page itself."""
    used = {file for entry in [*ENTRIES, WIDGET] for file in modules(FOLDER / entry)}
    assert set(FOLDER.rglob("*.js")) - used == {FOLDER / "server_address.js"}


def test_a_module_comes_after_what_it_imports_and_once(tmp_path: Path) -> None:
    """Two ways to one module: its text is there once, before both, and no import or export of a name is left."""
    (tmp_path / "inner").mkdir()
    (tmp_path / "base.js").write_text("export const base = 1;\n")
    (tmp_path / "inner/middle.js").write_text('import { base } from "../base.js";\nexport const middle = base + 1;\n')
    (tmp_path / "main.js").write_text(
        'import {\n  base,\n} from "./base.js";\nimport { middle } from "./inner/middle.js";\n'
        "export default () => base + middle;\n"
    )
    text = bundle(tmp_path / "main.js")
    assert text.split("\n") == [
        "const base = 1;",
        "",
        "const middle = base + 1;",
        "",
        "export default () => base + middle;",
        "",
    ]
