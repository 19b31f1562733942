"""TreeClust in the browser: pages, and the running solve on each of them."""

from __future__ import annotations

import streamlit as st

from treeclust.ui.components import load_plotly
from treeclust.ui.job_panel import catch_up, job_panel
from treeclust.ui.session import ASSETS, add_style, current_project

st.set_page_config(page_title="TreeClust", page_icon=str(ASSETS / "icon.svg"), layout="wide")
st.logo(str(ASSETS / "logo.svg"), size="large")
add_style()
page = st.navigation(
    [
        st.Page("pages/data.py", title="Data", icon=":material/table_view:", default=True),
        st.Page("pages/workspace.py", title="Workspace", icon=":material/account_tree:"),
        st.Page("pages/trade_offs.py", title="Trade-offs", icon=":material/balance:", url_path="trade-offs"),
        st.Page("pages/experiments.py", title="Experiments", icon=":material/science:"),
        st.Page("pages/method.py", title="Method", icon=":material/menu_book:"),
    ]
)
project = current_project()
catch_up(project)
page.run()
with st.sidebar:
    job_panel(project)
    load_plotly()
