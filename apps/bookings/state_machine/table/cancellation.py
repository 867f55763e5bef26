"""Cancellations and no-shows."""

from typing import Final

from apps.bookings.cancellation import fees, no_shows
from apps.bookings.choices import Status as S
from apps.bookings.delivery import requirements
from apps.bookings.payment import prepayment
from apps.bookings.pricing import discounts
from apps.bookings.staff_changes import (
    backup,
    holding,
    planning,
)
from apps.bookings.state_machine import effects, guards, notices
from apps.bookings.state_machine.transitions import Actor, Transition, transition
from apps.bookings.street import rules as street

RIDER, ADMIN, SYSTEM = Actor.RIDER, Actor.ADMIN, Actor.SYSTEM

TRANSITIONS: Final[dict[str, Transition]] = {
    "cancel": transition(
        S.PAYMENT_PENDING,
        S.NEW,
        S.ACCEPTED,
        S.ARRIVED,
        to=S.CANCELLED,
        by=(RIDER, ADMIN),
        action="cancel",
        available_if=requirements.may_still_be_cancelled,
        guards=(
            guards.critical_edits_allowed,
            requirements.parcel_is_not_picked_up,
            guards.reason_given,
            fees.fee_is_as_shown,
        ),
        effects=(
            effects.save_cancel_reason,
            effects.stamp_ended,
            effects.stop_search,
            effects.close_open_offers,
            planning.remove_plan,
            backup.remove_backup,
            holding.remove_hold,
            discounts.release_promo_of_cancelled,
            fees.refund_and_charge,
            effects.free_driver,
        ),
        after_commit=(
            notices.notify_both_cancelled,
            notices.publish_closed_offers,
            notices.close_open_payments,
            planning.notify_unplanned_driver,
            backup.notify_changed_backup,
        ),
    ),
    "cancel_picked_up": transition(
        S.ARRIVED,
        to=S.CANCELLED,
        by=ADMIN,
        action="cancel",
        available_if=requirements.only_an_admin_may_cancel,
        guards=(
            guards.critical_edits_allowed,
            requirements.parcel_is_picked_up,
            guards.reason_given,
            fees.fee_is_as_shown,
        ),
        effects=(
            effects.save_cancel_reason,
            effects.stamp_ended,
            discounts.release_promo_of_cancelled,
            fees.refund_and_charge,
            effects.free_driver,
        ),
        after_commit=(notices.notify_both_cancelled, notices.close_open_payments),
    ),
    "cancel_street_trip": transition(
        S.STARTED,
        to=S.CANCELLED,
        by=Actor.DRIVER,
        action="cancel",
        available_if=street.may_be_cancelled,
        guards=(street.is_a_street_trip, street.started_just_now, guards.reason_given),
        effects=(effects.save_cancel_reason, effects.stamp_ended, effects.free_driver),
    ),
    "no_show": transition(
        S.ARRIVED,
        to=S.CANCELLED,
        by=(Actor.DRIVER, ADMIN),
        action="no-show",
        available_if=requirements.may_still_be_cancelled,
        guards=(
            no_shows.staff_may_edit,
            requirements.parcel_is_not_picked_up,
            no_shows.free_minutes_are_over,
            no_shows.driver_is_at_the_pickup,
            fees.fee_is_as_shown,
        ),
        effects=(
            effects.save_cancel_reason,
            effects.stamp_ended,
            discounts.release_promo_of_cancelled,
            fees.refund_and_charge,
            effects.free_driver,
        ),
        after_commit=(
            notices.notify_rider_no_show,
            notices.notify_driver_no_show,
            notices.close_open_payments,
        ),
    ),
    "expire_payment": transition(
        S.PAYMENT_PENDING,
        to=S.CANCELLED,
        by=SYSTEM,
        guards=(prepayment.payment_is_overdue,),
        effects=(effects.save_cancel_reason, effects.stamp_ended, discounts.release_promo_of_cancelled),
        after_commit=(notices.notify_both_cancelled, notices.close_open_payments),
    ),
    "auto_cancel": transition(
        S.PAYMENT_PENDING,
        S.NEW,
        S.ACCEPTED,
        S.ARRIVED,
        to=S.CANCELLED,
        by=SYSTEM,
        guards=(requirements.parcel_is_not_picked_up, guards.reason_given),
        effects=(
            effects.save_cancel_reason,
            effects.stamp_ended,
            effects.stop_search,
            effects.close_open_offers,
            planning.remove_plan,
            backup.remove_backup,
            holding.remove_hold,
            discounts.release_promo_of_cancelled,
            fees.refund_and_charge,
            effects.free_driver,
        ),
        after_commit=(
            notices.notify_both_cancelled,
            notices.publish_closed_offers,
            notices.close_open_payments,
            planning.notify_unplanned_driver,
            backup.notify_changed_backup,
        ),
    ),
}
