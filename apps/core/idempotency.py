"""A POST with an Idempotency-Key does its work once, however often it is sent."""

import hashlib
import json
from collections.abc import Callable
from decimal import Decimal
from functools import wraps
from typing import Any

from django.db import connection, transaction
from django.utils.translation import gettext_lazy as _
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.utils.encoders import JSONEncoder

from apps.core.errors import BadInput, Conflict, Unprocessable
from apps.core.models import IdempotencyKey

HEADER = "Idempotency-Key"
MAX_LENGTH = 100

View = Callable[..., Response]


def idempotent(view: View) -> View:
    """Wrap a view method: the reply is stored with the work and given again to the same key.

    Another body under the key is 422 idempotency_key_reused, a request still running 409
    idempotency_in_flight. Refusals are not stored: they changed nothing and may be tried again.
    """

    @wraps(view)
    def wrapper(self: Any, request: Request, *args: Any, **kwargs: Any) -> Response:
        key = request.headers.get(HEADER)
        if not key or not request.user.is_authenticated:
            return view(self, request, *args, **kwargs)
        if len(key) > MAX_LENGTH:
            raise BadInput("invalid", _("The Idempotency-Key is too long."))
        digest = _digest(request)
        with transaction.atomic():
            _claim(request.user.pk, key)
            stored = IdempotencyKey.objects.filter(user_id=request.user.pk, key=key).first()
            if stored is not None:
                if stored.request_hash != digest:
                    raise Unprocessable(
                        "idempotency_key_reused", _("This Idempotency-Key was used for another request.")
                    )
                return Response(json.loads(stored.body), status=stored.status)
            response = view(self, request, *args, **kwargs)
            IdempotencyKey.objects.create(
                user_id=request.user.pk,
                key=key,
                request_hash=digest,
                status=response.status_code,
                body=json.dumps(response.data, cls=JSONEncoder),
            )
            return response

    return wrapper


def _digest(request: Request) -> str:
    body = json.dumps(request.data, sort_keys=True, default=_plain)
    return hashlib.sha256(f"{request.method} {request.path}\n{body}".encode()).hexdigest()


def _plain(value: object) -> Any:
    """A fraction as JSON writes it, which is how keys of earlier releases were hashed; else its text."""
    if isinstance(value, Decimal) and Decimal(repr(float(value))) == value:
        return float(value)
    return str(value)


def _claim(user_id: int, key: str) -> None:
    number = int.from_bytes(hashlib.sha256(f"{user_id}:{key}".encode()).digest()[:8], signed=True)
    with connection.cursor() as cursor:
        cursor.execute("SELECT pg_try_advisory_xact_lock(%s)", [number])
        row = cursor.fetchone()
    if row is None or not row[0]:
        raise Conflict("idempotency_in_flight", _("This request is still being processed."))
