"""One self-contained page about one answer: what was asked, what came out, what is proved, how to check it."""

from treeclust.views.report.subject import Subject

__all__ = ["Subject", "report_html"]


def report_html(subject: Subject) -> str:
    """Everything about one answer as one page."""
    from treeclust.views.report import page  # draws, and so loads Plotly, which nobody needs before a report is made

    return page.report_html(subject)
