"""Random play by everybody at once: what is refused changes no row, and the rules hold at every step."""

from collections.abc import Callable
from itertools import pairwise
from typing import Any

import pytest
from django.db import transaction
from hypothesis import HealthCheck, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, rule, run_state_machine_as_test

from apps.accounts.models import DriverProfile, User
from apps.bookings.change import party_of
from apps.bookings.choices import ON_TRIP, SETTLED, Status
from apps.bookings.lifecycle import TRANSITIONS
from apps.bookings.machine import actions_for
from apps.bookings.models import Booking, BookingEvent, Offer
from apps.bookings.selectors import booking_visible_to
from apps.bookings.services.dispatching import dispatch_booking
from apps.bookings.services.housekeeping import call_off_unanswered, renew_searches, replace_silent_drivers
from apps.core.platform import platform_settings
from apps.fares.models import CarType
from apps.wallet.models import Posting
from tests.bookings.api import book, press, quote
from tests.bookings.conftest import World
from tests.bookings.making import make_rich, move, put_online

ACTIONS = sorted({row.action for row in TRANSITIONS.values() if row.action})
BODIES: dict[str, dict[str, Any]] = {
    "pay": {"method": "wallet"},
    "promo": {"promo_name": "TEN"},
    "complete": {"rating": 5},
    "cancel": {"reason": "Because"},
    "force-end": {"reason": "Because"},
}
PEOPLE = ("ada", "cleo", "ben", "bob", "fay", "dora")


class Play(RuleBasedStateMachine):
    """Two riders, two drivers, a fleet admin, an admin, and time."""

    people: dict[str, User]
    economy: CarType
    picture: Callable[[], World]

    seen: set[str]

    @initialize()
    def begin(self) -> None:
        self.bookings: list[int] = []
        self.savepoint = transaction.savepoint()

    def teardown(self) -> None:
        self.seen.update(Booking.objects.values_list("status", flat=True))
        self.seen.update(BookingEvent.objects.values_list("to_status", flat=True))
        transaction.savepoint_rollback(self.savepoint)

    @rule(rider=st.sampled_from(("ada", "cleo")))
    def somebody_books(self, rider: str) -> None:
        person = self.people[rider]
        reply = book(person, quote(person, self.economy))
        if reply.status_code == 201:
            self.bookings.append(reply.json()["id"])

    @rule(which=st.integers(0, 5), action=st.sampled_from(ACTIONS), name=st.sampled_from(PEOPLE))
    def somebody_presses(self, which: int, action: str, name: str) -> None:
        if self.bookings:
            self.press(name, action, self.bookings[-1 - which % len(self.bookings)])

    def press(self, name: str, action: str, pk: int) -> None:
        person = self.people[name]
        before, booking = self.picture(), Booking.objects.get(pk=pk)
        body = BODIES.get(action, {"driver_id": self.people["ben"].pk} if action == "assign" else {})

        reply = press(person, pk, action, **body)

        if reply.status_code != 200:
            assert reply.status_code in (400, 403, 404, 409)
            assert self.picture() == before
            return
        moves = [row for row in TRANSITIONS.values() if row.action == action]
        party = party_of(person, booking)
        (made,) = [row for row in moves if booking.status in row.sources and party in row.by]
        assert reply.json()["status"] == (made.to or booking.status)

    @rule(which=st.integers(0, 5), steps=st.lists(st.integers(0, 3), min_size=1, max_size=8))
    def a_booking_goes_on(self, which: int, steps: list[int]) -> None:
        """Each step is one of those that the screens offer and that lead on."""
        if not self.bookings:
            return
        pk = self.bookings[-1 - which % len(self.bookings)]
        for step in steps:
            dispatch_booking(booking_id=pk)
            offered = [
                (name, action)
                for name, person in self.people.items()
                if (booking := booking_visible_to(person, pk)) is not None
                for action in actions_for(person, booking, platform_settings())
                if action not in ("cancel", "promo")
            ]
            if offered:
                self.press(*offered[step % len(offered)], pk)

    @rule(which=st.integers(0, 5), name=st.sampled_from(PEOPLE))
    def somebody_cancels(self, which: int, name: str) -> None:
        if self.bookings:
            self.press(name, "cancel", self.bookings[-1 - which % len(self.bookings)])

    @rule(which=st.integers(0, 5))
    def the_worker_dispatches(self, which: int) -> None:
        if self.bookings:
            dispatch_booking(booking_id=self.bookings[-1 - which % len(self.bookings)])

    @rule()
    def beat_keeps_house(self) -> None:
        renew_searches()
        replace_silent_drivers()
        call_off_unanswered()

    @rule(name=st.sampled_from(("ben", "bob")), lat=st.sampled_from((50.70, 50.72, 51.5)))
    def a_driver_moves(self, name: str, lat: float) -> None:
        move(self.people[name], (lat, -1.29))

    @invariant()
    def a_driver_is_busy_with_one_trip_or_free(self) -> None:
        trips = list(Booking.objects.filter(status__in=ON_TRIP).values_list("driver_id", flat=True))
        busy = DriverProfile.objects.filter(busy=True).values_list("pk", flat=True)
        assert sorted(trips) == sorted(set(trips)) == sorted(busy)

    @invariant()
    def only_a_new_booking_is_offered(self) -> None:
        assert not Offer.objects.filter(state="offered").exclude(booking__status=Status.NEW).exists()

    @invariant()
    def the_events_lead_to_the_status(self) -> None:
        for booking in Booking.objects.all():
            trail = list(BookingEvent.objects.filter(booking=booking).order_by("version"))
            assert [event.version for event in trail] == list(range(1, booking.version + 1))
            assert trail[-1].to_status == booking.status
            for earlier, later in pairwise(trail):
                assert later.from_status == earlier.to_status

    @invariant()
    def what_was_paid_is_shared_out_and_nothing_else(self) -> None:
        settled = Booking.objects.filter(status__in=SETTLED)
        shares = Posting.objects.filter(entry__kind="driver_share", account__user__isnull=False)
        assert sum(booking.driver_share for booking in settled) == sum(posting.amount for posting in shares)
        assert sum(posting.amount for posting in Posting.objects.all()) == 0


def play(
    people: dict[str, User], economy: CarType, world: Callable[[], World], examples: int, steps: int
) -> set[str]:
    """Play, and return the statuses that were reached."""

    class Cast(Play):
        pass

    Cast.people, Cast.economy, Cast.picture, Cast.seen = people, economy, staticmethod(world), set()
    run_state_machine_as_test(
        Cast,
        settings=settings(
            max_examples=examples,
            stateful_step_count=steps,
            deadline=None,
            derandomize=True,
            suppress_health_check=list(HealthCheck),
        ),
    )
    return Cast.seen


@pytest.fixture
def people(
    ada: User, cleo: User, ben: User, bob: User, fay: User, dora: User, roads: object
) -> dict[str, User]:
    for person in (ada, ben, bob):
        make_rich(person)
    for driver in (ben, bob):
        put_online(driver)
    return {"ada": ada, "cleo": cleo, "ben": ben, "bob": bob, "fay": fay, "dora": dora}


@pytest.mark.django_db
def test_random_play_keeps_every_rule(
    people: dict[str, User], economy: CarType, world: Callable[[], World]
) -> None:
    assert play(people, economy, world, examples=6, steps=25) >= {Status.NEW}


@pytest.mark.slow
@pytest.mark.django_db
def test_long_random_play_keeps_every_rule(
    people: dict[str, User], economy: CarType, world: Callable[[], World]
) -> None:
    everything = set(Status) - {Status.PAYMENT_PENDING}
    assert play(people, economy, world, examples=50, steps=50) >= everything
