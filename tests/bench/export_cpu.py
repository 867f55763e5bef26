"""CPU of the bookings' file: from model instances, by COPY with formatting, and plain COPY, in turn.

The servers' and the writer's CPU are added. Every file is compared with that of the model instances first.
"""

import hashlib
import io
import time
from collections.abc import Callable
from dataclasses import replace
from typing import Any

from django.db import connection

from apps.accounts.models import User
from apps.bookings.models import Booking
from apps.core.paging.keyset import walk
from apps.core.platform import platform_settings
from apps.exports.choices import ExportFormat
from apps.exports.files import write_file
from apps.exports.lists import BATCH
from apps.exports.registry import Table, export_kind
from tests.bench.cpu import cpu_of_tree, own_cpu
from tests.bench.report import Spread, print_table
from tests.bench.sides import Side

ROUNDS = 3
CSV_PART, XLSX_PART = 10, 50
"""Slow ways write only the newest tenth or fiftieth of the rows."""
NOT_FIELDS = {"car_type": "car_type_name"}
"""The columns with another name than their field."""


def run(side: Side, postgres_pid: int) -> dict[str, Any]:
    side.open()
    table = export_kind("bookings").table(User.objects.get(pk=side.all.people.first), {})
    ways = _ways(table, side.size)
    part = _newest(table, side.size // CSV_PART)
    assert _digest(part) == _digest(replace(part, query=None)), "the files differ"
    spent: dict[str, list[float]] = {name: [] for name in ways}
    walls: dict[str, list[float]] = {name: [] for name in ways}
    for _ in range(ROUNDS):
        for name, (rows, way) in ways.items():
            cpu, began = cpu_of_tree(postgres_pid) + own_cpu(), time.perf_counter()
            way()
            walls[name].append((time.perf_counter() - began) / rows * 1e6)
            spent[name].append((cpu_of_tree(postgres_pid) + own_cpu() - cpu) / rows * 1e6)
            print(f"    {name}: {spent[name][-1]:.1f} us a booking", flush=True)
    plain = spent["COPY of the columns' fields"]
    print_table(
        f"CPU of a file of {side.size:,} bookings, {len(table.columns)} columns",
        ["way", "us a booking", "wall us", "times plain COPY"],
        [
            [
                name,
                str(Spread.of(spent[name])),
                str(Spread.of(walls[name])),
                str(Spread.of([one / other for one, other in zip(spent[name], plain, strict=True)])),
            ]
            for name in ways
        ],
    )
    return {"rows": side.size, "cpu_us": spent, "wall_us": walls}


def _ways(table: Table[Any], size: int) -> dict[str, tuple[int, Callable[[], object]]]:
    some, few = _newest(table, size // CSV_PART), _newest(table, size // XLSX_PART)
    names = [NOT_FIELDS.get(column.name, column.name) for column in table.columns]
    known = {field.name for field in Booking._meta.fields}
    fields = ", ".join(name for name in names if name in known)
    return {
        "model instances, CSV": (size // CSV_PART, lambda: _write("csv", replace(some, query=None))),
        "COPY with formatting, CSV": (size, lambda: _write("csv", table)),
        "COPY of the columns' fields": (size, lambda: _copy(fields)),
        "COPY of all fields": (size, lambda: _copy("*")),
        "model instances, XLSX": (size // XLSX_PART, lambda: _write("xlsx", replace(few, query=None))),
        "tuples, XLSX": (size // XLSX_PART, lambda: _write("xlsx", few)),
    }


def _newest(table: Table[Any], rows: int) -> Table[Any]:
    assert table.query
    [oldest] = table.query.rows.order_by("-id").values_list("id", flat=True)[rows - 1 : rows]
    query = replace(table.query, rows=table.query.rows.filter(id__gte=oldest))
    return replace(table, query=query, rows=lambda: walk(query.rows, query.ordering, batch=BATCH))


def _write(format: str, table: Table[Any]) -> None:
    write_file(
        ExportFormat(format), table, io.BytesIO(), tz=platform_settings().tz, on_progress=lambda rows: None
    )


def _digest(table: Table[Any]) -> str:
    out = io.BytesIO()
    write_file(ExportFormat.CSV, table, out, tz=platform_settings().tz, on_progress=lambda rows: None)
    return hashlib.sha256(out.getvalue()).hexdigest()


def _copy(fields: str) -> None:
    statement = f"COPY (SELECT {fields} FROM bookings_booking ORDER BY id DESC) TO STDOUT (FORMAT csv)"
    with connection.cursor() as cursor, cursor.copy(statement) as rows, io.BytesIO() as out:
        for row in rows:
            out.write(row)
