"""Runs a worked trip through the API, step by step, and compares the result."""

import re
from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime, timedelta
from decimal import Decimal as D
from typing import Any

import time_machine
from django.core.files.uploadedfile import SimpleUploadedFile
from django.core.management import call_command
from django.utils import timezone

from apps.accounts.choices import UserType
from apps.accounts.models import User
from apps.bookings.choices import Status
from apps.bookings.models import Booking
from apps.bookings.services import housekeeping
from apps.bookings.services.dispatching import dispatch_booking
from apps.core.platform import platform_settings, update_platform_settings
from apps.fares.models import CancelSlab, CarType, ParcelOption, ParcelType, Promo
from apps.geo.positions.store import PositionReport
from apps.wallet.choices import PLATFORM_ACCOUNTS
from apps.wallet.models import JournalEntry
from apps.wallet.selectors import balance_of, platform_balance
from tests.bookings.api import API, ENDS
from tests.bookings.builders import DROP, credit_wallet, put_online, send_positions
from tests.bookings.builders import move as drive_to
from tests.bookings.roads import Roads
from tests.fares.promos import make_promo
from tests.personas import client_of, make_driver, make_user
from tests.pictures import jpeg
from tests.worked.table import Car, Trip

Snapshot = Callable[[], dict[str, list[dict[str, Any]]]]
Lines = list[tuple[str, dict[str, D]]]
REASON = {"reason": "Cab is taking long time"}
DETOUR_POINT = (50.7300, -1.3300)
OTHER_RATES = ("base_fare", "rate_per_unit_distance", "rate_per_hour", "min_fare", "convenience_fees")


@dataclass
class TripRunner:
    """One trip with its own rider, driver, admin and car type."""

    trip: Trip
    clock: time_machine.Traveller
    roads: Roads
    snapshot: Snapshot
    booking_id: int = 0
    promo: Promo | None = None

    def __post_init__(self) -> None:
        self.clock.move_to(datetime.fromisoformat(self.trip.at))
        update_platform_settings(**self.trip.settings)
        self.car_type = make_car_type(self.trip.car)
        self.people: dict[str, User] = {
            "rider": make_user("Ada"),
            "driver": make_driver("Ben", self.car_type),
            "admin": make_user("Dora", UserType.ADMIN, is_staff=True),
        }
        for name, (before, _after) in (("rider", self.trip.rider), ("driver", self.trip.driver)):
            if D(before):
                credit_wallet(self.people[name], D(before))
        put_online(self.people["driver"])
        if self.trip.promo:
            self.promo = make_promo(**dict(self.trip.promo) | {"promo_validity": self._last_day()})

    # -- running ---------------------------------------------------------------------------------

    def run(self) -> None:
        for part in self.trip.story.split(";"):
            step, _, code = (word.strip() for word in part.partition("->"))
            before = self.snapshot() if code else None
            reply = self._do(step)
            if code:
                assert (reply.json().get("code"), step) == (code, step)
                assert self.snapshot() == before
            elif reply is not None:
                assert reply.status_code in (200, 201), (step, reply.json())

    def _do(self, step: str) -> Any:
        name, _, rest = step.partition(" ")
        method = getattr(self, f"_{name}")
        return method(rest) if rest else method()

    def press(self, who: str, action: str, body: dict[str, Any] | None = None) -> Any:
        return self.client(who).post(f"{API}/bookings/{self.booking_id}/{action}/", body or {})

    def client(self, who: str) -> Any:
        # A session expires after minutes, and some trips take days.
        return client_of(self.people[who])

    def look(self) -> Any:
        return self.client("admin").get(f"{API}/bookings/{self.booking_id}/").json()

    # -- the steps -------------------------------------------------------------------------------

    def _book(self, how: str = "") -> Any:
        """`book`, `book by admin`, `book with promo`."""
        by = "admin" if "by admin" in how else "rider"
        km, seconds = self.trip.quoted or (self.trip.km, self.trip.seconds)
        self.roads.quoted_km, self.roads.seconds = D(km), seconds
        reply = self.client(by).post(f"{API}/estimates/", {**ENDS, **self._choice()})
        assert reply.status_code == 200, reply.json()
        (option,) = reply.json()["options"]
        body: dict[str, Any] = {"quote_id": option["quote_id"], **self._delivery()}
        if by == "admin":
            body["customer_id"] = self.people["rider"].pk
        if "with promo" in how:
            assert self.promo
            body["promo_name"] = self.promo.promo_name
        reply = self.client(by).post(f"{API}/bookings/", body)
        if reply.status_code == 201:
            self.booking_id = reply.json()["id"]
            assert D(option["trip_cost"]) == D(reply.json()["estimate"])
        return reply

    def _choice(self) -> dict[str, Any]:
        """Return the car type and the parcel."""
        choice: dict[str, Any] = {"car_type_id": self.car_type.pk}
        if self.trip.parcel:
            parcel = ParcelType.objects.get(car_type=self.car_type, description=self.trip.parcel)
            choice["parcel_type_id"] = parcel.pk
        if self.trip.option:
            option = ParcelOption.objects.get(car_type=self.car_type, description=self.trip.option)
            choice["option_id"] = option.pk
        return choice

    def _delivery(self) -> dict[str, Any]:
        if platform_settings().app_category != "delivery":
            return {}
        return {"delivery_person": "Cleo Example", "delivery_person_phone": "+447911000000"}

    def _accept(self) -> Any:
        # The car is where it was, and has just reported it.
        put_online(self.people["driver"])
        dispatch_booking(booking_id=self.booking_id)
        return self.press("driver", "accept")

    def _arrive(self) -> Any:
        self.clock.shift(timedelta(seconds=60))
        return self.press("driver", "arrive")

    def _start(self) -> Any:
        self.clock.shift(timedelta(seconds=60))
        self.started = timezone.now()
        return self.press("driver", "start", self._code())

    def _reach(self) -> Any:
        self._drive()
        return self.press("driver", "reach", self._code())

    def _code(self) -> dict[str, Any]:
        """Return the code that the rider reads to the driver, if there is one."""
        shown = self.client("rider").get(f"{API}/bookings/{self.booking_id}/").json()
        return {"otp": shown["otp"]} if shown["otp"] else {}

    def _photo(self, end: str) -> Any:
        image = SimpleUploadedFile("parcel.jpg", jpeg((8, 8)), content_type="image/jpeg")
        path = f"{API}/bookings/{self.booking_id}/images/{end}/"
        return self.client("driver").put(path, {"image": image}, format="multipart")

    def _admin(self, action: str) -> Any:
        if action == "cancels":
            return self.press("admin", "cancel", REASON)
        assert action == "ends"
        self._drive()
        return self.press("admin", "force-end", REASON)

    def _via(self, seconds: str) -> None:
        """Report a position on the way: with three points the way through them is measured."""
        self.clock.shift(timedelta(seconds=int(seconds)))
        driver = self.people["driver"]
        send_positions(
            driver,
            [
                PositionReport(
                    driver_id=driver.pk, lat=DETOUR_POINT[0], lng=DETOUR_POINT[1], at=timezone.now()
                )
            ],
        )
        self.roads.driven_km = D(self.trip.km)

    def _drive(self) -> None:
        if timezone.now() < (there := self.started + timedelta(seconds=self.trip.seconds)):
            self.clock.move_to(there)
            drive_to(self.people["driver"], DROP)
        if "via" not in self.trip.story:
            # With two points, the start and here, the length is that of the way between them.
            self.roads.quoted_km = D(self.trip.km)

    def _cash(self) -> Any:
        return self.press("driver", "collect-cash")

    def _request(self) -> Any:
        return self.press("driver", "request-payment")

    def _pay(self) -> Any:
        return self.press("rider", "pay", {"method": "wallet"})

    def _card(self, how: str = "") -> Any:
        """`card`, `card with wallet`: started, approved on the gateway's page, then checked.

        Its webhook is scheduled by the database's clock, which time_machine does not move.
        """
        assert how in ("", "with wallet")
        rider = self.client("rider")
        body = {"provider": "test", "use_wallet": bool(how)}
        reply = rider.post(f"{API}/payments/bookings/{self.booking_id}/", body)
        if reply.status_code == 201:
            ref = reply.json()["ref"]
            page = f"{API}/payments/test/pages/{ref}/"
            assert rider.post(page, {"button": "approve"}).status_code == 200
            assert rider.post(f"{API}/payments/checkouts/{ref}/check/").json()["state"] == "paid"
        return reply

    def _promo(self) -> Any:
        assert self.promo
        return self.press("rider", "promo", {"promo_name": self.promo.promo_name})

    def _drop(self, _what: str) -> Any:
        """`drop promo`."""
        return self.client("rider").delete(f"{API}/bookings/{self.booking_id}/promo/")

    def _rider(self, action: str) -> Any:
        assert action in ("cancels", "cancels without a reason")
        return self.press("rider", "cancel", REASON if action == "cancels" else {})

    def _driver(self, action: str) -> Any:
        assert action == "cancels"
        return self.press("driver", "cancel", {"reason": "Flat tyre"})

    def _wait(self, seconds: str) -> None:
        self.clock.shift(timedelta(seconds=int(seconds)))

    def _housekeeping(self) -> None:
        housekeeping.cancel_unanswered()
        housekeeping.expire_unpaid()

    def _gift(self, amount: str) -> None:
        credit_wallet(self.people["rider"], D(amount))

    def _rates(self, _times: str) -> None:
        """`rates x 10`: the operator raises them during the trip."""
        for name in OTHER_RATES:
            setattr(self.car_type, name, getattr(self.car_type, name) * 10)
        if self.car_type.convenience_fee_type == "percentage":
            # All, and no more.
            self.car_type.convenience_fees = D(100)
        self.car_type.save()

    def _last_day(self) -> Any:
        today = datetime.fromisoformat(self.trip.at).astimezone(platform_settings().tz).date()
        named = self.trip.promo.get("promo_validity", "today")
        return {"today": today, "yesterday": today - timedelta(days=1)}[named]

    # -- the result ------------------------------------------------------------------------------

    def compare(self) -> None:
        trip, booking = self.trip, Booking.objects.get(pk=self.booking_id)
        assert booking.status == trip.ends
        amounts = {
            "estimate": D(trip.estimate),
            "trip_cost": D(trip.cost),
            "driver_share": D(trip.share),
            "convenience_fees": D(trip.fee),
            "discount": D(trip.discount),
            "payable_amount": D(trip.cost) - D(trip.discount),
            "cash_payment_amount": D(trip.cash),
            "card_payment_amount": D(trip.card),
            "used_wallet_money": D(trip.wallet),
            "customer_paid": D(trip.cash) + D(trip.wallet) + D(trip.card),
            "cancellation_fee": D(trip.cancellation_fee),
            "refunded_amount": D(trip.refund),
        }
        assert {name: getattr(booking, name) for name in amounts} == amounts
        shown = self.look()
        assert {name: D(shown[name]) for name in amounts} == amounts
        assert (booking.prepaid, shown["prepaid"]) == (trip.prepaid, trip.prepaid)
        if booking.status == Status.PAID:
            assert booking.payment_mode == self._way()
        bill = {line["key"]: D(line["amount"]) for line in shown["breakdown"]}
        assert bill == read_bill(trip.bill)
        assert sum(bill.values()) == D(trip.cost)
        self.compare_money()

    def _way(self) -> str:
        """Return how the story paid."""
        steps = [step.split()[0] for step in self.trip.story.split(";")]
        return next((way for way in ("cash", "card") if way in steps), "wallet")

    def compare_money(self) -> None:
        """Compare every entry of the booking, both wallets, and the platform's accounts after them."""
        expected = read_ledger(self.trip.ledger)
        assert self.ledger() == expected
        assert balance_of(self.people["rider"].pk) == D(self.trip.rider[1])
        assert balance_of(self.people["driver"].pk) == D(self.trip.driver[1])
        held = sum((legs.get("trips", D(0)) for _kind, legs in expected), D(0))
        assert held == 0, "what is paid for a trip is paid out or refunded"
        for name in PLATFORM_ACCOUNTS:
            if name != "adjustments":
                moved = sum((legs.get(name, D(0)) for _kind, legs in expected), D(0))
                assert (name, platform_balance(name)) == (name, moved)
        others = JournalEntry.objects.exclude(booking_id=self.booking_id)
        assert set(others.values_list("kind", flat=True)) <= {"admin_credit"}
        call_command("verify_ledger", verbosity=0)

    def ledger(self) -> Lines:
        names = {person.pk: name for name, person in self.people.items()}
        entries = JournalEntry.objects.filter(booking_id=self.booking_id).order_by("id")
        return [
            (
                entry.kind,
                {
                    posting.account.name
                    or names.get(posting.account.user_id or 0, posting.account.kind): posting.amount
                    for posting in entry.postings.select_related("account")
                },
            )
            for entry in entries
        ]


def make_car_type(car: Car) -> CarType:
    amount, _, percent = car.fee.partition(" ")
    car_type = CarType.objects.create(
        name="Worked",
        base_fare=D(car.base),
        rate_per_unit_distance=D(car.unit),
        rate_per_hour=D(car.hour),
        min_fare=D(car.least),
        convenience_fees=D(amount),
        convenience_fee_type="percentage" if percent else "flat",
    )
    for minutes, fee in car.slabs.items():
        CancelSlab.objects.create(car_type=car_type, mins_delayed=minutes, amount=D(fee))
    for model, choices in ((ParcelType, car.parcels), (ParcelOption, car.options)):
        for description, price in choices.items():
            model.objects.create(car_type=car_type, description=description, amount=D(price))
    return car_type


def read_bill(text: str) -> dict[str, D]:
    """`base_fare 10, distance 41`"""
    return {name: D(amount) for name, amount in (part.split() for part in text.split(", "))}


def read_ledger(text: str) -> Lines:
    """`driver_share: trips -61.53, driver +53.50, revenue +8.03`, one entry a line."""
    entries = []
    for line in filter(None, map(str.strip, text.splitlines())):
        kind, _, legs = line.partition(": ")
        entries.append((kind, {name: D(amount) for name, amount in re.findall(r"(\S+) ([+-][\d.]+)", legs)}))
        assert sum(entries[-1][1].values()) == 0, f"does not sum to zero: {line}"
    return entries
