"""TUTORIAL.md is true: its Python blocks and commands run, and print what stands below them."""

import json
import re

from documents import ROOT, run_blocks

FILE = ROOT / "TUTORIAL.md"


def test_everything_runs_and_prints_what_is_shown(tmp_path, monkeypatch):
    """Commands leave what the text says they leave."""
    monkeypatch.chdir(tmp_path)
    assert run_blocks(FILE, ("python", "sh")) > 12
    assert (tmp_path / "table.png").stat().st_size > 10_000
    assert len((tmp_path / "runs" / "first" / "deals.jsonl").read_text().splitlines()) == 6
    page = (tmp_path / "runs" / "first" / "deals.html").read_text(encoding="utf-8")
    data = json.loads(page.partition('type="application/json" id="data">')[2].partition("</script>")[0])
    assert len(data["deals"]) == 6
    assert data["notes"] == []
    assert any("odds" in step for deal in data["deals"] for step in deal["steps"])


def test_links_lead_somewhere():
    for target in re.findall(r"\]\(([^)#]+)", FILE.read_text(encoding="utf-8")):
        assert (ROOT / target).exists(), target
