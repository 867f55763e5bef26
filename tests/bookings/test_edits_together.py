"""Two dispatchers edit the same bookings at once, with real threads and HTTP: no edit is lost."""

import random
from collections import Counter
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from typing import Any

import pytest
from django.db import connection
from django.utils import timezone
from rest_framework.test import APIClient

from apps.accounts.choices import UserType
from apps.accounts.models import User
from apps.bookings.choices import Status
from apps.bookings.models import Booking, BookingEvent
from apps.bookings.staff_changes.conflicts import FIELDS
from apps.core.models import AuditEntry
from apps.fares.models import CarType
from tests.bookings.api import API
from tests.bookings.builders import credit_wallet, make_booking, put_online
from tests.bookings.roads import Roads
from tests.personas import client_of, make_driver, make_user
from tests.proof import Proof

JOBS = 4
"""So few that most edits meet another one."""
NAMES = {field: name for name, field in FIELDS.items()}
"""The fields of a refusal by those of a request, and their names in events."""

Change = dict[str, Any]


@dataclass
class Dispatcher:
    """Edits random fields, and repeats a refused edit on the new version."""

    person: User
    other: User
    jobs: Sequence[int]
    car_types: Sequence[int]
    chance: random.Random
    accepted: list[tuple[int, int, Change]] = field(default_factory=list)
    """Booking, version and change of each accepted edit."""
    refused: Counter[str] = field(default_factory=Counter)

    def make_edits(self, count: int) -> None:
        client = client_of(self.person)
        for number in range(count):
            self._edit(client, self.chance.choice(self.jobs), number)

    def _edit(self, client: APIClient, job: int, number: int) -> None:
        change: Change | None = None
        while True:
            seen = client.get(f"{API}/bookings/{job}/").json()
            if change is None or change.get("car_type_id") == seen["car_type"]["id"]:
                change = self._change(number, seen["car_type"]["id"])
            shown = client.post(f"{API}/bookings/{job}/edit-preview/", change)
            if shown.json().get("code") == "booking_unchanged":
                # The other dispatcher has just chosen this car type.
                continue
            assert shown.status_code == 200, shown.json()
            body = {"revision": shown.json()["revision"], "quote_id": shown.json()["quote_id"]}
            retimed = {"trip_date": change["trip_date"]} if "trip_date" in change else {}
            reply = client.post(
                f"{API}/bookings/{job}/edit/", {**body, **retimed, "version": seen["version"]}
            )
            if reply.status_code == 200:
                self.accepted.append((job, reply.json()["version"], change))
                return
            self._is_named(reply)

    def _is_named(self, reply: Any) -> None:
        """Require that the refusal names each changed field, and the other dispatcher."""
        refusal = reply.json()
        assert (reply.status_code, refusal["code"]) == (409, "booking_changed"), refusal
        assert refusal["fields"], "a refusal without a field"
        assert set(refusal["fields"]) <= {*NAMES, "status"}
        assert set(refusal["fields"].values()) == {f"Changed by {self.other.full_name}."}
        self.refused.update(refusal["fields"].keys())

    def _change(self, number: int, car_type_id: int) -> Change:
        """Return a change of one or two fields to values that no other edit sets."""
        values: Change = {
            "pickup": self._place(number, 50.70),
            "drop": self._place(number, 50.76),
            "trip_date": self._time(number).isoformat(),
            "car_type_id": next(one for one in self.car_types if one != car_type_id),
        }
        return {name: values[name] for name in self.chance.sample(sorted(values), self.chance.randint(1, 2))}

    def _place(self, number: int, lat: float) -> dict[str, Any]:
        place = {"lat": round(lat + self.chance.random() / 100, 6), "lng": -1.29}
        return {**place, "add": f"{self.person.first_name} {number} {lat}"}

    def _time(self, number: int) -> datetime:
        """A minute of their own for each edit of each dispatcher, some of them soon."""
        odd = self.person.pk % 2
        return timezone.now().replace(second=odd, microsecond=0) + timedelta(minutes=20 + number)


def edits_together(count: int, economy: CarType, *, seed: int) -> dict[str, int]:
    """Let two dispatchers make so many edits each, and check that none is lost; return figures."""
    saloon = make_saloon(economy)
    ada = make_user("Ada")
    nora, otto = make_user("Nora", UserType.ADMIN), make_user("Otto", UserType.ADMIN)
    jobs = [make_booking(ada, economy).pk for _ in range(JOBS // 2)]
    for number in range(JOBS - len(jobs)):
        driver = make_driver(f"Driver{number}", economy)
        credit_wallet(driver)
        put_online(driver)
        jobs.append(make_booking(ada, economy, Status.ACCEPTED, driver=driver, version=1).pk)
    dispatchers = [
        Dispatcher(one, other, jobs, (economy.pk, saloon.pk), random.Random(f"{seed} {one.first_name}"))
        for one, other in ((nora, otto), (otto, nora))
    ]

    def editing(dispatcher: Dispatcher) -> None:
        try:
            dispatcher.make_edits(count)
        finally:
            connection.close()

    with ThreadPoolExecutor(2) as pool:
        list(pool.map(editing, dispatchers))

    for dispatcher in dispatchers:
        assert len(dispatcher.accepted) == count
    every_edit_has_one_event(dispatchers)
    jobs_say_what_the_last_edits_said(dispatchers)
    refused = Counter[str]()
    for dispatcher in dispatchers:
        refused += dispatcher.refused
    return {
        "jobs": JOBS,
        "accepted": 2 * count,
        "lost": 0,
        "fields_named_in_refusals": sum(refused.values()),
        **{f"refused_for_{name}": number for name, number in refused.most_common()},
    }


def make_saloon(economy: CarType) -> CarType:
    names = ("rate_per_unit_distance", "rate_per_hour", "app_category")
    return CarType.objects.create(
        name="Saloon", base_fare=30, min_fare=0, convenience_fees=15, convenience_fee_type="percentage",
        **{name: getattr(economy, name) for name in names},
    )  # fmt: skip


def every_edit_has_one_event(dispatchers: Sequence[Dispatcher]) -> None:
    """The versions have no gap, and each event is an accepted edit with its actor and its fields."""
    edits = {
        (job, version): (dispatcher.person.pk, {NAMES.get(name, name) for name in change})
        for dispatcher in dispatchers
        for job, version, change in dispatcher.accepted
    }
    assert len(edits) == sum(len(dispatcher.accepted) for dispatcher in dispatchers), "a version given twice"
    events = {
        (event.booking_id, event.version): (event.actor_id, set(event.data) & set(FIELDS))
        for event in BookingEvent.objects.all()
    }
    assert events.keys() == edits.keys()
    for key, (actor, said) in edits.items():
        # A car type that the other dispatcher has just chosen as well is no change.
        assert events[key] in ((actor, said), (actor, said - {"car_type"})), key
    for job in dispatchers[0].jobs:
        versions = [version for booking_id, version in sorted(edits) if booking_id == job]
        assert versions == list(range(2, len(versions) + 2))
    assert AuditEntry.objects.filter(action__startswith="edit").count() == len(edits)


def jobs_say_what_the_last_edits_said(dispatchers: Sequence[Dispatcher]) -> None:
    last: dict[int, Change] = {}
    for job, _, change in sorted(
        (edit for dispatcher in dispatchers for edit in dispatcher.accepted), key=lambda edit: edit[:2]
    ):
        last.setdefault(job, {}).update(change)
    for booking in Booking.objects.filter(pk__in=last):
        said = last[booking.pk]
        now: Change = {
            "pickup": {"lat": booking.pickup_lat, "lng": booking.pickup_lng, "add": booking.pickup_add},
            "drop": {"lat": booking.drop_lat, "lng": booking.drop_lng, "add": booking.drop_add},
            "trip_date": booking.trip_date.isoformat(),
            "car_type_id": booking.car_type_id,
        }
        assert {name: now[name] for name in said} == said


@pytest.mark.slow
@pytest.mark.django_db(transaction=True)
def test_no_edit_of_two_dispatchers_is_lost(economy: CarType, roads: Roads) -> None:
    figures = edits_together(20, economy, seed=1)
    assert figures["fields_named_in_refusals"] > 0


@pytest.mark.slow
@pytest.mark.soak
@pytest.mark.django_db(transaction=True)
def test_no_edit_is_lost_in_two_hundred_of_each_dispatcher(
    economy: CarType, roads: Roads, proof: Proof
) -> None:
    figures = edits_together(proof.size(200), economy, seed=proof.seed)
    proof.show(**figures)
    assert figures["fields_named_in_refusals"] > 0
