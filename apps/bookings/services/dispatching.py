"""Driver search by the policy of the settings; eligibility is the same for all policies."""

from collections.abc import Sequence
from datetime import datetime
from typing import Final

from django.db import transaction
from django.db.models import Min, Q
from django.utils import timezone

from apps.bookings.choices import Status
from apps.bookings.dispatch import planned, ranks
from apps.bookings.dispatch.database import plans
from apps.bookings.dispatch.lead import search_starts_at
from apps.bookings.dispatch.policies import POLICIES
from apps.bookings.dispatch.search import Plan
from apps.bookings.models import Booking
from apps.bookings.selectors import find_booking, open_offers, open_offers_of
from apps.bookings.state_machine.machine import apply_transition
from apps.bookings.state_machine.transitions import TransitionInput
from apps.bookings.timing import LONGEST_LEAD, RELEASE, RETRY_TIME
from apps.core.errors import Conflict
from apps.core.outbox import events
from apps.core.platform import Platform, clear_platform_cache, platform_settings
from apps.core.postgres import session_lock

BATCH_LOCK: Final = 7_340_021
"""The advisory lock of a batch: two parallel rounds could offer one driver two bookings."""

PLANNED: Final = Q(planned_driver__isnull=False) | Q(backup_driver__isnull=False)

EARLY_BATCH: Final = 200
"""The most scheduled trips of the next hour that one run looks at, the first ones first."""


def dispatch_booking(*, booking_id: int) -> int:
    """Offer a NEW booking to eligible drivers and return how many.

    Drivers who declined or cancelled get no other offer. Without drivers, housekeeping continues the search
    until its time is over; then the rider is notified. With a policy for all bookings together, the booking
    waits for the next round. Safe to run twice and in parallel.
    """
    settings, now = platform_settings(), timezone.now()
    booking = find_booking(booking_id, None)
    if booking is None or booking.status != Status.NEW or booking.search_until is None:
        return 0
    if not settings.auto_dispatch or booking.release_at > now:
        return 0
    if offers := open_offers_of(booking.pk):
        _postpone(booking, at=max(min(offer.expires_at for offer in offers), now + RETRY_TIME))
        return 0
    if booking.search_until <= now:
        _transition_if_allowed(booking, "search_exhausted", TransitionInput())
        return 0
    if _offer_first(booking, settings):
        return 1
    policy = POLICIES[settings.dispatch_policy]
    if policy.together:
        Booking.objects.filter(pk=booking.pk, status=Status.NEW, dispatch_after__gt=now).update(
            dispatch_after=now
        )
        return 0
    return _make_offers(booking, plans(policy, [booking], settings).get(booking.pk))


def dispatch_once(*, booking_id: int) -> int:
    """Make one round of offers while automatic dispatch is off and return their number.

    Without drivers, the staff are notified at once.
    """
    settings = platform_settings()
    booking = Booking.objects.filter(pk=booking_id, status=Status.NEW, held_until=None).first()
    if booking is None or settings.auto_dispatch or open_offers().filter(booking=booking).exists():
        return 0
    if _offer_first(booking, settings):
        return 1
    policy = POLICIES[settings.dispatch_policy]
    plan = plans(policy, [booking], settings, may_hold=False).get(booking.pk)
    if plan is None or not plan.candidates:
        _transition_if_allowed(booking, "search_exhausted", TransitionInput())
        return 0
    return _make_offers(booking, plan)


def resume_searches() -> int:
    """Enqueue dispatch of all waiting bookings when automatic dispatch is turned on, except held ones, and
    return their number.
    """
    # The worker may have cached the previous settings.
    clear_platform_cache()
    if not platform_settings().auto_dispatch:
        return 0
    over = Q(search_until=None) | Q(search_until__lte=timezone.now())
    waiting = list(
        Booking.objects.filter(over, status=Status.NEW, held_until=None)
        .order_by("pk")
        .values_list("pk", flat=True)
    )
    for booking_id in waiting:
        # One transaction per booking.
        events.enqueue("bookings.resume_search", booking_id=booking_id)
    return len(waiting)


def resume_search(*, booking_id: int) -> None:
    """Restart the driver search of a booking; safe to run twice."""
    clear_platform_cache()
    booking = Booking.objects.filter(pk=booking_id).first()
    if booking is not None:
        _transition_if_allowed(booking, "resume_search", TransitionInput())


def dispatch_waiting(*, booking_ids: Sequence[int]) -> int:
    """Dispatch waiting bookings and return the number of offers.

    A policy that decides about all of them together does so under a lock.
    """
    settings = platform_settings()
    if not POLICIES[settings.dispatch_policy].together or not settings.auto_dispatch:
        return sum(dispatch_booking(booking_id=pk) for pk in booking_ids)
    with session_lock(BATCH_LOCK, application_name="hansom-dispatch") as is_locked:
        return _dispatch_batch(booking_ids, settings) if is_locked else 0


def _dispatch_batch(booking_ids: Sequence[int], settings: Platform) -> int:
    now = timezone.now()
    due = list(Booking.objects.filter(pk__in=booking_ids, status=Status.NEW, dispatch_after__lte=now))
    answers_due = _answers_due(due)
    bookings, offered_first = [], 0
    for booking in due:
        if answer_due := answers_due.get(booking.pk):
            _postpone(booking, at=max(answer_due, now + RETRY_TIME))
        elif booking.search_until is None or booking.search_until <= now:
            _transition_if_allowed(booking, "search_exhausted", TransitionInput())
        elif _offer_first(booking, settings):
            offered_first += 1
        else:
            bookings.append(booking)
    planned_now = plans(POLICIES[settings.dispatch_policy], bookings, settings)
    return offered_first + sum(_make_offers(booking, planned_now.get(booking.pk)) for booking in bookings)


def offer_planned() -> int:
    """Offer released trips to their planned drivers while automatic dispatch is off; return the number."""
    settings, now = platform_settings(), timezone.now()
    if settings.auto_dispatch:
        return 0
    due = Booking.objects.filter(
        PLANNED,
        status=Status.NEW,
        book_later=True,
        trip_date__lte=now + RELEASE,
        held_until=None,
    )
    return sum(_offer_to_planned(booking, settings) for booking in due)


def start_early() -> int:
    """Start the offers of scheduled trips that need more than the usual time for the drive to the pickup.

    Planned drivers get theirs, and with the setting `release_by_drive_time` the search of the other trips
    starts. Returns the number of trips.
    """
    settings, now = platform_settings(), timezone.now()
    ahead = Booking.objects.filter(
        status=Status.NEW, book_later=True, trip_date__gt=now + RELEASE, trip_date__lte=now + LONGEST_LEAD
    )
    if not (settings.auto_dispatch and settings.release_by_drive_time):
        ahead = ahead.filter(PLANNED)
    first = ahead.order_by("trip_date", "pk")[:EARLY_BATCH]
    return sum(_offer_to_planned(one, settings) or _release_early(one, settings) for one in first)


def _release_early(booking: Booking, settings: Platform) -> bool:
    now = timezone.now()
    if not (settings.auto_dispatch and settings.release_by_drive_time) or booking.release_at <= now:
        return False
    if search_starts_at(booking, settings) > now:
        return False
    waiting = Booking.objects.filter(
        pk=booking.pk, status=Status.NEW, trip_date=booking.trip_date, search_until__isnull=False
    )
    return waiting.update(released_at=now, dispatch_after=now) > 0


def _offer_first(booking: Booking, settings: Platform) -> bool:
    """Offer a booking to the driver who comes before the dispatch policy; return whether there is one."""
    return _offer_to_planned(booking, settings) or _offer_to_rank(booking, settings)


def _offer_to_planned(booking: Booking, settings: Platform) -> bool:
    """Offer a booking to its planned driver, or to the back-up of one who cannot drive."""
    if planned.backup_is_needed(booking, settings):
        _transition_if_allowed(booking, "use_backup", TransitionInput())
        booking.refresh_from_db(fields=["status", "version", "planned_driver", "backup_driver"])
    plan = planned.plan(booking, settings)
    return plan is not None and _make_offers(booking, plan) > 0


def _offer_to_rank(booking: Booking, settings: Platform) -> bool:
    """Offer a booking to the next driver in the queue at its pickup; return whether there was one.

    The queue is locked, so that two bookings are never offered to one driver.
    """
    for area in ranks.areas_for(booking):
        with transaction.atomic():
            plan = ranks.plan(booking, area, settings)
            if plan is not None and _make_offers(booking, plan):
                return True
    return False


def _make_offers(booking: Booking, plan: Plan | None) -> int:
    if plan is not None and plan.holds:
        # In each round, so that no other booking gets the driver in between; after those that wait longer.
        _postpone(booking, at=timezone.now())
        return 0
    if plan is None or not plan.candidates:
        _postpone(booking, at=timezone.now() + RETRY_TIME)
        return 0
    inputs = TransitionInput(candidates=plan.candidates, offer_time=plan.offer_time)
    return len(plan.candidates) if _transition_if_allowed(booking, "dispatch", inputs) else 0


def _answers_due(bookings: Sequence[Booking]) -> dict[int, datetime]:
    """Return when the first open offer of each booking expires; no other driver gets an offer before."""
    offers = open_offers().filter(booking__in=[booking.pk for booking in bookings])
    return dict(offers.values_list("booking_id").annotate(Min("expires_at")))


def _postpone(booking: Booking, *, at: datetime) -> None:
    Booking.objects.filter(pk=booking.pk, status=Status.NEW, search_until__isnull=False).update(
        dispatch_after=at
    )


def _transition_if_allowed(booking: Booking, name: str, inputs: TransitionInput) -> bool:
    """Apply a transition; return False if the booking changed meanwhile."""
    try:
        apply_transition(name, booking_id=booking.pk, by=None, inputs=inputs)
    except Conflict:
        return False
    return True
