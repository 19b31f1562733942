"""TreeClust in the browser: pages, and the running solve on each of them.

Streamlit imports this file to find `app`, and then runs it as a script for every visitor.
"""

from __future__ import annotations

from pathlib import Path

import streamlit as st

from treeclust.ui.components import load_plotly
from treeclust.ui.job_panel import catch_up, job_panel
from treeclust.ui.serving import browser_opened, routes
from treeclust.ui.session import ASSETS, add_style, current_project, show_news


def show() -> None:
    st.set_page_config(page_title="TreeClust", page_icon=str(ASSETS / "icon.svg"), layout="wide")
    st.logo(str(ASSETS / "logo.svg"), size="large")
    add_style()
    page = st.navigation(
        [
            st.Page("pages/data.py", title="Data", icon=":material/table_view:", default=True),
            st.Page("pages/workspace.py", title="Workspace", icon=":material/account_tree:"),
            st.Page("pages/trade_offs.py", title="Trade-offs", icon=":material/balance:", url_path="trade-offs"),
            st.Page("pages/compare.py", title="Compare", icon=":material/compare_arrows:"),
            st.Page("pages/experiments.py", title="Experiments", icon=":material/science:"),
            st.Page("pages/method.py", title="Method", icon=":material/menu_book:"),
        ]
    )
    project = current_project()
    catch_up(project)
    show_news(project)
    page.run()
    project.save_view()
    with st.sidebar:
        job_panel(project)
        load_plotly()


if __name__ == "__main__":
    show()
else:
    app = st.App(__file__, routes=routes(Path(__file__).parent / "pages"), lifespan=browser_opened)
