"""One self-contained page about one answer: what was asked, what came out, what is proved, how to check it."""

from treeclust.report.page import report_html
from treeclust.report.subject import Subject

__all__ = ["Subject", "report_html"]
