"""A Plotly figure on the page, without Plotly's own buttons."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import plotly.graph_objects as go
import streamlit as st


def show_chart(figure: go.Figure, key: str, on_click: Callable[[], None] | None = None) -> None:
    """`on_click` is called when a mark was clicked; the widget's value then has its points."""
    options: dict[str, Any] = {} if on_click is None else {"on_select": on_click, "selection_mode": "points"}
    st.plotly_chart(figure, key=key, config={"displayModeBar": False}, width="stretch", **options)
