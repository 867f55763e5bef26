"""`manage.py doctor` checks the senders' credentials without sending."""

from typing import Any

from apps.core.diagnosis.registry import Level, findings_of
from apps.notifications.diagnosis import SENDERS
from tests.fakes.smtp import FakeSmtpServer
from tests.fakes.twilio import FakeTwilio


def texts(level: Level) -> list[str]:
    return [finding.text for finding in findings_of(SENDERS) if finding.level == level]


def test_accepted_credentials_are_ok_and_nothing_is_sent(
    smtp: FakeSmtpServer, twilio: FakeTwilio, web_push: None
) -> None:
    assert texts(Level.OK) == [
        "The mail server 127.0.0.1 accepts the login.",
        "Twilio accepts the API key.",
        "Push notifications to browsers are configured.",
    ]
    assert (smtp.emails, twilio.messages) == ([], [])


def test_refused_credentials_are_errors(smtp: FakeSmtpServer, twilio: FakeTwilio, settings: Any) -> None:
    settings.EMAIL_HOST_USER, settings.EMAIL_HOST_PASSWORD = "someone", "wrong"
    settings.TWILIO_API_SECRET = "wrong"
    mail, sms = texts(Level.ERROR)
    assert mail.startswith("The mail server refuses: ")
    assert sms == "Twilio refuses: 401 20003"


def test_services_that_are_away_are_errors(settings: Any, twilio: FakeTwilio) -> None:
    settings.EMAIL_BACKEND = "django.core.mail.backends.smtp.EmailBackend"
    settings.EMAIL_HOST, settings.EMAIL_PORT = "127.0.0.1", 1
    settings.TWILIO_API_URL = "http://127.0.0.1:1"
    mail, sms = texts(Level.ERROR)
    assert mail.startswith("The mail server refuses: ")
    assert sms == "Twilio does not respond: ConnectError"


def test_messages_that_are_only_stored_are_warnings(settings: Any) -> None:
    settings.SMS_SENDER = "outbox"
    settings.VAPID_PRIVATE_KEY = ""
    settings.EMAIL_BACKEND = "apps.notifications.adapters.outbox.mail.OutboxBackend"
    assert texts(Level.WARNING) == [
        "Emails are stored instead of sent.",
        "SMS are stored instead of sent.",
        "Push notifications to browsers are off.",
    ]
