"""Random requests by two riders, two drivers, a fleet admin and an admin, with the worker and the clock."""

from datetime import UTC, datetime, timedelta
from typing import Any

import time_machine
from django.core.cache import cache
from django.core.files.uploadedfile import SimpleUploadedFile
from django.db import transaction
from django.utils import timezone
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, rule

from apps.accounts.models import User
from apps.bookings.choices import ENDED, Status
from apps.bookings.delivery.requirements import needed_photo
from apps.bookings.models import Booking
from apps.bookings.selectors import booking_visible_to, bookings_listed_for
from apps.bookings.services import housekeeping
from apps.bookings.staff_changes.editing import revision_of
from apps.bookings.state_machine.lifecycle import TRANSITIONS
from apps.bookings.state_machine.machine import actions_for
from apps.core.models import OutboxEntry
from apps.core.platform import clear_platform_cache, platform_settings, update_platform_settings
from apps.core.tasks import run_job
from apps.fares.models import CarType, ParcelOption, ParcelType
from apps.wallet.selectors import balance_of
from tests.bookings.api import API, ENDS
from tests.bookings.builders import move as drive_to
from tests.bookings.stress import checks
from tests.bookings.stress.checks import EventLog, fingerprint
from tests.bookings.stress.replay import Replay
from tests.personas import client_of
from tests.pictures import jpeg

PEOPLE = ("ada", "cleo", "ben", "bob", "fay", "dora")
DRIVERS = ("ben", "bob")
ACTIONS = sorted({row.action for row in TRANSITIONS.values() if row.action} | {"search"})
PROMOS = ("TEN", "HALF", "ALL", "HIGH")
AWAY_FROM_THE_WAY = (
    *("cancel", "promo", "decline", "unassign", "reassign", "search", "book-later", "no-show"),
    *("adjust-fare", "refund", "edit", "write-off", "rate-rider"),
)
TO_THE_END = ("record-payment", "cancel", "force-end", "unassign")
"""Staff actions that end a booking, the most direct first."""
DAWN = datetime(2040, 3, 14, 12, tzinfo=UTC)
"""In the future, because the database's clock must not be ahead of it."""
SESSION = timedelta(minutes=5)
PICTURE = jpeg((8, 8))
CHOICES: dict[str, st.SearchStrategy[Any]] = {
    "app_category": st.sampled_from(("taxi", "delivery")),
    "prepaid": st.sampled_from((True, False, False)),
    "otp_secure": st.booleans(),
    "auto_dispatch": st.sampled_from((True, True, False)),
    "dispatch_policy": st.sampled_from(("broadcast", "waves", "batch", "soon_free")),
    "allow_delivery_pickup_image_capture": st.booleans(),
    "allow_final_delivery_image_capture": st.booleans(),
    "negative_balance": st.booleans(),
    "allow_critical_edits_admin": st.sampled_from((True, True, True, False)),
}
STEPS = st.sampled_from((0, 2, 5, 9, 12))
WHICH = st.integers(0, 5)
"""Counts back from the newest booking."""


class BookingMachine(RuleBasedStateMachine):
    people: dict[str, User]
    economy: CarType
    clock: time_machine.Traveller
    tally: dict[str, set[str]]
    counted: list[int]

    @initialize(
        category=st.sampled_from(("taxi", "delivery")),
        code=st.booleans(),
        photos=st.booleans(),
        dispatch=st.sampled_from(("broadcast", "waves", "batch", "soon_free", "by hand")),
        prepaid=st.booleans(),
    )
    def begin(self, category: str, code: bool, photos: bool, dispatch: str, prepaid: bool) -> None:
        # Each run starts from the same state, so that Hypothesis can replay it.
        self.clock.move_to(DAWN)
        cache.clear()
        clear_platform_cache()
        self.savepoint = transaction.savepoint()
        update_platform_settings(
            app_category=category,
            prepaid=prepaid,
            otp_secure=code,
            allow_delivery_pickup_image_capture=photos,
            allow_final_delivery_image_capture=photos,
            auto_dispatch=dispatch != "by hand",
            dispatch_policy="broadcast" if dispatch == "by hand" else dispatch,
        )
        self.bookings: list[int] = []
        self.checked: dict[str, str] = {}
        self.clients: dict[str, Any] = {}
        self.signed_in_at = timezone.now()
        self.log, self.replay = EventLog(), Replay()
        assert self.book("ada"), "the run starts with a booking"

    def teardown(self) -> None:
        self.tally["transitions"] |= self.log.transitions
        self.tally["statuses"] |= self.log.statuses
        transaction.savepoint_rollback(self.savepoint)
        clear_platform_cache()

    # -- helpers ---------------------------------------------------------------------------------

    def client(self, name: str) -> Any:
        if timezone.now() - self.signed_in_at > SESSION:
            self.clients.clear()
            self.signed_in_at = timezone.now()
        if name not in self.clients:
            self.clients[name] = client_of(self.people[name])
        return self.clients[name]

    def booking(self, which: int) -> int:
        return self.bookings[-1 - which % len(self.bookings)]

    def picture(self) -> dict[str, str]:
        """Return the tables' hashes after reading the events so far."""
        self.log.follow()
        return fingerprint()

    def press(self, name: str, action: str, pk: int, body: dict[str, Any], *, key: str = "") -> None:
        """Post an action: it either succeeds with a listed transition, or is refused and changes nothing."""
        before = self.picture()
        headers = {"Idempotency-Key": key} if key else {}
        path = f"{API}/bookings/{pk}/{action}/"
        reply = self.client(name).post(path, body, headers=headers)
        self.judge(reply, name, before)
        if key and reply.status_code == 200:
            before = self.picture()
            again = self.client(name).post(path, body, headers=headers)
            assert (again.status_code, again.json()) == (200, reply.json())
            assert fingerprint() == before, "a repeated request was applied twice"

    def judge(self, reply: Any, name: str, before: dict[str, str]) -> None:
        self.counted.append(1)
        made = self.log.follow()
        self.tally["replies"].add(f"{reply.status_code} {reply.json().get('code', '')}".strip())
        if reply.status_code in (200, 201):
            status = Booking.objects.values_list("status", flat=True).get(pk=reply.json()["id"])
            assert reply.json()["status"] == status
            assert made, "success without a transition"
            assert made[0].actor_id == self.people[name].pk
            assert all(event.actor_id is None for event in made[1:])
        elif reply.json()["code"] == "wrong_code" and made:
            # A wrong code is the only refusal that writes: it counts the attempt.
            assert [event.name for event in made] == ["otp_failed"]
            touched = {table for table, digest in fingerprint().items() if digest != before[table]}
            assert touched == {"bookings_booking", "bookings_bookingevent", "core_outboxentry"}
        else:
            assert reply.status_code in (400, 403, 404, 409), reply.json()
            assert fingerprint() == before, reply.json()

    def body_of(self, action: str, pk: int, *, right: bool = True) -> dict[str, Any]:
        match action:
            case "pay":
                return {"method": "wallet"}
            case "complete":
                return {"rating": 5} if right else {"rating": 6}
            case "rate-rider":
                return {"rating": 4} if right else {"rating": 0}
            case "reassign":
                return {"driver_id": self.people["ben" if right else "bob"].pk, "reason": "Because"}
            case "adjust-fare":
                return {"trip_cost": "7.50" if right else "70", "reason": "Because"}
            case "refund":
                return {"amount": "2.50", "from_driver": right, "reason": "Because"}
            case "record-payment":
                return {"reason": "Because", "payment_mode": "cash" if right else "other"}
            case "cancel" | "force-end" | "unassign" | "write-off":
                return {"reason": "Because"} if right else {}
            case "edit":
                return self.edit_of(pk, elsewhere=right)
            case "search":
                return {"action": "widen" if right else "wait"}
            case "book-later":
                ahead = timedelta(minutes=20 if right else 5)
                return {"trip_date": (timezone.now() + ahead).isoformat()}
            case "start" | "reach":
                otp = Booking.objects.values_list("otp", flat=True).get(pk=pk)
                return {"otp": otp if right else "1234"}
            case "assign":
                return {"driver_id": self.people["ben" if right else "bob"].pk}
            case "promo":
                return {"promo_name": "TEN" if right else "NOT"}
        return {}

    def edit_of(self, pk: int, *, elsewhere: bool) -> dict[str, Any]:
        """Return an edit as an admin would send it: another drop with its quote, or another time."""
        booking = Booking.objects.get(pk=pk)
        if not elsewhere:
            ahead = timedelta(minutes=20 if pk % 2 else 60)
            return {"revision": revision_of(booking), "trip_date": (timezone.now() + ahead).isoformat()}
        drop = ENDS["drop"] | {"lat": 50.75 + booking.version / 1000}
        shown = self.client("dora").post(f"{API}/bookings/{pk}/edit-preview/", {"drop": drop}).json()
        return {"revision": revision_of(booking), "quote_id": shown.get("quote_id", "")}

    # -- riders ----------------------------------------------------------------------------------

    @rule(
        rider=st.sampled_from(("ada", "ada", "cleo", "dora", "ben")),
        later=st.sampled_from((False, False, True)),
        promo=st.sampled_from(("", "", *PROMOS)),
        parcel=st.booleans(),
    )
    def rider_books(self, rider: str, later: bool, promo: str, parcel: bool) -> None:
        self.book(rider, later=later, promo=promo, parcel=parcel)

    def book(self, rider: str, *, later: bool = False, promo: str = "", parcel: bool = True) -> bool:
        person = self.client(rider)
        choice: dict[str, Any] = {"car_type_id": self.economy.pk}
        if parcel and platform_settings().app_category == "delivery":
            choice["parcel_type_id"] = ParcelType.objects.values_list("pk", flat=True).get()
            choice["option_id"] = ParcelOption.objects.values_list("pk", flat=True).get()
        # Drivers cannot get a quote, so this one uses a rider's.
        asker = self.client("ada" if rider in DRIVERS else rider)
        quoted = asker.post(f"{API}/estimates/", {**ENDS, **choice}).json()["options"][0]
        body = {
            "quote_id": quoted["quote_id"],
            "delivery_person": "Eve",
            "delivery_person_phone": "+447911000000",
            "promo_name": promo,
        }
        if rider == "dora":
            body["customer_id"] = self.people["ada"].pk
        if later:
            body["trip_date"] = (timezone.now() + timedelta(minutes=16)).isoformat()
        before = self.picture()
        reply = person.post(f"{API}/bookings/", body)
        self.judge(reply, rider, before)
        if reply.status_code == 201:
            self.bookings.append(reply.json()["id"])
            assert reply.json()["estimate"] == quoted["trip_cost"]
        return bool(reply.status_code == 201)

    @rule(which=WHICH, name=st.sampled_from(("ada", "cleo")), promo=st.sampled_from((*PROMOS, None)))
    def promo_is_applied_or_removed(self, which: int, name: str, promo: str | None) -> None:
        pk = self.booking(which)
        if promo is not None:
            self.press(name, "promo", pk, {"promo_name": promo})
            return
        before = self.picture()
        self.judge(self.client(name).delete(f"{API}/bookings/{pk}/promo/"), name, before)

    # -- any user, any action --------------------------------------------------------------------

    @rule(
        which=WHICH,
        action=st.sampled_from(ACTIONS),
        name=st.sampled_from(PEOPLE),
        right=st.sampled_from((True, True, False)),
        twice=st.booleans(),
    )
    def user_posts_action(self, which: int, action: str, name: str, right: bool, twice: bool) -> None:
        pk = self.booking(which)
        key = f"{len(self.counted)}" if twice else ""
        self.press(name, action, pk, self.body_of(action, pk, right=right), key=key)

    @rule(which=WHICH, steps=STEPS, choice=st.integers(0, 1_000))
    def booking_advances(self, which: int, steps: int, choice: int) -> None:
        """Each step is an action that the screens offer."""
        self.go_on(self.booking(which), steps, choice)

    @rule(rider=st.sampled_from(("ada", "ada", "cleo", "dora")), steps=STEPS, choice=st.integers(0, 1_000))
    def rider_books_near_drivers(self, rider: str, steps: int, choice: int) -> None:
        """Drivers come online, a rider books, and the booking advances."""
        for name in DRIVERS:
            self.client(name).put(f"{API}/me/availability/", {"active": True})
            drive_to(self.people[name], (50.70, -1.29))
        if self.book(rider):
            self.go_on(self.bookings[-1], steps, choice)

    def go_on(self, pk: int, steps: int, choice: int) -> None:
        for step in range(steps):
            self.work()
            self.clock.shift(timedelta(seconds=20))
            # Sometimes a side step: a cancellation, a promo, a refusal, a wrong code.
            if not self.step(pk, choice + step, aside=choice % 4 == 0 and step == choice % 6):
                return
        self.work()
        self.staff_end_it(pk)

    def step(self, pk: int, choice: int, *, aside: bool) -> bool:
        """Take one of the offered actions; return False if there is none."""
        settings = platform_settings()
        offered = [
            (name, action, booking)
            for name, person in self.people.items()
            if (booking := booking_visible_to(person, pk)) is not None
            for action in actions_for(person, booking, settings)
            if (action in AWAY_FROM_THE_WAY) == aside
        ]
        if not offered:
            return aside
        name, action, booking = offered[choice % len(offered)]
        photo = needed_photo(booking, settings)
        if settings.auto_dispatch and booking.status == "NEW" and booking.search_until is None:
            rider = "ada" if booking.customer_id == self.people["ada"].pk else "cleo"
            self.press(rider, "search", pk, self.body_of("search", pk, right=choice % 2 == 0))
        elif photo is not None and name in DRIVERS:
            self.send_picture(name, pk, photo)
        else:
            if action in ("start", "reach") and booking.otp and choice % 3 == 0:
                self.press(name, action, pk, self.body_of(action, pk, right=False))
            self.press(name, action, pk, self.body_of(action, pk))
        return True

    @rule(which=WHICH, name=st.sampled_from(PEOPLE), right=st.sampled_from((True, True, True, False)))
    def user_cancels(self, which: int, name: str, right: bool) -> None:
        pk = self.booking(which)
        self.press(name, "cancel", pk, self.body_of("cancel", pk, right=right))

    @rule(which=WHICH, name=st.sampled_from(DRIVERS), tries=st.integers(1, 6))
    def driver_enters_wrong_codes(self, which: int, name: str, tries: int) -> None:
        pk = self.booking(which)
        action = "reach" if Booking.objects.filter(pk=pk, status="STARTED").exists() else "start"
        for _ in range(tries):
            self.press(name, action, pk, {"otp": "1234"})
        assert Booking.objects.values_list("otp_wrong_tries", flat=True).get(pk=pk) <= 5

    @rule(
        which=WHICH, name=st.sampled_from(("ben", "bob", "ada")), photo=st.sampled_from(("pickup", "deliver"))
    )
    def driver_uploads_photo(self, which: int, name: str, photo: str) -> None:
        self.send_picture(name, self.booking(which), photo)

    def send_picture(self, name: str, pk: int, photo: str) -> None:
        before = self.picture()
        image = SimpleUploadedFile("parcel.jpg", PICTURE, content_type="image/jpeg")
        path = f"{API}/bookings/{pk}/images/{photo}/"
        self.judge(self.client(name).put(path, {"image": image}, format="multipart"), name, before)

    # -- drivers, settings, worker, clock --------------------------------------------------------

    @rule(
        name=st.sampled_from(DRIVERS),
        lat=st.sampled_from((50.70, 50.70, 50.72, 51.5)),
        active=st.sampled_from((True, None, None, False)),
    )
    def driver_sends_position(self, name: str, lat: float, active: bool | None) -> None:
        if active is not None:
            reply = self.client(name).put(f"{API}/me/availability/", {"active": active})
            assert reply.status_code in (200, 409)
        drive_to(self.people[name], (lat, -1.29))

    @rule(choice=st.sampled_from(sorted(CHOICES)), data=st.data())
    def operator_changes_setting(self, choice: str, data: st.DataObject) -> None:
        update_platform_settings(**{choice: data.draw(CHOICES[choice], label=choice)})

    def work(self) -> None:
        jobs = OutboxEntry.objects.filter(kind=OutboxEntry.Kind.JOB, done_at__isnull=True)
        for pk in jobs.filter(name__startswith="bookings.").order_by("pk").values_list("pk", flat=True):
            run_job(pk)
        housekeeping.renew_searches()

    @rule(seconds=st.sampled_from((5, 61, 130, 250, 310, 610, 905, 1805, 90_000)), beat=st.booleans())
    def time_passes(self, seconds: int, beat: bool) -> None:
        self.clock.shift(timedelta(seconds=seconds))
        if beat:
            self.work()
            housekeeping.replace_silent_drivers()
            housekeeping.cancel_unanswered()
            housekeeping.expire_unpaid()
            housekeeping.remind_of_trips()
            housekeeping.close_paid()

    @rule(name=st.sampled_from(PEOPLE))
    def page_is_reloaded(self, name: str) -> None:
        """The API returns the state that the events led to."""
        self.replay.catch_up()
        person = self.people[name]
        shown = self.client(name).get(f"{API}/bookings/").json()["results"]
        seen = bookings_listed_for(person).values_list("pk", flat=True)
        from_events = {pk: self.replay.moved[pk][0] for pk in sorted(seen, reverse=True)[: len(shown)]}
        assert {row["id"]: row["status"] for row in shown} == from_events
        if name in DRIVERS:
            tasks = self.client(name).get(f"{API}/me/tasks/").json()
            offers = self.replay.offers[person.pk] if tasks["current"] is None else {}
            assert {offer["id"] for offer in tasks["offers"]} == set(offers)
        if name in ("ada", "cleo", *DRIVERS):
            wallet = self.client(name).get(f"{API}/me/wallet/").json()
            assert wallet["balance"] == f"{balance_of(person.pk):.4f}"

    @rule()
    def no_booking_is_stuck(self) -> None:
        """One booking of each status, to limit the number of requests."""
        of_status = Booking.objects.filter(pk__in=self.bookings).values_list("status", "pk")
        for pk in dict(of_status).values():
            self.staff_end_it(pk)

    def staff_end_it(self, pk: int) -> None:
        """Staff can end the booking from any status; the changes are rolled back afterwards."""
        desk = self.client("dora")
        aside = transaction.savepoint()
        for _ in range(len(Status)):
            booking = Booking.objects.get(pk=pk)
            if booking.status in (Status.PAID, *ENDED):
                break
            offered = actions_for(self.people["dora"], booking, platform_settings())
            leading = [action for action in TO_THE_END if action in offered]
            assert leading, f"stuck at {booking.status}, offered {offered}"
            reply = desk.post(f"{API}/bookings/{pk}/{leading[0]}/", {"reason": "Because"})
            assert reply.status_code == 200, (booking.status, leading[0], reply.json())
        checks.money_is_conserved()
        self.tally["ends"].add(f"{booking.status}")
        assert booking.status in (Status.PAID, *ENDED)
        transaction.savepoint_rollback(aside)

    # -- invariants ------------------------------------------------------------------------------

    @invariant()
    def invariants_hold(self) -> None:
        self.clock.shift(timedelta(seconds=1))
        self.counted.append(1)
        if (now := fingerprint()) == self.checked:
            return
        self.checked = now
        self.log.follow()
        self.replay.matches()
        checks.drivers_have_one_trip_and_trips_one_driver()
        checks.money_is_conserved()
        checks.amounts_add_up()
        checks.promos_are_counted()
