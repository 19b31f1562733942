"""TreeClust in the browser: pages, and the running solve on each of them.

Streamlit imports this file to find `app`, and then runs it as a script for every visitor.
"""

from __future__ import annotations

from pathlib import Path

import streamlit as st
from starlette.middleware import Middleware

from treeclust.ui.shared.components import load_plotly
from treeclust.ui.shared.guard import guard
from treeclust.ui.shared.job_panel import catch_up, job_panel
from treeclust.ui.shared.messages import show_news
from treeclust.ui.shared.people import person_panel
from treeclust.ui.shared.serving import SafeHeaders, open_browser, routes
from treeclust.ui.shared.session import ASSETS, add_style, current_project, keep_address
from treeclust.ui.shared.upload_room import UploadRoom


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
    with guard("The app"):
        project = current_project()
        catch_up(project)
        with st.container(key="news"):
            show_news(project)
            if not project.may_write:
                st.info("You are reading this project: nothing you do here changes it.", icon=":material/visibility:")
        with guard("This page"):
            page.run()
        project.save_view()
        keep_address(project)
        with st.sidebar:
            job_panel(project, cancel=page.title != "Workspace")
    with st.sidebar:
        person_panel()
        load_plotly()


if __name__ == "__main__":
    show()
else:
    pages = routes(Path(__file__).parent / "pages")
    around = [Middleware(SafeHeaders), Middleware(UploadRoom)]
    app = st.App(__file__, routes=pages, lifespan=open_browser, middleware=around)
