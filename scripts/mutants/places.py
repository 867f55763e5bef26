"""What cosmic-ray can change, by place, and the draw of a sample."""

from __future__ import annotations

import ast
import random
import sqlite3
from collections import defaultdict
from collections.abc import Iterable, Sequence
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path


@dataclass(frozen=True, order=True)
class Spec:
    """One mutant as cosmic-ray names it; `row` and `column` are where it changes the module."""

    module: str
    row: int
    column: int
    operator: str
    occurrence: int


def read_specs(session: Path) -> list[Spec]:
    """Return the mutants that `cosmic-ray init` wrote to its session file."""
    columns = "module_path, start_pos_row, start_pos_col, operator_name, occurrence"
    with closing(sqlite3.connect(session)) as connection:
        return sorted(Spec(*row) for row in connection.execute(f"SELECT {columns} FROM mutation_specs"))  # noqa: S608


def without_declarations(specs: Iterable[Spec], root: Path) -> list[Spec]:
    """Leave out changes of type annotations and dataclass options, which correct code does not notice."""
    spans: dict[str, list[tuple[tuple[int, int], tuple[int, int]]]] = {}
    kept = []
    for spec in specs:
        if spec.module not in spans:
            spans[spec.module] = declaration_spans((root / spec.module).read_text(encoding="utf-8"))
        if not any(start <= (spec.row, spec.column) < end for start, end in spans[spec.module]):
            kept.append(spec)
    return kept


def declaration_spans(source: str) -> list[tuple[tuple[int, int], tuple[int, int]]]:
    """Return where annotations and `@dataclass(frozen=True)` begin and end, as pairs of line and column."""
    found: list[ast.expr | None] = []
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
            found.append(node.returns)
        elif isinstance(node, ast.arg | ast.AnnAssign):
            found.append(node.annotation)
        elif isinstance(node, ast.ClassDef):
            found += [keyword.value for each in node.decorator_list for keyword in _options(each)]
    return [
        ((each.lineno, each.col_offset), (each.end_lineno or 0, each.end_col_offset or 0))
        for each in found
        if each is not None
    ]


def _options(decorator: ast.expr) -> list[ast.keyword]:
    is_dataclass = isinstance(decorator, ast.Call) and ast.unparse(decorator.func).endswith("dataclass")
    return decorator.keywords if isinstance(decorator, ast.Call) and is_dataclass else []


def draw(specs: Iterable[Spec], count: int, seed: int) -> list[Spec]:
    """Draw `count` places, and at each place one mutant; the same seed draws the same.

    Of all mutants, most would be the ten other operators in place of one `|` or `+`, of which any test
    notices the most.
    """
    by_place: defaultdict[tuple[str, int, int], list[Spec]] = defaultdict(list)
    for spec in sorted(specs):
        by_place[spec.module, spec.row, spec.column].append(spec)
    chance = random.Random(seed)  # noqa: S311  # a sample, no secret
    places = sorted(chance.sample(sorted(by_place), min(count, len(by_place))))
    return [chance.choice(by_place[place]) for place in places]


def share(count: int, names: Sequence[str]) -> dict[str, int]:
    """Spread `count` evenly over the names; the first get what is left over."""
    each, left = divmod(count, len(names))
    return {name: each + (number < left) for number, name in enumerate(names)}
