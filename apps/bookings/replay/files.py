"""The drivers of a replay as a file."""

from collections.abc import Mapping, Sequence
from decimal import Decimal
from typing import Any

from django.utils.translation import gettext_lazy as _

from apps.core.money import round_money
from apps.core.platform import platform_settings
from apps.exports.registry import Column, Table


def drivers_table(drivers: Sequence[Mapping[str, Any]]) -> Table[Mapping[str, Any]]:
    """Return each driver's share as it was and under the tariff, the largest loss first."""
    decimals = platform_settings().decimal

    def amount(row: Mapping[str, Any], name: str) -> Decimal:
        return round_money(Decimal(row[name]), decimals=decimals)

    return Table(
        columns=[
            Column("driver", _("Driver"), lambda row: row["name"]),
            Column("trips", _("Trips"), lambda row: row["trips"]),
            Column("own", _("As charged"), lambda row: amount(row, "own")),
            Column("new", _("Under this tariff"), lambda row: amount(row, "new")),
            Column("change", _("Change"), lambda row: amount(row, "new") - amount(row, "own")),
        ],
        count=lambda: len(drivers),
        rows=lambda: drivers,
    )
