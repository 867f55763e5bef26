"""Jobs of notifications: send emails, texts and push messages."""

import logging
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from typing import Any, Final

from django.utils import timezone

from apps.accounts.models import PhoneCode, User
from apps.accounts.outgoing import SEND_MAIL, SEND_TEXT, EmailTemplate, SecretExpired, Text
from apps.accounts.services.secret_params import secret_params
from apps.core.outbox.jobs import Outside, job
from apps.notifications.adapters.twilio import verify
from apps.notifications.announcements.broadcast import send_round
from apps.notifications.choices import Channel, DeviceKind
from apps.notifications.delivery.mailing import mail_to, text_to
from apps.notifications.delivery.masking import masked_device, masked_mobile
from apps.notifications.delivery.notices import SEND_PUSH
from apps.notifications.delivery.payload import fitted
from apps.notifications.delivery.senders import push_sender
from apps.notifications.delivery.sending import Plan
from apps.notifications.delivery.sending import deliver as deliver_message
from apps.notifications.messages.emails import RenderedEmail, render_email
from apps.notifications.messages.texts import USEFUL_SECONDS, render_text
from apps.notifications.models import Delivery, PushDevice
from apps.notifications.port import Gone, Push
from apps.notifications.selectors import devices_in_use
from apps.notifications.services import notify
from apps.notifications.services.announcements import SEND_ANNOUNCEMENT
from apps.notifications.services.devices import retire_device

log = logging.getLogger(__name__)

DELIVER: Final = "notifications.deliver"
"""Queued by releases that did not write notifications in the transaction of their cause."""


@job(DELIVER)
def deliver(*, user_id: int, occasion: str, screen: str, params: dict[str, Any], fact: str) -> None:
    notify(user_id=user_id, occasion=occasion, screen=screen, params=params, key=fact)


@job(SEND_MAIL)
def send_mail(*, letter: str, to: str, user_id: int, params: dict[str, Any]) -> Outside | None:
    user = User.objects.only("first_name", "language").filter(pk=user_id).first()
    if user is None:
        return None

    def render() -> RenderedEmail:
        return render_email(
            EmailTemplate(letter),
            params=params | secret_params(letter, params),
            first_name=user.first_name,
            language=user.language,
        )

    return mail_to(to, user_id=user_id, template=letter, render=render)


@job(SEND_TEXT)
def send_text(*, text: str, to: str, user_id: int, params: dict[str, Any]) -> Outside | None:
    user = User.objects.only("language").filter(pk=user_id).first()
    if user is None:
        return None

    def render() -> str:
        return render_text(Text(text), params=params | secret_params(text, params), language=user.language)

    return text_to(
        to, user_id=user_id, template=text, render=render, useful_seconds=USEFUL_SECONDS[Text(text)]
    )


@job(verify.START)
def start_verification(*, phone_code_id: str) -> Outside | None:
    """Let the verification service send its own code."""
    phone_code = PhoneCode.objects.select_related("user").filter(pk=phone_code_id).first()
    if phone_code is None:
        return None

    def send(delivery: Delivery) -> str:
        if phone_code.used_at is not None:
            raise SecretExpired
        return verify.start(phone_code.mobile, language=phone_code.user.language)

    plan = Plan(
        user_id=phone_code.user_id,
        channel=Channel.SMS,
        provider=verify.NAME,
        to=masked_mobile(phone_code.mobile),
        template=Text.PHONE_CODE,
        useful_until=phone_code.expires_at,
    )
    return deliver_message(plan, send)


@job(SEND_PUSH)
def send_push(
    *, user_id: int, device_id: int, template: str, message: dict[str, Any], queued_at: float
) -> Outside | None:
    # Logged out, retired or registered by another user: that device must not get this message.
    device = devices_in_use().select_related("user").filter(pk=device_id, user_id=user_id).first()
    if device is None:
        return None
    sender = push_sender(DeviceKind(device.kind))
    useful_until = datetime.fromtimestamp(queued_at, UTC) + timedelta(seconds=message["ttl_seconds"])

    def send(delivery: Delivery) -> str:
        left = max(1, int((useful_until - timezone.now()).total_seconds()))
        whole = Push(
            address=device.address,
            p256dh=device.p256dh,
            auth=device.auth,
            owner=str(device.user.email or device.user),
            **message,
        )
        try:
            provider_id = sender.send(fitted(replace(whole, ttl_seconds=left)))
        except Gone:
            retire_device(device.pk)
            raise
        PushDevice.objects.filter(pk=device.pk).update(last_used_at=timezone.now())
        return provider_id

    plan = Plan(
        user_id=user_id,
        device_id=device.pk,
        channel=Channel.PUSH,
        provider=sender.name,
        to=masked_device(device),
        template=template,
        useful_until=useful_until,
    )
    return deliver_message(plan, send)


@job(SEND_ANNOUNCEMENT, outside_transaction=True)
def send_announcement(*, announcement_id: int, round: int) -> None:
    send_round(announcement_id=announcement_id, round=round)
