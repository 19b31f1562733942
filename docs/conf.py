"""The site of the documentation: `python -m sphinx -W docs site`.

Notebooks are executed while it is built, and whatever a page needs lies beside it: no other host is asked.
"""

from __future__ import annotations

import os
import shutil
import sys
import tempfile
from importlib import resources
from pathlib import Path

HERE = Path(__file__).parent
sys.path.insert(0, str(HERE.parent))
os.environ["PYTHONPATH"] = os.pathsep.join(filter(None, [str(HERE.parent), os.environ.get("PYTHONPATH")]))

from treeclust.core.version import VERSION  # noqa: E402

project, author, copyright = "TreeClust", "the TreeClust authors", "the TreeClust authors"
version = release = VERSION
extensions = ["myst_nb", "sphinx.ext.autodoc"]
exclude_patterns = ["requirements.*"]
html_theme = "furo"
html_title = f"TreeClust {VERSION}"
html_copy_source = False
html_static_path = ["_static"]
html_css_files = ["site.css"]

myst_heading_anchors = 3
autodoc_typehints = "none"
autodoc_member_order = "bysource"
default_role = "code"

nb_execution_mode = "force"
nb_execution_raise_on_error = True
nb_execution_timeout = 300
nb_merge_streams = True
nb_output_stderr = "remove"
nb_ipywidgets_js: dict[str, str] = {}
nb_mime_priority_overrides = [("html", "text/html", 1), ("html", "image/svg+xml", 2)]

FIGURES = """
import plotly.io
from plotly.io._base_renderers import MimetypeRenderer


class Site(MimetypeRenderer):
    def to_mimebundle(self, figure):
        options = {"include_plotlyjs": "../_static/plotly.min.js", "include_mathjax": False, "full_html": False}
        config = {"displaylogo": False, "plotlyServerURL": ""}
        return {"text/html": plotly.io.to_html(figure, config=config, validate=False, **options)}


plotly.io.renderers["site"] = Site()
plotly.io.renderers.default = "site"
"""


def prepare_notebooks() -> None:
    """Figures load the plotly.js of the Python package from the site itself."""
    home = Path(tempfile.mkdtemp(prefix="treeclust-docs-"))
    startup = home / "profile_default" / "startup"
    startup.mkdir(parents=True)
    (startup / "figures.py").write_text(FIGURES, encoding="utf-8")
    os.environ["IPYTHONDIR"] = str(home)


def copy_plotly(app: object, failure: Exception | None) -> None:
    if failure is None:
        script = resources.files("plotly").joinpath("package_data/plotly.min.js").read_bytes()
        (Path(app.outdir) / "_static" / "plotly.min.js").write_bytes(script)  # type: ignore[attr-defined]
    shutil.rmtree(os.environ["IPYTHONDIR"], ignore_errors=True)


def setup(app: object) -> None:
    prepare_notebooks()
    app.connect("build-finished", copy_plotly)  # type: ignore[attr-defined]
