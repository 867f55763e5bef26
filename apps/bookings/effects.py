"""Deeds of a move: they set the locked booking's fields and write other rows in its transaction.

Writes of our own tables are gathered in `change.writes`, and go out with the booking's.
"""

from collections.abc import Sequence
from datetime import timedelta
from decimal import Decimal

from apps.accounts.services.addresses import add_saved_address
from apps.accounts.services.availability import free_driver as set_free
from apps.accounts.services.availability import mark_driver_busy as set_busy
from apps.accounts.services.ratings import record_rating
from apps.bookings.change import Change, Measure
from apps.bookings.choices import OfferState, PaymentMode, Status
from apps.bookings.models import OTP_TRIES, Offer
from apps.bookings.otp import new_otp
from apps.bookings.owed_fees import collect_by_card, collect_in_cash, collect_otherwise
from apps.bookings.prepayment import INCOMPLETE_REASON, settle_held
from apps.bookings.pricing import price, put_price
from apps.bookings.rounds import BY_HAND
from apps.bookings.selectors import open_offers
from apps.bookings.timing import JOB_TIME, SEARCH_TIME, WIDEST
from apps.core.money import ZERO
from apps.wallet.services import settle_booking

# -- offers ------------------------------------------------------------------------------------


def open_the_offers(change: Change) -> None:
    """Ask the candidates, all at once; the first to accept wins."""
    booking, facts = change.booking, change.facts
    booking.dispatch_round += 1
    change.opened = Offer.objects.bulk_create(
        Offer(
            booking=booking,
            driver_id=candidate.driver_id,
            round=booking.dispatch_round,
            rank=candidate.rank,
            distance_km=candidate.distance_km,
            road_distance_km=candidate.road_distance_km,
            eta_seconds=candidate.eta_seconds,
            offered_at=change.at,
            expires_at=change.at + facts.offer_time,
        )
        for candidate in facts.candidates
    )
    change.data["drivers"] = [candidate.driver_id for candidate in facts.candidates]
    change.data["round"] = booking.dispatch_round
    change.data["policy"] = BY_HAND if change.by is not None else change.settings.dispatch_policy


def take_the_offer(change: Change) -> None:
    assert change.offer is not None
    _answer(change, [change.offer], OfferState.ACCEPTED)


def decline_the_offer(change: Change) -> None:
    assert change.offer is not None
    _answer(change, [change.offer], OfferState.DECLINED)
    change.closed = [change.offer]


def close_open_offers(change: Change) -> None:
    """Nobody else can take it now."""
    change.closed = [offer for offer in _open_offers(change) if offer != change.offer]
    _answer(change, change.closed, OfferState.WITHDRAWN)


def expire_old_offers(change: Change) -> None:
    """Nobody answered in time; who only ignored it may be asked again."""
    change.closed = [offer for offer in _open_offers(change) if offer.expires_at <= change.at]
    _answer(change, change.closed, OfferState.EXPIRED)


def withdraw_offers_of_driver(change: Change) -> None:
    """Who has gone offline is not asked any more; back online, perhaps again."""
    change.closed = [offer for offer in _open_offers(change) if offer.driver_id == change.facts.driver_id]
    _answer(change, change.closed, OfferState.WITHDRAWN)


def never_ask_again(change: Change) -> None:
    """The driver who left counts as having declined."""
    taken = Offer.objects.filter(booking=change.booking, state=OfferState.ACCEPTED)
    change.writes.update(taken, state=OfferState.DECLINED, answered_at=change.at)


def _open_offers(change: Change) -> list[Offer]:
    if change.open_offers is None:
        change.open_offers = list(open_offers().filter(booking=change.booking))
    return change.open_offers


def _answer(change: Change, offers: Sequence[Offer], state: OfferState) -> None:
    for offer in offers:
        offer.state, offer.answered_at = state, change.at
    if offers:
        rows = Offer.objects.filter(pk__in=[offer.pk for offer in offers])
        change.writes.update(rows, state=state, answered_at=change.at)


# -- the driver --------------------------------------------------------------------------------


def copy_driver_details(change: Change) -> None:
    booking, profile = change.booking, change.driver
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


def forget_driver_details(change: Change) -> None:
    booking = change.booking
    change.left_driver_id, change.left_fleet_admin_id = booking.driver_id, booking.fleet_admin_id
    change.data["driver_id"] = booking.driver_id
    booking.driver = None
    booking.driver_name = booking.driver_contact = booking.driver_image = ""
    booking.driver_rating = None
    booking.vehicle_number = booking.vehicle_make = booking.vehicle_model = ""
    booking.fleet_admin = None
    booking.accepted_at = booking.driver_arrive_time = None
    booking.redispatched_at = change.at


def mark_driver_busy(change: Change) -> None:
    assert change.booking.driver_id is not None
    set_busy(driver_id=change.booking.driver_id)


def free_driver(change: Change) -> None:
    """Free the driver on the booking, where it has one."""
    if change.booking.driver_id is not None:
        set_free(driver_id=change.booking.driver_id)


# -- time and place ----------------------------------------------------------------------------


def stamp_accepted(change: Change) -> None:
    change.booking.accepted_at = change.at


def stamp_arrived(change: Change) -> None:
    change.booking.driver_arrive_time = change.at


def stamp_started(change: Change) -> None:
    change.booking.trip_start_time = change.facts.began_at or change.at


def stop_the_clock(change: Change) -> None:
    booking, measure, phone = change.booking, _measure(change), change.facts.phone
    booking.trip_end_time = measure.ended_at or change.at
    started = booking.trip_start_time or booking.trip_end_time
    booking.total_trip_time = max(0, round((booking.trip_end_time - started).total_seconds()))
    if phone is not None:
        # What is still to come decides later which points are accepted after the end.
        change.data["points_waiting"] = phone.points_waiting
        if phone.last_point_at is not None:
            change.data["last_point_at"] = phone.last_point_at.isoformat()


def stamp_ended(change: Change) -> None:
    change.booking.ended_at = change.at


def store_tracking_point(change: Change) -> None:
    """Where the driver is at this move, under the status that it leads to."""
    change.writes.add(
        """INSERT INTO bookings_trackingpoint (booking_id, at, status, lat, lng)
        SELECT %s, %s, %s, lat, lng FROM geo_driverposition WHERE driver_id = %s AND lat IS NOT NULL
        ON CONFLICT DO NOTHING""",
        [change.booking.pk, change.facts.began_at or change.at, change.to_status, change.booking.driver_id],
    )


def store_end_point(change: Change) -> None:
    """Where the trip ended, at the time when the car was seen there.

    A batch that arrives late then falls before or after it, as it was driven. A microsecond keeps it
    apart from the position of the same moment that is stored already.
    """
    booking, measure = change.booking, _measure(change)
    if measure.drop_lat is None or measure.drop_lng is None or booking.trip_end_time is None:
        return
    seen_at = min(measure.drop_seen_at or booking.trip_end_time, booking.trip_end_time)
    at = max(seen_at, booking.trip_start_time or seen_at) + timedelta(microseconds=1)
    change.writes.add(
        """INSERT INTO bookings_trackingpoint (booking_id, at, status, lat, lng) VALUES (%s, %s, %s, %s, %s)
        ON CONFLICT DO NOTHING""",
        [booking.pk, at, change.to_status, measure.drop_lat, measure.drop_lng],
    )


def search_for_a_driver(change: Change) -> None:
    """Look again, and give the search its full time; a trip for later waits for its last minutes."""
    booking = change.booking
    if change.settings.auto_dispatch:
        begins = max(change.at, booking.release_at)
        booking.search_until = max(begins + SEARCH_TIME, booking.trip_date)
        booking.dispatch_after = begins if begins > change.at else change.at + JOB_TIME
    else:
        stop_searching(change)


def put_off(change: Change) -> None:
    """Make it a trip for later, at the price that was agreed."""
    booking, trip_date = change.booking, change.facts.trip_date
    assert trip_date is not None
    booking.book_later, booking.trip_date, booking.reminded_at = True, trip_date, None
    change.data["trip_date"] = trip_date.isoformat()


def widen_the_search(change: Change) -> None:
    """By one driver radius, where the rider would rather have somebody from farther away."""
    booking = change.booking
    if change.facts.widen:
        booking.search_widened = min(booking.search_widened + 1, WIDEST)
        change.data["widened"] = booking.search_widened


def leave_it_to_the_job(change: Change) -> None:
    """Housekeeping looks at the search again only if the job that is due now does not."""
    booking = change.booking
    if booking.search_until is not None:
        booking.dispatch_after = max(change.at + JOB_TIME, booking.release_at)


def wait_for_answers(change: Change) -> None:
    """Where the search goes on by itself, it does so when their time is over."""
    if change.booking.search_until is not None:
        change.booking.dispatch_after = change.at + change.facts.offer_time


def stop_searching(change: Change) -> None:
    change.booking.search_until = change.booking.dispatch_after = None


# -- money -------------------------------------------------------------------------------------


def note_the_fare(change: Change) -> None:
    """What it was before it is worked out again."""
    change.data["previous_trip_cost"] = f"{change.booking.trip_cost:f}"


def price_the_trip(change: Change) -> None:
    """The final fare: the agreed rates over the tracked distance and the time from start to reach.

    Of a delivery the quoted fare stands, and distance and time are merely kept.
    """
    booking, measure = change.booking, _measure(change)
    change.data |= {"quoted_trip_cost": f"{booking.estimate:f}", "distance_source": measure.distance_source}
    booking.distance_km = measure.distance_km
    booking.distance_source = measure.distance_source
    if booking.fare_is_fixed:
        # Its quoted fare stands, whatever was driven.
        change.data["trip_cost"] = f"{booking.trip_cost:f}"
        return
    seconds = booking.total_trip_time or 0
    put_price(booking, price(booking.rates, distance_km=measure.distance_km, duration_seconds=seconds))
    change.data["trip_cost"] = f"{booking.trip_cost:f}"


def set_the_real_drop(change: Change) -> None:
    """A ride ended where the driver is, whatever was planned; a delivery where it was sent."""
    booking, measure = change.booking, _measure(change)
    if booking.is_delivery or measure.drop_lat is None or measure.drop_lng is None:
        return
    change.data["planned_drop"] = {"lat": booking.drop_lat, "lng": booking.drop_lng, "add": booking.drop_add}
    booking.drop_lat, booking.drop_lng = measure.drop_lat, measure.drop_lng
    booking.drop_add = measure.drop_add


def save_drop_address(change: Change) -> None:
    booking = change.booking
    add_saved_address(
        user_id=booking.customer_id,
        description=booking.drop_add,
        lat=booking.drop_lat,
        lng=booking.drop_lng,
    )


def settle_in_cash(change: Change) -> None:
    collect_in_cash(change)
    _settle(change, cash=change.booking.amount_left, mode=PaymentMode.CASH)


def settle_from_wallet(change: Change) -> None:
    _settle(change, wallet=change.booking.amount_left, mode=PaymentMode.WALLET)


def settle_by_card(change: Change) -> None:
    """What the gateway took, and the wallet's part; raises Conflict low_balance without that."""
    card = change.card
    collect_by_card(change)
    _settle(change, card=card.for_trip, wallet=card.wallet, gateway=card.gateway, mode=PaymentMode.CARD)


def settle_otherwise(change: Change) -> None:
    """The company has the money, by bank transfer or the like."""
    collect_otherwise(change)
    _settle(change, other=change.booking.amount_left, mode=PaymentMode.OTHER)


def write_off(change: Change) -> None:
    """The company carries what is left to pay; the driver's share is paid as of any other trip."""
    _settle(change, written_off=change.booking.amount_due, mode=PaymentMode.WRITTEN_OFF)
    change.data["amount"] = f"{change.booking.written_off_amount:f}"
    change.audit_after["written_off_amount"] = change.booking.written_off_amount


def settle_for_nothing(change: Change) -> None:
    """Nothing is left to pay; how it would have been paid stays."""
    _settle(change, mode=PaymentMode(change.booking.payment_mode))


def _settle(
    change: Change,
    *,
    mode: PaymentMode,
    cash: Decimal = ZERO,
    wallet: Decimal = ZERO,
    card: Decimal = ZERO,
    gateway: str = "",
    other: Decimal = ZERO,
    written_off: Decimal = ZERO,
) -> None:
    """Take in what is due and share it out; of a trip that was paid ahead that is the difference alone."""
    booking = change.booking
    if booking.prepaid:
        settle_held(
            change,
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
    change.data["amount"] = f"{booking.payable_amount:f}"


def _measure(change: Change) -> Measure:
    if change.facts.measure is None:
        raise TypeError(f"{change.name} needs a measure")
    return change.facts.measure


# -- the end -----------------------------------------------------------------------------------


def count_wrong_otp(change: Change) -> None:
    change.booking.otp_wrong_tries += 1
    change.data["locked"] = change.booking.otp_wrong_tries >= OTP_TRIES


def renew_otp(change: Change) -> None:
    """The next driver starts with a code that nobody has tried."""
    if change.booking.otp:
        change.booking.otp = new_otp()
        change.booking.otp_wrong_tries = 0


def keep_reason(change: Change) -> None:
    """Why it was cancelled, and by whom; what was never paid for has its own word."""
    unpaid = change.from_status == Status.PAYMENT_PENDING
    reason = INCOMPLETE_REASON if unpaid else change.facts.reason.strip()
    change.booking.reason = change.data["reason"] = reason
    change.booking.cancelled_by = change.role


def remember_reason(change: Change) -> None:
    """Why somebody stepped in, in the trail alone."""
    change.data["reason"] = change.facts.reason.strip()


def rate_driver(change: Change) -> None:
    booking, facts = change.booking, change.facts
    booking.rating, booking.feedback = facts.rating, facts.feedback
    if facts.rating is not None and booking.driver_id is not None:
        record_rating(driver_id=booking.driver_id, stars=facts.rating)
        change.data["rating"] = facts.rating
