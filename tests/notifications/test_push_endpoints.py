"""Push endpoints come from browsers, so the server must not follow them into its own network."""

import socket
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from apps.accounts.models import User
from apps.core.errors import BadInput
from apps.core.security.certificates import trusted_certificates
from apps.notifications.adapters.webpush import sender
from apps.notifications.adapters.webpush.endpoint import check_endpoint, public_address
from apps.notifications.models import Delivery, PushDevice
from apps.notifications.port import Refused, Retryable
from embedded.loopback import Reply
from tests.fakes.certificates import make_certificate
from tests.fakes.webpush import FakePushService
from tests.notifications.posting import browser_of, run_due_jobs, send_notice

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
def test_push_services_are_accepted(endpoint: str) -> None:
    check_endpoint(endpoint)


@pytest.mark.parametrize("endpoint", BAD)
def test_other_endpoints_are_refused(endpoint: str) -> None:
    with pytest.raises(BadInput) as refusal:
        check_endpoint(endpoint)
    assert refusal.value.code == "push_endpoint_refused"


class Resolver:
    """Name service replies in the given order; the last one is repeated."""

    def __init__(self, *replies: list[str]) -> None:
        self.replies = list(replies)
        self.lookups: list[str] = []

    def __call__(self, host: Any, port: Any, *args: Any, **kwargs: Any) -> list[Any]:
        self.lookups.append(str(host))
        reply = self.replies.pop(0) if len(self.replies) > 1 else self.replies[0]
        if not reply:
            raise socket.gaierror("no such name")
        return [
            (socket.AF_INET6 if ":" in text else socket.AF_INET, socket.SOCK_STREAM, 6, "", (text, port))
            for text in reply
        ]


@pytest.mark.parametrize("address", PRIVATE)
def test_name_that_resolves_to_a_private_address_is_refused(
    monkeypatch: pytest.MonkeyPatch, address: str
) -> None:
    # A public address beside it does not make it acceptable.
    monkeypatch.setattr(socket, "getaddrinfo", Resolver(["93.184.216.34", address]))
    with pytest.raises(Refused, match="private address"):
        public_address("push.example.com", 443)


@pytest.mark.parametrize("address", PUBLIC)
def test_name_that_resolves_to_public_addresses_is_accepted(
    monkeypatch: pytest.MonkeyPatch, address: str
) -> None:
    monkeypatch.setattr(socket, "getaddrinfo", Resolver([address]))
    assert public_address("push.example.com", 443) == address


def test_failed_lookup_is_retryable(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(socket, "getaddrinfo", Resolver([]))
    with pytest.raises(Retryable):
        public_address("push.example.com", 443)


@pytest.fixture
def tls_service(
    web_push: None, settings: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> Iterator[FakePushService]:
    """A push service with a certificate, whose name resolves to this machine."""
    context, trusted = make_certificate(tmp_path, "push.hansom.test")
    monkeypatch.setenv("SSL_CERT_FILE", str(trusted))
    monkeypatch.setattr(socket, "getaddrinfo", Resolver(["127.0.0.1"]))
    settings.WEB_PUSH_ALLOW_LOOPBACK = True
    trusted_certificates.cache_clear()
    with FakePushService(certificate=context, host="push.hansom.test") as fake:
        yield fake
    trusted_certificates.cache_clear()


@pytest.mark.django_db
def test_message_is_sent_by_tls_to_the_checked_address(ada: User, tls_service: FakePushService) -> None:
    browser, _device = browser_of(ada, tls_service)
    send_notice(ada)
    run_due_jobs()
    assert Delivery.objects.get().status == "sent"
    assert len(browser.received) == 1
    assert tls_service.seen[0].headers["Host"] == tls_service.url.removeprefix("https://")


@pytest.mark.django_db
def test_name_that_resolves_differently_later_is_not_followed(
    ada: User, tls_service: FakePushService, monkeypatch: pytest.MonkeyPatch
) -> None:
    # No server is at the first address; a second lookup would lead to the internal network.
    resolver = Resolver(["127.9.9.9"], ["127.0.0.1"])
    monkeypatch.setattr(socket, "getaddrinfo", resolver)
    browser_of(ada, tls_service)
    send_notice(ada)
    run_due_jobs()
    assert resolver.lookups.count("push.hansom.test") == 1
    assert tls_service.seen == []
    assert (Delivery.objects.get().status, Delivery.objects.get().error) == ("waiting", "ConnectError")


@pytest.mark.django_db
def test_certificate_of_another_name_is_refused(ada: User, tls_service: FakePushService) -> None:
    browser, device = browser_of(ada, tls_service)
    address = browser.endpoint.replace("push.hansom.test", "other.hansom.test")
    PushDevice.objects.filter(pk=device.pk).update(address=address)
    send_notice(ada)
    run_due_jobs()
    assert tls_service.seen == []
    assert Delivery.objects.get().status == "waiting"


@pytest.mark.django_db
def test_name_that_turns_private_is_refused_when_sending(
    ada: User, push_service: FakePushService, settings: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    _browser, device = browser_of(ada, push_service)
    settings.WEB_PUSH_ALLOW_LOOPBACK = False
    PushDevice.objects.filter(pk=device.pk).update(address="https://push.example.com/x")
    monkeypatch.setattr(socket, "getaddrinfo", Resolver(["127.0.0.1"]))
    send_notice(ada)
    run_due_jobs()
    assert (Delivery.objects.get().status, Delivery.objects.get().error) == ("failed", "private address")
    assert push_service.seen == []


@pytest.mark.django_db
def test_endpoint_forbidden_by_a_stricter_rule_is_retired(
    ada: User, push_service: FakePushService, settings: Any
) -> None:
    _browser, device = browser_of(ada, push_service)
    settings.WEB_PUSH_ALLOW_LOOPBACK = False
    send_notice(ada)
    run_due_jobs()
    device.refresh_from_db()
    assert device.retired_at is not None
    assert push_service.seen == []


@pytest.mark.django_db
def test_slow_response_times_out(
    ada: User, push_service: FakePushService, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sender, "TOTAL_SECONDS", 0.2)
    browser_of(ada, push_service)
    push_service.scripted = [Reply(201, after_seconds=1)]
    send_notice(ada)
    run_due_jobs()
    assert (Delivery.objects.get().status, Delivery.objects.get().error) == ("waiting", "TimeoutError")
