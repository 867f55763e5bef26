"""Senders in `manage.py doctor`: configured, and the services accept the credentials. Nothing is sent."""

import smtplib
from collections.abc import Iterator
from typing import Final

from django.conf import settings
from django.core.mail import get_connection
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from apps.core.diagnosis.registry import Check, Finding, error, ok, warning
from apps.notifications.adapters import http
from apps.notifications.adapters.outbox.mail import OutboxBackend
from apps.notifications.adapters.twilio import client
from apps.notifications.adapters.twilio.sms import messages_url
from apps.notifications.choices import DeviceKind
from apps.notifications.delivery.senders import is_push_configured


def senders() -> Iterator[Finding]:
    yield _email()
    yield _sms()
    if is_push_configured(DeviceKind.WEB_PUSH):
        yield ok(_("Push notifications to browsers are configured."))
    else:
        yield warning(
            _("Push notifications to browsers are off."), _("Set VAPID_PRIVATE_KEY and VAPID_PUBLIC_KEY.")
        )


def _email() -> Finding:
    connection = get_connection()
    if isinstance(connection, OutboxBackend):
        return warning(_("Emails are stored instead of sent."), _("Set EMAIL_URL."))
    try:
        connection.open()
        connection.close()
    except (OSError, smtplib.SMTPException) as problem:
        return error(
            _("The mail server refuses: %(problem)s") % {"problem": problem},
            _("Check EMAIL_URL: host, port, user, password and TLS."),
        )
    return ok(_("The mail server %(host)s accepts the login.") % {"host": settings.EMAIL_HOST})


def _sms() -> Finding:
    if settings.SMS_SENDER == "outbox":
        return warning(_("SMS are stored instead of sent."), _("Set SMS=twilio and Twilio's settings."))
    try:
        client.get(messages_url(), {"PageSize": "1"})
    except client.TwilioError as problem:
        return error(
            _("Twilio refuses: %(problem)s") % {"problem": problem},
            _("Check TWILIO_ACCOUNT_SID, TWILIO_API_KEY and TWILIO_API_SECRET."),
        )
    except http.FAILURES as problem:
        return error(
            _("Twilio does not respond: %(problem)s") % {"problem": type(problem).__name__},
            _("Check the network of this machine."),
        )
    return ok(_("Twilio accepts the API key."))


SENDERS: Final = Check("senders", senders, gettext_lazy("Email, SMS and push"))
