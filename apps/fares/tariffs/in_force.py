"""The published tariffs, cached per process: which one is in force at a time, and each ready to price."""

import time
from collections.abc import Sequence
from copy import copy
from dataclasses import dataclass
from datetime import date, datetime, timedelta
from functools import lru_cache
from typing import Any, Final

from apps.core.platform import CACHE_SECONDS
from apps.fares.models import PublicHoliday, Tariff, TariffPeriod
from apps.fares.tariff_engine.compiled import CompiledTariff
from apps.fares.tariff_engine.files import tariff_of
from apps.fares.tariff_engine.zones import ZoneMap

EXPIRES_SECONDS: Final = CACHE_SECONDS
"""How long another process may still price by a tariff that was replaced."""
LOADED: Final = 16
"""Versions that a process keeps ready."""
AGREED: Final = 64
"""Versions with the holidays of a day that a process keeps ready."""
HOLIDAYS_AROUND: Final = timedelta(days=100)
"""The rules of hours name days at most 99 days from a public holiday."""


@dataclass(frozen=True, slots=True)
class LoadedTariff:
    """A tariff ready to price trips."""

    id: int | None
    name: str
    version: int | None
    compiled: CompiledTariff
    zone_map: ZoneMap | None
    """None if no zone has a polygon."""
    zone_names: tuple[str, ...]

    def with_holidays(self, holidays: Sequence[date]) -> "LoadedTariff":
        """Return the tariff with other public holidays."""
        compiled = copy(self.compiled)
        compiled.holidays = frozenset(holidays)
        return LoadedTariff(self.id, self.name, self.version, compiled, self.zone_map, self.zone_names)


@dataclass(frozen=True, slots=True)
class _Calendar:
    read_at: float
    periods: tuple[tuple[datetime, int | None], ...]
    """The begin of each period and its tariff, the latest first."""
    holidays: tuple[date, ...]


_calendar: _Calendar | None = None


def tariff_at(at: datetime) -> LoadedTariff | None:
    """Return the tariff in force at a time, or None while the car types' numbers apply."""
    calendar = _read_calendar()
    for valid_from, tariff_id in calendar.periods:
        if valid_from <= at:
            return None if tariff_id is None else _with_current_holidays(tariff_id, calendar.holidays)
    return None


def quoted_tariff(tariff_id: int) -> LoadedTariff:
    """Return the published tariff that a quote names, with the current public holidays."""
    return _with_current_holidays(tariff_id, _read_calendar().holidays)


def agreed_tariff(tariff_id: int, holidays: Sequence[date]) -> LoadedTariff:
    """Return the published tariff and the public holidays that were agreed at booking."""
    return _with_holidays(tariff_id, tuple(holidays))


def holidays_around(day: date) -> list[date]:
    """Return the public holidays that the rules can name on a day, for storing them with a booking."""
    return [holiday for holiday in _read_calendar().holidays if abs(holiday - day) <= HOLIDAYS_AROUND]


def load_document(
    document: Any, *, tariff_id: int | None = None, name: str = "", version: int | None = None
) -> LoadedTariff:
    """Return the tariff of a document without public holidays. Raises TariffFileError."""
    tariff = tariff_of(document)
    has_polygons = any(zone.rings for zone in tariff.zones.values())
    return LoadedTariff(
        tariff_id,
        name or tariff.name,
        version,
        CompiledTariff(tariff),
        ZoneMap(tariff) if has_polygons else None,
        tuple(tariff.zones),
    )


def clear_tariffs() -> None:
    """Clear the cache of periods and holidays, so that the next call reads the database."""
    global _calendar
    _calendar = None
    _with_current_holidays.cache_clear()
    _with_holidays.cache_clear()


def _read_calendar() -> _Calendar:
    global _calendar
    calendar = _calendar
    if calendar is not None and time.monotonic() - calendar.read_at < EXPIRES_SECONDS:
        return calendar
    read_at = time.monotonic()
    periods = tuple(TariffPeriod.objects.order_by("-valid_from").values_list("valid_from", "tariff_id"))
    days = PublicHoliday.objects.order_by("day").values_list("day", flat=True) if periods else ()
    _calendar = calendar = _Calendar(read_at, periods, tuple(days))
    return calendar


@lru_cache(maxsize=LOADED)
def _published(tariff_id: int) -> LoadedTariff:
    # A published tariff never changes, so it is never read again.
    row = Tariff.objects.get(pk=tariff_id, published_at__isnull=False)
    return load_document(row.document, tariff_id=row.pk, name=row.name, version=row.version)


@lru_cache(maxsize=LOADED)
def _with_current_holidays(tariff_id: int, holidays: tuple[date, ...]) -> LoadedTariff:
    return _published(tariff_id).with_holidays(holidays)


@lru_cache(maxsize=AGREED)
def _with_holidays(tariff_id: int, holidays: tuple[date, ...]) -> LoadedTariff:
    # Most trips of a month agreed on the same holidays.
    return _published(tariff_id).with_holidays(holidays)
