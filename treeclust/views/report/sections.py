"""The parts of the page, in the order of reading."""

from __future__ import annotations

import base64
from collections.abc import Sequence

from treeclust.core.dataset import FeatureKind
from treeclust.objectives import objective_named
from treeclust.views.asked import asked_lines, wish_lines
from treeclust.views.palette import GLYPHS, colour_of, symbol_of
from treeclust.views.profiles import ClusterProfile, FeatureProfile, cluster_profiles
from treeclust.views.report import proof, reproduce
from treeclust.views.report.markup import Html, data, element, joined, pairs, table
from treeclust.views.report.plot import MOST_ROWS, plot_of
from treeclust.views.report.subject import LinkFact, Subject
from treeclust.views.rules import cluster_rules
from treeclust.views.tree_info import tree_info
from treeclust.views.tree_svg import tree_svg

MOST_FEATURES = 8
YES_OR_NO = (FeatureKind.CATEGORY, FeatureKind.BOOLEAN)
KINDS = {FeatureKind.NUMBER: "number", FeatureKind.BOOLEAN: "yes or no", FeatureKind.DATE: "date"}


def section(title: str, *children: str, **attributes: str) -> Html:
    return element("section", element("h2", title), *children, **attributes)


def figure(value: float | None) -> str:
    return "–" if value is None else f"{value:.2f}"


def head(subject: Subject) -> Html:
    when = subject.when.strftime("%-d %B %Y, %H:%M UTC")
    return element(
        "header",
        element("p", "TreeClust report", class_="kicker"),
        element("h1", subject.title),
        element("p", f"{subject.dataset.summary} · {when}", class_="quiet"),
        element("p", proof.title(subject), class_=f"status {subject.result.status}"),
    )


def answer(subject: Subject) -> Html:
    facts = list(subject.links())
    kept = sum(fact.kept is True for fact in facts)
    tree = subject.tree
    shown = [
        ("Diameter (MD)", figure(subject.result.md)),
        ("Split (MS)", figure(subject.result.ms)),
        ("Clusters", "–" if tree is None else str(len({leaf.cluster for leaf in tree.leaves()}))),
        ("Leaves", "–" if tree is None else str(len(list(tree.leaves())))),
        ("Links kept", f"{kept} of {len(facts)}" if subject.labels is not None else "–"),
    ]
    if subject.known_agreement is not None:
        shown.append(("ARI with known labels", figure(subject.known_agreement)))
    cards = [element("div", element("b", value), element("span", name)) for name, value in shown]
    return element("div", *cards, class_="figures")


def tree_part(subject: Subject) -> Html:
    if subject.tree is None:
        return section("The tree", element("p", "There is none."))
    info = tree_info(subject.tree, subject.dataset.values, subject.names)
    drawing = Html(tree_svg(info))
    return section("The tree", element("div", drawing, class_="tree", id="tree"))


def plot_part(subject: Subject) -> Html:
    few = subject.dataset.n > MOST_ROWS
    said = f"A sample of {MOST_ROWS:,} of {subject.dataset.n:,} rows, and linked rows. " if few else ""
    words = f"{said}Point at a row to see its values; drag to move, scroll to zoom, double-click to go back."
    plot = plot_of(subject)
    choosers = [
        element("label", title, element("select", *options(plot.names, at), id=side))
        for side, title, at in zip(("x", "y"), ("Horizontal", "Vertical"), plot.chosen, strict=True)
    ]
    return section(
        "The rows",
        element("p", *choosers, class_="axes screen"),
        element("div", id="plot"),
        element("p", words, class_="quiet screen"),
        element("script", data(plot.figure), type="application/json", id="figure"),
        element("script", data(plot.axes), type="application/json", id="axes"),
    )


def options(names: Sequence[str], chosen: int) -> list[Html]:
    """The choices of a select; the first one is chosen unless another says so."""
    marks: list[dict[str, str]] = [{"selected": ""} if at == chosen else {} for at in range(len(names))]
    return [element("option", name, value=str(at), **marks[at]) for at, name in enumerate(names)]


def rules_part(subject: Subject) -> Html:
    if subject.tree is None:
        return Html("")
    rows = []
    for rule in cluster_rules(subject.tree, subject.names):
        ways = [element("div", way if at == 0 else f"or {way}") for at, way in enumerate(rule.alternatives)]
        rows.append([cluster_mark(rule.cluster, rule.name), f"{rule.size:,}", joined(ways)])
    return section("The clusters in words", table(["Cluster", "Rows", "A row is in it if"], rows, class_="rules"))


def cluster_mark(cluster: int, name: str) -> Html:
    glyph = element("span", GLYPHS[symbol_of(cluster)], style=f"color:{colour_of(cluster)}")
    return joined([glyph, " ", name])


def profiles_part(subject: Subject) -> Html:
    if subject.labels is None:
        return Html("")
    words = "Bar: range in the cluster. Dot: its mean. Tick: mean of the whole table. Most unusual feature first."
    cards = [profile_card(profile) for profile in cluster_profiles(subject.dataset, subject.labels, subject.names)]
    return section("Profiles", element("p", words, class_="quiet"), element("div", *cards, class_="profiles"))


def profile_card(profile: ClusterProfile) -> Html:
    size = f" · {profile.size:,} rows ({profile.share:.0%})"
    title = element("h3", cluster_mark(profile.cluster, profile.name), size)
    rows = [
        [f.feature.name, bar(f, colour_of(profile.cluster)), *profile_cells(f)]
        for f in profile.striking[:MOST_FEATURES]
    ]
    more = len(profile.features) - len(rows)
    rest = [element("p", f"and {more} more features", class_="quiet")] if more > 0 else []
    return element("article", title, table(["Feature", "", "Lowest", "Mean", "Highest"], rows), *rest)


def profile_cells(f: FeatureProfile) -> tuple[str, str, str]:
    """Lowest, mean and highest; of yes and no only how often yes."""
    if f.feature.kind in YES_OR_NO:
        return "", f"{f.mean:.0%} yes", ""
    mean = f"{f.mean:.4g}" if f.feature.kind is FeatureKind.NUMBER and abs(f.mean) < 10_000 else None
    low, high = f.feature.value_text(f.low), f.feature.value_text(f.high)
    return low, mean or f.feature.value_text(f.mean), high


def bar(f: FeatureProfile, colour: str) -> Html:
    """Where the cluster's values lie between the lowest and the highest of the table."""
    span = (f.feature.high - f.feature.low) or 1.0
    low, mean, high, whole = ((value - f.feature.low) / span * 100 for value in (f.low, f.mean, f.high, f.whole_mean))
    marks = (
        element("i", class_="range", style=f"left:{low:.1f}%;width:{high - low:.1f}%;background:{colour}"),
        element("i", class_="tick", style=f"left:{whole:.1f}%"),
        element("i", class_="dot", style=f"left:{mean:.1f}%;background:{colour}"),
    )
    return element("div", *marks, class_="bar")


def links_part(subject: Subject) -> Html:
    facts = list(subject.links())
    if not facts:
        return section("Links", element("p", "None were given: the table alone decided."))
    states = {True: "kept", False: "broken", None: "not solved"}
    rows = [
        [
            subject.row(f.link.a),
            subject.row(f.link.b),
            f"{f.link.kind}-link",
            f.certainty,
            states[f.kept],
            made(f),
            f.note,
        ]
        for f in facts
    ]
    said = "A must-link says that two rows belong together, a cannot-link that they do not."
    named = "Row" if subject.dataset.row_names is None else "Id"
    columns = [f"{named} A", f"{named} B", "Kind", "Certainty", "In this answer", "Drawn", "Note"]
    agreed = [element("p", sentence) for sentence in subject.experts]
    return section("Links", element("p", said, class_="quiet"), *agreed, table(columns, rows))


def made(fact: LinkFact) -> str:
    """By whom and when, as far as known."""
    if fact.made is None:
        return ""
    when = fact.made.when.strftime("%-d %b %Y, %H:%M UTC")
    return f"{fact.made.author}, {when}" if fact.made.author else when


def proof_part(subject: Subject) -> Html:
    said = [element("p", sentence) for sentence in proof.proved(subject)]
    return section("What is proved, and what preferred", *said, element("p", proof.UNITS, class_="quiet"))


def question_part(subject: Subject) -> Html:
    p = subject.problem
    count = str(p.k) if p.least_clusters == p.k else f"{p.least_clusters} to {p.k}"
    asked = [
        ("Clusters k", count),
        ("Tree depth", "no tree" if p.depth is None else f"at most {p.depth}"),
        ("Tolerance ε", f"{p.epsilon:g}"),
        ("Objective", objective_named(subject.objective).aim),
        ("Distance", p.metric),
        *(wish_lines(subject.question.wishes) if subject.result.choice is not None else ()),
        *([] if subject.question.wishes.near is None else [("Near to", "the tree that was shown before")]),
        *asked_lines(p),
        ("Found in", f"{subject.result.seconds:.1f} s by the {subject.result.engine} engine"),
    ]
    return section("The question", pairs(asked))


def data_part(subject: Subject) -> Html:
    rows, has_roles = [], any(feature.role for feature in subject.dataset.features)
    for feature in subject.dataset.features:
        kind = KINDS.get(feature.kind, f"category of {feature.column}")
        low, high = feature.value_text(feature.low), feature.value_text(feature.high)
        ends = ("no", "yes") if feature.kind in YES_OR_NO else (low, high)
        rows.append([feature.name, kind, *ends, *([feature.role] if has_roles else [])])
    said = [element("p", sentence, class_="quiet") for sentence in (*subject.reading, *subject.dataset.notes)]
    return section(
        "The data", *said, table(["Feature", "Kind", "Lowest", "Highest", *(["Role"] if has_roles else [])], rows)
    )


def reproduce_part(subject: Subject) -> Html:
    table_text, links = reproduce.data_csv(subject.dataset), reproduce.links_csv(subject)
    files = [file_link(reproduce.LINKS, links)] if list(subject.links()) else []
    earlier = reproduce.earlier_json(subject)
    if earlier is not None:
        files.append(file_link(reproduce.EARLIER, earlier, "application/json"))
    if subject.with_data:
        files.insert(0, file_link(reproduce.DATA, table_text))
    where = "Save the files beside each other and run:" if subject.with_data else (
        f"{reproduce.DATA} is not part of this report: ask whoever made it, who can save it from the workspace. "
        "Put the files beside each other and run:"
    )  # fmt: skip
    words = (
        f"{reproduce.DATA} has the features as numbers, text as it is, and {subject.dataset.n:,} rows; "
        f"{reproduce.LINKS} has the columns a, b (rows of that file, counted from 0) and kind (must or cannot)."
    )
    if earlier is not None:
        words += f" {reproduce.EARLIER} has the tree that was shown before, near to which this one stays."
    prints = [
        ("SHA-256 of data.csv", reproduce.fingerprint(table_text)),
        ("SHA-256 of links.csv", reproduce.fingerprint(links)),
        ("Names and values", subject.dataset.hash),
    ]
    return section(
        "Check it yourself",
        element("p", words, " ", where),
        element("p", *files, class_="files"),
        element("pre", reproduce.command(subject), id="command"),
        element("p", reproduce.promise(subject)),
        pairs([*prints, *subject.versions.items()]),
        class_="reproduce",
    )


def file_link(name: str, content: str, kind: str = "text/csv") -> Html:
    """A file inside the page."""
    coded = base64.b64encode(content.encode()).decode("ascii")
    return element("a", f"Save {name}", href=f"data:{kind};charset=utf-8;base64,{coded}", download=name)
