"""Reports: what a run or an evaluation found, as JSON for programs and as one page for people."""

from agents.evaluation.report.data import collect_evaluation, collect_report
from agents.evaluation.report.evaluation_page import evaluation_page
from agents.evaluation.report.training_page import training_page

__all__ = ["collect_evaluation", "collect_report", "evaluation_page", "training_page"]
