"""How to get the same answer again: the table and the links as files, and the command line that takes them."""

from __future__ import annotations

import csv
import hashlib
import io
import shlex

from treeclust.dataset import Dataset
from treeclust.report.subject import Subject
from treeclust.result import Status
from treeclust.views.export_labels import safe_csv

DATA, LINKS = "data.csv", "links.csv"


def data_csv(dataset: Dataset) -> str:
    """One column of numbers per feature, every digit kept; line n below the header is row n − 1 of the links."""
    names = [feature.name for feature in dataset.features]
    return safe_csv([names, *([repr(float(value)) for value in row] for row in dataset.values)])


def links_csv(subject: Subject) -> str:
    """The links by row of `data_csv`; with a column for certainty if some may break."""
    out = io.StringIO()
    writer = csv.writer(out, lineterminator="\n")
    writer.writerow(["a", "b", "kind", "certainty"] if subject.soft else ["a", "b", "kind"])
    for fact in subject.links():
        cells = [fact.link.a, fact.link.b, str(fact.link.kind)]
        writer.writerow([*cells, fact.certainty] if subject.soft else cells)
    return out.getvalue()


def command(subject: Subject) -> str:
    """The line that asks the same question of the two files."""
    p = subject.problem
    words = ["python", "-m", "treeclust", "solve", DATA, "-k", str(p.k)]
    words += ["--flat"] if p.depth is None else ["-d", str(p.depth)]
    words += ["--epsilon", repr(float(p.epsilon)), "--objective", subject.objective]
    if p.k_min is not None and p.k_min != p.k:
        words += ["--k-min", str(p.k_min)]
    if p.metric != "euclidean":
        words += ["--metric", p.metric]
    if len(p.links) or subject.soft:
        words += ["--links", LINKS]
    if subject.soft:
        words += ["--soft"]
    return shlex.join([*words, "--json"])


def promise(subject: Subject) -> str:
    """What the line will give, said no stronger than it is."""
    if subject.origin is not None:
        return "It asks the same question; of the good trees it may print another one than the tree shown here."
    match subject.result.status:
        case Status.OPTIMAL:
            return "It gives the same diameter and split, proved again."
        case Status.INFEASIBLE:
            return "It proves again that there is no such tree."
        case _:
            stopped = f"This answer was stopped after {subject.result.seconds:.0f} s"
            return f"{stopped}; the line searches until it has a proof, so it may do better."


def fingerprint(text: str) -> str:
    return hashlib.sha256(text.encode()).hexdigest()
