"""The page as a whole: one file, no network."""

from __future__ import annotations

from functools import lru_cache
from importlib import resources
from pathlib import Path

from treeclust.views.report import sections
from treeclust.views.report.markup import Html, element, joined
from treeclust.views.report.subject import Subject

HERE = Path(__file__).parent
POLICY = "default-src 'none'; script-src 'unsafe-inline'; style-src 'unsafe-inline'; img-src data: blob:"
"""The browser itself refuses whatever would need the network."""
PARTS = (
    sections.head,
    sections.answer,
    sections.tree_part,
    sections.plot_part,
    sections.rules_part,
    sections.profiles_part,
    sections.proof_part,
    sections.links_part,
    sections.question_part,
    sections.data_part,
    sections.reproduce_part,
)


def report_html(subject: Subject) -> str:
    """Everything about one answer; every name from the file, and every note, is only ever text."""
    top = element(
        "head",
        element("meta", charset="utf-8"),
        element("meta", http_equiv="Content-Security-Policy", content=POLICY),
        element("meta", name="viewport", content="width=device-width, initial-scale=1"),
        element("title", f"TreeClust: {subject.title}"),
        element("style", Html(read("report.css"))),
    )
    scripts = (
        element("script", plotly_js()),
        element("script", Html(read("report.js"))),
    )
    body = element("body", element("main", *(part(subject) for part in PARTS)), *scripts)
    return "<!doctype html>\n" + joined([element("html", top, body, lang="en")])


def read(name: str) -> str:
    return (HERE / name).read_text(encoding="utf-8")


@lru_cache(1)
def plotly_js() -> Html:
    source = resources.files("plotly").joinpath("package_data/plotly.min.js").read_text(encoding="utf-8")
    return Html(source.replace("</script", "<\\/script"))
