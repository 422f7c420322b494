"""Reports: what a run did, as JSON for programs and as one page for people."""

from agents.report.data import collect_report
from agents.report.training_page import write_page

__all__ = ["collect_report", "write_page"]
