from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from embedded.stack import new_vapid_key
from tests.doubles import twilio as twilio_double
from tests.doubles.fcm import FcmDouble
from tests.doubles.smtp import SmtpDouble
from tests.doubles.twilio import TwilioDouble
from tests.doubles.webpush import PushServiceDouble


@pytest.fixture
def smtp(settings: Any) -> Iterator[SmtpDouble]:
    """A mail server, and the platform set to use it."""
    with SmtpDouble() as double:
        settings.EMAIL_BACKEND = "django.core.mail.backends.smtp.EmailBackend"
        settings.EMAIL_HOST, settings.EMAIL_PORT = "127.0.0.1", double.port
        settings.EMAIL_HOST_USER = settings.EMAIL_HOST_PASSWORD = ""
        settings.EMAIL_USE_TLS = settings.EMAIL_USE_SSL = False
        settings.DEFAULT_FROM_EMAIL = "Hansom <no-reply@hansom.example>"
        yield double


@pytest.fixture
def twilio(settings: Any) -> Iterator[TwilioDouble]:
    """Twilio, and the platform set to send its SMS by it."""
    with TwilioDouble() as double:
        settings.SMS_SENDER = "twilio"
        settings.TWILIO_ACCOUNT_SID = twilio_double.ACCOUNT_SID
        settings.TWILIO_API_KEY = twilio_double.API_KEY
        settings.TWILIO_API_SECRET = twilio_double.API_SECRET
        settings.TWILIO_FROM = twilio_double.NUMBER
        settings.TWILIO_VERIFY_SERVICE = twilio_double.VERIFY_SERVICE
        settings.TWILIO_API_URL = settings.TWILIO_VERIFY_URL = double.url
        yield double


@pytest.fixture
def web_push(settings: Any) -> None:
    """Web Push is configured, and no push service runs on this machine."""
    settings.WEB_PUSH_SENDER = "real"
    settings.VAPID_PRIVATE_KEY = new_vapid_key()
    settings.VAPID_SUBJECT = "mailto:ops@hansom.example"


@pytest.fixture
def push_service(web_push: None, settings: Any) -> Iterator[PushServiceDouble]:
    settings.WEB_PUSH_ALLOW_LOOPBACK = True
    with PushServiceDouble() as double:
        yield double


@pytest.fixture
def fcm(settings: Any, tmp_path: Path) -> Iterator[FcmDouble]:
    """Firebase, and the platform set to use it."""
    with FcmDouble() as double:
        settings.FCM_CREDENTIALS = double.write_service_account(tmp_path)
        settings.FCM_URL = double.url
        yield double
