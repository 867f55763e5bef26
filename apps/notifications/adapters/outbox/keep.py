"""Stores messages in the database instead of sending them, for development and demos."""

import re
from typing import Any, Final

from django.conf import settings

from apps.notifications.choices import Channel
from apps.notifications.models import KeptMessage
from apps.notifications.port import Refused

CODE: Final = re.compile(r"(?<!\d)\d{4,8}(?!\d)")
LINK: Final = re.compile(r"https?://[^\s<>\"]+\?[^\s<>\"]+")
"""A link with a query; others only lead to the company's site."""


def store_message(
    channel: Channel,
    *,
    to: str,
    text: str,
    subject: str = "",
    html: str = "",
    data: dict[str, Any] | None = None,
) -> str:
    """Store a message and return its id; Refused in production."""
    if not settings.OUTBOX_PAGE:
        raise Refused("no sender is configured")
    code = CODE.search(text) if channel == Channel.SMS else None
    link = LINK.search(text) if channel == Channel.MAIL else None
    message = KeptMessage.objects.create(
        channel=channel,
        to=to,
        subject=subject,
        text=text,
        html=html,
        data=data or {},
        code=code[0] if code else "",
        link=link[0] if link else "",
    )
    return str(message.pk)
