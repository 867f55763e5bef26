"""Only noticed mutants count as killed, and the report shows the others with their change."""

import json
from pathlib import Path

import pytest

from scripts.mutants.backend import outcome_of
from scripts.mutants.changes import change_between
from scripts.mutants.mutant import Change, Outcome, Result, tally
from scripts.mutants.report import not_killed, table, write_json
from scripts.mutants.worker import Run

CHANGE = Change("apps/a.py", 7, "return 1", "return 2", "core/NumberReplacer")


def results(*outcomes: Outcome, area: str = "wallet") -> list[Result]:
    return [Result(area, CHANGE, outcome) for outcome in outcomes]


@pytest.mark.parametrize(
    ("code", "outcome"),
    [
        (0, Outcome.SURVIVED),
        (1, Outcome.KILLED),
        (None, Outcome.TIMED_OUT),
        (2, Outcome.INVALID),
        (3, Outcome.INVALID),
        (4, Outcome.INVALID),
        (5, Outcome.INVALID),
        (-9, Outcome.INVALID),
    ],
)
def test_only_failed_tests_kill(code: int | None, outcome: Outcome) -> None:
    assert outcome_of(Run(code, 1, "", "")) is outcome


def test_equivalent_and_invalid_mutants_are_not_part_of_the_percentage() -> None:
    counts = tally(
        results(
            Outcome.KILLED,
            Outcome.KILLED,
            Outcome.TIMED_OUT,
            Outcome.SURVIVED,
            Outcome.EQUIVALENT,
            Outcome.INVALID,
        )
    )
    assert (counts.counted, counts.percent) == (4, 75)


def test_nothing_counted_is_not_a_success() -> None:
    assert tally(results(Outcome.INVALID, Outcome.EQUIVALENT)).percent == 0
    assert tally([]).percent == 0


def test_table_has_a_line_for_each_area_and_the_total() -> None:
    both = [
        *results(Outcome.KILLED, Outcome.SURVIVED),
        *results(Outcome.KILLED, Outcome.KILLED, area="sessions"),
    ]
    lines = [line.split() for line in table(both, goal=95)]
    assert lines[1:] == [
        ["wallet", "1", "0", "1", "0", "0", "50.0"],
        ["sessions", "2", "0", "0", "0", "0", "100.0"],
        ["total", "3", "0", "1", "0", "0", "75.0"],
        ["Goal:", "95", "percent."],
    ]


def test_survivors_are_listed_with_file_line_and_change() -> None:
    assert not_killed(results(Outcome.KILLED, Outcome.SURVIVED, Outcome.TIMED_OUT)) == [
        "survived: apps/a.py:7 core/NumberReplacer",
        "  - return 1",
        "  + return 2",
    ]


def test_json_report_has_all_mutants(tmp_path: Path) -> None:
    path = tmp_path / "reports" / "python.json"
    write_json(path, results(Outcome.KILLED, Outcome.SURVIVED), seed=3, goal=95)
    report = json.loads(path.read_text())
    assert (report["seed"], report["percent"], report["counts"]["survived"]) == (3, 50, 1)
    assert [mutant["outcome"] for mutant in report["mutants"]] == ["killed", "survived"]
    assert report["mutants"][0]["change"]["line"] == 7


def test_a_change_is_its_lines_without_indentation() -> None:
    original = "def f():\n    if a > b:\n        return 1\n"
    mutated = "def f():\n    if a >= b:\n        return 1\n"
    assert change_between("a.py", original, mutated, "op") == Change(
        "a.py", 2, "if a > b:", "if a >= b:", "op"
    )


def test_a_removed_line_is_a_change_to_nothing() -> None:
    assert change_between("a.py", "@cache\ndef f(): ...\n", "def f(): ...\n", "op") == Change(
        "a.py", 1, "@cache", "", "op"
    )


def test_a_mutation_that_changes_nothing_is_an_error() -> None:
    with pytest.raises(ValueError, match="changed nothing"):
        change_between("a.py", "x = 1\n", "x = 1\n", "op")
