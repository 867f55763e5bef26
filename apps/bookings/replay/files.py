"""The drivers and the riders of a replay as files."""

from collections.abc import Mapping, Sequence
from decimal import Decimal
from typing import Any

from django.utils.translation import gettext_lazy as _

from apps.core.money import round_money
from apps.core.platform import platform_settings
from apps.exports.registry import Column, Table


def drivers_table(drivers: Sequence[Mapping[str, Any]]) -> Table[Mapping[str, Any]]:
    """Return each driver's share as it was and under the tariff, the largest loss first."""
    return _table("driver", _("Driver"), drivers)


def riders_table(riders: Sequence[Mapping[str, Any]]) -> Table[Mapping[str, Any]]:
    """Return what each rider paid and would have paid, the largest change first."""
    return _table("rider", _("Rider"), riders)


def _table(key: str, title: Any, rows: Sequence[Mapping[str, Any]]) -> Table[Mapping[str, Any]]:
    decimals = platform_settings().decimal

    def amount(row: Mapping[str, Any], name: str) -> Decimal:
        return round_money(Decimal(row[name]), decimals=decimals)

    return Table(
        columns=[
            Column(key, title, lambda row: row["name"]),
            Column("trips", _("Trips"), lambda row: row["trips"]),
            Column("own", _("As charged"), lambda row: amount(row, "own")),
            Column("new", _("Under this tariff"), lambda row: amount(row, "new")),
            Column("change", _("Change"), lambda row: amount(row, "new") - amount(row, "own")),
        ],
        count=lambda: len(rows),
        rows=lambda: rows,
    )
