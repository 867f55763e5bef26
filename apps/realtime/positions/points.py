"""Parses and validates the points that a driver's phone sends."""

import math
from collections.abc import Sequence
from datetime import datetime
from decimal import Decimal
from typing import Any, Final

from django.utils.translation import gettext_lazy as _

from apps.core.errors import BadInput
from apps.geo.positions.store import PositionReport, is_credible

MAX_POINTS: Final = 500
"""The most points in a frame; a longer gap needs several."""


def read_points(driver_id: int, points: object, *, now: datetime) -> tuple[list[PositionReport], int]:
    """Return the plausible points, oldest first, and the number of rejected ones.

    Raises BadInput unless it is a list of at most MAX_POINTS points.
    """
    if not isinstance(points, Sequence) or isinstance(points, str) or len(points) > MAX_POINTS:
        raise BadInput("invalid", _("Send a list of at most %d points.") % MAX_POINTS)
    reports = [report for point in points if (report := _read(driver_id, point, now)) is not None]
    reports.sort(key=lambda report: report.at)
    return reports, len(points) - len(reports)


def _read(driver_id: int, point: Any, now: datetime) -> PositionReport | None:
    if not isinstance(point, dict):
        return None
    lat, lng = _number(point.get("lat")), _number(point.get("lng"))
    at = _moment(point.get("at"))
    if lat is None or lng is None or at is None:
        return None
    heading, speed = _number(point.get("heading")), _number(point.get("speed"))
    report = PositionReport(
        driver_id=driver_id,
        lat=lat,
        lng=lng,
        at=at,
        # For a stopped car, browsers send null or NaN, and some phones -1. The position is still valid.
        heading=heading % 360 if heading is not None and heading >= 0 else None,
        speed=speed if speed is not None and speed >= 0 else None,
    )
    return report if is_credible(report, now=now) else None


def _number(value: object) -> float | None:
    if isinstance(value, bool) or not isinstance(value, int | float | Decimal):
        return None
    try:
        number = float(value)
    except OverflowError:
        return None
    return number if math.isfinite(number) else None


def _moment(value: object) -> datetime | None:
    """Return an ISO 8601 time with an offset, or None."""
    try:
        at = datetime.fromisoformat(value) if isinstance(value, str) else None
    except ValueError:
        return None
    return at if at is not None and at.tzinfo is not None else None
