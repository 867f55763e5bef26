"""The page of messages that stayed on this machine, and the same as JSON for browser tests."""

from typing import Any

from django.conf import settings
from django.db.models import Q, QuerySet
from django.http import Http404, HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from apps.notifications.choices import Channel
from apps.notifications.models import KeptMessage

SHOWN = 100


@require_safe
@never_cache
def outbox_page(request: HttpRequest) -> HttpResponse:
    """Newest first; it asks by itself for what came since, and with `after` it is just that."""
    context = {
        "messages": list(_asked_for(request)),
        "channels": Channel.choices,
        "channel": request.GET.get("channel", ""),
        "q": request.GET.get("q", ""),
        "app_outboxes": _kept_here(),
    }
    template = "outbox_messages.html" if "after" in request.GET else "outbox.html"
    return render(request, f"notifications/{template}", context)


@require_safe
@never_cache
def outbox_messages(request: HttpRequest) -> JsonResponse:
    """`to` and `channel` exactly, `q` anywhere, `after` an id."""
    return JsonResponse({"results": [_as_json(message) for message in _asked_for(request)]})


def _asked_for(request: HttpRequest) -> QuerySet[KeptMessage]:
    if not settings.OUTBOX_PAGE:
        raise Http404
    asked = request.GET
    found = KeptMessage.objects.order_by("-id")
    if asked.get("channel"):
        found = found.filter(channel=asked["channel"])
    if asked.get("to"):
        # A plus sign that nobody encoded has become a space.
        found = found.filter(to__iexact=f"+{asked['to'][1:]}" if asked["to"][:1] == " " else asked["to"])
    if asked.get("q"):
        term = asked["q"]
        found = found.filter(Q(to__icontains=term) | Q(subject__icontains=term) | Q(text__icontains=term))
    if asked.get("after", "").isdigit():
        found = found.filter(pk__gt=int(asked["after"]))
    return found[:SHOWN]


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
