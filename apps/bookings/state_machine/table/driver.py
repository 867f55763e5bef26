"""Drivers who accept or decline a booking, or lose it."""

from typing import Final

from apps.bookings.choices import Status as S
from apps.bookings.delivery import requirements
from apps.bookings.register.entry import record_in_register
from apps.bookings.staff_changes import (
    backup,
    planning,
    reassignment,
)
from apps.bookings.state_machine import effects, guards, notices
from apps.bookings.state_machine.transitions import Actor, Transition, transition

ADMIN, SYSTEM = Actor.ADMIN, Actor.SYSTEM

TRANSITIONS: Final[dict[str, Transition]] = {
    "accept": transition(
        S.NEW,
        to=S.ACCEPTED,
        by=(Actor.OFFERED_DRIVER, Actor.DRIVER),
        action="accept",
        on_wrong_status=guards.too_late,
        guards=(guards.driver_was_offered, guards.driver_is_eligible),
        effects=(
            effects.copy_driver_details,
            effects.mark_driver_busy,
            effects.stamp_accepted,
            effects.stop_search,
            effects.accept_offer,
            effects.close_open_offers,
            effects.store_tracking_point,
            record_in_register,
            planning.remove_plan,
            backup.remove_backup_who_drives,
        ),
        after_commit=(
            notices.notify_rider_driver_accepted,
            notices.publish_closed_offers,
            planning.notify_unplanned_driver,
        ),
    ),
    "decline": transition(
        S.NEW,
        to=S.NEW,
        by=(Actor.OFFERED_DRIVER, Actor.DRIVER),
        action="decline",
        event="booking.waiting",
        on_wrong_status=guards.too_late,
        guards=(guards.driver_was_offered,),
        effects=(effects.decline_offer, effects.defer_to_dispatch_job),
        after_commit=(notices.publish_closed_offers, notices.enqueue_dispatch_without_offers),
    ),
    "driver_cancel": transition(
        S.ACCEPTED,
        S.ARRIVED,
        to=S.NEW,
        by=Actor.DRIVER,
        action="cancel",
        event="booking.redispatched",
        available_if=requirements.may_still_be_cancelled,
        guards=(requirements.parcel_is_not_picked_up, guards.reason_given),
        effects=(
            effects.record_reason,
            effects.free_driver,
            effects.exclude_driver,
            effects.clear_driver_details,
            effects.renew_otp,
            effects.start_search,
            backup.plan_backup,
        ),
        after_commit=(
            notices.notify_rider_redispatched,
            notices.enqueue_dispatch,
            backup.notify_changed_backup,
        ),
    ),
    "driver_timeout": transition(
        S.ACCEPTED,
        to=S.NEW,
        by=SYSTEM,
        event="booking.redispatched",
        guards=(requirements.parcel_is_not_picked_up, guards.driver_signal_is_lost),
        effects=(
            effects.free_driver,
            effects.exclude_driver,
            effects.clear_driver_details,
            effects.renew_otp,
            effects.start_search,
            backup.plan_backup,
        ),
        after_commit=(
            notices.notify_rider_redispatched,
            notices.enqueue_dispatch,
            backup.notify_changed_backup,
        ),
    ),
    "unassign": transition(
        S.ACCEPTED,
        S.ARRIVED,
        to=S.NEW,
        by=ADMIN,
        action="unassign",
        event="booking.redispatched",
        available_if=requirements.may_still_be_cancelled,
        guards=(guards.critical_edits_allowed, requirements.parcel_is_not_picked_up, guards.reason_given),
        effects=(
            effects.record_reason,
            *reassignment.REMOVE_DRIVER,
            effects.start_search,
            backup.plan_backup,
        ),
        after_commit=(
            reassignment.notify_removed_driver,
            notices.notify_rider_redispatched,
            notices.enqueue_dispatch,
            backup.notify_changed_backup,
        ),
    ),
    "reassign": transition(
        S.ACCEPTED,
        S.ARRIVED,
        to=S.NEW,
        by=ADMIN,
        action="reassign",
        event="booking.redispatched",
        available_if=requirements.may_still_be_cancelled,
        guards=(
            guards.critical_edits_allowed,
            requirements.parcel_is_not_picked_up,
            guards.reason_given,
            reassignment.is_another_driver,
            guards.assigned_driver_is_eligible,
        ),
        effects=(
            effects.record_reason,
            *reassignment.REMOVE_DRIVER,
            effects.start_search,
            effects.create_offers,
            reassignment.defer_search_until_answered,
        ),
        after_commit=(
            reassignment.notify_removed_driver,
            notices.notify_rider_redispatched,
            notices.notify_offered_drivers,
        ),
    ),
}
