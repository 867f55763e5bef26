"""The phone system reports calls, and admins see who is calling."""

from datetime import timedelta
from typing import Any

import pytest
import time_machine
from django.utils import timezone

from apps.accounts.models import User
from apps.calls.models import Call
from apps.calls.retention import RETENTIONS
from apps.core.platform import update_platform_settings
from tests.personas import client_of
from tests.published import published_events

KEY = "k" * 32

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def key(settings: Any) -> None:
    settings.CALLS_KEY = KEY
    update_platform_settings(country="United Kingdom")


def report(key: str = KEY, **body: Any) -> Any:
    body = {"id": "a-1", "state": "ringing", "phone": "07700 900101", "line": "Main"} | body
    return client_of(None).post("/api/v1/calls/", body, format="json", headers={"X-Api-Key": key})


def live(admin: User) -> list[dict[str, Any]]:
    reply = client_of(admin).get("/api/v1/calls/live/")
    assert reply.status_code == 200
    results: list[dict[str, Any]] = reply.json()["results"]
    return results


def test_known_caller_is_shown_by_name(ada: User, dora: User) -> None:
    ada.mobile = "+447700900101"
    ada.save()
    assert report().status_code == 200
    (call,) = live(dora)
    assert (call["caller"]["id"], call["caller"]["name"]) == (ada.pk, "Ada Example")
    assert (call["phone"], call["line"], call["state"]) == ("+447700900101", "Main", "ringing")


@pytest.mark.parametrize(
    ("sent", "shown"),
    [
        ("0033 1 70 18 99 00", "+33170189900"),
        ("Anonymous", ""),
        ("", ""),
        ("110", "110"),
    ],
)
def test_foreign_withheld_and_short_numbers(dora: User, sent: str, shown: str) -> None:
    assert report(phone=sent).status_code == 200
    (call,) = live(dora)
    assert (call["phone"], call["caller"]) == (shown, None)


def test_call_ends_and_never_returns_to_an_earlier_state(dora: User) -> None:
    for state in ("ringing", "answered", "answered", "ringing"):
        assert report(state=state).status_code == 200
    assert live(dora)[0]["state"] == "answered"
    assert report(state="ended").json() == {"id": "a-1", "state": "ended"}
    assert live(dora) == []
    assert report(state="answered").json()["state"] == "ended"
    call = Call.objects.get()
    assert call.answered_at is not None
    assert call.ended_at is not None


def test_call_whose_ringing_was_not_reported_is_recorded(dora: User) -> None:
    report(state="answered")
    assert live(dora)[0]["state"] == "answered"


def test_each_new_state_is_published_once() -> None:
    for state in ("ringing", "ringing", "answered", "ended", "ended"):
        report(state=state)
    events = published_events("call.changed", topic="bookings")
    assert [event.data["state"] for event in events] == ["ringing", "answered", "ended"]


@pytest.mark.parametrize("given", ["", "x" * 32, KEY[:-1]])
def test_wrong_key_is_refused(given: str) -> None:
    reply = report(key=given)
    assert (reply.status_code, reply.json()["code"]) == (403, "forbidden")
    assert not Call.objects.exists()


def test_without_a_configured_key_every_report_is_refused(settings: Any) -> None:
    settings.CALLS_KEY = ""
    assert report(key="").status_code == 403
    assert not Call.objects.exists()


@pytest.mark.parametrize("body", [{"state": "busy"}, {"id": ""}, {"phone": "1" * 41}])
def test_invalid_report_changes_nothing(body: dict[str, str]) -> None:
    reply = report(**body)
    assert (reply.status_code, reply.json()["code"]) == (400, "invalid")
    assert not Call.objects.exists()


def test_call_without_a_reported_end_disappears_after_an_hour(dora: User) -> None:
    report()
    with time_machine.travel(timezone.now() + timedelta(minutes=61)):
        assert live(dora) == []


def test_demo_mode_hides_the_number(dora: User) -> None:
    report()
    update_platform_settings(allow_critical_edits_admin=False)
    assert "7700" not in live(dora)[0]["phone"]


def test_calls_are_deleted_after_thirty_days() -> None:
    report()
    (retention,) = RETENTIONS
    assert retention.delete(timezone.now() - timedelta(days=30)) == 0
    with time_machine.travel(timezone.now() + timedelta(days=31)):
        assert retention.delete(timezone.now() - timedelta(days=30)) == 1
    assert not Call.objects.exists()
