"""Sends one email or text message for the jobs of any app: rendered when it is sent, and logged.

A job's handler returns what these functions return (core.outbox.jobs.job).
"""

from collections.abc import Callable
from email.utils import parseaddr

from django.conf import settings

from apps.core.outbox.jobs import Outside
from apps.notifications.choices import Channel
from apps.notifications.delivery.masking import masked_email, masked_mobile
from apps.notifications.delivery.senders import mail_sender, text_sender
from apps.notifications.delivery.sending import Plan, deliver
from apps.notifications.messages.emails import RenderedEmail
from apps.notifications.models import Delivery
from apps.notifications.port import Mail, TextMessage


def mail_to(to: str, *, user_id: int, template: str, render: Callable[[], RenderedEmail]) -> Outside | None:
    """Claim the email of the running job and return what sends it; `render` may raise outgoing.SecretExpired.

    `user_id` is the user in whose log it is. Raises core.outbox.jobs.Retry.
    """
    sender = mail_sender()

    def send(delivery: Delivery) -> str:
        rendered = render()
        mail = Mail(
            to=to,
            subject=rendered.subject,
            text=rendered.text,
            html=rendered.html,
            language=rendered.language,
            message_id=_message_id(delivery),
            sender_name=rendered.brand.app_name,
            reply_to=rendered.brand.contact_email,
            logo=rendered.brand.logo.content if rendered.brand.logo else b"",
        )
        return sender.send(mail)

    plan = Plan(
        user_id=user_id, channel=Channel.MAIL, provider=sender.name, to=masked_email(to), template=template
    )
    return deliver(plan, send)


def text_to(
    to: str, *, user_id: int, template: str, render: Callable[[], str], useful_seconds: int
) -> Outside | None:
    """Claim a text message and return what sends it, as `mail_to`; `to` is a number in E.164."""
    sender = text_sender()

    def send(delivery: Delivery) -> str:
        return sender.send(TextMessage(to=to, text=render(), useful_seconds=useful_seconds))

    plan = Plan(
        user_id=user_id, channel=Channel.SMS, provider=sender.name, to=masked_mobile(to), template=template
    )
    return deliver(plan, send)


def _message_id(delivery: Delivery) -> str:
    """Return the same id for each attempt, so that mail servers and clients detect duplicates."""
    domain = parseaddr(settings.DEFAULT_FROM_EMAIL)[1].rpartition("@")[2] or "localhost"
    return f"<{delivery.job_id}.{int(delivery.created_at.timestamp())}@{domain}>"
