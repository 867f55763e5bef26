"""Mutants are drawn by place, by a seed, and never in a declaration."""

import sqlite3
from contextlib import closing
from pathlib import Path

from scripts.mutants.places import Spec, declaration_spans, draw, read_specs, share, without_declarations

SOURCE = """\
from __future__ import annotations

LIMIT: int | None = 3 | 4


def total(first: int | None, *, rest: list[int] | None = None) -> int | None:
    return first or LIMIT
"""


def spec(row: int, column: int, operator: str = "core/NumberReplacer", module: str = "a.py") -> Spec:
    return Spec(module, row, column, operator, 0)


def test_changes_of_annotations_are_left_out(tmp_path: Path) -> None:
    (tmp_path / "a.py").write_text(SOURCE)
    value = spec(3, SOURCE.splitlines()[2].index("3 | 4") + 2)
    annotation = spec(3, SOURCE.splitlines()[2].index("|"))
    signature = SOURCE.splitlines()[5]
    argument, returned = spec(6, signature.index("|")), spec(6, signature.rindex("|"))
    default = spec(6, signature.index("= None") + 2)
    assert without_declarations([value, annotation, argument, returned, default], tmp_path) == [
        value,
        default,
    ]
    assert len(declaration_spans(SOURCE)) == 4


def test_options_of_dataclasses_are_left_out_and_those_of_other_decorators_are_not(tmp_path: Path) -> None:
    source = "@dataclass(frozen=True)\nclass A:\n    pass\n\n\n@retry(once=True)\nclass B:\n    pass\n"
    (tmp_path / "a.py").write_text(source)
    option, other = spec(1, source.index("True")), spec(6, len("@retry(once="))
    assert without_declarations([option, other], tmp_path) == [other]


def test_the_same_seed_draws_the_same_and_another_seed_draws_others() -> None:
    specs = [spec(row, 0) for row in range(100)]
    assert draw(specs, 10, seed=1) == draw(reversed(specs), 10, seed=1)
    assert draw(specs, 10, seed=1) != draw(specs, 10, seed=2)


def test_a_place_gives_one_mutant_however_many_operators_fit_there() -> None:
    many = [spec(1, 0, f"core/ReplaceBinaryOperator_{number}") for number in range(50)]
    drawn = draw([*many, spec(2, 0), spec(3, 0)], 10, seed=7)
    assert [each.row for each in drawn] == [1, 2, 3]


def test_a_sample_has_each_place_at_most_once() -> None:
    drawn = draw([spec(row, 0) for row in range(30)], 20, seed=4)
    assert len(set(drawn)) == 20


def test_the_count_is_spread_over_the_areas() -> None:
    assert share(10, ["a", "b", "c"]) == {"a": 4, "b": 3, "c": 3}
    assert share(2, ["a", "b", "c"]) == {"a": 1, "b": 1, "c": 0}


def test_specs_are_read_from_a_session(tmp_path: Path) -> None:
    session = tmp_path / "session.sqlite"
    with closing(sqlite3.connect(session)) as connection, connection:
        columns = "module_path, operator_name, occurrence, start_pos_row, start_pos_col"
        connection.execute(f"CREATE TABLE mutation_specs ({columns})")
        connection.execute("INSERT INTO mutation_specs VALUES ('b.py', 'core/AddNot', 2, 9, 4)")
        connection.execute("INSERT INTO mutation_specs VALUES ('a.py', 'core/AddNot', 0, 3, 8)")
    assert read_specs(session) == [
        Spec("a.py", 3, 8, "core/AddNot", 0),
        Spec("b.py", 9, 4, "core/AddNot", 2),
    ]
