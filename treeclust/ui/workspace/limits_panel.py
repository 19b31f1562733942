"""What a person may ask of clusters and tree beyond k and depth: sizes, bounds, and rules about the tree."""

from __future__ import annotations

import streamlit as st

from treeclust.core.problem import MAX_DEPTH
from treeclust.ui.workspace.parameter_widgets import ParameterWidgets
from treeclust.views.escape import markdown_text
from treeclust.workspace.edits import split_columns
from treeclust.workspace.hints import asked_besides
from treeclust.workspace.parameters import usual_min_rows
from treeclust.workspace.project import Work


def sizes_expander(widgets: ParameterWidgets, work: Work) -> None:
    rows = 1 if work.dataset is None else work.dataset.n
    usual = f"{usual_min_rows(rows, widgets.now.k)} (10 % of n / k)"
    with st.expander("Sizes and bounds", key="sizes"):
        st.number_input("Smallest cluster (rows)", 1, placeholder=usual, **widgets.optional("min_rows"))
        st.number_input("Largest cluster (rows)", 1, placeholder="any", **widgets.optional("max_rows"))
        st.number_input("Smallest leaf (rows)", 1, placeholder="any", **widgets.optional("min_leaf_rows"))
        for label, name in (("Largest diameter", "max_diameter"), ("Smallest split", "min_split")):
            st.number_input(label, 0.0, 1e6, step=1.0, format="%g", placeholder="any", **widgets.optional(name))


def rules_expander(widgets: ParameterWidgets, work: Work) -> None:
    rules = widgets.now.rules
    columns = [] if work.dataset is None else split_columns(work.dataset)
    columns += [name for name in (*rules.never, rules.root) if name is not None and name not in columns]
    with st.expander("Rules about the tree", key="rules-about-tree"):
        st.multiselect("Never ask about", columns, placeholder="no column", **widgets.options("never", "default"))
        st.selectbox("Ask first about", columns, placeholder="any column", **widgets.optional("root", "index"))
        st.number_input("Columns, at most", 1, placeholder="any", **widgets.optional("max_columns"))
        st.number_input("Leaves, at most", 1, 2**MAX_DEPTH, placeholder="any", **widgets.optional("max_leaves"))
        st.checkbox("No column twice on a path", **widgets.options("once"))
        st.caption("What each of them costs: see Trade-offs.")


def limits_caption(work: Work) -> None:
    """What is asked, also while it is folded away."""
    asked = () if work.dataset is None else asked_besides(work)
    if asked:
        st.caption(markdown_text(f"Asked for: {' · '.join(asked)}."))
