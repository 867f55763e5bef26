"""The page of messages that stayed on this machine, and the same as JSON for browser tests."""

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
from apps.accounts.permissions import IsAdmin
from apps.core.demo_mode import HIDDEN, mask_contacts
from apps.core.platform import platform_settings
from apps.core.validation.numbers import parse_whole
from apps.notifications.choices import Channel
from apps.notifications.models import KeptMessage
from apps.notifications.outbox_session import open_outbox, outbox_reader

SHOWN = 100
SECRET: Final = re.compile(r"https?://\S+|\d{4,}")
"""A link or a code: with either, someone else's account can be opened."""
SHOWN_DATA: Final = ("screen", "topic", "urgency", "ttl_seconds")
"""What demo mode shows of a push message's data."""


class OutboxSessionView(APIView):
    permission_classes = (IsAdmin,)

    @extend_schema(request=None, responses={204: None})
    def post(self, request: Request) -> Response:
        """Open /dev/outbox/ in this browser while demo mode is on; not_found where there is no such page."""
        if not settings.OUTBOX_PAGE:
            raise Http404
        response = Response(status=status.HTTP_204_NO_CONTENT)
        open_outbox(response, family=current_family(request))
        return response


@require_safe
@never_cache
def outbox_page(request: HttpRequest) -> HttpResponse:
    """Newest first; it asks by itself for what came since, and with `after` it is just that."""
    if not _may_read(request):
        return render(request, "notifications/outbox_closed.html", status=403)
    context = {
        "messages": _messages(request),
        "channels": Channel.choices,
        "channel": request.GET.get("channel", ""),
        "q": request.GET.get("q", ""),
        "app_outboxes": _kept_here(),
    }
    template = "outbox_messages.html" if "after" in request.GET else "outbox.html"
    response = render(request, f"notifications/{template}", context)
    # Emails are shown as they were sent, with the style attributes that mail programs want; a frame without
    # an address of its own has the policy of the page around it.
    response._csp_replace = {"style-src": [SELF, UNSAFE_INLINE]}  # type: ignore[attr-defined]  # read by django-csp
    return response


@require_safe
@never_cache
def outbox_messages(request: HttpRequest) -> JsonResponse:
    """`to` and `channel` exactly, `q` anywhere, `after` an id; in demo mode 404 for all but its admin."""
    if not _may_read(request):
        raise Http404
    return JsonResponse({"results": [_as_json(message) for message in _messages(request)]})


def _may_read(request: HttpRequest) -> bool:
    """Everyone who can open the page; in demo mode, whose visitors are anybody, its admins alone."""
    if not settings.OUTBOX_PAGE:
        raise Http404
    return not platform_settings().is_demo_mode or outbox_reader(request) is not None


def _messages(request: HttpRequest) -> list[KeptMessage]:
    asked = request.GET
    newest = KeptMessage.objects.order_by("-id")
    if asked.get("channel"):
        newest = newest.filter(channel=asked["channel"])
    with suppress(ValueError):
        newest = newest.filter(pk__gt=parse_whole(asked.get("after", "")))
    if platform_settings().is_demo_mode:
        return _search_masked(newest, to=asked.get("to", ""), q=asked.get("q", ""))
    if asked.get("to"):
        # A plus sign that no one encoded has become a space.
        newest = newest.filter(to__iexact=f"+{asked['to'][1:]}" if asked["to"][:1] == " " else asked["to"])
    if asked.get("q"):
        term = asked["q"]
        newest = newest.filter(Q(to__icontains=term) | Q(subject__icontains=term) | Q(text__icontains=term))
    return list(newest[:SHOWN])


def _search_masked(newest: QuerySet[KeptMessage], *, to: str, q: str) -> list[KeptMessage]:
    """The newest as demo mode shows them: what is hidden finds nothing either."""
    masked = [_masked(message) for message in newest[:SHOWN]]
    return [
        message
        for message in masked
        if to.lower() in ("", message.to.lower())
        and any(q.lower() in text.lower() for text in (message.to, message.subject, message.text))
    ]


def _masked(message: KeptMessage) -> KeptMessage:
    """A copy without contacts, codes and links; the email's HTML has all of them in its attributes."""
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


def _kept_here() -> list[str]:
    """What stays on this machine; the rest really leaves it."""
    kept = {
        "e-mail": "outbox" in settings.EMAIL_BACKEND,
        "SMS": settings.SMS_SENDER == "outbox",
        "Web Push": settings.WEB_PUSH_SENDER == "outbox",
        "FCM": not settings.FCM_CREDENTIALS,
    }
    return [name for name, is_kept in kept.items() if is_kept]


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
