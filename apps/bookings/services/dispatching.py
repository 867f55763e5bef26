"""Finding drivers, by the policy of the settings; who may be asked is one rule for all of them."""

from collections.abc import Callable, Sequence
from datetime import datetime
from typing import Final

from django.db.models import Min, Q
from django.utils import timezone

from apps.bookings.choices import Status
from apps.bookings.dispatch import batch, broadcast, waves
from apps.bookings.dispatch.search import Plan
from apps.bookings.models import Booking
from apps.bookings.selectors import open_offers
from apps.bookings.state_machine.machine import apply_transition
from apps.bookings.state_machine.transitions import TransitionInput
from apps.bookings.timing import RETRY_TIME
from apps.core.errors import Conflict
from apps.core.outbox import events
from apps.core.platform import Platform, clear_platform_cache, platform_settings
from apps.core.postgres import session_lock

BATCH: Final = "batch"
ONE_BY_ONE: Final[dict[str, Callable[[Booking, Platform], Plan]]] = {
    "broadcast": broadcast.plan,
    "waves": waves.plan,
}
BATCH_LOCK: Final = 7_340_021
"""The advisory lock of a batch: two rounds at once would give one driver twice."""


def dispatch_booking(*, booking_id: int) -> int:
    """Offer a NEW booking to the drivers who may have it; how many were asked.

    Who declined or gave it back is not asked again. With nobody there the search goes on by
    housekeeping until its time is over; then the rider is told. In batches the booking waits for the
    next round. Safe to run twice and at once.
    """
    settings, now = platform_settings(), timezone.now()
    booking = Booking.objects.filter(pk=booking_id, status=Status.NEW, search_until__isnull=False).first()
    if booking is None or not settings.auto_dispatch or booking.release_at > now:
        return 0
    if answer_due := _answers_due([booking]).get(booking.pk):
        _look_again(booking, at=max(answer_due, now + RETRY_TIME))
        return 0
    if booking.search_until is not None and booking.search_until <= now:
        _try(booking, "search_exhausted", TransitionInput())
        return 0
    if settings.dispatch_policy == BATCH:
        Booking.objects.filter(pk=booking.pk, status=Status.NEW, dispatch_after__gt=now).update(
            dispatch_after=now
        )
        return 0
    return _ask(booking, ONE_BY_ONE[settings.dispatch_policy](booking, settings))


def dispatch_once(*, booking_id: int) -> int:
    """Offer a NEW booking one time by the policy, though automatic dispatch is off; how many were asked.

    With no one to ask the staff are notified at once.
    """
    settings = platform_settings()
    booking = Booking.objects.filter(pk=booking_id, status=Status.NEW).first()
    if booking is None or settings.auto_dispatch or open_offers().filter(booking=booking).exists():
        return 0
    plan = (
        batch.plans([booking], settings).get(booking.pk)
        if settings.dispatch_policy == BATCH
        else ONE_BY_ONE[settings.dispatch_policy](booking, settings)
    )
    if plan is None or not plan.candidates:
        _try(booking, "search_exhausted", TransitionInput())
        return 0
    return _ask(booking, plan)


def resume_searches() -> int:
    """Have all waiting bookings dispatched once automatic dispatch is on again; how many there are."""
    # The worker may hold the settings of a moment ago.
    clear_platform_cache()
    if not platform_settings().auto_dispatch:
        return 0
    over = Q(search_until=None) | Q(search_until__lte=timezone.now())
    waiting = list(
        Booking.objects.filter(over, status=Status.NEW).order_by("pk").values_list("pk", flat=True)
    )
    for booking_id in waiting:
        # Each in a transaction of its own.
        events.enqueue("bookings.resume_search", booking_id=booking_id)
    return len(waiting)


def resume_search(*, booking_id: int) -> None:
    """Search for a driver again as for a booking that was just made; safe to run twice."""
    clear_platform_cache()
    booking = Booking.objects.filter(pk=booking_id).first()
    if booking is not None:
        _try(booking, "resume_search", TransitionInput())


def dispatch_waiting(*, booking_ids: Sequence[int]) -> int:
    """Offer waiting bookings; in batches all of them together, under a lock. How many drivers were asked."""
    settings = platform_settings()
    if settings.dispatch_policy != BATCH or not settings.auto_dispatch:
        return sum(dispatch_booking(booking_id=pk) for pk in booking_ids)
    with session_lock(BATCH_LOCK, application_name="hansom-dispatch") as mine:
        return _dispatch_batch(booking_ids, settings) if mine else 0


def _dispatch_batch(booking_ids: Sequence[int], settings: Platform) -> int:
    now = timezone.now()
    due = list(Booking.objects.filter(pk__in=booking_ids, status=Status.NEW, dispatch_after__lte=now))
    answers_due = _answers_due(due)
    bookings = []
    for booking in due:
        if answer_due := answers_due.get(booking.pk):
            _look_again(booking, at=max(answer_due, now + RETRY_TIME))
        elif booking.search_until is None or booking.search_until <= now:
            _try(booking, "search_exhausted", TransitionInput())
        else:
            bookings.append(booking)
    plans = batch.plans(bookings, settings)
    return sum(_ask(booking, plans.get(booking.pk)) for booking in bookings)


def _ask(booking: Booking, plan: Plan | None) -> int:
    if plan is None or not plan.candidates:
        _look_again(booking, at=timezone.now() + RETRY_TIME)
        return 0
    inputs = TransitionInput(candidates=plan.candidates, offer_time=plan.offer_time)
    return len(plan.candidates) if _try(booking, "dispatch", inputs) else 0


def _answers_due(bookings: Sequence[Booking]) -> dict[int, datetime]:
    """When the first open offer of each booking runs out; nobody else is asked before that."""
    offers = open_offers().filter(booking__in=[booking.pk for booking in bookings])
    return dict(offers.values_list("booking_id").annotate(Min("expires_at")))


def _look_again(booking: Booking, *, at: datetime) -> None:
    Booking.objects.filter(pk=booking.pk, status=Status.NEW, search_until__isnull=False).update(
        dispatch_after=at
    )


def _try(booking: Booking, name: str, inputs: TransitionInput) -> bool:
    """False when somebody else moved the booking, or asked drivers, in the meantime."""
    try:
        apply_transition(name, booking_id=booking.pk, by=None, inputs=inputs)
    except Conflict:
        return False
    return True
