"""Cases: opened and answered, and the right of each reader."""

from datetime import timedelta
from typing import Any

import pytest
import time_machine
from django.utils import timezone

from apps.accounts.choices import UserType
from apps.accounts.models import User
from apps.backoffice.cases import services
from apps.backoffice.cases.states import ANSWER_WITHIN, MOVES, REOPEN_WITHIN, Move
from apps.backoffice.models import Case, CaseMessage, CaseState
from apps.backoffice.people.delete import delete_person
from apps.backoffice.personal_data import PERSONAL_DATA
from apps.backoffice.retention import RETENTIONS
from apps.bookings.choices import Status
from apps.bookings.models import Booking
from apps.core.models import AuditEntry
from apps.core.platform import update_platform_settings
from apps.fares.models import CarType
from apps.notifications.models import InboxMessage
from tests.bookings.api import API
from tests.bookings.builders import make_booking
from tests.personas import client_of, make_user

pytestmark = pytest.mark.django_db

CASES = f"{API}/cases/"
OWN = f"{API}/me/cases/"
UMBRELLA = "I left a green umbrella on the back seat."


@pytest.fixture
def trip(ada: User, ben: User, economy: CarType) -> Booking:
    return make_booking(ada, economy, driver=ben, status=Status.COMPLETE)


def post(by: User, url: str, status: int = 201, key: str = "", **body: Any) -> dict[str, Any]:
    headers = {"Idempotency-Key": key} if key else {}
    reply = client_of(by).post(url, body, format="json", headers=headers)
    assert reply.status_code == status, reply.json()
    answer: dict[str, Any] = reply.json()
    return answer


def read(by: User, url: str, status: int = 200, **query: Any) -> dict[str, Any]:
    reply = client_of(by).get(url, query)
    assert reply.status_code == status, reply.json()
    answer: dict[str, Any] = reply.json()
    return answer


def lose(by: User, booking: Booking, **more: Any) -> dict[str, Any]:
    return post(by, OWN, kind="lost_property", booking=booking.pk, text=UMBRELLA, **more)


def notices(to: User) -> list[tuple[str, str]]:
    return list(InboxMessage.objects.filter(user=to).order_by("pk").values_list("occasion", "msg"))


def test_rider_and_staff_write_to_each_other(ada: User, dora: User, trip: Booking) -> None:
    case = lose(ada, trip)
    assert (case["state"], case["booking"]["reference"]) == ("open", trip.reference)
    row = read(dora, CASES, state="open")["results"][0]
    assert (row["id"], row["person"]["name"], row["owner"]) == (case["id"], ada.full_name, None)

    replied = post(dora, f"{CASES}{case['id']}/messages/", text="Which colour is the handle?")
    assert (replied["state"], replied["due_at"], replied["owner"]["id"]) == ("waiting", None, dora.pk)
    assert notices(ada) == [("case_reply", f"Case {case['id']}: Which colour is the handle?")]
    assert InboxMessage.objects.get().data["number"] == case["id"]

    mine = post(ada, f"{OWN}{case['id']}/messages/", text="Brown.")
    assert mine["state"] == "open"
    assert [(m["by_staff"], m["text"]) for m in mine["messages"]] == [
        (False, UMBRELLA),
        (True, "Which colour is the handle?"),
        (False, "Brown."),
    ]
    # The names of staff are not shown to riders.
    assert "author_name" not in mine["messages"][1]
    assert Case.objects.get().due_at is not None


def test_notes_of_staff_and_messages_to_the_driver_stay_with_staff(
    ada: User, ben: User, dora: User, trip: Booking
) -> None:
    case = lose(ada, trip)
    url = f"{CASES}{case['id']}/messages/"
    post(dora, url, text="Third umbrella this year", audience="staff")
    sent = post(dora, url, text="Is there a green umbrella in your car?", audience="other")
    assert sent["other"] == {"id": ben.pk, "name": ben.full_name, "user_type": "driver"}
    # The person still waits for an answer.
    assert sent["state"] == "open"
    assert notices(ben) == [
        ("case_message", f"Booking {trip.reference}: Is there a green umbrella in your car?")
    ]
    assert notices(ada) == []
    assert [m["text"] for m in read(ada, f"{OWN}{case['id']}/")["messages"]] == [UMBRELLA]
    assert [m["audience"] for m in read(dora, f"{CASES}{case['id']}/")["messages"]] == [
        "person",
        "staff",
        "other",
    ]


def test_driver_reports_about_the_rider(ada: User, ben: User, dora: User, trip: Booking) -> None:
    case = post(ben, OWN, kind="complaint", booking=trip.pk, text="The back seat was left dirty.")
    assert read(dora, f"{CASES}{case['id']}/")["other"]["id"] == ada.pk


def test_staff_open_a_case_by_phone(ada: User, dora: User, trip: Booking) -> None:
    case = post(dora, CASES, person=ada.pk, kind="complaint", booking=trip.pk, text="Called about the route.")
    assert (case["owner"]["id"], case["state"]) == (dora.pk, "open")
    assert case["messages"][0]["by_staff"] is True
    assert [occasion for occasion, _ in notices(ada)] == ["case_reply"]
    entry = AuditEntry.objects.latest("id")
    assert (entry.action, entry.kind, entry.target_id) == ("case_opened", "case", str(case["id"]))


def test_case_that_is_sent_again_is_opened_once(ada: User, trip: Booking) -> None:
    assert lose(ada, trip, key="one")["id"] == lose(ada, trip, key="one")["id"]
    assert Case.objects.count() == 1


@pytest.mark.parametrize(
    ("body", "status", "code"),
    [
        ({"kind": "lost_property", "text": UMBRELLA}, 400, "booking_needed"),
        ({"kind": "weather", "text": "Rain"}, 400, "invalid"),
        ({"kind": "other", "text": "  "}, 400, "invalid"),
        ({"kind": "other", "text": "x" * 2001}, 400, "invalid"),
        ({"kind": "other", "text": "Hello", "booking": 999_999}, 404, "not_found"),
    ],
)
def test_invalid_case_is_refused(body: dict[str, Any], status: int, code: str, ada: User) -> None:
    assert post(ada, OWN, status, **body)["code"] == code
    assert not Case.objects.exists()


def test_case_about_the_trip_of_someone_else_is_refused(ada: User, cleo: User, trip: Booking) -> None:
    reply = post(cleo, OWN, 404, kind="complaint", booking=trip.pk, text="Too loud")
    assert reply["code"] == "not_found"
    assert not Case.objects.exists()


def test_second_open_case_about_the_same_matter_is_refused(ada: User, dora: User, trip: Booking) -> None:
    first = lose(ada, trip)
    refused = post(ada, OWN, 409, kind="lost_property", booking=trip.pk, text="Again")
    assert refused["code"] == "case_exists"
    post(dora, f"{CASES}{first['id']}/close/", 200, outcome="returned", text="Here it is.")
    lose(ada, trip)
    assert Case.objects.count() == 2


def test_person_has_a_limit_that_staff_do_not_have(ada: User, dora: User) -> None:
    for number in range(services.MAX_OPEN):
        post(ada, OWN, kind="other", text=f"Question {number}")
    assert post(ada, OWN, 409, kind="other", text="One more")["code"] == "too_many_cases"
    assert Case.objects.count() == services.MAX_OPEN
    post(dora, CASES, person=ada.pk, kind="other", text="By phone")


def test_messages_of_a_case_are_limited_but_it_can_be_closed(
    ada: User, dora: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    case = post(ada, OWN, kind="other", text="Question")
    monkeypatch.setattr(services, "MAX_MESSAGES", 2)
    url = f"{OWN}{case['id']}/messages/"
    post(ada, url, text="Hello?")
    assert post(ada, url, 409, text="Hello?")["code"] == "too_many_messages"
    assert CaseMessage.objects.count() == 2
    assert Case.objects.get().state == "open"
    closed = post(dora, f"{CASES}{case['id']}/close/", 200, outcome="answered", text="Yes.")
    assert closed["state"] == "closed"


def test_cases_of_others_are_not_found(ada: User, cleo: User) -> None:
    case = post(ada, OWN, kind="other", text="Question")
    read(cleo, f"{OWN}{case['id']}/", 404)
    assert post(cleo, f"{OWN}{case['id']}/messages/", 404, text="Mine?")["code"] == "not_found"
    assert read(cleo, OWN)["results"] == []
    assert CaseMessage.objects.count() == 1


def test_reply_opens_a_closed_case_again_for_thirty_days(ada: User, dora: User) -> None:
    case = post(ada, OWN, kind="other", text="Question")
    post(dora, f"{CASES}{case['id']}/close/", 200, outcome="answered", text="Yes.")
    closed = Case.objects.get()
    assert (closed.state, closed.due_at, closed.outcome) == ("closed", None, "answered")
    assert post(dora, f"{CASES}{case['id']}/messages/", 409, text="And?")["code"] == "case_closed"
    with time_machine.travel(timezone.now() + REOPEN_WITHIN + timedelta(hours=1), tick=False):
        refused = post(ada, f"{OWN}{case['id']}/messages/", 409, text="Still?")
    assert refused["code"] == "case_closed"
    assert Case.objects.get().state == "closed"
    again = post(ada, f"{OWN}{case['id']}/messages/", text="Still?")
    assert (again["state"], again["outcome"]) == ("open", "")


def test_staff_reopen_a_case(ada: User, dora: User) -> None:
    case = post(ada, OWN, kind="other", text="Question")
    url = f"{CASES}{case['id']}/reopen/"
    assert post(dora, url, 409)["code"] == "case_open"
    post(dora, f"{CASES}{case['id']}/close/", 200, outcome="answered", text="Yes.")
    assert post(dora, url, 200)["state"] == "open"
    assert AuditEntry.objects.latest("id").action == "case_reopened"


def test_owner_and_due_time_change(ada: User, dora: User) -> None:
    case = post(ada, OWN, kind="other", text="Question")
    clerk = make_user("Clerk", UserType.ADMIN)
    url = f"{CASES}{case['id']}/"
    client = client_of(dora)
    # Without an offset, the time is the platform's.
    update_platform_settings(time_zone="Asia/Tokyo")
    changed = client.patch(url, {"owner": clerk.pk, "due_at": "2126-12-24T21:00"}, format="json").json()
    assert (changed["owner"]["id"], changed["due_at"]) == (clerk.pk, "2126-12-24T12:00:00Z")
    assert AuditEntry.objects.latest("id").kind == "case"
    refused = client.patch(url, {"owner": ada.pk}, format="json")
    assert (refused.status_code, refused.json()["code"]) == (404, "not_found")
    refused = client.patch(url, {"due_at": "2016-12-24T12:00:00Z"}, format="json")
    assert (refused.status_code, refused.json()["code"]) == (400, "past_time")
    assert refused.json()["fields"].keys() == {"due_at"}
    assert Case.objects.filter(due_at__year=2126).exists()
    post(dora, f"{url}messages/", text="Which trip?")
    refused = client.patch(url, {"due_at": "2126-12-25T12:00:00Z"}, format="json")
    assert (refused.status_code, refused.json()["code"]) == (409, "case_not_open")
    assert Case.objects.get().owner_id == clerk.pk


def test_list_filters(ada: User, cleo: User, dora: User, trip: Booking) -> None:
    lost = lose(ada, trip)["id"]
    question = post(cleo, OWN, kind="other", text="Question")["id"]
    post(dora, f"{CASES}{question}/messages/", text="Which one?")

    def ids(**query: Any) -> list[int]:
        return [row["id"] for row in read(dora, CASES, **query)["results"]]

    assert ids() == [question, lost]
    assert ids(kind="lost_property") == ids(state="open") == ids(owner="none") == [lost]
    assert ids(owner="mine") == ids(person=cleo.pk) == ids(search=cleo.first_name) == [question]
    assert ids(search=trip.reference.lower()) == ids(booking=trip.pk) == ids(search=f"#{lost}") == [lost]
    assert ids(overdue=True) == []
    with time_machine.travel(timezone.now() + ANSWER_WITHIN + timedelta(minutes=1), tick=False):
        assert ids(overdue=True) == [lost]
        assert ids(overdue=False) == [question]


def test_alert_names_cases_without_an_owner_and_overdue_ones(ada: User, dora: User) -> None:
    def alerted() -> list[str]:
        groups = read(dora, f"{API}/dashboard/alerts/")["results"]
        return [one["reference"] for group in groups if group["kind"] == "case" for one in group["results"]]

    case = post(ada, OWN, kind="other", text="Question")
    assert alerted() == [f"#{case['id']}"]
    services.change_case(by=dora, case_id=case["id"], owner_id=dora.pk)
    assert alerted() == []
    with time_machine.travel(timezone.now() + ANSWER_WITHIN + timedelta(minutes=1), tick=False):
        assert alerted() == [f"#{case['id']}"]
        services.reply_as_staff(by=dora, case_id=case["id"], text="Which one?")
        assert alerted() == []


def test_every_move_starts_from_listed_states_only() -> None:
    states = set(CaseState)
    assert {move: states - set(MOVES[move]) for move in Move} == {
        Move.STAFF_REPLY: {CaseState.CLOSED},
        Move.PERSON_REPLY: set(),
        Move.CLOSE: {CaseState.CLOSED},
        Move.REOPEN: {CaseState.OPEN},
    }


def test_person_gets_own_cases_and_they_are_erased(ada: User, dora: User) -> None:
    case = post(ada, OWN, kind="other", text="Question")
    post(dora, f"{CASES}{case['id']}/messages/", text="Between us", audience="staff")
    rows = {data.name: list(data.rows(ada)) for data in PERSONAL_DATA}
    assert [row["id"] for row in rows["cases"]] == [case["id"]]
    assert [row["text"] for row in rows["case_messages"]] == ["Question"]
    post(dora, f"{CASES}{case['id']}/close/", 200, outcome="answered", text="Yes.")
    delete_person(by=dora, person_id=ada.pk)
    assert not Case.objects.exists()


def test_closed_cases_are_deleted_after_their_period(ada: User, dora: User) -> None:
    open_case = post(ada, OWN, kind="other", text="Question")["id"]
    old = post(ada, OWN, kind="payment", text="Question")["id"]
    post(dora, f"{CASES}{old}/close/", 200, outcome="answered", text="Yes.")
    assert RETENTIONS[0].delete(timezone.now() - timedelta(days=1)) == 0
    RETENTIONS[0].delete(timezone.now() + timedelta(days=1))
    assert list(Case.objects.values_list("pk", flat=True)) == [open_case]
