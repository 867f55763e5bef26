"""Emails, sent to a mail server."""

import re
from io import BytesIO
from pathlib import Path
from typing import Any

import pytest
from django.db import transaction
from PIL import Image

from apps.accounts.models import User
from apps.accounts.outgoing import EmailTemplate, send_mail
from apps.core.models import OutboxEntry, PlatformSettings
from apps.core.platform import clear_platform_cache, platform_settings, update_platform_settings
from apps.notifications.models import Delivery
from tests.fakes.certificates import make_certificate
from tests.fakes.smtp import USER, FakeSmtpServer
from tests.notifications.branding import with_logo
from tests.notifications.posting import run_again, run_due_jobs

pytestmark = pytest.mark.django_db
LINK = re.compile(r"https?://\S+")


def write(
    user: User, template: EmailTemplate = EmailTemplate.PASSWORD_CHANGED, to: str | None = None, **params: Any
) -> Delivery:
    with transaction.atomic():
        send_mail(
            template=template,
            to=to or str(user.email),
            user_id=user.pk,
            params=params,
            key=f"{template}:{params}",
        )
    run_due_jobs()
    return Delivery.objects.latest("id")


def test_email_arrives_with_text_and_html(ada: User, smtp: FakeSmtpServer) -> None:
    delivery = write(ada)
    (mail,) = smtp.emails
    message = mail.message
    assert mail.recipients == [ada.email]
    assert mail.sender == "no-reply@hansom.example"
    assert message["Subject"] == "Your password was changed · Hansom"
    assert message["To"] == ada.email
    assert message["From"] == "Hansom <no-reply@hansom.example>"
    assert message["Auto-Submitted"] == "auto-generated"
    assert message["Content-Language"] == "en"
    assert [part.get_content_type() for part in message.walk()] == [
        "multipart/alternative",
        "text/plain",
        "text/html",
    ]
    assert (delivery.status, delivery.provider, delivery.template) == ("sent", "smtp", "password_changed")


def test_arabic_email_is_right_to_left(ada: User, smtp: FakeSmtpServer) -> None:
    User.objects.filter(pk=ada.pk).update(language="ar")
    write(ada)
    message = smtp.emails[0].message
    html = message.get_body(("html",)).get_content()  # type: ignore[union-attr]
    assert '<html lang="ar" dir="rtl">' in html
    assert message["Content-Language"] == "ar"
    assert "كلمة مرورك" in message["Subject"]


def test_link_of_an_email_is_not_stored(ada: User, smtp: FakeSmtpServer) -> None:
    delivery = write(ada, EmailTemplate.RESET_PASSWORD, user_id=ada.pk)
    message = smtp.emails[0].message
    text = message.get_body(("plain",)).get_content()  # type: ignore[union-attr]
    link = next(found for found in LINK.findall(text) if "reset-password" in found)
    assert link in message.get_body(("html",)).get_content().replace("&amp;", "&")  # type: ignore[union-attr]
    key = link.partition("key=")[2]
    assert key
    assert key not in str(Delivery.objects.values().get(pk=delivery.pk))
    assert key not in str(OutboxEntry.objects.values().get(pk=delivery.job_id))
    assert str(ada.email) not in str(Delivery.objects.values().get(pk=delivery.pk))


def test_verification_email_for_a_verified_address_is_not_sent(ada: User, smtp: FakeSmtpServer) -> None:
    delivery = write(ada, EmailTemplate.VERIFY_EMAIL, email_address_id=0)
    assert delivery.status == "expired"
    assert smtp.emails == []


def test_email_is_sent_by_starttls_with_a_password(
    ada: User, settings: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, smtp: FakeSmtpServer
) -> None:
    context, trusted = make_certificate(tmp_path, "localhost", "127.0.0.1")
    monkeypatch.setenv("SSL_CERT_FILE", str(trusted))
    with FakeSmtpServer(certificate=context) as secured:
        settings.EMAIL_HOST, settings.EMAIL_PORT, settings.EMAIL_USE_TLS = "localhost", secured.port, True
        settings.EMAIL_HOST_USER, settings.EMAIL_HOST_PASSWORD = USER, "wrong"
        delivery = write(ada)
        # The operator can correct the password.
        assert (delivery.status, delivery.error[:3]) == ("waiting", "535")
        settings.EMAIL_HOST_PASSWORD = secured.password
        assert run_again(delivery).status == "sent"
        assert secured.emails[0].over_tls


def test_server_with_an_untrusted_certificate_gets_nothing(
    ada: User, settings: Any, tmp_path: Path, smtp: FakeSmtpServer
) -> None:
    context, _trusted = make_certificate(tmp_path, "localhost")
    with FakeSmtpServer(certificate=context) as forged:
        settings.EMAIL_HOST, settings.EMAIL_PORT, settings.EMAIL_USE_TLS = "localhost", forged.port, True
        delivery = write(ada)
        assert (delivery.status, delivery.error) == ("waiting", "SSLCertVerificationError")
        assert forged.emails == []


@pytest.mark.parametrize(
    ("rcpt", "data", "status", "error"),
    [
        ("550 5.1.1 ada@example.org: no such user", "", "failed", "550 5.1.1"),
        ("450 4.2.1 ada@example.org is busy", "", "waiting", "450 4.2.1"),
        ("", "554 5.7.1 that is spam", "failed", "554 5.7.1"),
        ("", "451 try later", "waiting", "451"),
    ],
)
def test_reply_of_the_server_decides_about_a_retry(
    ada: User, smtp: FakeSmtpServer, rcpt: str, data: str, status: str, error: str
) -> None:
    smtp.rcpt, smtp.data = [rcpt] if rcpt else [], [data] if data else []
    delivery = write(ada)
    assert (delivery.status, delivery.error) == (status, error)
    assert smtp.emails == []
    if status == "waiting":
        assert run_again(delivery).status == "sent"


def test_unreachable_server_is_retried_with_the_same_message_id(
    ada: User, smtp: FakeSmtpServer, settings: Any
) -> None:
    port, settings.EMAIL_PORT = settings.EMAIL_PORT, 1
    delivery = write(ada)
    assert (delivery.status, delivery.error) == ("waiting", "ConnectionRefusedError")
    settings.EMAIL_PORT = port
    assert run_again(delivery).status == "sent"
    name = smtp.emails[0].message["Message-ID"]
    assert name == delivery.provider_id
    # If the reply is lost, the second copy has the same id.
    Delivery.objects.filter(pk=delivery.pk).update(status="waiting", sent_at=None)
    run_again(delivery)
    assert smtp.emails[1].message["Message-ID"] == name


def test_line_break_in_the_platforms_name_makes_no_header(ada: User, smtp: FakeSmtpServer) -> None:
    """The settings refuse such a name; the sender must handle it too."""
    platform_settings()
    PlatformSettings.objects.update(app_name="Cab\r\nBcc: eve@example.org")
    clear_platform_cache()
    assert write(ada).status == "sent"
    message = smtp.emails[0].message
    assert message["Bcc"] is None
    assert message["From"] == '"Cab Bcc: eve@example.org" <no-reply@hansom.example>'
    assert smtp.emails[0].recipients == [ada.email]


@pytest.mark.parametrize(
    "name", ["Île & Söhne, Cabs", 'The "Fast" Cab', "تاكسي الجزيرة", "岛屿出租车", "a@b.example"]
)
def test_sender_is_the_operators_name_and_replies_go_to_the_contact(
    ada: User, smtp: FakeSmtpServer, name: str
) -> None:
    update_platform_settings(app_name=name, contact_email="help@ferry.example")
    assert write(ada).status == "sent"
    (mail,) = smtp.emails
    (sender,) = mail.message["From"].addresses
    assert (sender.display_name, sender.addr_spec) == (name, "no-reply@hansom.example")
    assert mail.sender == "no-reply@hansom.example"
    assert mail.message["Reply-To"] == "help@ferry.example"


def test_logo_is_attached_inside_the_html_part(ada: User, smtp: FakeSmtpServer) -> None:
    with_logo(width=300, height=100)
    write(ada)
    message = smtp.emails[0].message
    assert [part.get_content_type() for part in message.walk()] == [
        "multipart/alternative",
        "text/plain",
        "multipart/related",
        "text/html",
        "image/jpeg",
    ]
    image = list(message.walk())[-1]
    assert image["Content-ID"] == "<logo>"
    assert image.get_content_disposition() == "inline"
    assert Image.open(BytesIO(image.get_content())).size == (300, 100)
    assert 'src="cid:logo"' in message.get_body(("html",)).get_content()  # type: ignore[union-attr]


def test_without_contact_and_logo_there_is_neither(ada: User, smtp: FakeSmtpServer) -> None:
    write(ada)
    message = smtp.emails[0].message
    assert message["Reply-To"] is None
    assert "<img" not in message.get_body(("html",)).get_content()  # type: ignore[union-attr]


def test_email_to_a_deleted_user_is_not_sent(ada: User, smtp: FakeSmtpServer) -> None:
    with transaction.atomic():
        send_mail(template=EmailTemplate.EMAIL_CHANGED, to="a@b.example", user_id=ada.pk, params={}, key="k")
    ada.delete()
    run_due_jobs()
    assert smtp.emails == []
    assert not OutboxEntry.objects.filter(kind="job", done_at__isnull=True).exists()
