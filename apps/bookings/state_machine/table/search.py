"""The search for a driver."""

from typing import Final

from apps.bookings.choices import Status as S
from apps.bookings.staff_changes import (
    backup,
    holding,
    planning,
)
from apps.bookings.state_machine import effects, guards, notices
from apps.bookings.state_machine.transitions import Actor, Transition, transition

RIDER, ADMIN, SYSTEM = Actor.RIDER, Actor.ADMIN, Actor.SYSTEM

TRANSITIONS: Final[dict[str, Transition]] = {
    "dispatch": transition(
        S.NEW,
        to=S.NEW,
        by=SYSTEM,
        event="booking.dispatched",
        guards=(guards.booking_is_not_held, guards.no_offer_is_open),
        effects=(effects.create_offers, effects.wait_for_offers),
        after_commit=(notices.notify_offered_drivers,),
    ),
    "expire_offers": transition(
        S.NEW,
        to=S.NEW,
        by=SYSTEM,
        event="booking.waiting",
        guards=(guards.an_offer_has_expired,),
        effects=(effects.expire_due_offers, effects.defer_to_dispatch_job),
        after_commit=(notices.publish_closed_offers, notices.enqueue_dispatch_without_offers),
    ),
    "withdraw_offer": transition(
        S.NEW,
        to=S.NEW,
        by=SYSTEM,
        event="booking.waiting",
        guards=(guards.driver_has_open_offer,),
        effects=(effects.withdraw_offers_of_driver, effects.defer_to_dispatch_job),
        after_commit=(notices.publish_closed_offers, notices.enqueue_dispatch_without_offers),
    ),
    "search_exhausted": transition(
        S.NEW,
        to=S.NEW,
        by=SYSTEM,
        event="booking.no_driver",
        guards=(guards.booking_is_not_held, guards.no_offer_is_open),
        effects=(effects.stop_search,),
    ),
    "keep_searching": transition(
        S.NEW,
        to=S.NEW,
        by=RIDER,
        action="search",
        event="booking.waiting",
        available_if=guards.can_resume_search,
        guards=(guards.search_is_over,),
        effects=(effects.widen_search, effects.start_search),
        after_commit=(notices.enqueue_dispatch,),
    ),
    "search_again": transition(
        S.NEW,
        to=S.NEW,
        by=ADMIN,
        action="search",
        event="booking.waiting",
        available_if=guards.is_released,
        guards=(guards.booking_is_released,),
        effects=(holding.remove_hold, effects.widen_search, effects.start_search),
        after_commit=(notices.enqueue_dispatch, notices.enqueue_single_dispatch),
    ),
    "book_later": transition(
        S.NEW,
        to=S.NEW,
        by=RIDER,
        action="book-later",
        event="booking.waiting",
        available_if=guards.no_search_runs,
        guards=(guards.search_has_stopped, guards.no_offer_is_open, guards.trip_date_is_ahead),
        effects=(effects.postpone, planning.remove_plan, backup.remove_backup, effects.start_search),
        after_commit=(
            notices.enqueue_dispatch,
            planning.notify_unplanned_driver,
            backup.notify_changed_backup,
        ),
    ),
    "resume_search": transition(
        S.NEW,
        to=S.NEW,
        by=SYSTEM,
        event="booking.waiting",
        guards=(guards.search_is_over,),
        effects=(effects.start_search,),
        after_commit=(notices.enqueue_dispatch,),
    ),
}
