"""Method: every equation of the paper in words, and where it lives."""

from __future__ import annotations

import streamlit as st

from treeclust.ui.method_panel import method_panel
from treeclust.ui.session import current_project

st.header("Method", anchor=False)
method_panel(current_project())
