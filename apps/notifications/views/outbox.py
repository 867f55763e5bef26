"""The page of stored messages, and the same as JSON for browser tests."""

import re
from contextlib import suppress
from typing import Any, Final

from csp.constants import SELF, UNSAFE_INLINE
from django.conf import settings
from django.db.models import Q, QuerySet
from django.http import Http404, HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe
from drf_spectacular.utils import extend_schema
from rest_framework import status
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from apps.accounts.authentication import current_family
from apps.accounts.permissions import staff_may_use
from apps.accounts.staff_roles.areas import Area, Level
from apps.core.demo_mode import HIDDEN, mask_contacts
from apps.core.platform import platform_settings
from apps.core.validation.numbers import parse_whole
from apps.notifications.choices import Channel
from apps.notifications.models import KeptMessage
from apps.notifications.outbox_session import open_outbox, outbox_reader

SHOWN = 100
SECRET: Final = re.compile(r"https?://\S+|\d{4,}")
"""A link or a code: with either, another user's account can be opened."""
SHOWN_DATA: Final = ("screen", "topic", "urgency", "ttl_seconds")
"""The data of push messages that demo mode shows."""


class OutboxSessionView(APIView):
    permission_classes = (staff_may_use(Area.SETTINGS, level=Level.VIEW),)

    @extend_schema(request=None, responses={204: None})
    def post(self, request: Request) -> Response:
        """Open /dev/outbox/ in this browser in demo mode; not_found without such a page."""
        if not settings.OUTBOX_PAGE:
            raise Http404
        response = Response(status=status.HTTP_204_NO_CONTENT)
        open_outbox(response, family=current_family(request))
        return response


@require_safe
@never_cache
def outbox_page(request: HttpRequest) -> HttpResponse:
    """Show the newest messages; the page polls for new ones with `after`."""
    if not _may_read(request):
        return render(request, "notifications/outbox_closed.html", status=403)
    context = {
        "messages": _messages(request),
        "channels": Channel.choices,
        "channel": request.GET.get("channel", ""),
        "q": request.GET.get("q", ""),
        "app_outboxes": _stored_channels(),
    }
    template = "outbox_messages.html" if "after" in request.GET else "outbox.html"
    response = render(request, f"notifications/{template}", context)
    # Emails have inline style attributes, and a frame without a URL inherits the page's policy.
    response._csp_replace = {"style-src": [SELF, UNSAFE_INLINE]}  # type: ignore[attr-defined]  # read by django-csp
    return response


@require_safe
@never_cache
def outbox_messages(request: HttpRequest) -> JsonResponse:
    """Return messages by exact `to` and `channel`, `q` anywhere, `after` an id; 404 if not readable."""
    if not _may_read(request):
        raise Http404
    return JsonResponse({"results": [_as_json(message) for message in _messages(request)]})


def _may_read(request: HttpRequest) -> bool:
    """Return whether the page can be read: by everyone, in demo mode only by admins."""
    if not settings.OUTBOX_PAGE:
        raise Http404
    return not platform_settings().is_demo_mode or outbox_reader(request) is not None


def _messages(request: HttpRequest) -> list[KeptMessage]:
    query = request.GET
    newest = KeptMessage.objects.order_by("-id")
    if query.get("channel"):
        newest = newest.filter(channel=query["channel"])
    with suppress(ValueError):
        newest = newest.filter(pk__gt=parse_whole(query.get("after", "")))
    if platform_settings().is_demo_mode:
        return _search_masked(newest, to=query.get("to", ""), q=query.get("q", ""))
    if query.get("to"):
        # An unencoded plus sign has become a space.
        newest = newest.filter(to__iexact=f"+{query['to'][1:]}" if query["to"][:1] == " " else query["to"])
    if query.get("q"):
        term = query["q"]
        newest = newest.filter(Q(to__icontains=term) | Q(subject__icontains=term) | Q(text__icontains=term))
    return list(newest[:SHOWN])


def _search_masked(newest: QuerySet[KeptMessage], *, to: str, q: str) -> list[KeptMessage]:
    """Return the newest messages as demo mode shows them; the hidden parts are not searched."""
    masked = [_masked(message) for message in newest[:SHOWN]]
    return [
        message
        for message in masked
        if to.lower() in ("", message.to.lower())
        and any(q.lower() in text.lower() for text in (message.to, message.subject, message.text))
    ]


def _masked(message: KeptMessage) -> KeptMessage:
    """Return a copy without contacts, codes and links; the HTML is dropped because its attributes have
    them.
    """
    return KeptMessage(
        pk=message.pk,
        channel=message.channel,
        to=HIDDEN,
        subject=_mask(message.subject),
        text=_mask(message.text),
        data={name: message.data[name] for name in SHOWN_DATA if name in message.data},
        created_at=message.created_at,
    )


def _mask(text: str) -> str:
    return SECRET.sub(HIDDEN, mask_contacts(text))


def _stored_channels() -> list[str]:
    """Return the channels whose messages are stored here; others are really sent."""
    stored = {
        "e-mail": "outbox" in settings.EMAIL_BACKEND,
        "SMS": settings.SMS_SENDER == "outbox",
        "Web Push": settings.WEB_PUSH_SENDER == "outbox",
        "FCM": not settings.FCM_CREDENTIALS,
    }
    return [name for name, is_stored in stored.items() if is_stored]


def _as_json(message: KeptMessage) -> dict[str, Any]:
    return {
        "id": message.pk,
        "channel": message.channel,
        "to": message.to,
        "subject": message.subject,
        "text": message.text,
        "html": message.html,
        "data": message.data,
        "code": message.code,
        "link": message.link,
        "created_at": message.created_at.isoformat(),
    }
