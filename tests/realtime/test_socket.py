"""The socket: tickets, subscriptions, and what ends it."""

from collections.abc import Callable

import pytest
from django.db.models import F
from django.utils import timezone
from rest_framework.test import APIClient

from apps.accounts.choices import UserType
from apps.accounts.models import DeviceSession, Passkey, StaffRole, User
from apps.accounts.services.second_factor import enrol
from apps.accounts.services.sessions import end_session_of_device
from apps.bookings.choices import Status
from apps.core.platform import update_platform_settings
from apps.fares.models import CarType
from apps.realtime import frames
from apps.realtime.sockets import rate_limit
from apps.realtime.sockets.hub import SESSIONS_SECONDS, get_hub
from apps.realtime.sockets.rate_limit import BURST
from tests.bookings.builders import make_booking
from tests.django_admin import SECRET
from tests.personas import make_user
from tests.realtime.conftest import Live, in_db, publish, until

pytestmark = pytest.mark.django_db(transaction=True)


# -- tickets -----------------------------------------------------------------------------------


async def test_ticket_opens_one_socket_only(
    live: Live, ada: User, as_user: Callable[[User | None], APIClient]
) -> None:
    client = await in_db(as_user, ada)
    reply = await in_db(client.post, "/api/v1/realtime/ticket/")
    assert reply.status_code == 200
    assert reply.data["expires_in"] == 30
    first, second = (live.dial(f"?ticket={reply.data['ticket']}") for _ in range(2))
    await first.wire.connect()
    assert (await first.receive())["op"] == "hello"
    await second.wire.connect()
    assert await second.receive() == {"op": "closed", "code": frames.NOT_SIGNED_IN}


async def test_visitor_gets_no_ticket(as_user: Callable[[User | None], APIClient]) -> None:
    reply = await in_db(as_user(None).post, "/api/v1/realtime/ticket/")
    assert reply.status_code == 401
    assert reply.data["code"] == "not_logged_in"


async def test_invalid_ticket_closes_with_a_code(live: Live) -> None:
    for query in ("", "?ticket=", "?ticket=made-up", "?ticket=" + "x" * 5000):
        client = live.dial(query)
        assert (await client.wire.connect())[0]
        assert await client.receive() == {"op": "closed", "code": frames.NOT_SIGNED_IN}


async def test_ticket_of_a_user_disapproved_since_is_refused(live: Live, ada: User) -> None:
    ticket = await live.ticket(ada)
    await in_db(User.objects.filter(pk=ada.pk).update, approved=False)
    client = live.dial(f"?ticket={ticket}")
    await client.wire.connect()
    assert await client.receive() == {"op": "closed", "code": frames.NOT_SIGNED_IN}


async def test_foreign_origin_is_refused_before_the_handshake(live: Live, ada: User) -> None:
    pages = {
        None: True, "http://testserver": True, "http://localhost:8000": True,
        "https://evil.example": False, "http://testserver.evil.example": False, "null": False,
    }  # fmt: skip
    for origin, accepted in pages.items():
        headers = {"host": "testserver"} | ({"origin": origin} if origin else {})
        client = live.dial(f"?ticket={await live.ticket(ada)}", headers=headers)
        assert (await client.wire.connect())[0] is accepted, origin


# -- topics ------------------------------------------------------------------------------------


async def allowed(live: Live, user: User, topic: str) -> bool | str:
    client = await live.connect(user)
    frame = await client.join(topic)
    assert frame["topic"] == topic
    await client.leave()
    return True if frame["op"] == "subscribed" else str(frame["code"])


async def test_each_role_may_subscribe_to_its_own_topics(
    live: Live, ada: User, ben: User, fay: User, dora: User
) -> None:
    everyone: dict[str, bool | str] = {"me": True, "settings": True}
    rights = {
        ada: everyone
        | {"tasks": "forbidden", "fleet": "forbidden", "bookings": "forbidden", "cases": "forbidden"},
        ben: everyone | {"tasks": True, "fleet": "forbidden", "bookings": "forbidden", "cases": "forbidden"},
        fay: everyone | {"tasks": "forbidden", "fleet": True, "bookings": True, "cases": True},
        dora: everyone | {"tasks": "forbidden", "fleet": True, "bookings": True, "cases": True},
    }
    for user, expected in rights.items():
        assert {topic: await allowed(live, user, topic) for topic in expected} == expected, user


async def test_other_topics_do_not_exist(live: Live, dora: User) -> None:
    refusals = {
        "booking:1": "not_found", "booking:999999999999999999": "not_found",
        "booking:9999999999999999999": "unknown_topic", "booking:0": "unknown_topic",
        "booking:-1": "unknown_topic", "booking:1 or 1=1": "unknown_topic", "user:1": "unknown_topic",
        "tasks:1": "unknown_topic", "fleet:1": "unknown_topic", "cases:1": "unknown_topic",
        "ME": "unknown_topic",
    }  # fmt: skip
    assert {topic: await allowed(live, dora, topic) for topic in refusals} == refusals


async def test_fleet_admin_receives_only_the_own_fleet(live: Live, fay: User, dora: User) -> None:
    fleet, all_ = await live.connect(fay), await live.connect(dora)
    await fleet.join("fleet")
    await all_.join("fleet")
    await publish("fleet", "driver.online", driver_id=1)
    await publish(f"fleet:{fay.pk}", "driver.offline", driver_id=2)
    frame = await fleet.receive()
    assert (frame["topic"], frame["type"], frame["data"]) == ("fleet", "driver.offline", {"driver_id": 2})
    assert (await all_.receive())["type"] == "driver.online"
    assert await fleet.is_quiet()


async def test_fleet_admin_may_subscribe_only_to_own_trips(
    live: Live, ada: User, ben: User, bob: User, fay: User, economy: CarType
) -> None:
    own = await in_db(make_booking, ada, economy, Status.STARTED, driver=bob)
    other = await in_db(make_booking, ada, economy, Status.STARTED, driver=ben)
    waiting = await in_db(make_booking, ada, economy)
    rights = {
        f"booking:{own.pk}": True, f"booking:{other.pk}": "not_found", f"booking:{waiting.pk}": "not_found",
        f"user:{bob.pk}": "unknown_topic", f"tasks:{bob.pk}": "unknown_topic",
        f"fleet:{fay.pk}": "unknown_topic", f"bookings:{fay.pk}": "unknown_topic",
    }  # fmt: skip
    assert {topic: await allowed(live, fay, topic) for topic in rights} == rights


# -- rights that end ---------------------------------------------------------------------------


async def test_logging_a_user_out_closes_all_their_sockets(live: Live, ada: User, cleo: User) -> None:
    one, two, other = await live.connect(ada), await live.connect(ada), await live.connect(cleo)
    await one.join("me")
    await publish(f"user:{ada.pk}", "signed_out")
    assert [frame["op"] for frame in await one.receive_until("closed")] == ["event", "closed"]
    assert await two.receive() == {"op": "closed", "code": frames.REVOKED}
    assert await other.is_quiet()


async def test_logging_a_device_out_closes_only_its_socket(live: Live, ada: User) -> None:
    here, there = await live.connect(ada), await live.connect(ada)
    newest = await in_db(DeviceSession.objects.filter(user=ada).latest, "created_at")
    await in_db(end_session_of_device, user_id=ada.pk, family=newest.family)
    assert await there.receive() == {"op": "closed", "code": frames.REVOKED}
    assert await here.is_quiet()


async def test_session_ended_without_an_event_loses_its_socket(live: Live, ada: User) -> None:
    # The interval of the hub's checks; a busy machine may be slower, so the test waits.
    assert SESSIONS_SECONDS < 1
    client = await live.connect(ada)
    await in_db(DeviceSession.objects.filter(user=ada).update, ended_at=timezone.now())
    assert await client.receive() == {"op": "closed", "code": frames.REVOKED}


async def test_ticket_of_an_ended_session_is_refused(live: Live, ada: User) -> None:
    ticket = await live.ticket(ada)
    await in_db(DeviceSession.objects.filter(user=ada).update, ended_at=timezone.now())
    client = live.dial(f"?ticket={ticket}")
    await client.wire.connect(timeout=5)
    assert await client.receive() == {"op": "closed", "code": frames.NOT_SIGNED_IN}


@pytest.mark.parametrize(
    "change", [{"approved": False}, {"is_active": False}, {"user_type": UserType.DRIVER}]
)
async def test_user_whose_rights_change_loses_the_socket(
    live: Live, ada: User, change: dict[str, object]
) -> None:
    client = await live.connect(ada)
    await in_db(User.objects.filter(pk=ada.pk).update, **change)
    assert await client.receive() == {"op": "closed", "code": frames.REVOKED}


@pytest.mark.parametrize("way", ["given", "changed"])
async def test_admin_whose_role_changes_connects_again_without_its_topics(
    live: Live, dora: User, way: str
) -> None:
    role = await in_db(StaffRole.objects.create, name="Dispatch", permissions={"bookings": "view"})
    if way == "changed":
        await in_db(User.objects.filter(pk=dora.pk).update, staff_role=role)
    client = await live.connect(dora)
    await client.join("bookings")
    await in_db(StaffRole.objects.filter(pk=role.pk).update, permissions={}, version=F("version") + 1)
    await in_db(User.objects.filter(pk=dora.pk).update, staff_role=role)
    assert await client.receive() == {"op": "closed", "code": frames.TRY_AGAIN}
    assert await allowed(live, dora, "bookings") == "forbidden"


async def test_staff_who_must_set_up_two_factor_lose_the_socket_only(live: Live, ada: User) -> None:
    with_app = await in_db(make_user, "Olive", UserType.ADMIN)
    await in_db(enrol, user=with_app, secret=SECRET, code="000000")
    without = await in_db(make_user, "Nora", UserType.ADMIN)
    with_passkey = await in_db(make_user, "Petra", UserType.ADMIN)
    keys = {"credential_id": b"1", "public_key": b"2", "user_handle": b"3"}
    await in_db(Passkey.objects.create, user=with_passkey, name="Phone", **keys)
    rider, secured, due = await live.connect(ada), await live.connect(with_app), await live.connect(without)
    also_secured = await live.connect(with_passkey)
    await in_db(update_platform_settings, staff_two_factor=True)
    assert await due.receive() == {"op": "closed", "code": frames.NOT_SIGNED_IN}
    assert await rider.is_quiet()
    assert await secured.is_quiet()
    assert await also_secured.is_quiet()
    assert await in_db(DeviceSession.objects.filter(user=without, ended_at=None).exists)


# -- invalid frames ----------------------------------------------------------------------------


async def test_invalid_frame_is_refused_and_the_socket_stays(live: Live, ada: User) -> None:
    client = await live.connect(ada)
    invalid = {
        " ": "invalid", "not json": "invalid", "[]": "invalid", "null": "invalid", "{}": "invalid",
        "[" * 50_000: "invalid", '{"op":"ping","n":1e999}': "invalid",
        '{"op":"dance"}': "unknown_op", '{"op":7}': "unknown_op",
        '{"op":"subscribe"}': "invalid", '{"op":"subscribe","topic":7}': "invalid",
        '{"op":"subscribe","topic":"\\ud800"}': "invalid", '{"op":"positions","id":1}': "invalid",
        '{"op":"subscribe","topic":"' + "x" * 100 + '"}': "invalid",
    }  # fmt: skip
    for text, code in invalid.items():
        await client.wire.send_to(text_data=text)
        assert await client.receive() == {"op": "error", "code": code}, text
    await client.wire.send_to(bytes_data=b"{}")
    assert await client.receive() == {"op": "error", "code": "invalid"}
    await client.send("ping")
    assert await client.receive() == {"op": "pong"}


async def test_frame_too_big_closes_the_socket(live: Live, ada: User) -> None:
    client = await live.connect(ada)
    await client.wire.send_to(text_data='{"op":"ping","x":"' + "x" * 70_000 + '"}')
    assert await client.receive() == {"op": "closed", "code": frames.TOO_BIG}


async def test_flood_of_frames_is_refused_and_then_closed(
    live: Live, ada: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    # On a busy machine the flood would be slower than the frames that each second allows.
    monkeypatch.setattr(rate_limit, "PER_SECOND", 0)
    client = await live.connect(ada)
    for _ in range(BURST + 5):
        await client.send("ping")
    received = await client.receive_until("error")
    assert received[-1] == {"op": "error", "code": "too_many_requests"}
    for _ in range(2000):
        await client.send("ping")
    assert (await client.receive_until("closed"))[-1]["code"] == frames.TOO_MANY


async def test_closed_socket_leaves_nothing_behind(live: Live, ada: User) -> None:
    client = await live.connect(ada)
    await client.join("me")
    await client.join("settings")
    hub = get_hub()
    assert hub._topics
    await client.leave()
    assert hub._topics == {}
    assert hub._sockets == {}
    await until(lambda: _is_empty(hub._subscriptions._groups))


async def _is_empty(groups: set[str]) -> bool:
    return not groups
