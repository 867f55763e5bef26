"""From the driver's arrival to the end of the trip."""

from typing import Final

from apps.bookings.cancellation import no_shows
from apps.bookings.choices import Status as S
from apps.bookings.delivery import requirements
from apps.bookings.delivery.recipient import text_recipient
from apps.bookings.payment import prepayment
from apps.bookings.payment.changed_price import adjust_prepayment
from apps.bookings.pricing import discounts
from apps.bookings.staff_changes import (
    backup,
    planning,
)
from apps.bookings.state_machine import effects, guards, notices
from apps.bookings.state_machine.transitions import Actor, Transition, transition
from apps.bookings.trip import stop_changes, visiting

RIDER, ADMIN, SYSTEM = Actor.RIDER, Actor.ADMIN, Actor.SYSTEM
CHANGE_STOPS: Final = (stop_changes.set_stops, adjust_prepayment)

TRANSITIONS: Final[dict[str, Transition]] = {
    "arrive": transition(
        S.ACCEPTED,
        to=S.ARRIVED,
        by=(Actor.DRIVER, SYSTEM),
        action="arrive",
        effects=(effects.stamp_arrived, backup.remove_backup),
        after_commit=(notices.notify_rider_driver_is_near, backup.notify_changed_backup),
    ),
    "start": transition(
        S.ARRIVED,
        to=S.STARTED,
        by=Actor.DRIVER,
        action="start",
        guards=(requirements.photo_was_taken, guards.otp_matches),
        effects=(effects.stamp_started, effects.store_tracking_point),
        after_commit=(notices.notify_rider_started, text_recipient),
    ),
    "otp_failed": transition(
        S.ARRIVED,
        S.STARTED,
        to=None,
        by=Actor.DRIVER,
        event="booking.wrong_code",
        effects=(effects.count_wrong_otp,),
        after_commit=(notices.notify_operator_code_locked,),
    ),
    "reach_stop": transition(
        S.STARTED,
        to=None,
        by=Actor.DRIVER,
        action="reach-stop",
        event="booking.at_stop",
        available_if=visiting.drives_to_stop,
        guards=(visiting.stop_is_reached_next,),
        effects=(visiting.reach_stop,),
    ),
    "leave_stop": transition(
        S.STARTED,
        to=None,
        by=Actor.DRIVER,
        action="leave-stop",
        event="booking.left_stop",
        available_if=visiting.is_at_stop,
        guards=(visiting.car_is_at_stop,),
        effects=(visiting.leave_stop,),
    ),
    "change_stops_new": transition(
        S.NEW,
        to=S.NEW,
        by=(RIDER, ADMIN),
        action="change-stops",
        event="booking.stops_changed",
        available_if=stop_changes.may_change_stops,
        guards=(
            no_shows.staff_may_edit,
            stop_changes.booking_is_as_quoted,
            stop_changes.stops_are_possible,
        ),
        effects=(
            *CHANGE_STOPS,
            backup.review_plan_and_backup,
            effects.close_open_offers,
            effects.start_search,
        ),
        after_commit=(
            stop_changes.notify_rider_of_stops,
            notices.publish_closed_offers,
            notices.enqueue_dispatch,
            planning.notify_planned_driver,
            planning.notify_unplanned_driver,
            backup.notify_backup,
            backup.notify_changed_backup,
        ),
    ),
    "change_stops": transition(
        S.ACCEPTED,
        S.ARRIVED,
        S.STARTED,
        to=None,
        by=(RIDER, ADMIN),
        action="change-stops",
        event="booking.stops_changed",
        available_if=stop_changes.may_change_stops,
        guards=(
            no_shows.staff_may_edit,
            stop_changes.booking_is_as_quoted,
            stop_changes.stops_are_possible,
        ),
        effects=(*CHANGE_STOPS, backup.review_backup),
        after_commit=(stop_changes.notify_of_stops, backup.notify_changed_backup),
    ),
    "reach": transition(
        S.STARTED,
        to=S.REACHED,
        by=Actor.DRIVER,
        action="reach",
        guards=(guards.has_measurement, requirements.photo_was_taken, guards.otp_matches),
        effects=(
            effects.stop_trip_timer,
            effects.store_end_point,
            effects.update_drop,
            effects.price_trip,
            discounts.recalculate_promo,
            effects.save_drop_address,
        ),
        after_commit=(notices.notify_rider_payment_due, notices.enqueue_fare_recalculation),
        chain=prepayment.next_transition,
    ),
    "force_end": transition(
        S.STARTED,
        to=S.REACHED,
        by=ADMIN,
        action="force-end",
        guards=(guards.critical_edits_allowed, guards.reason_given, guards.has_measurement),
        effects=(
            effects.record_reason,
            effects.stop_trip_timer,
            effects.store_end_point,
            effects.update_drop,
            effects.price_trip,
            discounts.recalculate_promo,
            effects.save_drop_address,
        ),
        after_commit=(notices.notify_rider_payment_due, notices.enqueue_fare_recalculation),
        chain=prepayment.next_transition,
    ),
    "photograph_pickup": transition(
        S.ARRIVED,
        to=S.ARRIVED,
        by=Actor.DRIVER,
        event="booking.photographed",
        guards=(requirements.is_a_delivery,),
        effects=(requirements.save_pickup_image,),
    ),
    "photograph_delivery": transition(
        S.STARTED,
        to=S.STARTED,
        by=Actor.DRIVER,
        event="booking.photographed",
        guards=(requirements.is_a_delivery,),
        effects=(requirements.save_delivery_image,),
    ),
    "recalculate_fare": transition(
        S.REACHED,
        S.PENDING,
        to=None,
        by=SYSTEM,
        event="booking.fare",
        guards=(guards.has_measurement, guards.measurement_differs),
        effects=(
            effects.record_fare,
            effects.update_drop,
            effects.price_trip,
            discounts.recalculate_promo,
        ),
        after_commit=(notices.enqueue_fare_recalculation, notices.notify_rider_of_higher_fare),
        chain=prepayment.next_transition,
    ),
}
