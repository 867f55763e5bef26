"""Bookings by the hour: what can be booked, and where the tariff in force offers them."""

from collections.abc import Sequence
from decimal import Decimal
from typing import Final

from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from apps.core.errors import BadInput
from apps.core.platform import Platform
from apps.fares.estimates.quotes import Spot
from apps.fares.parcels import is_delivery
from apps.fares.tariffs.in_force import tariff_at
from apps.geo.port import Route

SHORTEST: Final = 60
LONGEST: Final = 720
STEP: Final = 30
"""Minutes that can be booked."""


def require_hire(
    minutes: int, settings: Platform, *, drop: Spot | None, stops: Sequence[Spot], is_round_trip: bool
) -> None:
    """Require hours that can be booked, and nothing that needs a destination.

    Raises BadInput hire_not_offered for a delivery, select_proper, not_for_hire.
    """
    if is_delivery(settings):
        raise not_offered()
    if not SHORTEST <= minutes <= LONGEST or minutes % STEP:
        sentence = _("Choose 1 to 12 hours, in half-hours.")
        raise BadInput("select_proper", sentence, fields={"hire_minutes": sentence})
    given = {"drop": drop is not None, "stops": bool(stops), "return_wait_minutes": is_round_trip}
    refuse_for_hire([name for name, is_given in given.items() if is_given])


def refuse_for_hire(names: Sequence[str]) -> None:
    """Raise BadInput not_for_hire for these fields, if there are any."""
    if names:
        sentence = _("A booking by the hour has no destination, stops or way back.")
        raise BadInput("not_for_hire", sentence, fields=dict.fromkeys(names, sentence))


def not_offered() -> BadInput:
    sentence = _("Bookings by the hour aren't offered here at this time.")
    return BadInput("hire_not_offered", sentence, fields={"hire_minutes": sentence})


def hire_without_route(minutes: int) -> Route:
    """Return the route of a booking by the hour: only its time is known."""
    return Route(distance_km=Decimal(0), duration_seconds=minutes * 60, polyline="")


def is_hire_offered(settings: Platform) -> bool:
    """Return whether the tariff in force has a rule for bookings by the hour."""
    if is_delivery(settings):
        return False
    tariff = tariff_at(timezone.now())
    return tariff is not None and any(rule.kind == "hire" for rule in tariff.compiled.rules)
