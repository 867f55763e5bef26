"""A month of paid and cancelled trips with its ledger, in bulk: fees, promos, tips, refunds, cancellations.

Every amount is priced by the product as the trip ended, and the ledger is written as the services write it.
"""

import random
from collections.abc import Sequence
from dataclasses import dataclass, field
from datetime import timedelta
from decimal import Decimal as D
from typing import Any, Final

from django.db import transaction

from apps.accounts.models import User
from apps.backoffice.demo.history.ledger import Ledger, booking_draft, payment_drafts, settlement_drafts
from apps.backoffice.scale.rows import copy, count_on, disable_triggers, enable_triggers, next_id, run
from apps.bookings.cancellation.by_tariff import Case, Circumstances
from apps.bookings.cancellation.fees import Due, fee_under
from apps.bookings.choices import DistanceSource, PaymentMode, Role, Status
from apps.bookings.models import Booking
from apps.bookings.pricing.by_tariff import measured_fare, tariff_terms
from apps.bookings.pricing.discounts import apply_discount
from apps.bookings.pricing.fare import Terms, apply_price, price, terms_of
from apps.core.money import round_money
from apps.core.platform import platform_settings
from apps.fares.models import CarType, Promo, Tariff
from apps.fares.promos.redemption import terms_of as terms_of_promo
from apps.fares.tariffs.in_force import agreed_tariff
from apps.fares.tariffs.trips import trip_along
from apps.wallet.choices import ADJUSTMENTS, EntryKind
from apps.wallet.journal import Draft
from apps.wallet.models import Account, JournalEntry, Posting
from tests.bookings.builders import DROP, PICKUP
from tests.bookings.replays import DAY, FEE
from tests.fares.tariffs import publish, rates

DAYS: Final = 28
BATCH: Final = 10_000
OPENING: Final = D(1_000_000_000)
"""What each wallet holds at first: enough for every fee, so that none is owed."""


def fee_tariff(by: User) -> Tariff:
    """A day and a night rate, and rules for trips that do not take place."""
    cancellation = {"kind": "cancellation"}
    return publish(
        by,
        {"name": "Night", "when": {"hours": "22:00-06:00"}, "then": rates("4.10", "2.83", "11.70")},
        {"name": "Day", "then": rates("3.30", "2.07", "9.99")},
        {"name": "Minimum", "then": {"kind": "minimum", "amount": "8.00"}},
        {"name": "Rounding", "then": {"kind": "rounding", "to": "0.10", "how": "nearest"}},
        {
            "name": "Planned",
            "then": cancellation | {"slabs": [{"before_pickup": "2 h", "amount": "6.50"}]},
        },
        {
            "name": "By way",
            "when": {"sources": ["phone"]},
            "then": cancellation | {"slabs": [{"way": 25, "amount": "2.25"}, {"way": 75, "amount": "4.75"}]},
        },
        {"name": "Late", "then": cancellation | {"slabs": [{"after": "3 min", "amount": "3.35"}]}},
        {"name": "Absent", "then": {"kind": "no_show", "amount": "5", "waiting": True, "at_most": "9.40"}},
        {
            "name": "Waiting",
            "then": {"kind": "waiting", "at": "pickup", "free": "5 min", "amount": "0.45", "every": "1 min"},
        },
        FEE,
        name="With fees",
    )


@dataclass
class Figures:
    """What was made."""

    paid: int = 0
    cancelled: int = 0
    fees: int = 0
    tips: int = 0
    refunds: int = 0
    promos: int = 0


@dataclass
class History:
    """Makes trips; the same size and seed make the same ones."""

    riders: Sequence[User]
    drivers: Sequence[User]
    car_types: Sequence[CarType]
    tariffs: Sequence[Tariff | None]
    promos: Sequence[Promo]
    staff: User
    seed: int
    figures: Figures = field(default_factory=Figures)

    @transaction.atomic
    def make(self, count: int) -> Figures:
        disable_triggers()
        self.chance = random.Random(self.seed)
        self.ledger = Ledger()
        self.terms = self._agreed_terms()
        self._open_wallets()
        first = next_id(Booking)
        for start in range(0, count, BATCH):
            copy([self._trip(first + number) for number in range(start, min(count, start + BATCH))])
            self._write_books()
        copy(list(self.ledger.accounts.values()))
        for model in (Booking, Account, JournalEntry, Posting):
            count_on(model)
        run("ANALYZE bookings_booking")
        run("SELECT bookings_rebuild_earnings()")
        run("SELECT bookings_rebuild_months()")
        enable_triggers()
        return self.figures

    def _agreed_terms(self) -> list[tuple[CarType, Terms]]:
        settings, found = platform_settings(), []
        for car_type in self.car_types:
            for tariff in self.tariffs:
                terms = terms_of(car_type, settings)
                if tariff is not None:
                    loaded = agreed_tariff(tariff.pk, [])
                    trip = trip_along(loaded, (), starts_at=DAY, distance_km=D(1), duration_seconds=1)
                    terms["tariff"] = tariff_terms(loaded, trip)
                found.append((car_type, terms))
        return found

    def _open_wallets(self) -> None:
        for person in (*self.riders, *self.drivers):
            credit = Draft(
                key=f"admin_credit:history:{person.pk}",
                kind=EntryKind.ADMIN_CREDIT,
                amounts={ADJUSTMENTS: -OPENING, person.pk: OPENING},
                reference="AdminCredit",
                created_by_id=self.staff.pk,
            )
            self.ledger.post(DAY - timedelta(days=1), credit)
        self._write_books()

    def _write_books(self) -> None:
        copy(self.ledger.entries)
        copy(self.ledger.postings)
        self.ledger.entries.clear()
        self.ledger.postings.clear()

    def _trip(self, pk: int) -> Booking:
        chance = self.chance
        car_type, terms = chance.choice(self.terms)
        rider, driver = chance.choice(self.riders), chance.choice(self.drivers)
        at = DAY + timedelta(minutes=chance.randrange(DAYS * 24 * 60), seconds=chance.randrange(60))
        later, phone = chance.random() < 0.1, chance.random() < 0.2
        if "tariff" in terms:
            source = {"source": "phone" if phone else "app", "booked_for_later": later}
            terms = {**terms, "tariff": {**terms["tariff"], **source}}  # type: ignore[typeddict-item]
        km, seconds = D(chance.randrange(150, 60_000)) / 1000, chance.randrange(40, 7200)
        booking = Booking(
            id=pk,
            reference=f"H{pk:05X}"[-6:] if pk < 0x100000 else f"{pk:06X}"[-6:],
            created_at=at - timedelta(minutes=10),
            book_later=later,
            booking_type_admin=phone,
            trip_date=at,
            trip_start_time=at,
            accepted_at=at - timedelta(minutes=8),
            driver_arrive_time=at - timedelta(minutes=1),
            ended_at=at + timedelta(seconds=seconds),
            settled_at=at + timedelta(seconds=seconds),
            customer=rider,
            customer_name=rider.full_name,
            driver=driver,
            driver_name=driver.full_name,
            car_type=car_type,
            car_type_name=car_type.name,
            car_type_icon=car_type.icon,
            pickup_lat=PICKUP[0],
            pickup_lng=PICKUP[1],
            pickup_add="Pickup",
            drop_lat=DROP[0],
            drop_lng=DROP[1],
            drop_add="Drop",
            estimate_distance_km=km,
            estimate_duration_seconds=seconds,
            rates=terms,
        )
        apply_price(booking, price(terms, distance_km=km, duration_seconds=seconds))
        booking.estimate = booking.trip_cost
        if chance.random() < 0.15:
            self._cancel(booking)
        else:
            self._drive(booking, km, seconds)
        return booking

    def _drive(self, booking: Booking, km: D, seconds: int) -> None:
        chance = self.chance
        booking.status, booking.version = Status.COMPLETE, 7
        booking.distance_km, booking.total_trip_time = km, seconds
        booking.distance_source = DistanceSource.MULTI_WAYPOINT
        fare = measured_fare(booking, distance_km=km, duration_seconds=seconds, track=())
        apply_price(booking, fare or price(booking.rates, distance_km=km, duration_seconds=seconds))
        if chance.random() < 0.3:
            promo = chance.choice(self.promos)
            booking.promo, booking.promo_details = promo, terms_of_promo(promo).as_json()
            apply_discount(booking)
            self.figures.promos += 1
        booking.trip_end_time = booking.ended_at
        if chance.random() < 0.5:
            booking.payment_mode, booking.cash_payment_amount = PaymentMode.CASH, booking.payable_amount
        else:
            booking.payment_mode, booking.used_wallet_money = PaymentMode.WALLET, booking.payable_amount
        assert booking.ended_at is not None
        self.ledger.post(booking.ended_at, *payment_drafts(booking), *settlement_drafts(booking))
        self.figures.paid += 1
        if chance.random() < 0.1:
            self._tip(booking)
        if chance.random() < 0.05:
            self._refund(booking)

    def _tip(self, booking: Booking) -> None:
        at = booking.ended_at
        assert at is not None
        assert booking.driver_id is not None
        booking.tip_amount, booking.tipped_at = D(self.chance.randrange(1, 10)), at + timedelta(minutes=5)
        amounts: dict[Any, D] = {
            booking.customer_id: -booking.tip_amount,
            booking.driver_id: booking.tip_amount,
        }
        self.ledger.post(booking.tipped_at, booking_draft(booking, "tip", EntryKind.TIP, amounts))
        self.figures.tips += 1

    def _refund(self, booking: Booking) -> None:
        at = booking.ended_at
        assert at is not None
        amount = round_money(booking.payable_amount / 4, decimals=2)
        if amount <= 0:
            return
        booking.refunded_amount = amount
        payer: Any = booking.driver_id if self.chance.random() < 0.5 else ADJUSTMENTS
        refund = Draft(
            key=f"booking:{booking.pk}:trip_refund:8",
            kind=EntryKind.TRIP_REFUND,
            amounts={payer: -amount, booking.customer_id: amount},
            booking_id=booking.pk,
            reference=booking.reference,
            memo="Detour",
            created_by_id=self.staff.pk,
        )
        self.ledger.post(at + timedelta(minutes=9), refund)
        self.figures.refunds += 1

    def _cancel(self, booking: Booking) -> None:
        chance = self.chance
        booking.status, booking.version, booking.trip_start_time = Status.CANCELLED, 3, None
        after = D(chance.randrange(0, 900_000)) / 1000
        cases: tuple[Case, ...] = ("on_the_way", "on_the_way", "at_pickup", "no_show")
        case = chance.choice(cases)
        booking.cancelled_by = Role.DRIVER if case == "no_show" else Role.RIDER
        booking.reason = "No-show" if case == "no_show" else "Cab is taking long time"
        there = case != "on_the_way"
        found = Circumstances(
            case=case,
            after_seconds=after,
            seconds_to_pickup=chance.randrange(-600, 20_000),
            way=D(100) if there else D(chance.randrange(0, 1000)) / 10,
            waited_minutes=chance.randrange(1, 20) if there else 0,
        )
        terms = booking.rates.get("tariff")
        fee = fee_under(booking, found, agreed_tariff(terms["id"], []) if terms else None)
        booking.cancellation_details = Due(fee, found).as_json()
        booking.cancellation_fee = fee.amount
        self.figures.cancelled += 1
        if not fee.amount:
            booking.settled_at = None
            return
        assert booking.ended_at is not None
        assert booking.driver_id is not None
        amounts: dict[Any, D] = {booking.customer_id: -fee.amount, booking.driver_id: fee.amount}
        entry = booking_draft(booking, "cancellation_fee", EntryKind.CANCELLATION_FEE, amounts)
        self.ledger.post(booking.ended_at, entry)
        self.figures.fees += 1
