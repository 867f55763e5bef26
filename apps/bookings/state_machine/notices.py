"""Realtime events, notifications and jobs of transitions, all written in the transaction."""

from decimal import Decimal
from typing import Any

from apps.bookings.choices import DistanceSource, Status
from apps.bookings.payment.prepayment import has_waited_for_points
from apps.bookings.selectors import open_offers
from apps.bookings.state_machine.transitions import TransitionContext
from apps.bookings.timing import CHECK_FOR_POINTS_EVERY
from apps.core.money import ZERO
from apps.core.outbox import events
from apps.notifications.choices import Occasion, Screen
from apps.notifications.services import notify
from apps.wallet.selectors import balance_of

# -- events ------------------------------------------------------------------------------------


def publish_booking_event(context: TransitionContext, *, event: str) -> None:
    """Publish the event to all topics that show this booking; clients fetch it again."""
    booking = context.booking
    data = {
        "id": booking.pk,
        "reference": booking.reference,
        "status": booking.status,
        "version": booking.version,
    }
    topics = [f"booking:{booking.pk}", f"user:{booking.customer_id}"]
    drivers = {
        booking.driver_id,
        booking.planned_driver_id,
        context.left_driver_id,
        context.unplanned_driver_id,
        booking.backup_driver_id,
        context.removed_backup_id,
    }
    topics += [f"tasks:{driver_id}" for driver_id in drivers if driver_id]
    for topic in topics:
        events.publish(topic, event, data)
    fleets = {booking.fleet_admin_id, context.left_fleet_admin_id} - {None}
    for topic in ["bookings", *(f"bookings:{fleet_admin_id}" for fleet_admin_id in fleets)]:
        events.publish(
            topic,
            "booking.changed" if context.from_status else "booking.created",
            {"id": booking.pk, "status": booking.status},
        )


def notify_offered_drivers(context: TransitionContext) -> None:
    """Publish the offers and notify the drivers."""
    booking = context.booking
    for offer in context.opened:
        events.publish(
            f"tasks:{offer.driver_id}", "offer.made", {"offer_id": offer.pk, "booking_id": booking.pk}
        )
        notify_of_booking(context, offer.driver_id, Occasion.NEW_REQUEST, Screen.DRIVER_TRIPS)


def publish_closed_offers(context: TransitionContext) -> None:
    """Publish the closed offers with the reason."""
    for offer in context.closed:
        events.publish(
            f"tasks:{offer.driver_id}",
            "offer.closed",
            {"offer_id": offer.pk, "booking_id": context.booking.pk, "reason": str(offer.state)},
        )


def notify_operator_code_locked(context: TransitionContext) -> None:
    if context.data.get("locked"):
        booking = context.booking
        data = {"id": booking.pk, "reference": booking.reference, "status": booking.status}
        events.publish("bookings", "booking.otp_locked", data)


# -- notices -----------------------------------------------------------------------------------


def notify_rider_driver_accepted(context: TransitionContext) -> None:
    notify_of_booking(context, context.booking.customer_id, Occasion.ACCEPTED, Screen.BOOKED_CAB)


def notify_rider_driver_is_near(context: TransitionContext) -> None:
    notify_of_booking(context, context.booking.customer_id, Occasion.NEAR, Screen.BOOKING_CAB)


def notify_rider_started(context: TransitionContext) -> None:
    notify_of_booking(context, context.booking.customer_id, Occasion.STARTED, Screen.BOOKING_CAB)


def notify_rider_payment_due(context: TransitionContext) -> None:
    if context.booking.prepaid:
        return
    notify_of_booking(context, context.booking.customer_id, Occasion.COMPLETED_PLEASE_PAY, Screen.BOOKING_CAB)


def notify_rider_difference_due(context: TransitionContext) -> None:
    """Notify the rider that a prepaid trip cost more than the prepayment and the wallet balance."""
    booking = context.booking
    notify_of_booking(
        context,
        booking.customer_id,
        Occasion.COMPLETED_PLEASE_PAY,
        Screen.BOOKING_CAB,
        amount=f"{booking.amount_due:f}",
    )


def notify_rider_of_difference(context: TransitionContext) -> None:
    """Notify the rider of a difference that the wallet does not cover; otherwise the settlement notifies."""
    booking = context.booking
    if booking.amount_due > max(balance_of(booking.customer_id), ZERO):
        notify_rider_difference_due(context)


def notify_rider_of_higher_fare(context: TransitionContext) -> None:
    """Notify the rider of a recalculated fare that is higher.

    The rider of a prepaid trip is notified when it is settled or cannot be.
    """
    booking = context.booking
    is_higher = booking.trip_cost > Decimal(context.data["previous_trip_cost"])
    if is_higher and not booking.prepaid:
        notify_of_booking(context, booking.customer_id, Occasion.COMPLETED_PLEASE_PAY, Screen.BOOKING_CAB)
    elif is_higher and not has_waited_for_points(booking):
        notify_rider_of_difference(context)


def notify_both_paid(context: TransitionContext) -> None:
    for user_id in (context.booking.customer_id, context.booking.driver_id):
        notify_of_booking(context, user_id, Occasion.PAYMENT_DONE, Screen.BOOKING_CAB)


def notify_driver_rating(context: TransitionContext) -> None:
    if context.booking.rating is not None:
        notify_of_booking(context, context.booking.driver_id, Occasion.RATING_RECEIVED, Screen.BOOKING_CAB)


def notify_driver_tip(context: TransitionContext) -> None:
    tip = f"{context.booking.tip_amount:f}"
    notify_of_booking(
        context, context.booking.driver_id, Occasion.TIP_RECEIVED, Screen.BOOKING_CAB, amount=tip
    )


def notify_both_cancelled(context: TransitionContext) -> None:
    for user_id in (context.booking.customer_id, context.booking.driver_id):
        notify_of_booking(context, user_id, Occasion.CANCELLED, Screen.BOOKING_CAB)


def notify_rider_no_show(context: TransitionContext) -> None:
    booking = context.booking
    notify_of_booking(
        context,
        booking.customer_id,
        Occasion.NO_SHOW,
        Screen.BOOKING_CAB,
        amount=f"{booking.cancellation_fee_charged:f}",
    )


def notify_driver_no_show(context: TransitionContext) -> None:
    """Notify the driver if staff ended the booking."""
    if context.by is None or context.by.pk != context.booking.driver_id:
        notify_of_booking(context, context.booking.driver_id, Occasion.CANCELLED, Screen.BOOKING_CAB)


def notify_rider_redispatched(context: TransitionContext) -> None:
    notify_of_booking(context, context.booking.customer_id, Occasion.REDISPATCHED, Screen.BOOKING_CAB)


def notify_rider_fare_changed(context: TransitionContext) -> None:
    reason = context.inputs.reason.strip()
    notify_of_booking(
        context, context.booking.customer_id, Occasion.FARE_CHANGED, Screen.BOOKING_CAB, reason=reason
    )


def local_trip_time(context: TransitionContext) -> dict[str, str]:
    """Return the parameters `date` and `time` of a notification, in the platform's time zone."""
    at = context.booking.trip_date.astimezone(context.settings.tz)
    return {"date": f"{at:%Y-%m-%d}", "time": f"{at:%H:%M}"}


def notify_of_booking(
    context: TransitionContext, user_id: int | None, occasion: Occasion, screen: Screen, **more: Any
) -> None:
    """Notify a user about the booking; `more` are the occasion's own parameters.

    A street passenger has no account that receives notifications.
    """
    booking = context.booking
    if user_id is None or (booking.street_trip and user_id == booking.customer_id):
        return
    params: dict[str, Any] = {
        "booking_id": booking.pk,
        "reference": booking.reference,
        "pickup": booking.pickup_add,
        "driver_name": booking.driver_name,
        "customer_name": booking.customer_name,
        "amount": f"{booking.payable_amount:f}",
        "stars": booking.rating,
        **more,
    }
    notify(
        user_id=user_id,
        occasion=occasion,
        screen=screen,
        params=params,
        key=f"booking:{booking.pk}:{booking.version}:{occasion}",
    )


# -- jobs --------------------------------------------------------------------------------------


def enqueue_dispatch(context: TransitionContext) -> None:
    """Enqueue dispatch, unless dispatch is manual or the trip is too far ahead."""
    if context.settings.auto_dispatch and context.booking.release_at <= context.at:
        events.enqueue(
            "bookings.dispatch",
            key=f"booking:{context.booking.pk}:{context.booking.version}:dispatch",
            booking_id=context.booking.pk,
        )


def enqueue_single_dispatch(context: TransitionContext) -> None:
    """Enqueue one round of offers that an admin requested while automatic dispatch is off."""
    if not context.settings.auto_dispatch:
        events.enqueue(
            "bookings.dispatch_once",
            key=f"booking:{context.booking.pk}:{context.booking.version}:dispatch_once",
            booking_id=context.booking.pk,
        )


def enqueue_dispatch_without_offers(context: TransitionContext) -> None:
    """Dispatch at once after the last open offer is closed, without waiting for the next round."""
    searching = context.booking.search_until is not None and context.booking.search_until > context.at
    left = (
        open_offers().filter(booking=context.booking).exclude(pk__in=[offer.pk for offer in context.closed])
    )
    if searching and not left.exists():
        enqueue_dispatch(context)


def close_open_payments(context: TransitionContext) -> None:
    """Enqueue the closing of open payment attempts; the payments app handles the job."""
    if context.from_status == Status.PAYMENT_PENDING or context.booking.prepaid:
        events.enqueue(
            "payments.close_attempts",
            key=f"booking:{context.booking.pk}:close_attempts",
            booking_id=context.booking.pk,
        )


def check_for_points(context: TransitionContext) -> None:
    """Enqueue regular checks for missing positions: the driver is paid even if they never arrive."""
    events.enqueue(
        "bookings.points_arrived",
        key=f"booking:{context.booking.pk}:points_awaited",
        delay_seconds=CHECK_FOR_POINTS_EVERY.total_seconds(),
        booking_id=context.booking.pk,
    )


def enqueue_fare_recalculation(context: TransitionContext) -> None:
    """Enqueue a recalculation of the fare if the routing service failed."""
    if context.booking.distance_source == DistanceSource.GREAT_CIRCLE and not context.booking.prepaid:
        events.enqueue(
            "bookings.recalculate_fare",
            key=f"booking:{context.booking.pk}:{context.booking.version}:recalculate_fare",
            delay_seconds=5,
            booking_id=context.booking.pk,
        )
