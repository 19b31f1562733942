"""What the browser lets a person link (link_rules.js), by a table of cases and against the server's own rules.

In the tables 0=1 is a must-link between rows 0 and 1, and 0x1 a cannot-link.
"""

from __future__ import annotations

import random
from typing import Any

import pytest
from playwright.sync_api import Page

from treeclust.core.closure import close, must_path
from treeclust.core.links import Kind, Link, LinkConflict, Links

Triple = list[Any]
SIGNS = {"=": "must", "x": "cannot"}

WITH_LINK = """async (cases) => {
  const { withLink } = await import("/scatter/link_rules.js");
  const name = (row) => `r${row}`;
  return cases.map(({ links, link, unsure }) => {
    const before = JSON.stringify(links);
    const mayBreak = ([a, b]) => unsure.some(([one, two]) => one === a && two === b);
    const answer = withLink(links, ...link, name, mayBreak);
    return { ...answer, untouched: JSON.stringify(links) === before };
  });
}"""
OTHER_KINDS = """async () => {
  const { otherKind } = await import("/scatter/link_rules.js");
  return ["must", "cannot"].map(otherKind);
}"""


def read(text: str) -> list[Triple]:
    return [[int(word[0]), int(word[2]), SIGNS[word[1]]] for word in text.split()]


def add_all(page: Page, cases: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """Each case in the browser: `link` added to `links`, of which those on the pairs `unsure` may be contradicted."""
    answers: list[dict[str, Any]] = page.evaluate(WITH_LINK, cases)
    assert all(answer.pop("untouched") for answer in answers)
    return answers


def add(page: Page, links: str, link: str, unsure: str = "") -> dict[str, Any]:
    pairs = [triple[:2] for triple in read(unsure)]
    return add_all(page, [{"links": read(links), "link": read(link)[0], "unsure": pairs}])[0]


WELCOME = {
    "the first link": ("", "0=1", "0=1"),
    "the lower row is written first": ("", "7x3", "3x7"),
    "a new link comes last": ("0=1 2x3", "1=2", "0=1 2x3 1=2"),
    "must turned into cannot": ("0=1 2=3", "1x0", "2=3 0x1"),
    "cannot turned into must": ("0x1 2=3", "0=1", "2=3 0=1"),
    "what follows already": ("0=1 1=2", "0=2", "0=1 1=2 0=2"),
    "together, though both are apart from a third": ("0x1 1x2", "0=2", "0x1 1x2 0=2"),
    "apart, though both are apart from a third": ("0x1 1x2", "0x2", "0x1 1x2 0x2"),
    "apart, between two groups": ("0=1 2=3", "1x2", "0=1 2=3 1x2"),
    "together with a third group": ("0=1 1x2 3=4", "0=4", "0=1 1x2 3=4 0=4"),
}


@pytest.mark.parametrize("links, link, after", WELCOME.values(), ids=WELCOME)
def test_a_welcome_link_is_added(bare: Page, links: str, link: str, after: str) -> None:
    """The links before, the new one, the links after."""
    assert add(bare, links, link) == {"links": read(after)}


REFUSED = {
    "the same again": ("0=1", "0=1", "Rows r0 and r1 are already linked that way."),
    "the same from the other end": ("0x1", "1x0", "Rows r0 and r1 are already linked that way."),
    "apart, though a chain holds them together": ("0=1 1=2", "2x0", "r0 and r2 together (r0–r1 must, r1–r2 must)"),
    "apart: the shortest chain is named": ("0=1 1=2 2=3 0=4 3=4", "0x3", "r0 and r3 together (r0–r4 must, r3–r4 must)"),
    "apart, turned round against others": ("0=1 0=2 1=2", "0x1", "r0 and r1 together (r0–r2 must, r1–r2 must)"),
    "together, though apart": ("0=1 1x2 2=3", "0=3", "r0 and r3 apart (r0–r1 must, r1–r2 cannot, r2–r3 must)"),
    "together, from the other end": ("1x2 0=2 1=3", "0=3", "r0 and r3 apart (r0–r2 must, r1–r2 cannot, r1–r3 must)"),
    "together: the cannot-link alone": ("0=1 2x3 1x2", "0=2", "r0 and r2 apart (r0–r1 must, r1–r2 cannot)"),
}


@pytest.mark.parametrize("links, link, words", REFUSED.values(), ids=REFUSED)
def test_a_contradiction_is_refused_with_its_links(bare: Page, links: str, link: str, words: str) -> None:
    """The refusal names the rows and the links in the way, and says what to do about them."""
    if not words.startswith("Rows"):
        words = f"Not added: other links already keep {words}. Remove one of them first, or make it unsure."
    assert add(bare, links, link) == {"refusal": words}


UNSURE = {
    "a chain with an unsure link binds nobody": ("0=1 1=2", "0x2", "1=2", "0=1 1=2 0x2"),
    "nor does an unsure cannot-link": ("0=1 1x2", "0=2", "1x2", "0=1 1x2 0=2"),
    "a sure way round an unsure link binds": ("0=1 0=2 1=2", "1x2", "1=2", None),
    "an unsure link elsewhere changes nothing": ("0=1 1=2 2=3", "0x2", "2=3", None),
    "an unsure link is not said twice either": ("0=1", "0=1", "0=1", None),
}


@pytest.mark.parametrize("links, link, unsure, after", UNSURE.values(), ids=UNSURE)
def test_an_unsure_link_may_be_contradicted(bare: Page, links: str, link: str, unsure: str, after: str | None) -> None:
    """Only sure links forbid others; an unsure one stays in the list beside what contradicts it."""
    answer = add(bare, links, link, unsure)
    assert answer.get("links") == (None if after is None else read(after))


def test_the_other_kind(bare: Page) -> None:
    """There are two kinds of links, each the other one of the other."""
    assert bare.evaluate(OTHER_KINDS) == ["cannot", "must"]


def test_browser_and_server_agree_on_what_contradicts(bare: Page) -> None:
    """On 2,000 random sets of links the browser refuses what the server's closure refuses, with as short a chain."""
    cases = [random_case(seed) for seed in range(2_000)]
    refused = 0
    for case, answer in zip(cases, add_all(bare, cases), strict=True):
        chain = chain_in_the_way(case)
        assert ("refusal" in answer) is (chain is not None), case
        if chain is not None:
            refused += 1
            assert answer["refusal"].count(" must") + answer["refusal"].count(" cannot") == len(chain), case
    assert 400 < refused < 1_600


def random_case(seed: int) -> dict[str, Any]:
    """Links on up to 8 rows that do not contradict each other, some unsure, and one more of a new pair."""
    rng = random.Random(seed)
    rows = rng.randint(3, 8)
    pairs = rng.sample([(a, b) for b in range(rows) for a in range(b)], rng.randint(2, rows * (rows - 1) // 2))
    links: list[Link] = []
    for a, b in pairs[:-1]:
        link = Link(a, b, rng.choice([Kind.MUST, Kind.MUST, Kind.CANNOT]))
        if not contradict([*links, link]):
            links.append(link)
    unsure = [link.pair for link in links if rng.random() < 0.1]
    new = [*pairs[-1], rng.choice(["must", "cannot"])]
    return {"links": [[*link.pair, str(link.kind)] for link in links], "link": new, "unsure": unsure}


def contradict(links: list[Link]) -> bool:
    try:
        close(Links.of(links), 8)
    except LinkConflict:
        return True
    return False


def chain_in_the_way(case: dict[str, Any]) -> tuple[Link, ...] | None:
    """What the server would say: the sure links that settle the pair the other way, or None."""
    sure = [Link(a, b, Kind(kind)) for a, b, kind in case["links"] if (a, b) not in case["unsure"]]
    a, b, kind = case["link"]
    if not contradict([*sure, Link(a, b, Kind(kind))]):
        return None
    return must_path(Links.of(sure), a, b) if kind == "cannot" else close(Links.of(sure), 8).chain(a, b)
