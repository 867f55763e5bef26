"""Registering, listing and removing push devices."""

from typing import Any

import pytest
from django.utils import timezone

from apps.accounts.models import DeviceSession, User
from apps.notifications.adapters.webpush.keys import vapid_public_key
from apps.notifications.models import PushDevice
from apps.notifications.services.devices import MAX_DEVICES
from tests.fakes.webpush import Browser, b64
from tests.personas import client_of

DEVICES = "/api/v1/me/devices/"
ENDPOINT = "https://fcm.googleapis.com/fcm/send/dX1:APA91b"
pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("web_push")]


def web(endpoint: str = ENDPOINT, **changes: Any) -> dict[str, Any]:
    """Return the body that a browser's page posts."""
    subscription = Browser(endpoint, "").subscription
    subscription["keys"] |= changes
    return {"kind": "webpush", "platform": "WEB", "subscription": subscription}


def test_device_is_registered_and_listed_without_its_address(ada: User) -> None:
    client = client_of(ada)
    body = web()
    response = client.post(DEVICES, body)
    assert response.status_code == 201
    shown = response.json()
    assert shown.keys() == {"id", "kind", "platform", "created_at", "last_used_at", "current"}
    assert (shown["kind"], shown["platform"], shown["current"]) == ("webpush", "WEB", True)
    assert client.get(DEVICES).json() == {"results": [shown]}
    device = PushDevice.objects.get()
    keys = body["subscription"]["keys"]
    assert (device.address, device.p256dh, device.auth) == (ENDPOINT, keys["p256dh"], keys["auth"])
    # Another session of the same user lists it as not current.
    (other,) = client_of(ada).get(DEVICES).json()["results"]
    assert other["current"] is False


def test_native_app_registers_a_token(ada: User, settings: Any) -> None:
    settings.OUTBOX_PAGE = True
    body = {"kind": "fcm", "platform": "IOS", "token": "fPz-01:APA91b-x_y"}
    assert client_of(ada).post(DEVICES, body).status_code == 201
    assert PushDevice.objects.get().address == "fPz-01:APA91b-x_y"


def test_device_registered_again_is_updated(ada: User) -> None:
    client = client_of(ada)
    first = client.post(DEVICES, web()).json()
    PushDevice.objects.update(retired_at=timezone.now())
    again = web()
    assert client.post(DEVICES, again).json()["id"] == first["id"]
    device = PushDevice.objects.get()
    assert device.auth == again["subscription"]["keys"]["auth"]
    assert device.retired_at is None


def test_browser_moves_to_the_user_who_logs_in(ada: User, cleo: User) -> None:
    client_of(ada).post(DEVICES, web())
    client_of(cleo).post(DEVICES, web())
    assert PushDevice.objects.get().user == cleo
    assert client_of(ada).get(DEVICES).json() == {"results": []}


def test_own_device_is_removed(ada: User) -> None:
    client = client_of(ada)
    pk = client.post(DEVICES, web()).json()["id"]
    assert client.delete(f"{DEVICES}{pk}/").status_code == 204
    assert not PushDevice.objects.exists()
    assert client.delete(f"{DEVICES}{pk}/").status_code == 404


def test_device_of_another_user_is_not_found(ada: User, cleo: User) -> None:
    pk = client_of(ada).post(DEVICES, web()).json()["id"]
    response = client_of(cleo).delete(f"{DEVICES}{pk}/")
    assert (response.status_code, response.json()["code"]) == (404, "not_found")
    assert PushDevice.objects.exists()


def test_devices_of_an_ended_session_are_not_listed(ada: User) -> None:
    client_of(ada).post(DEVICES, web())
    DeviceSession.objects.filter(push_devices__isnull=False).update(ended_at=timezone.now())
    assert client_of(ada).get(DEVICES).json() == {"results": []}


def test_longest_unused_device_is_replaced(ada: User) -> None:
    client = client_of(ada)
    for number in range(MAX_DEVICES + 2):
        assert client.post(DEVICES, web(f"{ENDPOINT}{number}")).status_code == 201
    stored = set(PushDevice.objects.values_list("address", flat=True))
    assert len(stored) == MAX_DEVICES
    assert f"{ENDPOINT}0" not in stored
    assert f"{ENDPOINT}{MAX_DEVICES + 1}" in stored


@pytest.mark.parametrize(
    ("body", "field"),
    [
        ({"kind": "pigeon", "platform": "WEB"}, "kind"),
        ({"kind": "webpush", "platform": "SYMBIAN"}, "platform"),
        ({"kind": "webpush", "platform": "WEB"}, "subscription"),
        ({"kind": "webpush", "platform": "WEB", "token": "a:b"}, "subscription"),
        ({"kind": "fcm", "platform": "ANDROID"}, "token"),
        ({"kind": "fcm", "platform": "ANDROID", "token": "a b"}, "token"),
        ({"kind": "fcm", "platform": "ANDROID", "token": "a" * 1025}, "token"),
        (web(p256dh="no key"), "subscription.keys.p256dh"),
        (web(p256dh=b64(b"\x04" + b"\x01" * 64)), "subscription.keys.p256dh"),
        (web(p256dh=b64(b"\x02" * 33)), "subscription.keys.p256dh"),
        (web(auth=b64(b"short")), "subscription.keys.auth"),
        (web(auth="!" * 22), "subscription.keys.auth"),
        (web(ENDPOINT + "x" * 1024), "subscription.endpoint"),
    ],
)
def test_invalid_device_is_refused(ada: User, body: dict[str, Any], field: str) -> None:
    response = client_of(ada).post(DEVICES, body)
    assert (response.status_code, response.json()["code"]) == (400, "invalid")
    assert field in response.json()["fields"]
    assert not PushDevice.objects.exists()


def test_endpoint_in_a_private_network_is_refused(ada: User) -> None:
    response = client_of(ada).post(DEVICES, web("https://10.0.0.1/x"))
    assert (response.status_code, response.json()["code"]) == (400, "push_endpoint_refused")
    assert not PushDevice.objects.exists()


def test_device_without_a_configured_sender_is_refused(ada: User, settings: Any) -> None:
    settings.VAPID_PRIVATE_KEY = ""
    for body in (web(), {"kind": "fcm", "platform": "ANDROID", "token": "a:b"}):
        response = client_of(ada).post(DEVICES, body)
        assert (response.status_code, response.json()["code"]) == (400, "push_not_configured")
    assert not PushDevice.objects.exists()


def test_page_gets_the_public_key(ada: User, settings: Any) -> None:
    assert client_of(ada).get("/api/v1/push/config/").json() == {
        "vapid_public_key": vapid_public_key(),
        "fcm": False,
    }
    assert len(vapid_public_key() or "") == 87
    settings.VAPID_PRIVATE_KEY = ""
    assert client_of(ada).get("/api/v1/push/config/").json()["vapid_public_key"] is None
