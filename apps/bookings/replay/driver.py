"""One driver's trips of a replay: what each brought, and what it would have brought under the tariff."""

from collections import Counter
from datetime import date
from typing import Any, Final

from django.utils.translation import gettext_lazy as _

from apps.accounts.models import User
from apps.bookings.models import Booking
from apps.bookings.replay.part import Result, Work, repriced
from apps.bookings.replay.prices import NotRepriced, RepricedFee
from apps.bookings.replay.summary import Sums, change_row
from apps.bookings.replay.trips import bookings_of
from apps.core.errors import NotFound
from apps.core.money import ZERO

MOST: Final = 500
"""The trips that are listed, those with the largest changes."""


def driver_under(work: Work, *, driver_id: int) -> dict[str, Any]:
    """Return a driver's days and trips, priced again as they are now. Raises NotFound without a trip."""
    rows = work.period.trips().filter(driver_id=driver_id).order_by("trip_date", "id")
    trips = list(bookings_of(rows))
    if not trips:
        raise NotFound("not_found", _("Not found."))
    days: dict[date, Sums] = {}
    total, left, listed = Sums(), Counter[str](), []
    lower = higher = 0
    for booking, priced in repriced(trips, work.tariff()):
        if isinstance(priced, NotRepriced):
            left[priced.reason] += 1
            continue
        own, new = _shares(priced)
        if not own and not new:
            continue
        total.add(own, new)
        lower, higher = lower + (new < own), higher + (new > own)
        days.setdefault(_day(booking, work), Sums()).add(own, new)
        listed.append((-abs(new - own), booking.pk, _row(booking, own, new)))
    listed.sort(key=lambda each: each[:2])
    names = {user.pk: user.full_name for user in User.objects.filter(pk=driver_id)}
    return {
        **total.as_json(driver_id=driver_id, name=names.get(driver_id, "")),
        "lower": lower,
        "higher": higher,
        "days": [sums.as_json(day=day.isoformat()) for day, sums in sorted(days.items())],
        "listed": [row for _change, _key, row in listed[:MOST]],
        "not_repriced": [{"reason": reason, "trips": number} for reason, number in sorted(left.items())],
    }


def _shares(priced: Result) -> tuple[Any, Any]:
    if isinstance(priced, RepricedFee):
        return priced.own, priced.new
    if isinstance(priced, NotRepriced):
        return ZERO, ZERO
    return priced.own.driver_share, priced.new.driver_share


def _day(booking: Booking, work: Work) -> date:
    return (booking.trip_start_time or booking.trip_date).astimezone(work.tz).date()


def _row(booking: Booking, own: Any, new: Any) -> dict[str, Any]:
    at = booking.trip_start_time or booking.trip_date
    return change_row(booking, at=at.isoformat(), own=f"{own:f}", new=f"{new:f}")
