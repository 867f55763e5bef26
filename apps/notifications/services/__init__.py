"""Sends notifications to users."""

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass
from types import MappingProxyType
from typing import Any

from django.db import transaction
from django.utils import timezone

from apps.notifications.choices import Occasion, Screen
from apps.notifications.delivery import notices
from apps.notifications.messages.notice import Notice
from apps.notifications.messages.wording import WORDINGS, render
from apps.notifications.models import InboxMessage


@dataclass(frozen=True, slots=True, kw_only=True)
class Request:
    """A notification before its text is known, which depends on the user's language."""

    user_id: int
    occasion: Occasion
    screen: Screen
    params: Mapping[str, Any]
    key: str


_batch: ContextVar[list[Request] | None] = ContextVar("notices", default=None)


@contextmanager
def notices_together() -> Iterator[list[Request]]:
    """Collect the notifications of the block and write them with one statement at its end.

    Yields the list; a caller that writes them itself empties it. A nested block adds to the outer one.
    """
    outer = _batch.get()
    if outer is not None:
        yield outer
        return
    requests: list[Request] = []
    token = _batch.set(requests)
    try:
        yield requests
    finally:
        _batch.reset(token)
    if requests:
        notices.write(rendered(requests))


def notify(*, user_id: int, occasion: str, screen: str, params: Mapping[str, Any], key: str) -> None:
    """Notify a user once, if this transaction commits: in the inbox, on open screens and on devices.

    `key` identifies the event (`booking:81:accepted`) and can be used for several users. `params` are the
    parameters of the text and are sent as `data` (JSON values; amounts as plain decimal strings). Raises
    TypeError if a parameter of the text is missing.
    """
    request = Request(
        user_id=user_id, occasion=Occasion(occasion), screen=Screen(screen), params=params, key=key
    )
    missing = WORDINGS[request.occasion].needs - params.keys()
    if missing:
        raise TypeError(f"{occasion} needs {', '.join(sorted(missing))}")
    if not transaction.get_connection().in_atomic_block:
        raise RuntimeError("a notification requires a transaction")
    batch = _batch.get()
    if batch is not None:
        batch.append(request)
    elif found := rendered([request]):
        notices.write(found)


def rendered(requests: list[Request], known: Mapping[int, str] = MappingProxyType({})) -> list[Notice]:
    """Return the notifications in their users' languages, without those of deleted users.

    `known` are the languages of users that the caller has read.
    """
    unknown = {request.user_id for request in requests} - known.keys()
    languages = {**known, **(notices.languages_of(unknown) if unknown else {})}
    return [
        _rendered(request, languages[request.user_id]) for request in requests if request.user_id in languages
    ]


def _rendered(request: Request, language: str) -> Notice:
    title, msg = render(request.occasion, params=request.params, language=language)
    return Notice(
        user_id=request.user_id,
        key=request.key,
        occasion=request.occasion.value,
        screen=request.screen.value,
        title=title,
        msg=msg,
        data=dict(request.params),
    )


def mark_inbox_read_about(*, user_id: int, occasion: Occasion, booking_id: int) -> None:
    """Mark the user's messages about one occasion of a booking as read, because the user saw it elsewhere."""
    InboxMessage.objects.filter(
        user_id=user_id, read_at__isnull=True, occasion=occasion, data__booking_id=booking_id
    ).update(read_at=timezone.now())
