"""Equivalent mutants are named by file and lines, each with a reason, and leave with their code."""

from pathlib import Path

from scripts.bootstrap import ROOT
from scripts.mutants.equivalents import Equivalent, outdated, read_equivalents, reason_of
from scripts.mutants.mutant import Change

KNOWN = Equivalent("apps/a.py", "if a > b:", "if a >= b:", "Equal values give the same.")


def test_the_named_change_is_equivalent_at_any_line() -> None:
    change = Change("apps/a.py", 70, "if a > b:", "if a >= b:", "op")
    assert reason_of(change, [KNOWN]) == "Equal values give the same."


def test_another_file_or_change_is_not_equivalent() -> None:
    assert reason_of(Change("apps/b.py", 70, "if a > b:", "if a >= b:", "op"), [KNOWN]) == ""
    assert reason_of(Change("apps/a.py", 70, "if a > b:", "if a < b:", "op"), [KNOWN]) == ""


def test_an_equivalent_whose_lines_are_gone_is_outdated(tmp_path: Path) -> None:
    (tmp_path / "apps").mkdir()
    assert outdated([KNOWN], tmp_path) == [KNOWN]
    (tmp_path / "apps/a.py").write_text("def f():\n    if a > b:\n        pass\n")
    assert outdated([KNOWN], tmp_path) == []
    (tmp_path / "apps/a.py").write_text("def f():\n    if a > c:\n        pass\n")
    assert outdated([KNOWN], tmp_path) == [KNOWN]


def test_every_committed_equivalent_has_its_code_and_a_reason() -> None:
    known = read_equivalents()
    assert outdated(known, ROOT) == []
    assert all(each.before != each.after and len(each.reason) > 20 for each in known)
    assert len({(each.file, each.before, each.after) for each in known}) == len(known)
