"""Runs a POST with an Idempotency-Key once, however often it is sent."""

import hashlib
import json
from collections.abc import Callable
from decimal import Decimal
from functools import partial, wraps
from typing import Any, Final, NamedTuple

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext_lazy as _
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.utils.encoders import JSONEncoder
from rest_framework.views import APIView

from apps.core.errors import BadInput, Conflict, Unprocessable
from apps.core.models import IdempotencyKey
from apps.core.postgres import prepared_cursor
from apps.core.transactions import atomic, undone_as_a_whole

HEADER = "Idempotency-Key"
MAX_LENGTH = 100
LOG_IN: Final = "log_in_with_the_work"
"""A view's attribute: its login, permissions and throttles, which the transaction still has to run."""

TABLE = IdempotencyKey._meta.db_table
CLAIM = f"""
SELECT pg_try_advisory_xact_lock(%s::bigint), stored.request_hash, stored.status, stored.body
FROM (SELECT) claim LEFT JOIN {TABLE} stored ON stored.user_id = %s AND stored.key = %s
"""  # noqa: S608
STORE = f"""
INSERT INTO {TABLE} (user_id, key, request_hash, status, body, created_at)
VALUES (%s, %s, %s, %s, %s, %s) ON CONFLICT DO NOTHING
"""  # noqa: S608

View = Callable[..., Response]


class _Stored(NamedTuple):
    """The first request of a key, and its reply."""

    request_hash: str
    status: int
    body: str


def idempotent(view: View) -> View:
    """Wrap a view method to store the reply with the work and return it for the same key.

    Another body with the same key is 422 idempotency_key_reused; a request still running is 409
    idempotency_in_flight. Refusals are not stored, because they changed nothing.
    """

    def work(self: Any, request: Request, *args: Any, **kwargs: Any) -> Response:
        if not request.user.is_authenticated:
            return view(self, request, *args, **kwargs)
        return once(request, user_id=request.user.pk, work=lambda: view(self, request, *args, **kwargs))

    @wraps(view)
    def wrapper(self: Any, request: Request, *args: Any, **kwargs: Any) -> Response:
        log_in = self.__dict__.pop(LOG_IN, None)
        if log_in is None:
            return work(self, request, *args, **kwargs)
        with transaction.atomic(), undone_as_a_whole():
            log_in()
            return work(self, request, *args, **kwargs)

    wrapper.is_idempotent = True  # type: ignore[attr-defined]  # for LoginWithTheWork
    return wrapper


class LoginWithTheWork(APIView):
    """A view whose idempotent methods log the user in within the transaction of a key, which saves a commit.

    Permissions and throttles are checked there too. What a refused request would have confirmed about the
    session, the next one confirms.
    """

    def initial(self, request: Request, *args: Any, **kwargs: Any) -> None:
        method = getattr(self, str(request.method).lower(), None)
        log_in = partial(super().initial, request, *args, **kwargs)
        if request.headers.get(HEADER) and getattr(method, "is_idempotent", False):
            self.__dict__[LOG_IN] = log_in
        else:
            log_in()


def once(request: Request, *, user_id: int, work: Callable[[], Response]) -> Response:
    """Do the work of a request once for its key, for a user who need not be logged in."""
    key = request.headers.get(HEADER)
    if not key:
        return work()
    if len(key) > MAX_LENGTH:
        raise BadInput("invalid", _("The Idempotency-Key is too long."))
    digest = _digest(request)
    with atomic(), undone_as_a_whole():
        stored = _claim(user_id, key)
        if stored is not None:
            if stored.request_hash != digest:
                raise Unprocessable(
                    "idempotency_key_reused", _("This Idempotency-Key was used for another request.")
                )
            return Response(json.loads(stored.body), status=stored.status)
        response = work()
        _store(user_id, key, digest, response)
        return response


def _digest(request: Request) -> str:
    body = json.dumps(request.data, sort_keys=True, default=_plain)
    return hashlib.sha256(f"{request.method} {request.path}\n{body}".encode()).hexdigest()


def _plain(value: object) -> Any:
    """Return a fraction as a float, as earlier releases hashed it, if exact; otherwise as text."""
    if isinstance(value, Decimal) and Decimal(repr(float(value))) == value:
        return float(value)
    return str(value)


def _claim(user_id: int, key: str) -> _Stored | None:
    """Claim the key for this transaction and return the stored reply, if there is one."""
    number = int.from_bytes(hashlib.sha256(f"{user_id}:{key}".encode()).digest()[:8], signed=True)
    with prepared_cursor() as cursor:
        cursor.execute(CLAIM, [number, user_id, key])
        row = cursor.fetchone()
    assert row is not None
    is_claimed, request_hash, status, body = row
    if not is_claimed:
        raise _in_flight()
    return None if request_hash is None else _Stored(request_hash, status, body)


def _store(user_id: int, key: str, digest: str, response: Response) -> None:
    body = json.dumps(response.data, cls=JSONEncoder)
    with prepared_cursor() as cursor:
        cursor.execute(STORE, [user_id, key, digest, response.status_code, body, timezone.now()])
        if not cursor.rowcount:
            # The first request ended between this one's snapshot and its lock; its work is rolled back.
            raise _in_flight()


def _in_flight() -> Conflict:
    return Conflict("idempotency_in_flight", _("This request is still being processed."))
