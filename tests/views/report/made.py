"""A project with hostile names, links of every kind and an answer, as the report and the Compare page see it."""

from __future__ import annotations

from treeclust.ask.solve import solve_question
from treeclust.core.links import Kind
from treeclust.core.result import Result
from treeclust.tables.reading import read_file
from treeclust.tables.samples import sample
from treeclust.workspace import edits, solving
from treeclust.workspace.project import Parameters, Project

EVIL = '</script><script>window.evil = 1</script><img src=x onerror="window.evil = 2"> & "co" %{x}'


def solved(project: Project) -> None:
    """As a worker would answer, in this process."""
    question = solving.next_question(project)
    found = solve_question(question)
    solving.take(project, found if isinstance(found, Result) else found.result, question)


def evil_table(rows: int = 24) -> str:
    """Numbers, a category and a date under names that would like to be markup."""
    quoted = EVIL.replace('"', '""')
    lines = [f'"{quoted}","{quoted} 2",day,=1+1']
    for i in range(rows):
        kind = quoted if i % 3 == 0 else "plain"
        lines.append(f'{i % 5 + 0.1 * i:.3f},"{kind}",2024-01-{i % 28 + 1:02d},{(i * 7) % 11}')
    return "\n".join(lines) + "\n"


def evil_project() -> Project:
    """Every text that a person can write holds markup: columns, values, notes, cluster names, the file's name."""
    project = Project()
    edits.load_table(project, read_file(evil_table().encode(), f"{EVIL}.csv"), k=3, depth=3)
    edits.link_rows(project, 0, 5, Kind.MUST)
    edits.link_rows(project, 1, 2, Kind.CANNOT)
    edits.set_note(project, (1, 2), EVIL)
    for cluster in range(3):
        edits.rename_cluster(project, cluster, EVIL[:30] + str(cluster))
    solved(project)
    return project


def customers(objective: str = "md-ms", unsure: bool = False) -> Project:
    """Text, dates and dropped rows; with unsure links four rows all apart in three clusters, so that one must break."""
    project, chosen = Project(), sample("customers")
    edits.load_table(project, read_file(chosen.path), chosen.choice, k=chosen.k, depth=chosen.depth)
    edits.set_parameters(project, Parameters(k=3, k_min=2, depth=2, epsilon=0.25, objective=objective))
    edits.link_rows(project, 0, 2, Kind.MUST)
    edits.link_rows(project, 3, 60, Kind.CANNOT)
    if unsure:
        for a, b in ((3, 100), (3, 150), (60, 100), (60, 150), (100, 150)):
            edits.link_rows(project, a, b, Kind.CANNOT)
        edits.set_certainty(project, [link.pair for link in project.work.links.items[2:5]], "unsure")
        edits.set_certainty(project, [link.pair for link in project.work.links.items[5:]], "fairly sure")
    solved(project)
    return project
