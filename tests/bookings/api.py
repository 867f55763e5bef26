"""Shorthands for the API calls of the booking tests."""

from typing import Any

from apps.accounts.models import User
from apps.core.models import OutboxEntry
from apps.core.tasks import run_job
from apps.fares.models import CarType
from tests.bookings.builders import DROP, PICKUP
from tests.personas import client_of

API = "/api/v1"
ENDS = {
    "pickup": {"lat": PICKUP[0], "lng": PICKUP[1], "add": "St Thomas' Square, Newport"},
    "drop": {"lat": DROP[0], "lng": DROP[1], "add": "The Parade, Cowes"},
}


def quote(person: User | None, car_type: CarType) -> str:
    body = client_of(person).post(f"{API}/estimates/", {**ENDS, "car_type_id": car_type.pk}).json()
    quote_id: str = body["options"][0]["quote_id"]
    return quote_id


def book(person: User | None, quote_id: str, *, key: str | None = None, **fields: Any) -> Any:
    headers = {"Idempotency-Key": key} if key else {}
    return client_of(person).post(f"{API}/bookings/", {"quote_id": quote_id, **fields}, headers=headers)


def press(person: User, booking_id: int, action: str, **fields: Any) -> Any:
    return client_of(person).post(f"{API}/bookings/{booking_id}/{action}/", fields)


def look(person: User, booking_id: int) -> Any:
    return client_of(person).get(f"{API}/bookings/{booking_id}/").json()


def work(name: str) -> None:
    """Run the outbox's open jobs of one name, as a worker would."""
    jobs = OutboxEntry.objects.filter(kind=OutboxEntry.Kind.JOB, name=name, done_at__isnull=True)
    for pk in jobs.order_by("pk").values_list("pk", flat=True):
        run_job(pk)
