"""A device that lost the reply to its renewal stays logged in until the lost tokens are used."""

import threading
from collections.abc import Callable
from datetime import timedelta
from typing import Any

import pytest
import time_machine
from django.db import connection, transaction
from django.test.utils import CaptureQueriesContext
from django.utils import timezone
from rest_framework.test import APIClient
from rest_framework_simplejwt.settings import api_settings

from apps.accounts.authentication import REFRESH_CLAIM
from apps.accounts.login.devices import Device
from apps.accounts.login.tokens import AccessToken, RefreshToken
from apps.accounts.models import DeviceSession, User
from apps.accounts.outgoing import EmailTemplate
from apps.accounts.services.session_confirmation import confirm_renewal
from apps.accounts.services.sessions import RETRY_SECONDS, Session, start_session
from tests.accounts.emails import emails
from tests.accounts.renewals import COOKIE, OWNER, THIEF, assert_family_ended, is_accepted, renewed, use

LATE = timedelta(seconds=RETRY_SECONDS + 1)
TICKET = "/api/v1/realtime/ticket/"


@pytest.fixture
def session(ada: User) -> Session:
    return start_session(user_id=ada.pk, device=Device(OWNER, "10.0.0.1"))


def with_access(access: str) -> APIClient:
    client = APIClient()
    client.credentials(HTTP_AUTHORIZATION=f"Bearer {access}")
    return client


def jti(refresh: str) -> str:
    return str(RefreshToken(refresh)[api_settings.JTI_CLAIM])  # type: ignore[arg-type]  # a token in text form


def without_claim(access: str) -> str:
    """Return the token as the previous release issued it."""
    token = AccessToken(access)  # type: ignore[arg-type]  # a token in text form
    del token[REFRESH_CLAIM]
    return str(token)


@pytest.mark.parametrize("later", [LATE, timedelta(hours=1), timedelta(days=7)])
def test_visit_long_after_a_lost_reply_continues_the_session(
    ada: User, session: Session, later: timedelta
) -> None:
    lost = renewed(session.refresh)
    with time_machine.travel(timezone.now() + later):
        reply = use(session.refresh)
        assert reply.status_code == 200
        assert jti(reply.cookies[COOKIE].value) == jti(lost)
        assert is_accepted(reply.json()["access"])
        assert renewed(reply.cookies[COOKIE].value) != lost
    assert DeviceSession.objects.get(user=ada).ended_at is None
    assert emails() == []


def test_reply_lost_several_times_is_repeated_each_time(ada: User, session: Session) -> None:
    lost = renewed(session.refresh)
    for hours in (1, 2, 3):
        with time_machine.travel(timezone.now() + timedelta(hours=hours)):
            assert jti(renewed(session.refresh)) == jti(lost)
    assert emails() == []


def test_late_visit_gets_a_token_of_full_lifetime(session: Session) -> None:
    renewed(session.refresh)
    with time_machine.travel(timezone.now() + timedelta(days=29)):
        repeated = renewed(session.refresh)
    with time_machine.travel(timezone.now() + timedelta(days=58)):
        assert use(repeated).status_code == 200


def test_tabs_that_renew_at_once_on_a_late_visit_stay_logged_in(session: Session) -> None:
    renewed(session.refresh)
    with time_machine.travel(timezone.now() + timedelta(hours=1)):
        first = use(session.refresh)
        assert is_accepted(first.json()["access"])
        assert renewed(session.refresh) == first.cookies[COOKIE].value
    assert emails() == []


def test_access_token_of_before_the_renewal_does_not_confirm_it(session: Session) -> None:
    renewed(session.refresh)
    assert is_accepted(session.access)
    with time_machine.travel(timezone.now() + LATE):
        assert use(session.refresh).status_code == 200


def test_access_token_of_the_renewal_before_does_not_confirm_the_next(session: Session) -> None:
    reply = use(session.refresh)
    current = reply.cookies[COOKIE].value
    renewed(current)
    assert is_accepted(reply.json()["access"])
    with time_machine.travel(timezone.now() + LATE):
        assert use(current).status_code == 200


@pytest.mark.parametrize(
    "use_access",
    [
        lambda client: client.get("/api/v1/me/"),
        lambda client: client.post(TICKET),
        lambda client: client.get("/api/v1/me/sessions/"),
    ],
    ids=["request", "socket ticket", "device list"],
)
def test_any_use_of_the_new_access_token_confirms(
    ada: User, session: Session, use_access: Callable[[APIClient], Any]
) -> None:
    reply = use(session.refresh)
    assert use_access(with_access(reply.json()["access"])).status_code == 200
    with time_machine.travel(timezone.now() + LATE):
        assert use(session.refresh).status_code == 401
    assert_family_ended(ada, reply.cookies[COOKIE].value)
    assert len(emails(EmailTemplate.SIGNED_OUT_FOR_SAFETY)) == 1


def test_use_of_the_new_refresh_token_confirms(ada: User, session: Session) -> None:
    newest = renewed(renewed(session.refresh))
    with time_machine.travel(timezone.now() + LATE):
        assert use(session.refresh).status_code == 401
    assert_family_ended(ada, newest)


def test_owner_is_detected_after_a_thief_used_the_old_token_first(ada: User, session: Session) -> None:
    thiefs = use(session.refresh)
    assert is_accepted(thiefs.json()["access"])
    with time_machine.travel(timezone.now() + LATE):
        assert use(session.refresh).status_code == 401
        assert not is_accepted(thiefs.json()["access"])
    assert_family_ended(ada, thiefs.cookies[COOKIE].value)


def test_late_visit_after_a_browser_update_continues_the_session(session: Session) -> None:
    lost = renewed(session.refresh)
    with time_machine.travel(timezone.now() + timedelta(days=1)):
        reply = use(session.refresh, OWNER.replace("Chrome/126", "Chrome/127"))
        assert reply.status_code == 200
        assert jti(reply.cookies[COOKIE].value) == jti(lost)


def test_late_visit_of_another_browser_is_a_theft(ada: User, session: Session) -> None:
    lost = renewed(session.refresh)
    with time_machine.travel(timezone.now() + LATE):
        assert use(session.refresh, THIEF).status_code == 401
    assert_family_ended(ada, lost)


def test_late_visit_without_a_user_agent_is_a_theft(ada: User) -> None:
    session = start_session(user_id=ada.pk)
    lost = use(session.refresh, "").cookies[COOKIE].value
    with time_machine.travel(timezone.now() + LATE):
        assert use(session.refresh, "").status_code == 401
    assert_family_ended(ada, lost)


def test_session_renewed_by_the_previous_release_has_only_ten_seconds(ada: User, session: Session) -> None:
    lost = renewed(session.refresh)
    DeviceSession.objects.update(unconfirmed_token_id="")
    assert jti(renewed(session.refresh)) == jti(lost)
    with time_machine.travel(timezone.now() + LATE):
        assert use(session.refresh).status_code == 401
    assert_family_ended(ada, lost)


def test_token_without_the_claim_is_accepted_and_confirms_nothing(session: Session) -> None:
    reply = use(session.refresh)
    assert is_accepted(without_claim(reply.json()["access"]))
    assert DeviceSession.objects.get().unconfirmed_token_id == jti(reply.cookies[COOKIE].value)


def test_row_inserted_by_the_previous_release_is_confirmed(ada: User) -> None:
    with connection.cursor() as cursor:
        cursor.execute(
            "INSERT INTO accounts_devicesession (family, user_id, user_agent, created_at, last_seen_at,"
            " token_id, replaced_token_id, ending) VALUES ('old', %s, '', now(), now(), 'a', '', '')",
            [ada.pk],
        )
    assert DeviceSession.objects.get(family="old").unconfirmed_token_id == ""


def test_first_request_after_a_renewal_writes_once_and_the_others_nothing(session: Session) -> None:
    client = with_access(use(session.refresh).json()["access"])
    counts = []
    for _ in range(3):
        with CaptureQueriesContext(connection) as queries:
            assert client.post(TICKET).status_code == 200
        counts.append(len(queries))
    assert counts == [2, 1, 1]


def test_first_request_after_a_login_writes_nothing(session: Session) -> None:
    with CaptureQueriesContext(connection) as queries:
        assert with_access(session.access).post(TICKET).status_code == 200
    assert len(queries) == 1


def in_threads(*works: Callable[[], None]) -> list[threading.Thread]:
    def run(work: Callable[[], None]) -> None:
        try:
            work()
        finally:
            connection.close()

    threads = [threading.Thread(target=run, args=(work,)) for work in works]
    for thread in threads:
        thread.start()
    return threads


@pytest.mark.django_db(transaction=True)
def test_concurrent_first_requests_all_succeed(ada: User, session: Session) -> None:
    access = use(session.refresh).json()["access"]
    gate, accepted = threading.Barrier(4), []

    def request() -> None:
        gate.wait()
        accepted.append(is_accepted(access))

    for thread in in_threads(*[request] * 4):
        thread.join()
    assert accepted == [True] * 4
    assert DeviceSession.objects.get().unconfirmed_token_id == ""


@pytest.mark.django_db(transaction=True)
def test_late_retry_waits_for_a_confirmation_under_way(ada: User, session: Session) -> None:
    lost = renewed(session.refresh)
    DeviceSession.objects.update(last_seen_at=timezone.now() - LATE)
    statuses: list[int] = []
    with transaction.atomic():
        confirm_renewal(family=session.family, token_id=jti(lost))
        (retry,) = in_threads(lambda: statuses.append(use(session.refresh).status_code))
        retry.join(1)
        assert statuses == []
    retry.join()
    assert statuses == [401]
    assert_family_ended(ada, lost)


@pytest.mark.django_db(transaction=True)
def test_confirmation_of_a_renewal_that_was_replaced_meanwhile_changes_nothing(
    ada: User, session: Session
) -> None:
    first = renewed(session.refresh)
    second = renewed(first)
    confirm_renewal(family=session.family, token_id=jti(first))
    assert DeviceSession.objects.get().unconfirmed_token_id == jti(second)
