from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from embedded.stack import new_vapid_key
from tests.fakes import twilio as fake_twilio
from tests.fakes.fcm import FakeFcm
from tests.fakes.smtp import FakeSmtpServer
from tests.fakes.twilio import FakeTwilio
from tests.fakes.webpush import FakePushService


@pytest.fixture
def smtp(settings: Any) -> Iterator[FakeSmtpServer]:
    """A mail server, and the settings to use it."""
    with FakeSmtpServer() as fake:
        settings.EMAIL_BACKEND = "django.core.mail.backends.smtp.EmailBackend"
        settings.EMAIL_HOST, settings.EMAIL_PORT = "127.0.0.1", fake.port
        settings.EMAIL_HOST_USER = settings.EMAIL_HOST_PASSWORD = ""
        settings.EMAIL_USE_TLS = settings.EMAIL_USE_SSL = False
        settings.DEFAULT_FROM_EMAIL = "Hansom <no-reply@hansom.example>"
        yield fake


@pytest.fixture
def twilio(settings: Any) -> Iterator[FakeTwilio]:
    """Twilio, and the settings to send SMS with it."""
    with FakeTwilio() as fake:
        settings.SMS_SENDER = "twilio"
        settings.TWILIO_ACCOUNT_SID = fake_twilio.ACCOUNT_SID
        settings.TWILIO_API_KEY = fake_twilio.API_KEY
        settings.TWILIO_API_SECRET = fake_twilio.API_SECRET
        settings.TWILIO_FROM = fake_twilio.NUMBER
        settings.TWILIO_VERIFY_SERVICE = fake_twilio.VERIFY_SERVICE
        settings.TWILIO_API_URL = settings.TWILIO_VERIFY_URL = fake.url
        yield fake


@pytest.fixture
def web_push(settings: Any) -> None:
    """Web Push is configured, without a push service."""
    settings.WEB_PUSH_SENDER = "real"
    settings.VAPID_PRIVATE_KEY = new_vapid_key()
    settings.VAPID_SUBJECT = "mailto:ops@hansom.example"


@pytest.fixture
def push_service(web_push: None, settings: Any) -> Iterator[FakePushService]:
    settings.WEB_PUSH_ALLOW_LOOPBACK = True
    with FakePushService() as fake:
        yield fake


@pytest.fixture
def fcm(settings: Any, tmp_path: Path) -> Iterator[FakeFcm]:
    """Firebase, and the settings to use it."""
    with FakeFcm() as fake:
        settings.FCM_CREDENTIALS = fake.write_service_account(tmp_path)
        settings.FCM_URL = fake.url
        yield fake
