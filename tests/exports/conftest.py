"""A list that everyone may export, and files in a folder of the test."""

from collections.abc import Iterator
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from decimal import Decimal
from pathlib import Path
from typing import Any

import pytest
from django.conf import settings as django_settings

from apps.accounts.models import User
from apps.exports import registry
from apps.exports.registry import Column, ExportKind, Filters, Table
from config.env import env
from config.storage import media_storages

NASTY = '=HYPERLINK("http://evil.example","Ada")'


@dataclass
class ExportSource:
    """The rows of the list, and where reading them fails."""

    rows: list[dict[str, Any]] = field(default_factory=list)
    size: int | None = None
    fail_at: int | None = None
    reads: int = 0

    def __iter__(self) -> Iterator[dict[str, Any]]:
        self.reads += 1
        source = self.rows if self.size is None else ({"name": f"Row {n}", "n": n} for n in range(self.size))
        for number, row in enumerate(source):
            if number == self.fail_at:
                raise ConnectionResetError("connection lost")
            yield row


@pytest.fixture(autouse=True)
def folder(settings: Any, tmp_path: Path) -> Path:
    here = env.model_copy(update={"media_root": tmp_path})
    settings.STORAGES = {**django_settings.STORAGES, **media_storages(here, media_url="/media/")}
    return tmp_path


@pytest.fixture
def source(monkeypatch: pytest.MonkeyPatch) -> ExportSource:
    source = ExportSource(
        rows=[
            {"name": "Ada", "amount": Decimal("-1.50"), "at": datetime(2026, 7, 1, 12, tzinfo=UTC), "n": 3},
            {"name": NASTY, "long": timedelta(hours=25, seconds=7), "yes": True},
            {"name": "ليلى", "amount": Decimal("2.000")},
        ]
    )

    def table(user: User, filters: Filters) -> Table[dict[str, Any]]:
        names = ("name", "amount", "at", "long", "yes", "n")
        columns = [Column(name, name.title(), lambda row, name=name: row.get(name)) for name in names]  # type: ignore[misc]
        return Table(columns=columns, count=lambda: source.size or len(source.rows), rows=lambda: source)

    kind = ExportKind(name="shelf", check=lambda user, filters: dict(filters), table=table)
    monkeypatch.setitem(registry._kinds, kind.name, kind)
    return source
