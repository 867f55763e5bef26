"""Stryker's report: what a test noticed is killed, a line that no test runs is not."""

from typing import Any

import pytest

from scripts.mutants.equivalents import Equivalent
from scripts.mutants.mutant import Change, Outcome
from scripts.mutants.stryker import replaced, results_of

SOURCE = "const a = 1;\nexport const near = (m: number) =>\n  m < 30;\n"


def report(status: str, **more: Any) -> dict[str, Any]:
    mutant = {
        "id": "1",
        "mutatorName": "EqualityOperator",
        "replacement": "m <= 30",
        "location": {"start": {"line": 3, "column": 3}, "end": {"line": 3, "column": 9}},
        "status": status,
        **more,
    }
    return {
        "files": {"src/ui/near.ts": {"source": SOURCE, "mutants": [mutant]}},
        "testFiles": {"src/ui/near.test.ts": {"tests": [{"id": "t1", "name": "near means below thirty"}]}},
    }


def test_a_result_has_the_file_the_line_and_the_change() -> None:
    [result] = results_of(report("Survived"), [])
    assert result.change == Change("frontend/src/ui/near.ts", 3, "m < 30;", "m <= 30;", "EqualityOperator")
    assert (result.area, result.outcome) == ("ui", Outcome.SURVIVED)


@pytest.mark.parametrize(
    ("status", "outcome"),
    [
        ("Killed", Outcome.KILLED),
        ("Timeout", Outcome.TIMED_OUT),
        ("Survived", Outcome.SURVIVED),
        ("NoCoverage", Outcome.SURVIVED),
        ("RuntimeError", Outcome.INVALID),
        ("CompileError", Outcome.INVALID),
    ],
)
def test_each_status_has_an_outcome(status: str, outcome: Outcome) -> None:
    assert [result.outcome for result in results_of(report(status), [])] == [outcome]


def test_a_killed_mutant_names_the_test() -> None:
    [result] = results_of(report("Killed", killedBy=["t1"]), [])
    assert result.note == "near means below thirty"


def test_what_stryker_left_out_is_not_counted() -> None:
    assert results_of(report("Ignored"), []) == []


def test_a_named_equivalent_is_not_a_survivor() -> None:
    known = Equivalent("frontend/src/ui/near.ts", "m < 30;", "m <= 30;", "Nothing is thirty.")
    [result] = results_of(report("Survived"), [known])
    assert (result.outcome, result.note) == (Outcome.EQUIVALENT, "Nothing is thirty.")


def test_a_part_over_several_lines_is_replaced() -> None:
    location = {"start": {"line": 2, "column": 14}, "end": {"line": 3, "column": 9}}
    assert replaced(SOURCE, location, "near = () => undefined") == (
        "const a = 1;\nexport const near = () => undefined;\n"
    )
