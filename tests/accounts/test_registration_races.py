"""Concurrent sign-ups: one gets the email address, the mobile and the referral id."""

import threading
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import pytest
from allauth.account.models import EmailAddress
from django.db import connection
from rest_framework.test import APIClient

from apps.accounts.models import DeviceSession, User
from apps.core.models import OutboxEntry
from apps.core.platform import update_platform_settings
from tests.accounts.signing_up import sign_up
from tests.personas import make_user

pytestmark = pytest.mark.django_db(transaction=True)

THREADS = 8


def of_address(number: int) -> APIClient:
    """Return a client with its own IP address; one address would get a captcha."""
    return APIClient(REMOTE_ADDR=f"10.0.0.{number}")


def at_once(work: Callable[[int], Any]) -> list[Any]:
    gate = threading.Barrier(THREADS)

    def one(number: int) -> Any:
        gate.wait(10)
        try:
            return work(number)
        finally:
            connection.close()

    with ThreadPoolExecutor(THREADS) as pool:
        return list(pool.map(one, range(THREADS)))


@pytest.mark.parametrize(
    "who",
    [
        lambda number: {"phone": f"77009003{number:02d}"},
        lambda number: {"email": f"eve{number}@example.org"},
        lambda number: {},
    ],
    ids=["one email", "one mobile", "both"],
)
def test_one_of_many_concurrent_sign_ups_succeeds(
    who: Callable[[int], dict[str, Any]],
) -> None:
    ada = make_user("Ada", referral_id="ada1234")
    update_platform_settings(email_verify=True)
    OutboxEntry.objects.all().delete()
    replies = at_once(lambda number: sign_up(of_address(number), referral_id="ada1234", **who(number)))
    assert sorted(reply.status_code for reply in replies) == [201] + [409] * (THREADS - 1)
    assert {reply.json()["code"] for reply in replies if reply.status_code == 409} == {"user_exists"}
    new = User.objects.exclude(pk=ada.pk).get()
    assert EmailAddress.objects.get().user == new
    assert not DeviceSession.objects.exists()
    jobs = OutboxEntry.objects.filter(kind=OutboxEntry.Kind.JOB)
    assert sorted(jobs.values_list("name", flat=True)) == ["notifications.send_mail"]
    assert {job.payload["user_id"] for job in jobs} == {new.pk}


def test_users_of_one_name_get_the_last_free_referral_ids() -> None:
    free = {"eve1000", "eve4711", "eve9999"}
    User.objects.bulk_create(
        User(email=f"e{number}@example.org", password="!", referral_id=f"eve{number}")
        for number in range(1000, 10000)
        if f"eve{number}" not in free
    )
    replies = at_once(
        lambda number: sign_up(
            of_address(number),
            email=f"eve{number}@example.org",
            phone=f"77009003{number:02d}",
            first_name="EVE",
        )
    )
    assert [reply.status_code for reply in replies] == [201] * THREADS
    given = {reply.json()["session"]["user"]["referral_id"] for reply in replies}
    assert len(given) == THREADS
    assert {name for name in given if len(name) == len("eve1000")} == free
    assert all(10000 <= int(name.removeprefix("eve")) <= 99999 for name in given - free)
