"""Endpoints come from browsers, so the server must not be led by them into its own network."""

import socket
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from apps.accounts.models import User
from apps.core.errors import BadInput
from apps.notifications.adapters.webpush import sender
from apps.notifications.adapters.webpush.endpoint import check_endpoint, public_address
from apps.notifications.models import Delivery, PushDevice
from apps.notifications.port import Refused, Retryable
from embedded.loopback import Reply
from tests.fakes.certificates import make_certificate
from tests.fakes.webpush import FakePushService
from tests.notifications.posting import browser_of, run_due_jobs, tell

GOOD = [
    "https://fcm.googleapis.com/fcm/send/dX1:APA91b",
    "https://updates.push.services.mozilla.com/wpush/v2/gAAAA",
    "https://web.push.apple.com:443/QGuQ",
    "https://wns2-par02p.notify.windows.com/w/?token=BQYAAAD%2f",
]
BAD = [
    "http://fcm.googleapis.com/fcm/send/x",
    "ftp://push.example.com/x",
    "https://localhost/x",
    "https://push/x",
    "https://127.0.0.1/x",
    "https://10.1.2.3/x",
    "https://93.184.216.34/x",
    "https://2130706433/x",
    "https://0x7f.1/x",
    "https://127.1/x",
    "https://[::1]/x",
    "https://[::ffff:10.0.0.1]/x",
    "https://metadata.google.internal/x",
    "https://printer.local/x",
    "https://db.lan./x",
    "https://1.0.0.127.in-addr.arpa/x",
    "https://push.example.com:8443/x",
    "https://push.example.com:22/x",
    "https://user:pass@push.example.com/x",
    "https://push.example.com@10.0.0.1/x",
    "https://push.example.com/x#y",
    "https://push.example.com\\@10.0.0.1/x",
    "https://push.example.com/x y",
    "https://push.example.com/x\r\nHost: a",
    "https://пуш.example.com/x",
    "https://push.example.com:port/x",
    "https:///x",
    "//push.example.com/x",
    "javascript:alert(1)",
    "",
]
PRIVATE = [
    "10.0.0.1", "172.16.0.1", "192.168.1.1", "127.0.0.1", "169.254.169.254", "100.64.0.1", "0.0.0.0",
    "224.0.0.1", "255.255.255.255", "198.18.0.1", "::1", "fe80::1", "fd00::1", "ff02::1", "::ffff:10.0.0.1",
    "64:ff9b::a00:1", "2002:a00:1::", "::",
]  # fmt: skip
PUBLIC = ["93.184.216.34", "2606:2800:220:1::1", "64:ff9b::5db8:d822"]


@pytest.mark.parametrize("endpoint", GOOD)
def test_push_services_are_taken(endpoint: str) -> None:
    check_endpoint(endpoint)


@pytest.mark.parametrize("endpoint", BAD)
def test_everything_else_is_refused(endpoint: str) -> None:
    with pytest.raises(BadInput) as refusal:
        check_endpoint(endpoint)
    assert refusal.value.code == "push_endpoint_refused"


class Resolver:
    """The answers of the name service, one look-up after the other; the last one stays."""

    def __init__(self, *answers: list[str]) -> None:
        self.answers = list(answers)
        self.asked: list[str] = []

    def __call__(self, host: Any, port: Any, *args: Any, **kwargs: Any) -> list[Any]:
        self.asked.append(str(host))
        answer = self.answers.pop(0) if len(self.answers) > 1 else self.answers[0]
        if not answer:
            raise socket.gaierror("no such name")
        return [
            (socket.AF_INET6 if ":" in text else socket.AF_INET, socket.SOCK_STREAM, 6, "", (text, port))
            for text in answer
        ]


@pytest.mark.parametrize("address", PRIVATE)
def test_name_that_leads_into_a_private_network_is_refused(
    monkeypatch: pytest.MonkeyPatch, address: str
) -> None:
    # One public address beside it does not make it better.
    monkeypatch.setattr(socket, "getaddrinfo", Resolver(["93.184.216.34", address]))
    with pytest.raises(Refused, match="private address"):
        public_address("push.example.com", 443)


@pytest.mark.parametrize("address", PUBLIC)
def test_name_that_leads_to_public_addresses_is_taken(monkeypatch: pytest.MonkeyPatch, address: str) -> None:
    monkeypatch.setattr(socket, "getaddrinfo", Resolver([address]))
    assert public_address("push.example.com", 443) == address


def test_name_that_cannot_be_looked_up_now_is_tried_again(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(socket, "getaddrinfo", Resolver([]))
    with pytest.raises(Retryable):
        public_address("push.example.com", 443)


@pytest.fixture
def tls_service(
    web_push: None, settings: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> Iterator[FakePushService]:
    """A push service with a certificate, at a name that leads to this machine."""
    context, trusted = make_certificate(tmp_path, "push.hansom.test")
    monkeypatch.setenv("SSL_CERT_FILE", str(trusted))
    monkeypatch.setattr(socket, "getaddrinfo", Resolver(["127.0.0.1"]))
    settings.WEB_PUSH_ALLOW_LOOPBACK = True
    sender._certificates.cache_clear()
    with FakePushService(certificate=context, host="push.hansom.test") as fake:
        yield fake
    sender._certificates.cache_clear()


@pytest.mark.django_db
def test_message_goes_by_tls_to_the_address_that_was_looked_at(
    ada: User, tls_service: FakePushService
) -> None:
    browser, _device = browser_of(ada, tls_service)
    tell(ada)
    run_due_jobs()
    assert Delivery.objects.get().status == "sent"
    assert len(browser.received) == 1
    assert tls_service.seen[0].headers["Host"] == tls_service.url.removeprefix("https://")


@pytest.mark.django_db
def test_name_that_changes_its_mind_after_the_look_gains_nothing(
    ada: User, tls_service: FakePushService, monkeypatch: pytest.MonkeyPatch
) -> None:
    # No one is there; a second look-up would lead to what stands for the inner network.
    resolver = Resolver(["127.9.9.9"], ["127.0.0.1"])
    monkeypatch.setattr(socket, "getaddrinfo", resolver)
    browser_of(ada, tls_service)
    tell(ada)
    run_due_jobs()
    assert resolver.asked.count("push.hansom.test") == 1
    assert tls_service.seen == []
    assert (Delivery.objects.get().status, Delivery.objects.get().error) == ("waiting", "ConnectError")


@pytest.mark.django_db
def test_certificate_of_another_name_is_not_believed(ada: User, tls_service: FakePushService) -> None:
    browser, device = browser_of(ada, tls_service)
    address = browser.endpoint.replace("push.hansom.test", "other.hansom.test")
    PushDevice.objects.filter(pk=device.pk).update(address=address)
    tell(ada)
    run_due_jobs()
    assert tls_service.seen == []
    assert Delivery.objects.get().status == "waiting"


@pytest.mark.django_db
def test_name_that_turns_private_after_registration_is_refused_when_sent(
    ada: User, push_service: FakePushService, settings: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    _browser, device = browser_of(ada, push_service)
    settings.WEB_PUSH_ALLOW_LOOPBACK = False
    PushDevice.objects.filter(pk=device.pk).update(address="https://push.example.com/x")
    monkeypatch.setattr(socket, "getaddrinfo", Resolver(["127.0.0.1"]))
    tell(ada)
    run_due_jobs()
    assert (Delivery.objects.get().status, Delivery.objects.get().error) == ("failed", "private address")
    assert push_service.seen == []


@pytest.mark.django_db
def test_endpoint_that_a_stricter_rule_forbids_is_retired(
    ada: User, push_service: FakePushService, settings: Any
) -> None:
    _browser, device = browser_of(ada, push_service)
    settings.WEB_PUSH_ALLOW_LOOPBACK = False
    tell(ada)
    run_due_jobs()
    device.refresh_from_db()
    assert device.retired_at is not None
    assert push_service.seen == []


@pytest.mark.django_db
def test_service_that_answers_a_drop_at_a_time_is_given_up(
    ada: User, push_service: FakePushService, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sender, "TOTAL_SECONDS", 0.2)
    browser_of(ada, push_service)
    push_service.scripted = [Reply(201, after_seconds=1)]
    tell(ada)
    run_due_jobs()
    assert (Delivery.objects.get().status, Delivery.objects.get().error) == ("waiting", "TimeoutError")
