"""Method: every equation of the paper in words, and where the code states it."""

from __future__ import annotations

import streamlit as st

from treeclust.ui.method.method_panel import method_panel
from treeclust.ui.shared.session import current_project

st.header("Method", anchor=False)
method_panel(current_project())
