"""Queries of bookings: visibility by user, offers, tracks and alerts."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import timedelta
from functools import cache
from typing import Final

import polyline
from django.db.models import F, Prefetch, Q, QuerySet
from django.utils import timezone

from apps.accounts.choices import UserType
from apps.accounts.models import User
from apps.accounts.staff_roles.access import staff_may
from apps.accounts.staff_roles.areas import Area
from apps.bookings.choices import ACTIVE, ON_TRIP, SETTLED, WITHOUT_DRIVER, OfferState, Status
from apps.bookings.models import Booking, BookingEvent, CancelReason, Offer, SosAlert, TrackingPoint
from apps.core.compiled_queries import CompiledQuery

RATE_WITHIN: Final = timedelta(hours=12)
"""How long after its end a driver's console offers to rate the last trip's rider."""
TOGETHER_FOR: Final = timedelta(days=2)
"""How long after its creation a finished booking lets its rider and driver contact each other."""


def open_offers() -> QuerySet[Offer]:
    """Return offers without an answer; an overdue one counts until it is closed."""
    return Offer.objects.filter(state=OfferState.OFFERED)


_OPEN_OFFERS: Final = CompiledQuery(
    lambda booking_id: open_offers().filter(booking_id=booking_id), booking_id=-1
)


def open_offers_of(booking_id: int) -> list[Offer]:
    """Return the open offers of one booking."""
    return _OPEN_OFFERS.all(booking_id=booking_id)


def bookings_visible_to(user: User) -> QuerySet[Booking]:
    """Return the bookings that `user` can open: a rider's own, a driver's own and offered, a fleet's,
    or all.
    """
    return _bookings_of(user, or_offered=open_offers())


def bookings_answerable_by(user: User) -> QuerySet[Booking]:
    """Return the bookings that `user` can answer: the visible ones and any ever offered to the user.

    A driver who answers too late gets the reason instead of 404.
    """
    return _bookings_of(user, or_offered=Offer.objects.all())


def bookings_listed_for(user: User) -> QuerySet[Booking]:
    """Return the booking history of `user`: the visible bookings without offers."""
    return _bookings_of(user)


Visibility = Callable[[User], QuerySet[Booking]]
"""Selects the bookings of a user by the user's type and id."""


def find_booking(
    booking_id: int, user: User | None, *, within: Visibility = bookings_visible_to, lock: bool = False
) -> Booking | None:
    """Return the booking if it is among `within(user)`; None is the platform.

    A locked one has the languages of its users for notifications, as customer_language and driver_language.
    """
    if user is None:
        return _every_booking(lock).first(booking_id=booking_id)
    if user.user_type == UserType.ADMIN and not staff_may(user, Area.BOOKINGS):
        return None
    return _booking_within(within, user.user_type, lock).first(booking_id=booking_id, user_id=user.pk)


@cache
def _every_booking(lock: bool) -> CompiledQuery[Booking]:
    return CompiledQuery(
        lambda booking_id: _locked_if(lock, Booking.objects.filter(pk=booking_id)), booking_id=-1
    )


@cache
def _booking_within(within: Visibility, user_type: str, lock: bool) -> CompiledQuery[Booking]:
    return CompiledQuery(
        lambda booking_id, user_id: _locked_if(
            lock, within(User(pk=user_id, user_type=user_type)).filter(pk=booking_id)
        ),
        booking_id=-1,
        user_id=-2,
    )


def _locked_if(lock: bool, bookings: QuerySet[Booking]) -> QuerySet[Booking]:
    if not lock:
        return bookings
    # NO KEY: inserts of rows that reference the booking do not wait for this lock.
    locked = bookings.select_for_update(of=("self",), no_key=True)
    return locked.annotate(customer_language=F("customer__language"), driver_language=F("driver__language"))


def _bookings_of(user: User, *, or_offered: QuerySet[Offer] | None = None) -> QuerySet[Booking]:
    bookings = Booking.objects.all()
    match user.user_type:
        case UserType.ADMIN:
            return bookings if staff_may(user, Area.BOOKINGS) else bookings.none()
        case UserType.FLEET_ADMIN:
            return bookings.filter(fleet_admin_id=user.pk)
        case UserType.DRIVER:
            own = Q(driver_id=user.pk)
            if or_offered is not None:
                own |= Q(pk__in=or_offered.filter(driver_id=user.pk).values("booking_id"))
            return bookings.filter(own)
        case _:
            return bookings.filter(customer_id=user.pk)


def have_trip_together(user_id: int, other_id: int) -> bool:
    """Return whether one drives the other, or did so on a recent booking."""
    together = Q(customer_id=user_id, driver_id=other_id) | Q(customer_id=other_id, driver_id=user_id)
    recent = Q(status__in=ACTIVE) | Q(created_at__gte=timezone.now() - TOGETHER_FOR)
    return Booking.objects.filter(together, recent).exists()


def booking_visible_to(user: User, booking_id: int) -> Booking | None:
    """Return the booking if `user` can see it, or None as for a booking that does not exist."""
    return bookings_visible_to(user).filter(pk=booking_id).first()


def with_open_offers(bookings: QuerySet[Booking]) -> QuerySet[Booking]:
    """Prefetch the open offers of the bookings as `open_offers`."""
    offers = open_offers().select_related("driver").order_by("rank", "id")
    return bookings.prefetch_related(Prefetch("offers", queryset=offers, to_attr="open_offers"))


def read_open_offers(bookings: Sequence[Booking]) -> None:
    """Set `open_offers` on loaded bookings with one query."""
    new = [booking for booking in bookings if booking.status == Status.NEW]
    by_booking: dict[int, list[Offer]] = {booking.pk: [] for booking in bookings}
    if new:
        offers = open_offers().filter(booking__in=[booking.pk for booking in new])
        for offer in offers.select_related("driver").order_by("rank", "id"):
            by_booking[offer.booking_id].append(offer)
    for booking in bookings:
        booking.open_offers = by_booking[booking.pk]  # type: ignore[attr-defined]


def current_trip_of(driver_id: int) -> Booking | None:
    """Return the booking that the driver is busy with."""
    return with_open_offers(Booking.objects.filter(driver_id=driver_id, status__in=ON_TRIP)).first()


@dataclass(frozen=True, slots=True)
class Tasks:
    """A driver's console: offers to answer, or the current trip."""

    offers: list[Offer]
    current: Booking | None
    to_rate: Booking | None = None
    """The driver's last trip, if its rider is not rated yet."""


def tasks_of(driver: User) -> Tasks:
    """Return the driver's offers of NEW bookings, the first to expire first; none during a trip."""
    current = current_trip_of(driver.pk)
    if current is not None:
        return Tasks(offers=[], current=current)
    offers = open_offers().filter(driver_id=driver.pk, booking__status=Status.NEW)
    return Tasks(
        offers=list(offers.select_related("booking__customer").order_by("expires_at", "id")),
        current=None,
        to_rate=_rider_to_rate(driver),
    )


def _rider_to_rate(driver: User) -> Booking | None:
    ended = Booking.objects.filter(driver_id=driver.pk, status__in=(Status.PENDING, *SETTLED))
    last = ended.order_by("-id").first()
    if last is None or last.street_trip or last.rider_rating is not None or last.trip_end_time is None:
        return None
    return last if last.trip_end_time > timezone.now() - RATE_WITHIN else None


def events_of(booking: Booking) -> QuerySet[BookingEvent]:
    """Return the booking events, oldest first."""
    return booking.events.select_related("actor__driver_profile").order_by("version")


def offers_of(booking: Booking) -> QuerySet[Offer]:
    """Return all offers of the booking, by round and rank."""
    return booking.offers.select_related("driver").order_by("round", "rank", "id")


@dataclass(frozen=True, slots=True)
class Track:
    points: list[TrackingPoint]

    @property
    def polyline_points(self) -> str:
        line = [(point.lat, point.lng) for point in self.points]
        return polyline.encode(line) if line else ""


def track_of(booking: Booking) -> Track:
    """Return the points that the fare is based on, from start to end, by time."""
    return Track(_POINTS_OF_TRACK.all(booking_id=booking.pk))


_POINTS_OF_TRACK: Final = CompiledQuery(
    lambda booking_id: TrackingPoint.objects.filter(
        booking_id=booking_id, status__in=(Status.STARTED, Status.REACHED)
    ).order_by("at"),
    booking_id=-1,
)


def open_sos_alerts() -> QuerySet[SosAlert]:
    """Return SOS alerts that no operator has handled, the newest first."""
    return SosAlert.objects.filter(handled_at__isnull=True).select_related("booking", "by").order_by("-id")


def has_open_booking(car_type_id: int) -> bool:
    """Return whether an active booking of this car type exists."""
    return Booking.objects.filter(car_type_id=car_type_id, status__in=ACTIVE).exists()


def has_active_trip(user: User) -> bool:
    """Return whether a rider or driver is on a trip, or a rider waits for a driver."""
    waiting = Q(customer=user, status__in=WITHOUT_DRIVER, trip_date__lte=timezone.now())
    on_trip = Q(customer=user, status__in=ON_TRIP) | Q(driver=user, status__in=ON_TRIP)
    return Booking.objects.filter(waiting | on_trip).exists()


def cancel_reasons() -> QuerySet[CancelReason]:
    return CancelReason.objects.all()
