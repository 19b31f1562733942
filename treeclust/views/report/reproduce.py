"""How to get the same answer again: the table and the links as files, and the command line that takes them."""

from __future__ import annotations

import csv
import hashlib
import io
import json
import shlex
from collections.abc import Container, Sequence
from dataclasses import dataclass, replace
from itertools import chain, count

from treeclust.core.codec import to_json
from treeclust.core.dataset import Dataset, Feature
from treeclust.core.limits import limits_of
from treeclust.core.problem import Problem
from treeclust.core.result import Status
from treeclust.core.wishes import Wishes
from treeclust.tables.reading.cells import is_missing, is_value
from treeclust.views.escape import csv_cell
from treeclust.views.export_labels import safe_csv
from treeclust.views.report.subject import Subject

DATA, LINKS, EARLIER = "data.csv", "links.csv", "earlier-tree.json"


@dataclass(frozen=True)
class DataColumn:
    """A column of `data_csv`: the numbers of a feature; or the categories of a text column, of which two count as one
    difference, so that they cannot be columns of their own."""

    name: str
    places: tuple[int, ...]
    categories: tuple[str, ...] = ()

    def cells(self, dataset: Dataset) -> list[str]:
        values = dataset.values[:, self.places]
        if not self.categories:
            return [repr(float(value)) for value in values[:, 0]]
        return [self.categories[int(place)] for place in values.argmax(axis=1)]


def data_columns(features: Sequence[Feature]) -> list[DataColumn]:
    texts: dict[str, list[int]] = {}
    for j, feature in enumerate(features):
        if feature.one_hot:
            texts.setdefault(feature.column, []).append(j)
    columns: dict[str, DataColumn] = {}
    for j, feature in enumerate(features):
        name = name_in_file(feature.column if feature.one_hot else feature.name, columns)
        if not feature.one_hot:
            columns[name] = DataColumn(name, (j,))
        elif j == texts[feature.column][0]:
            places = tuple(texts[feature.column])
            columns[name] = DataColumn(name, places, category_texts([features[i] for i in places]))
    return list(columns.values())


def name_in_file(name: str, taken: Container[str]) -> str:
    """As it will be read again: without double spaces, and no two alike."""
    plain = csv_cell(" ".join(name.split()))
    names = chain([plain], (f"{plain} ({number})" for number in count(2)))
    return next(one for one in names if one not in taken)


def category_texts(features: Sequence[Feature]) -> tuple[str, ...]:
    """The categories as they are, or numbered in their order where reading them again would change or join some."""
    texts = tuple(str(feature.category) for feature in features)
    plain = all(text == csv_cell(text) == " ".join(text.split()) and not text.startswith("'") for text in texts)
    looks_otherwise = any(is_missing(text) or is_value(text) for text in texts)
    if plain and not looks_otherwise:
        return texts
    return tuple(f"category {place:02d}" for place in range(1, len(texts) + 1))


def data_csv(dataset: Dataset) -> str:
    """Every digit kept; line n below the header is row n − 1 of the links."""
    columns = data_columns(dataset.features)
    cells = [column.cells(dataset) for column in columns]
    return safe_csv([[column.name for column in columns], *(list(row) for row in zip(*cells, strict=True))])


def links_csv(subject: Subject) -> str:
    """The links by row of `data_csv`; with a column for certainty if some may break."""
    out = io.StringIO()
    writer = csv.writer(out, lineterminator="\n")
    writer.writerow(["a", "b", "kind", "certainty"] if subject.soft else ["a", "b", "kind"])
    for fact in subject.links():
        cells = [fact.link.a, fact.link.b, str(fact.link.kind)]
        writer.writerow([*cells, fact.certainty] if subject.soft else cells)
    return out.getvalue()


def earlier_json(subject: Subject) -> str | None:
    """The tree to stay near to, over the columns as they are called in `data_csv`."""
    near, features = subject.question.wishes.near, subject.dataset.features
    if near is None:
        return None
    names: dict[str, str] = {}
    for column in data_columns(features):
        for place, text in zip(column.places, column.categories or ("",), strict=True):
            names[features[place].name] = f"{column.name} = {text}" if column.categories else column.name
    tests = tuple(replace(test, feature=names.get(test.feature, test.feature)) for test in near.tests)
    return json.dumps(to_json(replace(near, tests=tests)))


def command(subject: Subject) -> str:
    """The line that asks the same question of the files."""
    p = subject.problem
    words = ["python", "-m", "treeclust", "solve", DATA, "-k", str(p.k)]
    words += ["--flat"] if p.depth is None else ["-d", str(p.depth)]
    words += ["--epsilon", repr(float(p.epsilon)), "--objective", subject.objective]
    if p.k_min is not None and p.k_min != p.k:
        words += ["--k-min", str(p.k_min)]
    if p.metric != "euclidean":
        words += ["--metric", p.metric]
    words += [*column_words(p.dataset.features), *limit_words(p), *wish_words(subject.question.wishes)]
    if len(p.links) or subject.soft:
        words += ["--links", LINKS]
    if subject.soft:
        words += ["--soft"]
    if subject.question.wishes.near is not None:
        words += ["--near", EARLIER]
    return shlex.join([*words, "--json"])


def column_words(features: Sequence[Feature]) -> list[str]:
    """What the columns of `data_csv` are, where they are not numbers that count once and may be asked about."""
    columns = data_columns(features)
    texts = [column.name for column in columns if column.categories]
    words = ["--separator=,", f"--text={csv_line(texts)}"] if texts else []
    asked = [column.name for column in columns if any(features[j].split for j in column.places)]
    words += [f"--split={csv_line(asked)}"] if len(asked) < len(columns) else []
    weights = {column.name: features[column.places[0]].weight for column in columns}
    return words + [f"--weight={name}={float(weight)!r}" for name, weight in weights.items() if weight != 1]


def limit_words(problem: Problem) -> list[str]:
    """Sizes, bounds and rules, about the columns as they are called in `data_csv`."""
    words = []
    for limit in limits_of(problem):
        option = f"--{limit.name.replace('_', '-')}"
        if limit.name in ("never", "root"):
            words += [f"{option}={name}" for name in names_in_file(problem.dataset.features, str(limit.value))]
        else:
            words += [option] if limit.name == "once" else [option, repr(limit.value)]
    return words


def names_in_file(features: Sequence[Feature], column: str) -> list[str]:
    return [one.name for one in data_columns(features) if features[one.places[0]].column == column]


def has_rules_of_its_own(problem: Problem) -> bool:
    """Do rules count columns that are several in the file? They are where a category counts as a column of its own."""
    columns = data_columns(problem.dataset.features)
    several = len({problem.dataset.features[one.places[0]].column for one in columns}) < len(columns)
    return several and problem.rules.bind_the_shape


def wish_words(wishes: Wishes) -> list[str]:
    slack = ["--slack", repr(float(wishes.slack))] if wishes.slack else []
    return ["--prefer", wishes.prefer, *slack, "--seed", str(wishes.seed)]


def csv_line(names: Sequence[str]) -> str:
    out = io.StringIO()
    csv.writer(out, lineterminator="").writerow(names)
    return out.getvalue()


def promise(subject: Subject) -> str:
    """What the line will give, said no stronger than it is."""
    if subject.origin is not None:
        return "It asks the same question; of the good trees it may print another one than the tree shown here."
    if has_rules_of_its_own(subject.problem):
        return "It asks nearly the same question: categories are columns of their own there, and rules count columns."
    match subject.result.status:
        case Status.OPTIMAL if subject.result.choice is not None:
            return "It gives the same tree, with its diameter and split, proved again."
        case Status.OPTIMAL:
            return "It gives the same diameter and split, proved again."
        case Status.INFEASIBLE:
            return "It proves again that there is no such tree."
        case _:
            stopped = f"This answer was stopped after {subject.result.seconds:.0f} s"
            return f"{stopped}; the line searches until it has a proof, so it may do better."


def fingerprint(text: str) -> str:
    return hashlib.sha256(text.encode()).hexdigest()
