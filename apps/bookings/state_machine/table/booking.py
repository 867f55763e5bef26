"""A booking before its search: made, paid in advance, or started on the street."""

from typing import Final

from apps.bookings.choices import Status as S
from apps.bookings.guests.text import text_guest
from apps.bookings.payment import prepayment
from apps.bookings.payment.owed_fees import amount_is_as_shown
from apps.bookings.pricing import discounts
from apps.bookings.register.entry import record_street_trip
from apps.bookings.state_machine import effects, guards, notices
from apps.bookings.state_machine.transitions import Actor, Transition, transition
from apps.bookings.street import rules as street

RIDER, ADMIN, SYSTEM = Actor.RIDER, Actor.ADMIN, Actor.SYSTEM

TRANSITIONS: Final[dict[str, Transition]] = {
    "create": transition(
        to=S.NEW,
        by=(RIDER, ADMIN),
        effects=(effects.start_search, discounts.record_promo),
        after_commit=(notices.enqueue_dispatch, text_guest),
    ),
    "create_unpaid": transition(
        to=S.PAYMENT_PENDING,
        by=RIDER,
        effects=(prepayment.wait_for_payment, discounts.record_promo),
    ),
    "start_street_trip": transition(
        to=S.STARTED,
        by=Actor.DRIVER,
        guards=(street.street_trips_are_on, guards.driver_is_eligible),
        effects=(
            effects.copy_driver_details,
            effects.mark_driver_busy,
            effects.stamp_accepted,
            effects.stamp_started,
            effects.store_tracking_point,
            record_street_trip,
        ),
        after_commit=(text_guest,),
    ),
    "prepay": transition(
        S.PAYMENT_PENDING,
        to=S.NEW,
        by=RIDER,
        action="pay",
        guards=(prepayment.payment_is_in_time, amount_is_as_shown),
        effects=(
            discounts.release_unused_promo_of_fixed_fare,
            prepayment.collect_prepayment,
            prepayment.reset_request_time,
            effects.start_search,
        ),
        after_commit=(notices.enqueue_dispatch,),
    ),
    "prepay_by_card": transition(
        S.PAYMENT_PENDING,
        to=S.NEW,
        by=SYSTEM,
        guards=(prepayment.payment_is_in_time, guards.card_pays_all),
        effects=(
            discounts.release_unused_promo_of_fixed_fare,
            prepayment.collect_prepayment,
            prepayment.reset_request_time,
            effects.start_search,
        ),
        after_commit=(notices.enqueue_dispatch,),
    ),
}
