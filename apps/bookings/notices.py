"""What a move tells the world: realtime events and notices, both written to the outbox."""

from decimal import Decimal
from typing import Any

from apps.bookings.change import Change
from apps.bookings.choices import DistanceSource, Status
from apps.bookings.prepayment import has_waited_for_points
from apps.bookings.selectors import open_offers
from apps.bookings.timing import CHECK_FOR_POINTS_EVERY
from apps.core import events
from apps.core.money import ZERO
from apps.notifications.choices import Occasion, Screen
from apps.notifications.services import notify
from apps.wallet.selectors import balance_of

# -- events ------------------------------------------------------------------------------------


def tell_watchers(change: Change, *, event: str) -> None:
    """Everybody whose screen shows this booking: they read it afresh."""
    booking = change.booking
    data = {
        "id": booking.pk,
        "reference": booking.reference,
        "status": booking.status,
        "version": booking.version,
    }
    topics = [f"booking:{booking.pk}", f"user:{booking.customer_id}"]
    topics += [f"tasks:{driver_id}" for driver_id in {booking.driver_id, change.left_driver_id} if driver_id]
    for topic in topics:
        events.publish(topic, event, data)
    fleets = {booking.fleet_admin_id, change.left_fleet_admin_id} - {None}
    for topic in ["bookings", *(f"bookings:{fleet_admin_id}" for fleet_admin_id in fleets)]:
        events.publish(
            topic,
            "booking.changed" if change.from_status else "booking.created",
            {"id": booking.pk, "status": booking.status},
        )


def tell_the_asked(change: Change) -> None:
    """Offers open on the drivers' screens, and the drivers are woken."""
    booking = change.booking
    for offer in change.opened:
        events.publish(
            f"tasks:{offer.driver_id}", "offer.made", {"offer_id": offer.pk, "booking_id": booking.pk}
        )
        notify_of_booking(change, offer.driver_id, Occasion.NEW_REQUEST, Screen.DRIVER_TRIPS)


def tell_the_closed(change: Change) -> None:
    """Offers vanish from the drivers' screens, with the reason."""
    for offer in change.closed:
        events.publish(
            f"tasks:{offer.driver_id}",
            "offer.closed",
            {"offer_id": offer.pk, "booking_id": change.booking.pk, "reason": str(offer.state)},
        )


def tell_operator_code_locked(change: Change) -> None:
    if change.data.get("locked"):
        booking = change.booking
        data = {"id": booking.pk, "reference": booking.reference, "status": booking.status}
        events.publish("bookings", "booking.otp_locked", data)


# -- notices -----------------------------------------------------------------------------------


def tell_rider_driver_accepted(change: Change) -> None:
    notify_of_booking(change, change.booking.customer_id, Occasion.ACCEPTED, Screen.BOOKED_CAB)


def tell_rider_driver_is_near(change: Change) -> None:
    notify_of_booking(change, change.booking.customer_id, Occasion.NEAR, Screen.BOOKING_CAB)


def tell_rider_started(change: Change) -> None:
    notify_of_booking(change, change.booking.customer_id, Occasion.STARTED, Screen.BOOKING_CAB)


def tell_rider_to_pay(change: Change) -> None:
    if change.booking.prepaid:
        return
    notify_of_booking(change, change.booking.customer_id, Occasion.COMPLETED_PLEASE_PAY, Screen.BOOKING_CAB)


def tell_rider_to_pay_the_difference(change: Change) -> None:
    """Of a trip that was paid ahead, and came to more than the rider's wallet holds."""
    booking = change.booking
    notify_of_booking(
        change,
        booking.customer_id,
        Occasion.COMPLETED_PLEASE_PAY,
        Screen.BOOKING_CAB,
        amount=f"{booking.amount_due:f}",
    )


def tell_rider_of_the_difference(change: Change) -> None:
    """Where the wallet pays it, the trip settles itself and the rider is notified of that."""
    booking = change.booking
    if booking.amount_due > max(balance_of(booking.customer_id), ZERO):
        tell_rider_to_pay_the_difference(change)


def notify_rider_of_higher_fare(change: Change) -> None:
    """It was worked out again, and more is to be paid than the rider was notified of.

    Of a trip that was paid ahead the rider is notified when it is settled, or cannot be.
    """
    booking = change.booking
    is_higher = booking.trip_cost > Decimal(change.data["previous_trip_cost"])
    if is_higher and not booking.prepaid:
        notify_of_booking(change, booking.customer_id, Occasion.COMPLETED_PLEASE_PAY, Screen.BOOKING_CAB)
    elif is_higher and not has_waited_for_points(booking):
        tell_rider_of_the_difference(change)


def tell_both_paid(change: Change) -> None:
    for user_id in (change.booking.customer_id, change.booking.driver_id):
        notify_of_booking(change, user_id, Occasion.PAYMENT_DONE, Screen.BOOKING_CAB)


def tell_driver_rating(change: Change) -> None:
    if change.booking.rating is not None:
        notify_of_booking(change, change.booking.driver_id, Occasion.RATING_RECEIVED, Screen.BOOKING_CAB)


def notify_driver_tip(change: Change) -> None:
    tip = f"{change.booking.tip_amount:f}"
    notify_of_booking(change, change.booking.driver_id, Occasion.TIP_RECEIVED, Screen.BOOKING_CAB, amount=tip)


def tell_both_cancelled(change: Change) -> None:
    for user_id in (change.booking.customer_id, change.booking.driver_id):
        notify_of_booking(change, user_id, Occasion.CANCELLED, Screen.BOOKING_CAB)


def tell_rider_no_show(change: Change) -> None:
    booking = change.booking
    notify_of_booking(
        change,
        booking.customer_id,
        Occasion.NO_SHOW,
        Screen.BOOKING_CAB,
        amount=f"{booking.cancellation_fee_charged:f}",
    )


def tell_driver_no_show(change: Change) -> None:
    """Where staff have ended it; the driver who does so knows."""
    if change.by is None or change.by.pk != change.booking.driver_id:
        notify_of_booking(change, change.booking.driver_id, Occasion.CANCELLED, Screen.BOOKING_CAB)


def tell_rider_redispatched(change: Change) -> None:
    notify_of_booking(change, change.booking.customer_id, Occasion.REDISPATCHED, Screen.BOOKING_CAB)


def notify_rider_fare_changed(change: Change) -> None:
    reason = change.facts.reason.strip()
    notify_of_booking(
        change, change.booking.customer_id, Occasion.FARE_CHANGED, Screen.BOOKING_CAB, reason=reason
    )


def notify_of_booking(
    change: Change, user_id: int | None, occasion: Occasion, screen: Screen, **more: Any
) -> None:
    """Notify a person about the booking; `more` are the parameters that this occasion alone has."""
    if user_id is None:
        return
    booking = change.booking
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


def dispatch_it(change: Change) -> None:
    """Have drivers looked for, unless an admin assigns them by hand or it is not time yet."""
    if change.settings.auto_dispatch and change.booking.release_at <= change.at:
        events.enqueue(
            "bookings.dispatch",
            key=f"booking:{change.booking.pk}:{change.booking.version}:dispatch",
            booking_id=change.booking.pk,
        )


def dispatch_it_once(change: Change) -> None:
    """Have drivers asked one time where an admin says so though automatic dispatch is off."""
    if not change.settings.auto_dispatch:
        events.enqueue(
            "bookings.dispatch_once",
            key=f"booking:{change.booking.pk}:{change.booking.version}:dispatch_once",
            booking_id=change.booking.pk,
        )


def dispatch_it_if_unasked(change: Change) -> None:
    """Go on at once when the last open offer is gone, instead of at the next round."""
    searching = change.booking.search_until is not None and change.booking.search_until > change.at
    left = open_offers().filter(booking=change.booking).exclude(pk__in=[offer.pk for offer in change.closed])
    if searching and not left.exists():
        dispatch_it(change)


def close_open_payments(change: Change) -> None:
    """Have no attempt to pay left open at a gateway; the app that speaks to gateways does it."""
    if change.from_status == Status.PAYMENT_PENDING or change.booking.prepaid:
        events.enqueue(
            "payments.close_attempts",
            key=f"booking:{change.booking.pk}:close_attempts",
            booking_id=change.booking.pk,
        )


def check_for_points(change: Change) -> None:
    """Check for them regularly: the driver is paid even if some never come."""
    events.enqueue(
        "bookings.points_arrived",
        key=f"booking:{change.booking.pk}:points_awaited",
        delay_seconds=CHECK_FOR_POINTS_EVERY.total_seconds(),
        booking_id=change.booking.pk,
    )


def look_for_the_road_again(change: Change) -> None:
    """Have the fare computed anew when the routing service was silent."""
    if change.booking.distance_source == DistanceSource.GREAT_CIRCLE and not change.booking.prepaid:
        events.enqueue(
            "bookings.refare",
            key=f"booking:{change.booking.pk}:{change.booking.version}:refare",
            delay_seconds=5,
            booking_id=change.booking.pk,
        )
