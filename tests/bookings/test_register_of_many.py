"""The register against an independent reading of events, offers and bookings of many random trips."""

import time
from collections import Counter, defaultdict
from datetime import datetime
from decimal import Decimal
from typing import Any, Final

import pytest

from apps.bookings.choices import Role, Status
from apps.bookings.models import Booking, BookingEvent, Offer, RegisterEntry
from apps.bookings.register.register_list import ended_at, outcome_of, started_at, with_events
from apps.fares.models import CarType
from apps.fleet.models import VehicleAssignment
from tests.bookings.many_trips import ManyTrips
from tests.bookings.roads import Roads
from tests.proof import Proof

DISPATCHES: Final = ("accept", "start_street_trip")
COLUMNS: Final = (
    *("accepted_at", "offered_at", "booked_by_id", "dispatched_by_id", "driver_id", "driver_name"),
    *("driver_licence", "vehicle_number", "vehicle_licence", "vehicle_make", "vehicle_model"),
    *("vehicle_colour", "pickup_add", "drop_add", "fare"),
)


class Reading:
    """Computes what the register must say, in Python, from whole tables and the logs of the trips."""

    def __init__(self, trips: ManyTrips) -> None:
        self.trips = trips
        self.bookings = Booking.objects.in_bulk()
        self.events: dict[int, list[BookingEvent]] = defaultdict(list)
        for event in BookingEvent.objects.order_by("booking_id", "version"):
            self.events[event.booking_id].append(event)
        self.offers: dict[tuple[int, int], list[datetime]] = defaultdict(list)
        for booking_id, driver_id, at in Offer.objects.values_list("booking_id", "driver_id", "offered_at"):
            self.offers[booking_id, driver_id].append(at)
        self.assignments: dict[int, list[VehicleAssignment]] = defaultdict(list)
        for assignment in VehicleAssignment.objects.select_related("vehicle"):
            self.assignments[assignment.driver_id].append(assignment)

    def entries(self) -> dict[tuple[int, int], dict[str, Any]]:
        """Return the columns and shown values of each entry, by booking and version."""
        return {
            (event.booking_id, event.version): self._entry(event, events[:place], events[place + 1 :])
            for events in self.events.values()
            for place, event in enumerate(events)
            if event.name in DISPATCHES
        }

    def _entry(
        self, event: BookingEvent, before: list[BookingEvent], after: list[BookingEvent]
    ) -> dict[str, Any]:
        booking, driver_id = self.bookings[event.booking_id], event.actor_id
        assert driver_id is not None
        (assignment,) = [
            one
            for one in self.assignments[driver_id]
            if one.starts_at <= event.at and (one.ends_at is None or event.at < one.ends_at)
        ]
        licence, colour = self.trips.plates[assignment.vehicle_id].at(event.at)
        pickup, drop = self.trips.places[booking.pk]
        for edit in before:
            # "Pickup Street 7 (50.70007, -1.29280)"
            pickup = edit.data.get("pickup", pickup).partition(" (")[0]
            drop = edit.data.get("drop", drop).partition(" (")[0]
        left = next((one for one in after if one.data.get("driver_id") == driver_id), None)
        until = after if left is None else after[: after.index(left)]
        arrived = [one.at for one in until if one.name == "arrive"]
        return {
            "accepted_at": event.at,
            "offered_at": self._offered_at(event),
            "booked_by_id": self._booked_by(booking),
            "dispatched_by_id": next(
                (one.actor_id for one in reversed(before) if driver_id in one.data.get("drivers", ())), None
            ),
            "driver_id": driver_id,
            "driver_name": self.trips.names[driver_id].at(event.at),
            "driver_licence": licence_of(self.trips.licences[driver_id].at(event.at)),
            "vehicle_number": assignment.vehicle.plate,
            "vehicle_licence": licence,
            "vehicle_make": assignment.vehicle.make,
            "vehicle_model": assignment.vehicle.model,
            "vehicle_colour": colour,
            "pickup_add": pickup,
            "drop_add": drop,
            "fare": self._fare(booking, before, after),
            "arrived_at": arrived[-1] if arrived else None,
            "started_at": None if left else booking.trip_start_time,
            "ended_at": left.at if left else booking.trip_end_time or booking.ended_at,
            "outcome": "REPLACED" if left else booking.status,
        }

    def _offered_at(self, event: BookingEvent) -> datetime:
        if event.name != "accept":
            return event.at
        assert event.actor_id is not None
        return max(at for at in self.offers[event.booking_id, event.actor_id] if at <= event.at)

    def _booked_by(self, booking: Booking) -> int | None:
        """Return the staff member; riders book themselves, and drivers start street trips."""
        created = self.events[booking.pk][0]
        return created.actor_id if created.role in (Role.ADMIN, Role.FLEET_ADMIN) else None

    def _fare(self, booking: Booking, before: list[BookingEvent], after: list[BookingEvent]) -> Decimal:
        """Return the fare agreed at that time, from the edits before or after it."""
        said = [one.data["trip_cost"] for one in before if "previous_trip_cost" in one.data]
        to_come = [one.data["previous_trip_cost"] for one in after if "previous_trip_cost" in one.data]
        return Decimal(said[-1] if said else to_come[0] if to_come else booking.estimate)


def licence_of(documents: list[dict[str, Any]]) -> str:
    """Accepted before pending, a permit before a driving licence, the newest first; never a refused one."""
    named = [one for one in documents if one["number"] and one["state"] != "refused"]
    ranked = sorted(named, key=lambda one: (one["state"] == "accepted", one["kind"] == "permit", one["id"]))
    return str(ranked[-1]["number"]) if ranked else ""


def registered() -> dict[tuple[int, int], dict[str, Any]]:
    return {
        (entry.booking_id, entry.version): {
            **{name: getattr(entry, name) for name in COLUMNS},
            "arrived_at": entry.arrived_at,  # type: ignore[attr-defined]  # annotated
            "started_at": started_at(entry),
            "ended_at": ended_at(entry),
            "outcome": outcome_of(entry),
        }
        for entry in with_events(RegisterEntry.objects.all()).iterator()
    }


def register_equals_events(trips: int, economy: CarType, *, seed: int) -> dict[str, Any]:
    began = time.monotonic()
    many = ManyTrips(economy, seed=seed)
    many.make(trips)
    made = time.monotonic()
    expected, found = Reading(many).entries(), registered()
    assert found.keys() == expected.keys()
    wrong = {key: (found[key], entry) for key, entry in expected.items() if found[key] != entry}
    assert not wrong, f"{len(wrong)} differ, first {next(iter(wrong.items()))}"
    outcomes = Counter(str(entry["outcome"]) for entry in expected.values())
    return {
        "trips": len(many.places),
        "entries": len(expected),
        "different": 0,
        **{outcome.lower(): number for outcome, number in outcomes.most_common()},
        "dispatched_by_staff": sum(entry["dispatched_by_id"] is not None for entry in expected.values()),
        "taken_by_staff": sum(entry["booked_by_id"] is not None for entry in expected.values()),
        "licences": len({entry["driver_licence"] for entry in expected.values()}),
        "seconds_of_trips": int(made - began),
        "seconds_of_reading": int(time.monotonic() - made),
    }


@pytest.mark.slow
@pytest.mark.django_db
def test_register_equals_the_events_of_random_trips(economy: CarType, roads: Roads) -> None:
    figures = register_equals_events(120, economy, seed=1)
    assert min(figures[name] for name in ("paid", "replaced", "cancelled", "dispatched_by_staff")) > 0


@pytest.mark.slow
@pytest.mark.soak
@pytest.mark.django_db(transaction=True)
def test_register_equals_the_events_of_ten_thousand_trips(
    economy: CarType, roads: Roads, proof: Proof
) -> None:
    figures = register_equals_events(proof.size(10_000), economy, seed=proof.seed)
    proof.show(**figures)
    assert {Status.PAID.lower(), "replaced"} <= figures.keys()
