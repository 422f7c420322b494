"""Agents against each other over the same deals: play, results, statistics and reports."""
