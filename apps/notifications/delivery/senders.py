"""Chooses the senders by the settings.

Only the worker sends, so the vendors' libraries are loaded with the first message.
"""

from django.conf import settings

from apps.notifications.adapters.outbox.senders import OutboxPush, OutboxText
from apps.notifications.adapters.smtp.sender import DjangoMail
from apps.notifications.adapters.twilio.sms import TwilioSms
from apps.notifications.choices import DeviceKind
from apps.notifications.port import MailSender, PushSender, TextSender


def mail_sender() -> MailSender:
    return DjangoMail()


def text_sender() -> TextSender:
    return OutboxText() if settings.SMS_SENDER == "outbox" else TwilioSms()


def push_sender(kind: DeviceKind) -> PushSender:
    if kind == DeviceKind.FCM:
        return _fcm() if settings.FCM_CREDENTIALS else OutboxPush()
    return OutboxPush() if settings.WEB_PUSH_SENDER == "outbox" else _web_push()


def _fcm() -> PushSender:
    from apps.notifications.adapters.fcm.sender import FcmSender

    return FcmSender()


def _web_push() -> PushSender:
    from apps.notifications.adapters.webpush.sender import WebPushSender

    return WebPushSender()


def is_push_configured(kind: DeviceKind) -> bool:
    """Return whether messages can be sent to such devices."""
    if kind == DeviceKind.FCM:
        return bool(settings.FCM_CREDENTIALS) or settings.OUTBOX_PAGE
    return bool(settings.VAPID_PRIVATE_KEY) and (settings.WEB_PUSH_SENDER == "real" or settings.OUTBOX_PAGE)
