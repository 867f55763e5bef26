"""Messages stored instead of sent, and the page that shows them, in development and demos only."""

from datetime import timedelta
from typing import Any

import pytest
from django.db import transaction
from django.test import Client
from django.utils import timezone

from apps.accounts.models import PhoneCode, User
from apps.accounts.outgoing import EmailTemplate, send_mail
from apps.accounts.phone_numbers.phone_verifier import OwnCodes, code_of
from apps.accounts.services.sessions import end_all_sessions
from apps.core.platform import update_platform_settings
from apps.core.privacy.retention import delete_expired
from apps.notifications.models import Delivery, KeptMessage
from tests.fakes.webpush import FakePushService
from tests.notifications.posting import browser_of, run_due_jobs, send_notice
from tests.personas import client_of

PAGE = "/dev/outbox/"
MESSAGES = "/dev/outbox/messages.json"
SESSION = "/api/v1/outbox/session/"
pytestmark = pytest.mark.django_db


@pytest.fixture
def demo(settings: Any) -> None:
    settings.OUTBOX_PAGE = True
    settings.EMAIL_BACKEND = "apps.notifications.adapters.outbox.mail.OutboxBackend"
    settings.SMS_SENDER = "outbox"


def write(user: User) -> None:
    with transaction.atomic():
        send_mail(
            template=EmailTemplate.RESET_PASSWORD,
            to=str(user.email),
            user_id=user.pk,
            params={"user_id": user.pk},
            key=f"reset:{user.pk}",
        )
    run_due_jobs()


def text(user: User) -> PhoneCode:
    phone_code = PhoneCode.objects.create(
        purpose="sign_in",
        user=user,
        mobile=str(user.mobile),
        expires_at=timezone.now() + timedelta(minutes=10),
    )
    with transaction.atomic():
        OwnCodes().start(phone_code)
    run_due_jobs()
    return phone_code


def found(**query: Any) -> list[dict[str, Any]]:
    results: list[dict[str, Any]] = Client().get(MESSAGES, query).json()["results"]
    return results


@pytest.mark.usefixtures("demo")
def test_email_is_stored_in_full_with_its_link(ada: User) -> None:
    write(ada)
    (message,) = found(to=ada.email)
    assert (message["channel"], message["subject"]) == ("mail", "Set a new password · Hansom")
    assert "/reset-password?key=" in message["link"]
    assert message["link"] in message["text"]
    assert "<html" in message["html"]
    assert Delivery.objects.get().provider == "outbox"


@pytest.mark.usefixtures("demo")
def test_code_is_found_by_number_with_or_without_an_encoded_plus(ada: User) -> None:
    phone_code = text(ada)
    for query in (f"?to={ada.mobile}", f"?to=%2B{str(ada.mobile)[1:]}"):
        (message,) = Client().get(MESSAGES + query).json()["results"]
        assert (message["channel"], message["code"]) == ("sms", code_of(phone_code))


@pytest.mark.usefixtures("demo")
def test_push_is_stored_for_the_owner(ada: User, push_service: FakePushService, settings: Any) -> None:
    settings.WEB_PUSH_SENDER = "outbox"
    browser, _device = browser_of(ada, push_service)
    send_notice(ada)
    run_due_jobs()
    (message,) = found(channel="push")
    assert (message["to"], message["subject"]) == (ada.email, "Your driver has arrived")
    assert message["data"]["screen"] == "BookingCab"
    assert message["data"]["topic"] == "booking-81"
    assert browser.received == []


@pytest.mark.usefixtures("demo")
def test_messages_are_newest_first_and_filtered(ada: User, cleo: User) -> None:
    write(ada)
    text(ada)
    write(cleo)
    assert [row["to"] for row in found()] == [cleo.email, ada.mobile, ada.email]
    assert [row["to"] for row in found(channel="mail")] == [cleo.email, ada.email]
    assert [row["to"] for row in found(q=str(cleo.email)[:6])] == [cleo.email]
    newest = found()[0]["id"]
    assert found(after=newest) == []
    assert len(found(after="nonsense")) == 3


@pytest.mark.usefixtures("demo")
def test_page_escapes_and_sandboxes_messages(ada: User) -> None:
    User.objects.filter(pk=ada.pk).update(first_name="<script>alert(1)</script>")
    write(ada)
    phone_code = text(ada)
    response = Client().get(PAGE)
    page = response.content.decode()
    assert response.status_code == 200
    assert f"<output>{code_of(phone_code)}</output>" in page
    assert "<script>alert" not in page
    assert 'sandbox="allow-popups allow-popups-to-escape-sandbox"' in page
    assert "&lt;html" in page
    assert 'name="viewport"' in page
    nonce = page.partition('<script nonce="')[2].partition('"')[0]
    assert nonce
    assert f"'nonce-{nonce}'" in response["Content-Security-Policy"]
    assert "no-store" in response["Cache-Control"]
    # Only messages newer than the newest on the page.
    newest = found()[0]["id"]
    assert Client().get(PAGE, {"after": newest}).content.strip() == b""
    assert Client().get(PAGE, {"after": newest - 1}).content.count(b"<article") == 1


def test_production_has_no_page_and_stores_nothing(ada: User, settings: Any) -> None:
    settings.OUTBOX_PAGE = False
    settings.EMAIL_BACKEND = "apps.notifications.adapters.outbox.mail.OutboxBackend"
    settings.SMS_SENDER = "outbox"
    KeptMessage.objects.create(channel="sms", to="+441", text="123456", code="123456")
    for address in (PAGE, MESSAGES):
        response = Client().get(address)
        assert response.status_code == 404
        assert b"123456" not in response.content
    write(ada)
    text(ada)
    assert KeptMessage.objects.count() == 1
    assert set(Delivery.objects.values_list("status", "error")) == {("failed", "no sender is configured")}


@pytest.mark.usefixtures("demo")
def test_old_messages_are_deleted(ada: User) -> None:
    text(ada)
    KeptMessage.objects.update(created_at=timezone.now() - timedelta(days=3))
    text(ada)
    delete_expired(short=True)
    assert KeptMessage.objects.count() == 1


# -- demo mode ---------------------------------------------------------------------------------


def browser_of_admin(admin: User) -> Client:
    """Return a browser in which an admin has opened the outbox."""
    response = client_of(admin).post(SESSION)
    assert response.status_code == 204
    cookie = response.cookies["hansom_outbox"]
    assert (cookie["path"], cookie["httponly"], cookie["samesite"]) == (PAGE, True, "Strict")
    browser = Client()
    browser.cookies["hansom_outbox"] = cookie.value
    return browser


@pytest.mark.usefixtures("demo")
def test_only_an_admin_opens_the_outbox_in_demo_mode(ada: User, fay: User, dora: User) -> None:
    write(ada)
    phone_code = text(ada)
    update_platform_settings(allow_critical_edits_admin=False)
    for user, status, code in (
        (None, 401, "not_logged_in"),
        (ada, 403, "forbidden"),
        (fay, 403, "forbidden"),
    ):
        response = client_of(user).post(SESSION)
        assert (response.status_code, response.json()["code"]) == (status, code)
        assert not response.cookies
    forged = Client()
    forged.cookies["hansom_outbox"] = "anything:else"
    for browser in (Client(), forged):
        for address in (PAGE, f"{PAGE}?after=0", MESSAGES, f"{MESSAGES}?to={ada.email}"):
            reply = browser.get(address)
            assert reply.status_code == (404 if address.startswith(MESSAGES) else 403)
            content = reply.content.decode()
            secrets = (str(ada.email), str(ada.mobile), code_of(phone_code), "reset-password")
            assert not [secret for secret in secrets if secret in content]
    assert browser_of_admin(dora).get(PAGE).status_code == 200


@pytest.mark.usefixtures("demo")
def test_outbox_shows_no_contact_code_or_link_in_demo_mode(
    ada: User, dora: User, push_service: FakePushService, settings: Any
) -> None:
    settings.WEB_PUSH_SENDER = "outbox"
    write(ada)
    phone_code = text(ada)
    browser_of(ada, push_service)
    send_notice(ada)
    run_due_jobs()
    secrets = [str(ada.email), str(ada.mobile), code_of(phone_code), "reset-password", "key="]
    secrets += [str(KeptMessage.objects.get(channel="push").data["address"])]
    update_platform_settings(allow_critical_edits_admin=False)
    browser = browser_of_admin(dora)
    for address in (PAGE, f"{PAGE}?after=0", MESSAGES):
        content = browser.get(address).content.decode()
        assert "Hidden" in content
        assert "Set a new password" in content
        assert [secret for secret in secrets if secret in content] == []


@pytest.mark.usefixtures("demo")
def test_search_by_contact_or_code_finds_nothing_in_demo_mode(ada: User, dora: User) -> None:
    write(ada)
    phone_code = text(ada)
    update_platform_settings(allow_critical_edits_admin=False)
    browser = browser_of_admin(dora)
    email, mobile = str(ada.email), str(ada.mobile)
    for query in ({"to": email}, {"to": mobile}, {"q": email}, {"q": code_of(phone_code)}):
        assert browser.get(MESSAGES, query).json()["results"] == []
    assert len(browser.get(MESSAGES, {"q": "new password"}).json()["results"]) == 1
    assert len(browser.get(MESSAGES, {"channel": "sms"}).json()["results"]) == 1


@pytest.mark.usefixtures("demo")
def test_outbox_closes_when_the_admin_is_logged_out_or_disapproved(dora: User) -> None:
    update_platform_settings(allow_critical_edits_admin=False)
    browser = browser_of_admin(dora)
    User.objects.filter(pk=dora.pk).update(approved=False)
    assert browser.get(PAGE).status_code == 403
    User.objects.filter(pk=dora.pk).update(approved=True)
    assert browser.get(PAGE).status_code == 200
    end_all_sessions(user_id=dora.pk)
    assert browser.get(PAGE).status_code == 403


def test_outbox_cannot_be_opened_in_production(dora: User, settings: Any) -> None:
    settings.OUTBOX_PAGE = False
    response = client_of(dora).post(SESSION)
    assert (response.status_code, response.json()["code"]) == (404, "not_found")
    assert not response.cookies
