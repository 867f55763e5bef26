"""Edits by staff before the trip."""

from typing import Final

from apps.bookings.choices import Status as S
from apps.bookings.delivery import requirements
from apps.bookings.payment import prepayment
from apps.bookings.staff_changes import (
    backup,
    editing,
    holding,
    planning,
)
from apps.bookings.state_machine import effects, guards, notices
from apps.bookings.state_machine.transitions import Actor, Transition, transition

ADMIN = Actor.ADMIN

TRANSITIONS: Final[dict[str, Transition]] = {
    "edit_unpaid": transition(
        S.PAYMENT_PENDING,
        to=None,
        by=ADMIN,
        action="edit",
        event="booking.edited",
        on_wrong_status=editing.status_changed,
        guards=(guards.critical_edits_allowed, editing.booking_is_as_shown, editing.edit_is_possible),
        effects=(editing.edit_booking, prepayment.wait_for_payment),
        after_commit=(editing.notify_rider_of_edit,),
    ),
    "edit_new": transition(
        S.NEW,
        to=S.NEW,
        by=ADMIN,
        action="edit",
        event="booking.edited",
        on_wrong_status=editing.status_changed,
        guards=(guards.critical_edits_allowed, editing.booking_is_as_shown, editing.edit_is_possible),
        effects=(
            *editing.EDIT,
            backup.review_plan_and_backup,
            holding.review_hold,
            effects.close_open_offers,
            effects.start_search,
        ),
        after_commit=(
            editing.notify_rider_of_edit,
            notices.publish_closed_offers,
            notices.enqueue_dispatch,
            planning.notify_planned_driver,
            planning.notify_unplanned_driver,
            backup.notify_backup,
            backup.notify_changed_backup,
        ),
    ),
    "edit": transition(
        S.ACCEPTED,
        S.ARRIVED,
        to=None,
        by=ADMIN,
        action="edit",
        event="booking.edited",
        on_wrong_status=editing.status_changed,
        available_if=requirements.may_still_be_cancelled,
        guards=(
            guards.critical_edits_allowed,
            editing.parcel_is_not_picked_up_yet,
            editing.booking_is_as_shown,
            editing.edit_is_possible,
        ),
        effects=(*editing.EDIT, backup.review_backup),
        after_commit=(
            editing.notify_rider_of_edit,
            editing.notify_driver_of_edit,
            backup.notify_changed_backup,
        ),
    ),
    "edit_pickup": transition(
        S.ARRIVED,
        to=S.ACCEPTED,
        by=ADMIN,
        event="booking.edited",
        on_wrong_status=editing.status_changed,
        guards=(
            guards.critical_edits_allowed,
            editing.parcel_is_not_picked_up_yet,
            editing.booking_is_as_shown,
            editing.edit_is_possible,
        ),
        effects=(*editing.EDIT, editing.restart_pickup),
        after_commit=(editing.notify_rider_of_edit, editing.notify_driver_of_edit),
    ),
    "edit_and_release": transition(
        S.ACCEPTED,
        S.ARRIVED,
        to=S.NEW,
        by=ADMIN,
        event="booking.edited",
        on_wrong_status=editing.status_changed,
        guards=(
            guards.critical_edits_allowed,
            editing.parcel_is_not_picked_up_yet,
            editing.booking_is_as_shown,
            editing.edit_is_possible,
        ),
        effects=(
            *editing.EDIT,
            *editing.RELEASE_DRIVER,
            effects.start_search,
            backup.review_backup,
            backup.plan_backup,
        ),
        after_commit=(
            editing.notify_released_driver,
            editing.notify_rider_of_edit,
            notices.enqueue_dispatch,
            backup.notify_changed_backup,
        ),
    ),
}
