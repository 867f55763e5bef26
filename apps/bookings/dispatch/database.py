"""The clock and the candidates of production: the database and the routing service."""

from collections.abc import Collection, Iterable, Sequence
from datetime import datetime, timedelta

from django.db.models import OuterRef, Subquery
from django.utils import timezone

from apps.accounts.models import DriverProfile
from apps.bookings.choices import OfferState
from apps.bookings.dispatch.ending import soon_free
from apps.bookings.dispatch.policies import Policy
from apps.bookings.dispatch.ports import Decision, Drive, Nearby, Rules, SoonFree, WaitingBooking
from apps.bookings.dispatch.search import Plan, drivers_near, drives_between, pickup_of
from apps.bookings.models import Booking, Offer
from apps.bookings.selectors import open_offers
from apps.bookings.state_machine.transitions import Candidate
from apps.bookings.timing import SEARCH_TIME, offer_time
from apps.core.platform import Platform
from apps.geo.port import LatLng


def plans(
    policy: Policy, bookings: Sequence[Booking], settings: Platform, *, may_hold: bool = True
) -> dict[int, Plan]:
    """Return what the policy decides now, by booking id."""
    waiting = [_waiting(booking) for booking in bookings]
    rules = Rules(offer_time=offer_time(settings), may_hold=may_hold)
    decisions = policy.decide(waiting, DatabaseCandidates(bookings, settings), DatabaseClock(), rules)
    return {booking_id: _plan(decision) for booking_id, decision in decisions.items()}


class DatabaseClock:
    def now(self) -> datetime:
        return timezone.now()


class DatabaseCandidates:
    """Eligible drivers by the rule of apps.fares, and drives by the routing service."""

    def __init__(self, bookings: Sequence[Booking], settings: Platform) -> None:
        self._bookings = {booking.pk: booking for booking in bookings}
        self._settings = settings

    def near(
        self,
        booking: WaitingBooking,
        *,
        beside: Iterable[int] = (),
        within: float = 1.0,
        limit: int | None = None,
    ) -> Sequence[Nearby]:
        of = self._bookings[booking.booking_id]
        return drivers_near(of, self._settings, beside=beside, within=within, limit=limit)

    def soon_free(
        self, bookings: Sequence[WaitingBooking], *, within: timedelta
    ) -> dict[int, list[SoonFree]]:
        return soon_free([self._bookings[one.booking_id] for one in bookings], self._settings, within=within)

    def drives(self, starts: Sequence[LatLng], ends: Sequence[LatLng]) -> list[list[Drive]] | None:
        return drives_between(starts, ends) or None

    def offered_before(self, booking_ids: Collection[int]) -> dict[int, set[int]]:
        closed = Offer.objects.filter(
            booking__in=booking_ids, state__in=(OfferState.EXPIRED, OfferState.WITHDRAWN)
        )
        before: dict[int, set[int]] = {}
        for booking_id, driver_id in closed.values_list("booking_id", "driver_id"):
            before.setdefault(booking_id, set()).add(driver_id)
        return before

    def idle_seconds(self, driver_ids: Collection[int]) -> dict[int, float]:
        now = timezone.now()
        paid = Booking.objects.filter(driver=OuterRef("pk"), settled_at__isnull=False)
        last = paid.order_by("-settled_at").values("settled_at")[:1]
        rows = DriverProfile.objects.filter(pk__in=driver_ids).values_list("pk", Subquery(last))
        return {pk: (now - at).total_seconds() for pk, at in rows if at is not None}

    def with_open_offer(self) -> set[int]:
        return set(open_offers().values_list("driver_id", flat=True))


def _waiting(booking: Booking) -> WaitingBooking:
    return WaitingBooking(booking.pk, pickup_of(booking), _searched_since(booking))


def _searched_since(booking: Booking) -> datetime:
    """Return when the present search started; for a scheduled trip, when its first one did."""
    if booking.book_later or booking.search_until is None:
        return booking.release_at
    return booking.search_until - SEARCH_TIME


def _plan(decision: Decision) -> Plan:
    candidates = [
        Candidate(
            driver_id=driver.driver_id,
            rank=driver.rank,
            distance_km=driver.distance_km,
            road_distance_km=driver.drive.km,
            eta_seconds=driver.drive.seconds,
        )
        for driver in decision.drivers
    ]
    return Plan(candidates, decision.offer_time, holds=decision.holds)
