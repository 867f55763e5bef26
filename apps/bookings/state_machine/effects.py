"""Effects of transitions: they set fields of the locked booking and write other rows in its transaction.

Writes to our own tables are collected in `context.writes` and sent together with the booking's.
"""

from collections.abc import Sequence
from datetime import timedelta
from decimal import Decimal
from typing import Final

from apps.accounts.services.addresses import visited_address
from apps.accounts.services.availability import CHANGED, busy_writes
from apps.accounts.services.ratings import record_rating
from apps.bookings.choices import OfferState, PaymentMode, Status
from apps.bookings.dispatch.reporting import report_acceptance, report_offers
from apps.bookings.dispatch.rounds import BY_HAND, PLANNED, RANK
from apps.bookings.models import OTP_TRIES, Offer
from apps.bookings.payment.owed_fees import collect_by_card, collect_in_cash, collect_in_other_payment
from apps.bookings.payment.prepayment import INCOMPLETE_REASON, settle_held
from apps.bookings.pricing.by_tariff import measured_fare
from apps.bookings.pricing.fare import apply_price, price
from apps.bookings.selectors import open_offers_of
from apps.bookings.state_machine.transitions import TransitionContext, TripMeasurement
from apps.bookings.timing import JOB_TIME, MAX_WIDENINGS, SEARCH_TIME
from apps.bookings.trip.otp import new_otp
from apps.core.money import ZERO
from apps.fleet.choices import QueueEnd
from apps.fleet.ranks.areas import rank_areas
from apps.fleet.ranks.queue import count_missed_offer, end_place
from apps.wallet.services import settle_booking

# -- offers ------------------------------------------------------------------------------------

ANSWER_OFFERS: Final = f"UPDATE {Offer._meta.db_table} SET state = %s, answered_at = %s WHERE id = ANY(%s)"  # noqa: S608


def create_offers(context: TransitionContext) -> None:
    """Offer the booking to all candidates; the first to accept gets it."""
    booking, inputs = context.booking, context.inputs
    booking.dispatch_round += 1
    context.opened = Offer.objects.bulk_create(
        Offer(
            booking=booking,
            driver_id=candidate.driver_id,
            round=booking.dispatch_round,
            rank=candidate.rank,
            distance_km=candidate.distance_km,
            road_distance_km=candidate.road_distance_km,
            eta_seconds=candidate.eta_seconds,
            rank_entry_id=candidate.rank_entry_id,
            offered_at=context.at,
            expires_at=context.at + inputs.offer_time,
        )
        for candidate in inputs.candidates
    )
    report_offers(booking, context.opened, at=context.at)
    context.data["drivers"] = [candidate.driver_id for candidate in inputs.candidates]
    context.data["round"] = booking.dispatch_round
    if context.by is not None:
        context.data["policy"] = BY_HAND
    elif any(offer.rank_entry_id is not None for offer in context.opened):
        context.data["policy"] = RANK
    elif any(candidate.planned for candidate in inputs.candidates):
        context.data["policy"] = PLANNED
    else:
        context.data["policy"] = context.settings.dispatch_policy


def accept_offer(context: TransitionContext) -> None:
    assert context.offer is not None
    _answer(context, [context.offer], OfferState.ACCEPTED)
    report_acceptance(context.booking, at=context.at)


def decline_offer(context: TransitionContext) -> None:
    assert context.offer is not None
    _answer(context, [context.offer], OfferState.DECLINED)
    context.closed = [context.offer]
    _count_missed(context.closed)


def close_open_offers(context: TransitionContext) -> None:
    """Withdraw the other open offers."""
    context.closed = [offer for offer in _open_offers(context) if offer != context.offer]
    _answer(context, context.closed, OfferState.WITHDRAWN)


def expire_due_offers(context: TransitionContext) -> None:
    """Expire offers that were not answered in time; these drivers may get another one."""
    context.closed = [offer for offer in _open_offers(context) if offer.expires_at <= context.at]
    _answer(context, context.closed, OfferState.EXPIRED)
    _count_missed(context.closed)


def withdraw_offers_of_driver(context: TransitionContext) -> None:
    """Withdraw the offers of a driver who went offline; the driver may get another one later."""
    context.closed = [offer for offer in _open_offers(context) if offer.driver_id == context.inputs.driver_id]
    _answer(context, context.closed, OfferState.WITHDRAWN)


def exclude_driver(context: TransitionContext) -> None:
    """Mark the offer of a driver who left as declined."""
    accepted = Offer.objects.filter(booking=context.booking, state=OfferState.ACCEPTED)
    context.writes.update(accepted, state=OfferState.DECLINED, answered_at=context.at)


def _open_offers(context: TransitionContext) -> list[Offer]:
    if context.open_offers is None:
        context.open_offers = open_offers_of(context.booking.pk)
    return context.open_offers


def _answer(context: TransitionContext, offers: Sequence[Offer], state: OfferState) -> None:
    for offer in offers:
        offer.state, offer.answered_at = state, context.at
    if offers:
        context.writes.add(ANSWER_OFFERS, [state, context.at, [offer.pk for offer in offers]])


def _count_missed(offers: Sequence[Offer]) -> None:
    for offer in offers:
        if offer.rank_entry_id is not None:
            count_missed_offer(entry_id=offer.rank_entry_id)


# -- the driver --------------------------------------------------------------------------------


def copy_driver_details(context: TransitionContext) -> None:
    booking, profile = context.booking, context.driver
    assert profile is not None
    booking.driver = profile.user
    booking.driver_name = profile.user.full_name
    booking.driver_contact = profile.user.mobile or ""
    booking.driver_image = profile.user.profile_image.name or ""
    booking.driver_rating = profile.rating
    booking.vehicle_number = profile.vehicle_number
    booking.vehicle_make = profile.vehicle_make
    booking.vehicle_model = profile.vehicle_model
    booking.fleet_admin_id = profile.fleet_admin_id


def clear_driver_details(context: TransitionContext) -> None:
    booking = context.booking
    context.left_driver_id, context.left_fleet_admin_id = booking.driver_id, booking.fleet_admin_id
    context.data["driver_id"] = booking.driver_id
    booking.driver = None
    booking.driver_name = booking.driver_contact = booking.driver_image = ""
    booking.driver_rating = None
    booking.vehicle_number = booking.vehicle_make = booking.vehicle_model = ""
    booking.fleet_admin = None
    booking.accepted_at = booking.driver_arrive_time = None
    booking.redispatched_at = context.at


def mark_driver_busy(context: TransitionContext) -> None:
    assert context.driver is not None, "the guard locked the driver, who is free"
    _set_busy(context, busy=True)
    if rank_areas():
        end_place(driver_id=context.driver.pk, reason=QueueEnd.BOOKING)


def free_driver(context: TransitionContext) -> None:
    """Free the booking's driver, if there is one."""
    if context.booking.driver_id is not None:
        _set_busy(context, busy=False)


def _set_busy(context: TransitionContext, *, busy: bool) -> None:
    assert context.booking.driver_id is not None
    (changed, params), (copied, _) = busy_writes(driver_id=context.booking.driver_id, busy=busy)
    context.writes.add(changed, params, name=CHANGED)
    context.writes.add(copied, [])


# -- time and place ----------------------------------------------------------------------------


def stamp_accepted(context: TransitionContext) -> None:
    context.booking.accepted_at = context.at


def stamp_arrived(context: TransitionContext) -> None:
    context.booking.driver_arrive_time = context.at


def stamp_started(context: TransitionContext) -> None:
    context.booking.trip_start_time = context.inputs.began_at or context.at


def stop_trip_timer(context: TransitionContext) -> None:
    booking, measurement, phone = context.booking, _measurement(context), context.inputs.phone
    booking.trip_end_time = measurement.ended_at or context.at
    started = booking.trip_start_time or booking.trip_end_time
    booking.total_trip_time = max(0, round((booking.trip_end_time - started).total_seconds()))
    if phone is not None:
        # The missing points decide later which positions are accepted after the end.
        context.data["points_waiting"] = phone.points_waiting
        if phone.last_point_at is not None:
            context.data["last_point_at"] = phone.last_point_at.isoformat()


def stamp_ended(context: TransitionContext) -> None:
    context.booking.ended_at = context.at


def store_tracking_point(context: TransitionContext) -> None:
    """Store the driver's current position with the new status."""
    context.writes.add(
        """INSERT INTO bookings_trackingpoint (booking_id, at, status, lat, lng)
        SELECT %s, %s, %s, lat, lng FROM geo_driverposition WHERE driver_id = %s AND lat IS NOT NULL
        ON CONFLICT DO NOTHING""",
        [
            context.booking.pk,
            context.inputs.began_at or context.at,
            context.to_status,
            context.booking.driver_id,
        ],
    )


def store_end_point(context: TransitionContext) -> None:
    """Store the drop-off at the time when the car was seen there.

    A late batch is then sorted before or after it, in the order driven. One microsecond avoids a conflict
    with a stored position of the same time.
    """
    booking, measurement = context.booking, _measurement(context)
    if measurement.drop_lat is None or measurement.drop_lng is None or booking.trip_end_time is None:
        return
    seen_at = min(measurement.drop_seen_at or booking.trip_end_time, booking.trip_end_time)
    at = max(seen_at, booking.trip_start_time or seen_at) + timedelta(microseconds=1)
    context.writes.add(
        """INSERT INTO bookings_trackingpoint (booking_id, at, status, lat, lng) VALUES (%s, %s, %s, %s, %s)
        ON CONFLICT DO NOTHING""",
        [booking.pk, at, context.to_status, measurement.drop_lat, measurement.drop_lng],
    )


def start_search(context: TransitionContext) -> None:
    """Restart the driver search with its full time; a scheduled trip is searched for in its last minutes.

    A held booking has no search until its hold ends.
    """
    booking = context.booking
    if context.settings.auto_dispatch and booking.held_until is None:
        starts_at = max(context.at, booking.release_at)
        booking.search_until = max(starts_at + SEARCH_TIME, booking.trip_date)
        booking.dispatch_after = starts_at if starts_at > context.at else context.at + JOB_TIME
    else:
        stop_search(context)


def postpone(context: TransitionContext) -> None:
    """Turn the booking into a scheduled trip at the agreed price."""
    booking, trip_date = context.booking, context.inputs.trip_date
    assert trip_date is not None
    booking.book_later, booking.trip_date, booking.reminded_at = True, trip_date, None
    context.data["trip_date"] = trip_date.isoformat()


def widen_search(context: TransitionContext) -> None:
    """Widen the search by one driver radius if the rider wants drivers from farther away."""
    booking = context.booking
    if context.inputs.widen:
        booking.search_widened = min(booking.search_widened + 1, MAX_WIDENINGS)
        context.data["widened"] = booking.search_widened


def defer_to_dispatch_job(context: TransitionContext) -> None:
    """Postpone housekeeping's dispatch: it acts only if the enqueued job does not run."""
    booking = context.booking
    if booking.search_until is not None:
        booking.dispatch_after = max(context.at + JOB_TIME, booking.release_at)


def wait_for_offers(context: TransitionContext) -> None:
    """Continue the search when the offers expire, if dispatch is automatic."""
    if context.booking.search_until is not None:
        ends = context.at + context.inputs.offer_time
        context.booking.dispatch_after = max(ends, context.booking.release_at)


def stop_search(context: TransitionContext) -> None:
    context.booking.search_until = context.booking.dispatch_after = None


# -- money -------------------------------------------------------------------------------------


def record_fare(context: TransitionContext) -> None:
    """Record the fare before it is recalculated."""
    context.data["previous_trip_cost"] = f"{context.booking.trip_cost:f}"


def price_trip(context: TransitionContext) -> None:
    """Set the final fare: the agreed tariff or rates for the tracked distance and the time from start to end.

    The fare of a delivery stays as quoted; its distance and time are only stored.
    """
    booking, measurement = context.booking, _measurement(context)
    context.data |= {
        "quoted_trip_cost": f"{booking.estimate:f}",
        "distance_source": measurement.distance_source,
    }
    booking.distance_km = measurement.distance_km
    booking.distance_source = measurement.distance_source
    if booking.fare_is_fixed:
        # A fixed fare does not depend on the distance driven.
        context.data["trip_cost"] = f"{booking.trip_cost:f}"
        return
    km, seconds = measurement.distance_km, booking.total_trip_time or 0
    by_tariff = measured_fare(booking, distance_km=km, duration_seconds=seconds, track=measurement.track)
    apply_price(booking, by_tariff or price(booking.rates, distance_km=km, duration_seconds=seconds))
    context.data["trip_cost"] = f"{booking.trip_cost:f}"


def update_drop(context: TransitionContext) -> None:
    """Set the drop-off of a ride to where it ended; a delivery's drop-off never changes."""
    booking, measurement = context.booking, _measurement(context)
    if booking.is_delivery:
        return
    if measurement.drop_lat is None or measurement.drop_lng is None:
        booking.drop_add = booking.drop_add or booking.pickup_add
        return
    if booking.has_drop:
        planned = {"lat": booking.drop_lat, "lng": booking.drop_lng, "add": booking.drop_add}
        context.data["planned_drop"] = planned
    booking.drop_lat, booking.drop_lng = measurement.drop_lat, measurement.drop_lng
    booking.drop_add = measurement.drop_add


def save_drop_address(context: TransitionContext) -> None:
    """Save the drop-off among the rider's addresses; a street passenger has none."""
    booking = context.booking
    if booking.street_trip:
        return
    for part in visited_address(
        user_id=booking.customer_id,
        description=booking.drop_add,
        lat=booking.drop_lat,
        lng=booking.drop_lng,
    ):
        context.writes.add(part.statement, part.params, name=part.name)


def settle_in_cash(context: TransitionContext) -> None:
    collect_in_cash(context)
    _settle(context, cash=context.booking.amount_left, mode=PaymentMode.CASH)


def settle_from_wallet(context: TransitionContext) -> None:
    _settle(context, wallet=context.booking.amount_left, mode=PaymentMode.WALLET)


def settle_by_card(context: TransitionContext) -> None:
    """Settle with a card payment and the wallet's part; raises Conflict low_balance."""
    card = context.card
    collect_by_card(context)
    _settle(context, card=card.for_trip, wallet=card.wallet, gateway=card.gateway, mode=PaymentMode.CARD)


def settle_other_payment(context: TransitionContext) -> None:
    """Settle with a payment that the company received elsewhere, such as a bank transfer."""
    collect_in_other_payment(context)
    _settle(context, other=context.booking.amount_left, mode=PaymentMode.OTHER)


def write_off(context: TransitionContext) -> None:
    """Write off the amount due; the company pays the driver's share as for any other trip."""
    _settle(context, written_off=context.booking.amount_due, mode=PaymentMode.WRITTEN_OFF)
    context.data["amount"] = f"{context.booking.written_off_amount:f}"
    context.audit_after["written_off_amount"] = context.booking.written_off_amount


def settle_without_payment(context: TransitionContext) -> None:
    """Settle a trip with nothing left to pay; the payment mode does not change."""
    _settle(context, mode=PaymentMode(context.booking.payment_mode))


def _settle(
    context: TransitionContext,
    *,
    mode: PaymentMode,
    cash: Decimal = ZERO,
    wallet: Decimal = ZERO,
    card: Decimal = ZERO,
    gateway: str = "",
    other: Decimal = ZERO,
    written_off: Decimal = ZERO,
) -> None:
    """Post the payment and distribute it; for a prepaid trip only the difference."""
    booking = context.booking
    if booking.prepaid:
        settle_held(
            context,
            cash=cash,
            wallet=wallet,
            card=card,
            gateway=gateway,
            other=other,
            written_off=written_off,
        )
        return
    assert booking.driver_id is not None
    settle_booking(
        booking_id=booking.pk,
        reference=booking.reference,
        driver_id=booking.driver_id,
        customer_id=booking.customer_id,
        trip_cost=booking.trip_cost,
        driver_share=booking.driver_share,
        convenience_fees=booking.convenience_fees,
        discount=booking.discount,
        cash=cash,
        wallet=wallet,
        card=card,
        gateway=gateway,
        other=other,
        written_off=written_off,
    )
    booking.cash_payment_amount, booking.used_wallet_money = cash, wallet
    booking.other_payment_amount, booking.written_off_amount = other, written_off
    booking.card_payment_amount, booking.gateway = card, gateway
    booking.payment_mode = mode
    context.data["amount"] = f"{booking.payable_amount:f}"


def _measurement(context: TransitionContext) -> TripMeasurement:
    if context.inputs.measurement is None:
        raise TypeError(f"{context.name} needs a measurement")
    return context.inputs.measurement


# -- the end -----------------------------------------------------------------------------------


def count_wrong_otp(context: TransitionContext) -> None:
    context.booking.otp_wrong_tries += 1
    context.data["locked"] = context.booking.otp_wrong_tries >= OTP_TRIES


def renew_otp(context: TransitionContext) -> None:
    """Renew the trip code, so that the next driver starts with an unused one."""
    if context.booking.otp:
        context.booking.otp = new_otp()
        context.booking.otp_wrong_tries = 0


def save_cancel_reason(context: TransitionContext) -> None:
    """Set the reason and who cancelled; unpaid bookings have a fixed reason."""
    unpaid = context.from_status == Status.PAYMENT_PENDING
    reason = INCOMPLETE_REASON if unpaid else context.inputs.reason.strip()
    context.booking.reason = context.data["reason"] = reason
    context.booking.cancelled_by = context.role


def record_reason(context: TransitionContext) -> None:
    """Record the reason in the event only."""
    context.data["reason"] = context.inputs.reason.strip()


def rate_driver(context: TransitionContext) -> None:
    booking, inputs = context.booking, context.inputs
    booking.rating, booking.feedback = inputs.rating, inputs.feedback
    if inputs.rating is not None and booking.driver_id is not None:
        record_rating(driver_id=booking.driver_id, stars=inputs.rating)
        context.data["rating"] = inputs.rating
