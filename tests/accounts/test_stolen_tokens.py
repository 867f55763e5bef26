"""Reused refresh tokens log the whole family out, unless the device itself retries."""

from datetime import timedelta

import pytest
import time_machine
from django.utils import timezone

from apps.accounts.login.devices import Device
from apps.accounts.models import User
from apps.accounts.outgoing import EmailTemplate
from apps.accounts.services.sessions import RETRY_SECONDS, Session, start_session
from apps.core.models import OutboxEntry
from tests.accounts.emails import emails
from tests.accounts.renewals import COOKIE, OWNER, THIEF, assert_family_ended, is_accepted, renewed, use


@pytest.fixture
def session(ada: User) -> Session:
    return start_session(user_id=ada.pk, device=Device(OWNER, "10.0.0.1"))


def test_stolen_used_token_ends_the_whole_family(ada: User, session: Session) -> None:
    newest = renewed(renewed(session.refresh))
    access = use(newest).json()["access"]
    assert is_accepted(access)
    stolen = use(session.refresh, THIEF)
    assert (stolen.status_code, stolen.json()["code"]) == (401, "not_logged_in")
    assert COOKIE not in stolen.cookies
    assert not is_accepted(access)
    assert_family_ended(ada, newest, session.refresh)


def test_owner_using_a_token_after_a_thief_ends_the_family(ada: User, session: Session) -> None:
    thiefs = use(session.refresh, THIEF).cookies[COOKIE].value
    assert use(session.refresh, OWNER).status_code == 401
    assert_family_ended(ada, thiefs)


def test_other_devices_of_the_user_stay_logged_in(ada: User, session: Session) -> None:
    other = start_session(user_id=ada.pk, device=Device(THIEF, "10.0.0.2"))
    renewed(session.refresh)
    use(session.refresh, "curl/8")
    assert use(other.refresh, THIEF).status_code == 200


def test_user_gets_an_email_that_names_the_device(ada: User, session: Session) -> None:
    renewed(session.refresh)
    for _ in range(3):
        use(session.refresh, THIEF)
    (mail,) = emails(EmailTemplate.SIGNED_OUT_FOR_SAFETY)
    assert (mail["to"], mail["user_id"]) == (ada.email, ada.pk)
    assert mail["params"] == {"device": "Chrome on Android"}


def test_user_without_an_address_is_logged_out_without_an_email(ada: User, session: Session) -> None:
    User.objects.filter(pk=ada.pk).update(email=None)
    newest = renewed(session.refresh)
    use(session.refresh, THIEF)
    assert_family_ended(ada, newest)
    assert emails() == []


def test_device_that_lost_the_reply_gets_the_same_token_again(ada: User, session: Session) -> None:
    lost = renewed(session.refresh)
    assert renewed(session.refresh) == lost
    assert renewed(lost) != lost
    assert emails() == []


def test_late_retry_after_the_reply_was_used_is_a_theft(ada: User, session: Session) -> None:
    reply = use(session.refresh)
    newest = reply.cookies[COOKIE].value
    assert is_accepted(reply.json()["access"])
    with time_machine.travel(timezone.now() + timedelta(seconds=RETRY_SECONDS + 1)):
        assert use(session.refresh).status_code == 401
    assert_family_ended(ada, newest)
    assert len(emails(EmailTemplate.SIGNED_OUT_FOR_SAFETY)) == 1


def test_retry_of_another_browser_is_a_theft(ada: User, session: Session) -> None:
    newest = renewed(session.refresh)
    assert use(session.refresh, THIEF).status_code == 401
    assert_family_ended(ada, newest)


def test_retry_without_a_user_agent_is_a_theft(ada: User) -> None:
    session = start_session(user_id=ada.pk)
    newest = use(session.refresh, "").cookies[COOKIE].value
    assert use(session.refresh, "").status_code == 401
    assert_family_ended(ada, newest)


def test_retry_after_its_successor_was_used_is_a_theft(ada: User, session: Session) -> None:
    newest = renewed(renewed(session.refresh))
    assert use(session.refresh).status_code == 401
    assert_family_ended(ada, newest)


def test_token_stolen_by_a_retry_is_detected_at_the_next_use(ada: User, session: Session) -> None:
    owners = renewed(session.refresh)
    thiefs = renewed(session.refresh)
    reply = use(thiefs)
    newest = reply.cookies[COOKIE].value
    assert is_accepted(reply.json()["access"])
    with time_machine.travel(timezone.now() + timedelta(seconds=RETRY_SECONDS + 1)):
        assert use(owners).status_code == 401
    assert_family_ended(ada, newest)


def test_updated_browser_is_the_same_device(ada: User, session: Session) -> None:
    updated = OWNER.replace("126", "127")
    lost = use(session.refresh, updated).cookies[COOKIE].value
    assert use(session.refresh, updated).cookies[COOKIE].value == lost


def test_ended_family_is_not_ended_again(ada: User, session: Session) -> None:
    renewed(session.refresh)
    for _ in range(2):
        assert use(session.refresh, THIEF).status_code == 401
    assert OutboxEntry.objects.filter(name="signed_out").count() == 1
