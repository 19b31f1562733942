"""Wishes, sizes and rules on the pages: set, undone, refused, answered, priced."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pandas as pd
import pytest

from tests.ui.driving import button, field, html_of, move_history, open_workspace, project_of, solve
from tests.views.report.made import solved
from treeclust.core.codec import from_json
from treeclust.core.explanations import Explanation
from treeclust.core.limits import Limit, limits_of
from treeclust.core.result import Status
from treeclust.core.rules import TreeRules
from treeclust.core.stop import never
from treeclust.jobs.channel import Channel
from treeclust.jobs.messages import Explain, QuestionRequest
from treeclust.jobs.price_requests import PriceLeaves, PriceRules
from treeclust.jobs.worker import handle
from treeclust.tables.reading import Table
from treeclust.ui.trade_offs.trade_offs_panel import price_table
from treeclust.ui.workspace.answer_panel import choice_mark, leaves_metric, status_words
from treeclust.workspace import edits, repairing, trade_offs
from treeclust.workspace.hints import asked_besides, hints
from treeclust.workspace.parameters import Parameters
from treeclust.workspace.project import Project
from treeclust.workspace.side_jobs import SideJob

BEGUN = {"k": 3, "depth": 3, "objective": "md", "prefer": "compact", "min_rows": None}


@pytest.fixture
def project() -> Project:
    made = Project()
    values = np.random.default_rng(3).random((40, 3))
    edits.load_table(made, Table(pd.DataFrame(values, columns=["x", "y", "z"]), "noise.csv"))
    edits.set_parameters(made, Parameters(**BEGUN))
    return made


def ask(request: QuestionRequest) -> SideJob:
    """As a worker would answer, in this process."""
    found = handle(request, Channel(never, lambda message: None))
    return SideJob(request, "question", "job", found, running=False)


def test_each_widget_is_one_undoable_step(app):
    """Preference, slack, a size, a bound and every rule; Undo brings back value by value."""
    open_workspace(app)
    project = project_of(app)
    begun = project.work.parameters
    assert (begun.prefer, begun.min_rows) == ("compact", None)
    field(app, "number_input", "Allow a diameter wider by (%)").set_value(5.0).run()
    field(app, "number_input", "Smallest cluster (rows)").set_value(20).run()
    field(app, "number_input", "Largest diameter").set_value(150.0).run()
    field(app, "multiselect", "Never ask about").set_value(["Sepal width (cm)"]).run()
    field(app, "selectbox", "Ask first about").set_value("Petal width (cm)").run()
    field(app, "number_input", "Leaves, at most").set_value(4).run()
    field(app, "checkbox", "No column twice on a path").check().run()
    rules = TreeRules(("Sepal width (cm)",), "Petal width (cm)", None, 4, True)
    wanted = replace(begun, slack=5.0, min_rows=20, max_diameter=150.0, rules=rules)
    assert project.work.parameters == wanted and not app.exception
    assert "at least 20 rows in a cluster" in " ".join(caption.value for caption in app.sidebar.caption)
    field(app, "selectbox", "Among equally good trees, prefer").set_value("simple").run()
    assert not [w for w in app.number_input if w.label.startswith("Allow a diameter")]
    assert project.work.question().wishes.slack == 0.0
    move_history(app, -3)
    assert project.work.parameters.rules == replace(rules, max_leaves=None, once=False)
    assert field(app, "number_input", "Leaves, at most").value is None
    assert field(app, "number_input", "Allow a diameter wider by (%)").value == 5.0
    move_history(app, -8)
    assert project.work.parameters == begun and not app.exception
    assert field(app, "number_input", "Smallest cluster (rows)").placeholder == "5 (10 % of n / k)"


def test_what_cannot_be_asked_is_said_before_solving(app):
    """Solve is off, and the sentence says why; taking it back turns it on."""
    open_workspace(app)
    for name, value, why in (
        ("Smallest cluster (rows)", 60, "3 clusters share 150 rows"),
        ("Largest cluster (rows)", 40, "3 clusters hold 150 rows"),
        ("Leaves, at most", 2, "3 clusters need as many leaves"),
    ):
        field(app, "number_input", name).set_value(value).run()
        assert why in app.error[0].value.replace("\\", "") and button(app, "Solve").disabled
        field(app, "number_input", name).set_value(None).run()
        assert not app.error and not button(app, "Solve").disabled
    every = field(app, "multiselect", "Never ask about").options
    field(app, "multiselect", "Never ask about").set_value(every).run()
    assert "leave no column" in app.error[0].value


def test_the_answer_says_what_is_proved_and_what_preferred(app):
    """The badge with its tooltip, a tick at the leaves; a rule is obeyed."""
    open_workspace(app)
    field(app, "multiselect", "Never ask about").set_value(["Petal width (cm)"]).run()
    solve(app)
    shown = html_of(app)
    assert "Optimal within ε = 0.1" in shown and "fewest leaves, proved · most compact found" in shown
    assert 'title="No tree of this depth or less with fewer than' in shown
    leaves = next(metric for metric in app.metric if metric.label == "Leaves")
    assert leaves.value.endswith(" ✓") and "gives these clusters: proved" in leaves.help
    answer = project_of(app).current_answer
    assert "Petal width (cm)" not in {answer.tree.features[node.feature].name for node in splits(answer.tree.root)}


def splits(node):
    return [] if not hasattr(node, "left") else [node, *splits(node.left), *splits(node.right)]


def test_a_wider_answer_has_a_badge_of_its_own(project):
    """It names the proved best diameter, and does not call itself optimal."""
    edits.set_parameters(project, replace(project.work.parameters, slack=60.0))
    solved(project)
    answer = project.current_answer
    assert answer.result.is_wider
    assert status_words(project) == (
        "good", f"Within 60 % of the proved best diameter {answer.result.choice.best_md:.2f}",
    )  # fmt: skip
    assert "most compact found" in choice_mark(answer) and leaves_metric(answer)[0].endswith(" ✓")
    edits.set_parameters(project, replace(project.work.parameters, slack=0.0))
    solved(project)
    assert status_words(project)[1] == "Optimal within ε = 0.1"


def test_limits_that_leave_no_tree_are_named_and_dropped_in_one_step(project):
    """Without links: one sentence, and a repair that is applied and undone."""
    limited = replace(project.work.parameters, max_diameter=20.0, rules=TreeRules(("x",)))
    edits.set_parameters(project, limited)
    solved(project)
    assert status_words(project) == ("bad", "No such tree exists")
    request = Explain(project.work.question())
    written = handle(request, Channel(never, lambda message: None))
    job = SideJob(request, "answer", "job", from_json(Explanation, written, request.question), running=False)
    assert [conflict.links for conflict in repairing.conflicts(job, None)] == [()]
    offer = repairing.offers(project, job)[0]
    assert offer.words == "Without the limit: no diameter above 20" and "diameter" in offer.figures
    steps = len(project.history.past)
    repairing.apply(project, job, offer.place)
    assert len(project.history.past) == steps + 1 and not project.is_stale
    assert project.work.parameters == replace(limited, max_diameter=None)
    assert project.current_answer.result.choice is not None
    edits.undo(project)
    assert project.current_answer.result.status is Status.INFEASIBLE


def test_why_not_is_drawn_for_limits_alone(app):
    """The page says what was asked for, without links and without a crash."""
    open_workspace(app)
    field(app, "number_input", "Largest diameter").set_value(15.0).run()
    solve(app)
    words = " ".join(m.value.replace("\\", "") for m in app.markdown)
    assert "obeys everything that is asked for" in words and not app.exception


def test_more_clusters_as_a_repair_keep_the_size_that_was_asked(project):
    """The usual size of a cluster would be smaller then; the answer was found for the one before."""
    question = project.work.question()
    problem = question.problem.with_(k=4)
    asked = project.work.parameters.asking(question.with_(problem=problem))
    assert project.work.problem().min_rows == 1 and asked.min_rows is None
    larger = asked.asking(question.with_(problem=problem.with_(min_rows=3)))
    assert larger.min_rows == 3 and larger.k == 4


def test_fewer_leaves_are_opened_and_used(project):
    """The workspace then asks for so many leaves, and has that answer; Undo takes it back."""
    edits.set_parameters(project, replace(project.work.parameters, prefer="first"))
    solved(project)
    answer = project.current_answer
    job = ask(PriceLeaves(trade_offs.sure_question(project.work), trade_offs.known_answer(project), 30.0))
    prices = job.result.prices
    assert prices[0].result is answer.result and len(prices) > 1
    opened = trade_offs.open_leaves(job, 1)
    assert opened.name == f"At most {prices[1].leaves} leaves"
    trade_offs.use(project, opened)
    assert project.work.parameters.rules.max_leaves == prices[1].leaves and not project.is_stale
    assert project.current_answer.result.md == prices[1].result.md >= answer.result.md
    edits.undo(project)
    assert project.work.parameters.rules.max_leaves is None and project.current_answer is answer
    assert trade_offs.open_leaves(job, len(prices)) is None


def test_the_price_of_each_limit_is_a_line(project):
    """Free ones cost nothing; a binding one says how much."""
    rules = TreeRules(max_columns=1)
    edits.set_parameters(project, replace(project.work.parameters, max_diameter=250.0, rules=rules))
    job = ask(PriceRules(trade_offs.sure_question(project.work)))
    table = price_table(job.result)
    assert list(table["Limit"]) == [
        "with all of them", "without: no diameter above 250", "without: at most 1 column in the tree",
    ]  # fmt: skip
    assert table["Costs"][1] == "nothing" and table["Costs"][2].endswith(" of diameter")
    assert limits_of(job.problem) == (Limit("max_diameter", 250.0), Limit("max_columns", 1))


def test_the_map_uses_the_usual_size_of_each_k(project):
    """A tenth of the average cluster, which changes with k; a size that was asked for stays."""
    asked = trade_offs.map_request(project.work, 10.0)
    assert asked.min_rows == tuple(max(1, 40 // (10 * k)) for k in asked.ks)
    edits.set_parameters(project, replace(project.work.parameters, min_rows=9))
    job = ask(replace(trade_offs.map_request(project.work, 10.0), depths=(2, 3), ks=(2, 5), min_rows=(9, 9)))
    assert [cell.result.status.value for cell in job.result.cells] == ["optimal", "optimal", "infeasible"]
    assert trade_offs.open_cell(job, 2).result.labels is None
    trade_offs.use(project, trade_offs.open_cell(job, 0))
    assert project.work.parameters.min_rows == 9 and not project.is_stale


def test_other_questions_have_other_fronts(project):
    """What was found under other sizes or rules is not shown."""
    first = trade_offs.identity(project.work.problem()), trade_offs.map_identity(project.work)
    for change in ({"max_rows": 30}, {"rules": TreeRules(once=True)}, {"max_diameter": 200.0}):
        edits.set_parameters(project, replace(Parameters(**BEGUN), **change))
        assert trade_offs.identity(project.work.problem()) != first[0]
        assert trade_offs.map_identity(project.work) != first[1]
    edits.set_parameters(project, replace(Parameters(**BEGUN), k=4))
    assert trade_offs.map_identity(project.work) == first[1]


def test_trade_offs_offers_leaves_and_prices(app):
    """Four searches where there are limits, and the usual size of a cluster is one."""
    open_workspace(app)
    app.switch_page("pages/trade_offs.py").run()
    offered = {b.label for b in app.button}
    assert {"Find the compromises", "Fill the map", "Price the leaves", "What do the rules cost?"} <= offered
    assert not app.exception


def test_hints_know_the_sizes(project):
    """Single outliers are warned of only where a cluster may have one row; the usual size is not called asked for."""
    both = replace(project.work.parameters, objective="md-ms", min_rows=1)
    edits.set_parameters(project, both)
    assert "outliers" in hints(project.work)[0].text
    edits.set_parameters(project, replace(both, min_rows=2))
    assert hints(project.work) == () and asked_besides(project.work) == ("at least 2 rows in a cluster",)
    edits.set_parameters(project, replace(both, min_rows=None))
    assert asked_besides(project.work) == ()
