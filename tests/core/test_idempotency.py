"""A POST with an Idempotency-Key takes effect once."""

import threading
from collections.abc import Iterator
from datetime import timedelta
from typing import Any, cast

import pytest
from django.db import connection
from django.utils import timezone
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.test import APIRequestFactory, force_authenticate
from rest_framework.views import APIView

from apps.accounts.models import SavedAddress, User
from apps.core.errors import Conflict
from apps.core.http.idempotency import MAX_LENGTH, LoginWithTheWork, idempotent
from apps.core.models import IdempotencyKey
from apps.core.privacy.retention import delete_expired


class SavePlace(APIView):
    """A POST with a countable effect; it can refuse, fail or wait."""

    permission_classes = ()
    refusing = failing = False
    gate: threading.Event | None = None
    inside: threading.Event | None = None

    @idempotent
    def post(self, request: Request) -> Response:
        if self.inside:
            self.inside.set()
        if self.gate:
            self.gate.wait(10)
        user = request.user if isinstance(request.user, User) else User.objects.get()
        at = cast(dict[str, str], request.data)["at"]
        address = SavedAddress.objects.create(user=user, lat=0, lng=0, description=at)
        if self.refusing:
            raise Conflict("wrong_status", "Not now.")
        if self.failing:
            raise ZeroDivisionError
        return Response({"id": address.pk, "at": address.description}, status=201)


class LogInAndSavePlace(LoginWithTheWork, SavePlace):
    """The same, with the login inside the transaction."""


_views: list[type[SavePlace]] = []


@pytest.fixture(autouse=True, params=[SavePlace, LogInAndSavePlace])
def view(request: pytest.FixtureRequest) -> Iterator[None]:
    """Runs each test with both kinds of view."""
    _views.append(request.param)
    yield
    _views.pop()


def post(user: User | None, *, key: str | None = "k1", at: str = "home", **behaviour: Any) -> Response:
    request = APIRequestFactory().post(
        "/places/", {"at": at}, headers={"Idempotency-Key": key} if key else {}
    )
    if user is not None:
        force_authenticate(request, user=user)
    response = _views[-1].as_view(**behaviour)(request)
    assert isinstance(response, Response)
    response.render()
    return response


def code_of(response: Response) -> str:
    assert isinstance(response.data, dict)
    return str(response.data["code"])


def saved() -> int:
    return SavedAddress.objects.count()


def test_same_key_and_body_get_the_same_reply_and_one_effect(ada: User) -> None:
    first, again = post(ada), post(ada)
    assert first.status_code == again.status_code == 201
    assert first.rendered_content == again.rendered_content
    assert saved() == 1


def test_every_request_without_a_key_takes_effect(ada: User) -> None:
    post(ada, key=None)
    post(ada, key=None)
    assert saved() == 2
    assert not IdempotencyKey.objects.exists()


def test_another_key_is_another_request(ada: User) -> None:
    post(ada)
    post(ada, key="k2")
    assert saved() == 2


def test_other_body_with_a_used_key_is_422_and_does_nothing(ada: User) -> None:
    post(ada)
    response = post(ada, at="work")
    assert (response.status_code, code_of(response)) == (422, "idempotency_key_reused")
    assert saved() == 1


def test_keys_are_separate_per_user(ada: User, cleo: User) -> None:
    assert post(ada).data != post(cleo).data
    assert saved() == 2


def test_visitor_with_a_key_is_served_without_it(ada: User) -> None:
    assert post(None).status_code == 201
    assert not IdempotencyKey.objects.exists()


def test_too_long_key_is_invalid_and_does_nothing(ada: User) -> None:
    response = post(ada, key="x" * (MAX_LENGTH + 1))
    assert (response.status_code, code_of(response)) == (400, "invalid")
    assert saved() == 0


def test_refusal_is_not_stored_and_the_key_can_be_retried(ada: User) -> None:
    response = post(ada, refusing=True)
    assert (response.status_code, code_of(response)) == (409, "wrong_status")
    assert saved() == 0
    assert not IdempotencyKey.objects.exists()
    assert post(ada).status_code == 201
    assert saved() == 1


def test_crash_rolls_back_the_work_and_the_key(ada: User) -> None:
    with pytest.raises(ZeroDivisionError):
        post(ada, failing=True)
    assert saved() == 0
    assert not IdempotencyKey.objects.exists()


@pytest.mark.django_db(transaction=True)
def test_request_with_the_key_of_a_running_one_is_409_and_does_nothing(ada: User) -> None:
    gate, inside, replies = threading.Event(), threading.Event(), []

    def run() -> None:
        try:
            replies.append(post(ada, gate=gate, inside=inside))
        finally:
            connection.close()

    first = threading.Thread(target=run)
    first.start()
    assert inside.wait(10)
    response = post(ada)
    assert (response.status_code, code_of(response)) == (409, "idempotency_in_flight")
    assert saved() == 0
    gate.set()
    first.join()
    assert replies[0].status_code == 201
    assert post(ada).data == replies[0].data
    assert saved() == 1


@pytest.mark.django_db(transaction=True)
def test_ten_concurrent_requests_take_effect_once_and_the_others_agree_or_get_409(ada: User) -> None:
    gate, replies = threading.Barrier(10), []

    def run() -> None:
        gate.wait()
        try:
            replies.append(post(ada))
        finally:
            connection.close()

    threads = [threading.Thread(target=run) for _ in range(10)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert saved() == 1
    bodies = {str(reply.data) for reply in replies if reply.status_code == 201}
    assert len(bodies) == 1
    assert {reply.status_code for reply in replies} <= {201, 409}


def test_reply_is_stored_for_a_day(ada: User) -> None:
    post(ada)
    for hours, kept in ((23, True), (25, False)):
        IdempotencyKey.objects.update(created_at=timezone.now() - timedelta(hours=hours))
        delete_expired(short=True)
        assert IdempotencyKey.objects.exists() == kept
    post(ada)
    assert saved() == 2
