"""Payment of the demo trips: cash, wallet or card; then tips and ratings."""

from datetime import datetime, timedelta
from decimal import Decimal
from functools import partial
from random import Random
from typing import Final

from apps.accounts.models import User
from apps.backoffice.demo.history.builder import Builder
from apps.backoffice.demo.history.feedback import draw_feedback, draw_rating
from apps.backoffice.demo.history.ledger import booking_draft, payment_drafts, settlement_drafts
from apps.backoffice.demo.history.promos import redeem_promo
from apps.backoffice.demo.history.trip import Trip, random_later
from apps.bookings.choices import PaymentMode, Status
from apps.bookings.models import Booking
from apps.bookings.timing import UNCLOSED
from apps.core.money import round_money
from apps.notifications.choices import Occasion
from apps.payments.choices import CreditedTo, Purpose, State
from apps.payments.models import Attempt
from apps.payments.models.attempt import ALPHABET, REF_LENGTH
from apps.wallet.choices import EntryKind, gateway_account
from apps.wallet.journal import Draft

GATEWAYS: Final = (("stripe", 70), ("paypal", 30))
TOP_UPS: Final = (Decimal(50), Decimal(100), Decimal(200))
CHECKOUT: Final = timedelta(seconds=70)
CHECKOUT_LASTS: Final = timedelta(hours=1)
CLOSE_SHARE: Final = 0.86
"""Share of riders who complete their trip; the platform closes the rest after a day."""
RATE_SHARE: Final = 0.88
TIP_SHARE: Final = 0.3
"""Share of trips with a tip, if the wallet covers it."""
RATE_RIDER_SHARE: Final = 0.6
UNPAID: Final = (timedelta(hours=27), timedelta(hours=75))
UNPAID_AT_MOST: Final = 2


def settle(trip: Trip, at: datetime) -> None:
    """Settle the fare at the end of a ride with the rider's payment method."""
    booking, rng, rider = trip.booking, trip.rng, trip.rider.user
    assert trip.driver is not None
    due, mode = booking.payable_amount, booking.chosen_payment
    if mode == PaymentMode.CASH:
        booking.cash_payment_amount = due
        _pay(trip, "collect_cash", at, trip.driver.user)
        return
    trip.transition("request_payment", at, trip.driver.user)
    trip.notify(rider, Occasion.COMPLETED_PLEASE_PAY, at)
    if _stays_unpaid(trip, at):
        return
    if mode == PaymentMode.CARD:
        booking.card_payment_amount, booking.gateway = due, draw_gateway(rng)
        trip.builder.clock.at(
            random_later(at, rng, 40, 160), lambda when: _pay(trip, "pay_by_card", when, None)
        )
    else:
        booking.used_wallet_money = due
        top_up_if_needed(trip.builder, rng, rider, due, at)
        trip.builder.clock.at(random_later(at, rng, 20, 160), lambda when: _pay(trip, "pay", when, rider))


def _stays_unpaid(trip: Trip, at: datetime) -> bool:
    """Return whether the rider never pays; a few trips of the last days stay unpaid."""
    builder = trip.builder
    least, most = UNPAID
    if not least < builder.now - at < most or len(builder.unpaid) >= UNPAID_AT_MOST or trip.booking.promo_id:
        return False
    builder.unpaid.append(trip.booking)
    return True


def _pay(trip: Trip, name: str, at: datetime, by: User | None) -> None:
    builder, booking = trip.builder, trip.booking
    booking.payment_mode = booking.chosen_payment
    redeem_promo(trip)
    builder.ledger.post(at, *payment_drafts(booking), *settlement_drafts(booking))
    if booking.card_payment_amount:
        builder.add(card_attempt(builder, trip.rng, booking, at))
    trip.transition(name, at, by, amount=f"{booking.payable_amount:f}")
    finish(trip, at)


def finish(trip: Trip, at: datetime) -> None:
    """Add payment notices, both ratings, and the completion."""
    builder, booking, rng, driver = trip.builder, trip.booking, trip.rng, trip.driver
    assert driver is not None
    for person in (trip.rider.user, driver.user):
        trip.notify(person, Occasion.PAYMENT_DONE, at)
    trip.rider.free_at = max(trip.rider.free_at, at)
    if rng.random() < RATE_RIDER_SHARE:
        builder.clock.at(random_later(at, rng, 5, 50), partial(_rate_rider, trip))
    if builder.platform.tips and rng.random() < TIP_SHARE:
        builder.clock.at(random_later(at, rng, 50.2, 54), partial(_tip, trip))
    if rng.random() < CLOSE_SHARE:
        builder.clock.at(random_later(at, rng, 55, 5400), partial(_complete, trip))
    else:
        builder.clock.at(at + UNCLOSED + timedelta(seconds=rng.uniform(5, 300)), partial(_close, trip))
    assert booking.status == Status.PAID


def _tip(trip: Trip, at: datetime) -> None:
    """Pay a suggested tip from the wallet if it covers it."""
    builder, booking, driver, rider = trip.builder, trip.booking, trip.driver, trip.rider.user
    assert driver is not None
    percent = Decimal(trip.rng.choice(builder.platform.tip_suggestions))
    tip = round_money(Decimal(booking.trip_cost) * percent / 100, decimals=builder.platform.decimal)
    if not 0 < tip <= builder.ledger.balance(rider.pk):
        return
    builder.ledger.post(
        at, booking_draft(booking, "tip", EntryKind.TIP, {rider.pk: -tip, driver.user.pk: tip})
    )
    booking.tip_amount, booking.tipped_at = tip, at
    trip.transition("tip", at, rider, tip_amount=f"{tip:f}")
    trip.notify(driver.user, Occasion.TIP_RECEIVED, at, amount=f"{tip:f}")


def _rate_rider(trip: Trip, at: datetime) -> None:
    assert trip.driver is not None
    given = draw_rating(trip.rng)
    trip.booking.rider_rating = given
    trip.rider.user.rider_rating_sum += given
    trip.rider.user.rider_rating_count += 1
    trip.transition("rate_rider", at, trip.driver.user, rider_rating=given)


def _complete(trip: Trip, at: datetime) -> None:
    booking, driver = trip.booking, trip.driver
    assert driver is not None
    booking.ended_at = at
    if trip.rng.random() > RATE_SHARE:
        trip.transition("complete", at, trip.rider.user)
        return
    given = draw_rating(trip.rng, driver_id=driver.user.pk)
    booking.rating, booking.feedback = given, draw_feedback(given, trip.rng, is_delivery=booking.is_delivery)
    profile = driver.profile
    profile.rating_sum += given
    profile.rating_count += 1
    profile.rating = round_money(Decimal(profile.rating_sum) / profile.rating_count, decimals=1)
    trip.transition("complete", at, trip.rider.user, rating=given)
    trip.notify(driver.user, Occasion.RATING_RECEIVED, at)


def _close(trip: Trip, at: datetime) -> None:
    trip.booking.ended_at = at
    trip.transition("close", at, None)


# -- cards -------------------------------------------------------------------------------------


def draw_gateway(rng: Random) -> str:
    return rng.choices([name for name, _ in GATEWAYS], [weight for _, weight in GATEWAYS])[0]


def top_up_if_needed(builder: Builder, rng: Random, rider: User, due: Decimal, at: datetime) -> None:
    """Top up the wallet if its balance is too low."""
    missing = due - builder.ledger.balance(rider.pk)
    if missing <= 0:
        return
    fitting = [amount for amount in TOP_UPS if amount >= missing]
    amount = rng.choice(fitting) if fitting else missing.to_integral_value() + 50
    attempt = paid_attempt(builder, rng, rider, amount, at, draw_gateway(rng))
    attempt.purpose, attempt.credited_to = Purpose.TOP_UP, CreditedTo.WALLET
    attempt.reference = f"wallet-{rider.pk}-{round(at.timestamp() * 1000)}"
    builder.add(attempt)
    builder.ledger.post(
        at,
        Draft(
            key=f"payment:{attempt.ref}",
            kind=EntryKind.TOP_UP,
            amounts={gateway_account(attempt.provider): -amount, rider.pk: amount},
            reference=attempt.reference,
        ),
    )


def card_attempt(builder: Builder, rng: Random, booking: Booking, at: datetime) -> Attempt:
    amount = Decimal(booking.card_payment_amount)
    attempt = paid_attempt(builder, rng, booking.customer, amount, at, booking.gateway)
    attempt.purpose, attempt.credited_to = Purpose.BOOKING, CreditedTo.BOOKING
    attempt.booking_id, attempt.reference = booking.pk, booking.reference
    return attempt


def paid_attempt(
    builder: Builder, rng: Random, payer: User, amount: Decimal, at: datetime, gateway: str
) -> Attempt:
    """Return a payment attempt that succeeded; the caller adds what it pays for."""
    name = "".join(rng.choices(ALPHABET, k=20))
    return Attempt(
        ref="".join(rng.choices(ALPHABET, k=REF_LENGTH)),
        provider=gateway,
        live=False,
        user_id=payer.pk,
        amount=amount,
        currency=builder.platform.code,
        state=State.PAID,
        payment_id=f"pi_{name}" if gateway == "stripe" else name[:17].upper(),
        created_at=at - CHECKOUT,
        updated_at=at,
        paid_at=at,
        expires_at=at + CHECKOUT_LASTS,
    )
