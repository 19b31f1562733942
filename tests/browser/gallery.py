"""The pictures of the gallery on the first page of the docs: `python -m tests.browser.gallery SITE`.

SITE is the folder that `python -m sphinx -W docs SITE` built; the pictures go to docs/gallery. Look at them before they
are committed.
"""

from __future__ import annotations

import sys
from pathlib import Path

from playwright.sync_api import sync_playwright

from tests.browser.server import ROOT, chromium

TREE, PLOT = ".cell_output svg:not(.main-svg), .cell_output img", ".cell_output .plotly-graph-div"
SHOWN = {
    "iris": (PLOT, 0),
    "penguins": (TREE, 0),
    "interview": (PLOT, 0),
    "conflicts": (TREE, 0),
    "trade_offs": (PLOT, 0),
    "new_rows": (TREE, 0),
}
"""Which drawing of each notebook: what, and the how many-th."""


def main() -> int:
    site = Path(sys.argv[1]).resolve()
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=chromium(), args=["--no-sandbox"])
        page = browser.new_page(viewport={"width": 520, "height": 900}, color_scheme="light")
        for name, (what, place) in SHOWN.items():
            page.goto((site / "notebooks" / f"{name}.html").as_uri())
            page.wait_for_timeout(1000)  # figures are drawn by then
            page.locator(what).nth(place).screenshot(path=ROOT / "docs" / "gallery" / f"{name}.png")
        browser.close()
    return 0


if __name__ == "__main__":
    sys.exit(main())
