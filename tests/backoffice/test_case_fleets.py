"""Cases for fleet admins: those about trips of their fleet, to read and to write to their driver."""

from typing import Any

import pytest

from apps.accounts.choices import UserType
from apps.accounts.models import DriverProfile, User
from apps.backoffice.models import Case, CaseMessage
from apps.bookings.choices import Status
from apps.bookings.models import Booking
from apps.core.models import AuditEntry
from apps.fares.models import CarType
from apps.notifications.models import InboxMessage
from tests.bookings.api import API
from tests.bookings.builders import make_booking
from tests.bookings.conftest import media
from tests.personas import client_of, make_driver, make_user
from tests.pictures import jpeg, upload

__all__ = ["media"]
pytestmark = pytest.mark.django_db

CASES = f"{API}/cases/"
OWN = f"{API}/me/cases/"


@pytest.fixture
def fred(db: None) -> User:
    """The admin of another fleet."""
    return make_user("Fred", UserType.FLEET_ADMIN)


@pytest.fixture
def trip(ada: User, bob: User, economy: CarType) -> Booking:
    """A trip of ada that fay's driver drove."""
    return make_booking(ada, economy, driver=bob, status=Status.COMPLETE)


def send(by: User, method: str, url: str, status: int, body: dict[str, Any] | None = None) -> dict[str, Any]:
    reply = getattr(client_of(by), method)(url, body, format="json")
    assert reply.status_code == status, reply.json()
    answer: dict[str, Any] = reply.json()
    return answer


def report(by: User, trip: Booking, kind: str = "complaint") -> str:
    body = {"kind": kind, "booking": trip.pk, "text": "Please look at this."}
    return f"{CASES}{send(by, 'post', OWN, 201, body)['id']}/"


def listed(who: User) -> list[int]:
    reply = client_of(who).get(CASES)
    assert reply.status_code == 200, reply.json()
    return [row["id"] for row in reply.json()["results"]]


def texts(who: User, case: str) -> list[str]:
    return [message["text"] for message in send(who, "get", case, 200)["messages"]]


def test_fleet_admin_sees_the_cases_of_the_own_trips_only(
    ada: User, bob: User, fay: User, fred: User, dora: User, trip: Booking, economy: CarType
) -> None:
    fritz = make_driver("Fritz", economy, fleet_admin=fred)
    other = make_booking(ada, economy, driver=fritz, status=Status.COMPLETE)
    own, foreign = report(ada, trip), report(ada, other)
    send(ada, "post", OWN, 201, {"kind": "other", "text": "Without a trip"})
    assert [f"{CASES}{number}/" for number in listed(fay)] == [own]
    assert [f"{CASES}{number}/" for number in listed(fred)] == [foreign]
    assert len(listed(dora)) == 3
    assert send(fay, "get", own, 200)["other"]["id"] == bob.pk
    for method, url in (("get", foreign), ("post", f"{foreign}messages/")):
        assert send(fay, method, url, 404, {"text": "Mine?", "audience": "fleet"})["code"] == "not_found"
    assert CaseMessage.objects.count() == 3


def test_case_of_the_driver_of_another_fleet_stays_with_that_fleet(
    ada: User, bob: User, fay: User, fred: User, trip: Booking, economy: CarType
) -> None:
    """A trip that went to a driver of another fleet after its first driver reported."""
    report(bob, trip)
    fritz = make_driver("Fritz", economy, fleet_admin=fred)
    Booking.objects.filter(pk=trip.pk).update(driver=fritz, fleet_admin=fred)
    assert listed(fay) == listed(fred) == []


def test_fleet_admin_reads_no_notes_of_staff_and_no_texts_to_the_rider_only(
    ada: User, bob: User, fay: User, dora: User, trip: Booking
) -> None:
    for person in (ada, bob):
        case = report(person, trip)
        for audience in ("person", "other", "staff", "fleet"):
            send(dora, "post", f"{case}messages/", 201, {"text": audience, "audience": audience})
        to_driver = ["person", "other", "fleet"] if person is ada else ["person", "fleet"]
        assert texts(fay, case) == ["Please look at this.", *to_driver]
        assert texts(dora, case)[1:] == ["person", "other", "staff", "fleet"]
        mine = send(person, "get", case.replace("/cases/", "/me/cases/"), 200)
        assert [message["text"] for message in mine["messages"]] == ["Please look at this.", "person"]


@pytest.mark.parametrize("reporter", ["ada", "bob"])
def test_fleet_admin_writes_to_the_driver_and_leaves_the_case_to_staff(
    reporter: str, ada: User, bob: User, fay: User, dora: User, trip: Booking
) -> None:
    person = {"ada": ada, "bob": bob}[reporter]
    audience = "other" if person is ada else "person"
    case = report(person, trip)
    before = Case.objects.values("state", "owner", "due_at", "outcome").get()
    reply = send(fay, "post", f"{case}messages/", 201, {"text": "Call me, please.", "audience": audience})
    message = reply["messages"][-1]
    assert (message["author_name"], message["by_fleet"]) == (fay.full_name, True)
    about = f"Booking {trip.reference}" if person is ada else f"Case {reply['id']}"
    assert InboxMessage.objects.get(user=bob).msg == f"{about}: Call me, please."
    assert not InboxMessage.objects.filter(user=ada).exists()
    assert Case.objects.values("state", "owner", "due_at", "outcome").get() == before
    entry = AuditEntry.objects.latest("id")
    assert (entry.actor_id, entry.action, entry.after) == (fay.pk, "case_replied", {"audience": audience})
    assert texts(dora, case)[-1] == "Call me, please."


def test_note_of_a_fleet_admin_is_read_by_staff_only(
    ada: User, bob: User, fay: User, dora: User, trip: Booking, media: object
) -> None:
    case = report(ada, trip)
    image = upload(jpeg((40, 40)), "seat.jpg", "image/jpeg")
    photo = client_of(fay).post(f"{API}/me/case-photos/", {"image": image}, format="multipart").json()["id"]
    body = {"text": "The seat is clean.", "audience": "fleet", "photos": [photo]}
    send(fay, "post", f"{case}messages/", 201, body)
    assert texts(dora, case)[-1] == "The seat is clean."
    assert len(send(dora, "get", case, 200)["messages"][-1]["photos"]) == 1
    mine = send(ada, "get", case.replace("/cases/", "/me/cases/"), 200)
    assert len(mine["messages"]) == 1
    assert not InboxMessage.objects.exists()
    assert AuditEntry.objects.filter(action="viewed_case_photos", actor_id=fay.pk).count() == 1


@pytest.mark.parametrize(("reporter", "audience"), [("ada", "person"), ("bob", "other"), ("ada", "staff")])
def test_fleet_admin_writes_to_no_one_else(
    reporter: str, audience: str, ada: User, bob: User, fay: User, trip: Booking
) -> None:
    case = report({"ada": ada, "bob": bob}[reporter], trip)
    refused = send(fay, "post", f"{case}messages/", 403, {"text": "Sorry", "audience": audience})
    assert refused["code"] == "fleet_writes_driver"
    assert CaseMessage.objects.count() == 1
    assert not InboxMessage.objects.exists()


def test_driver_who_left_the_fleet_gets_no_message(ada: User, bob: User, fay: User, trip: Booking) -> None:
    case = report(ada, trip)
    DriverProfile.objects.filter(user=bob).update(fleet_admin=None)
    refused = send(fay, "post", f"{case}messages/", 409, {"text": "Call me", "audience": "other"})
    assert refused["code"] == "driver_left_fleet"
    assert CaseMessage.objects.count() == 1
    # The trip was driven for the fleet, whose admin still reads the case.
    assert len(texts(fay, case)) == 1


def test_closed_case_takes_notes_only(ada: User, fay: User, dora: User, trip: Booking) -> None:
    case = report(ada, trip)
    send(dora, "post", f"{case}close/", 200, {"outcome": "answered", "text": "Thank you."})
    refused = send(fay, "post", f"{case}messages/", 409, {"text": "Call me", "audience": "other"})
    assert refused["code"] == "case_closed"
    assert CaseMessage.objects.count() == 2
    send(fay, "post", f"{case}messages/", 201, {"text": "For the file", "audience": "fleet"})
    assert Case.objects.get().state == "closed"


@pytest.mark.parametrize(
    ("method", "path", "body"),
    [
        ("patch", "", {"due_at": "2126-12-24T21:00"}),
        ("post", "close/", {"outcome": "refunded", "amount": "5", "text": "Refunded."}),
        ("post", "close/", {"outcome": "blocked", "text": "Blocked."}),
        ("post", "close/", {"outcome": "answered", "text": "Answered."}),
        ("post", "reopen/", {}),
    ],
)
def test_fleet_admin_decides_no_case(
    method: str, path: str, body: dict[str, Any], ada: User, bob: User, fay: User, trip: Booking
) -> None:
    case = report(ada, trip)
    before = list(Case.objects.values())
    assert send(fay, method, f"{case}{path}", 403, body)["code"] == "forbidden"
    assert list(Case.objects.values()) == before
    assert CaseMessage.objects.count() == 1
    assert User.objects.get(pk=bob.pk).approved


def test_fleet_admin_opens_no_case(ada: User, fay: User, trip: Booking) -> None:
    body = {"person": ada.pk, "kind": "complaint", "booking": trip.pk, "text": "By phone"}
    assert send(fay, "post", CASES, 403, body)["code"] == "forbidden"
    assert not Case.objects.exists()
