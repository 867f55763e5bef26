"""`manage.py asterisk_calls` shows the calls of an Asterisk, over outages of either side."""

import os
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from functools import partial
from threading import Event, Thread
from typing import Any
from urllib.parse import urlsplit

import pytest
from django.core.management import CommandError, call_command
from django.db import connection
from redis import Redis

from apps.accounts.models import User
from apps.calls.asterisk import listening
from apps.calls.asterisk.connection import AsteriskError, Connection, LoginRefused
from apps.calls.asterisk.lines import lines_of
from apps.calls.asterisk.listening import Listener
from apps.calls.asterisk.state import KEY, reported_state
from apps.calls.choices import CallState
from apps.calls.diagnosis import asterisk as examine
from apps.calls.models import Call
from apps.calls.services import record_call
from apps.core.diagnosis.registry import Level
from apps.core.platform import update_platform_settings
from tests.calls.fake_asterisk import FakeAsterisk
from tests.personas import client_of
from tests.published import published_events
from tests.servers import ROOT

pytestmark = pytest.mark.django_db(transaction=True)

MAIN = "02079460100"
LINES = (["020 7946 0100=Main", "0800 123456"], ["taxi=Taxi queue"])


@pytest.fixture(autouse=True)
def quick(monkeypatch: pytest.MonkeyPatch, settings: Any) -> None:
    for name, seconds in (("FIRST_WAIT_SECONDS", 0.05), ("LAST_WAIT_SECONDS", 0.2), ("TICK_SECONDS", 0.05)):
        monkeypatch.setattr(listening, name, seconds)
    update_platform_settings(country="United Kingdom")
    with Redis.from_url(settings.REDIS_URL) as redis:
        redis.delete(KEY)


@pytest.fixture
def pbx() -> Iterator[FakeAsterisk]:
    fake = FakeAsterisk()
    yield fake
    fake.stop()


@pytest.fixture
def listen(pbx: FakeAsterisk) -> Iterator[Callable[[], None]]:
    """Start the listener; it is connected afterwards unless the server refuses."""
    stopped = Event()
    threads: list[Thread] = []

    def run() -> None:
        Listener(pbx.server, lines_of(*LINES), stopped=stopped).run()
        connection.close()

    def start() -> None:
        threads.append(Thread(target=run))
        threads[-1].start()

    yield start
    stopped.set()
    for thread in threads:
        thread.join(10)
        assert not thread.is_alive()


@pytest.fixture
def connected(pbx: FakeAsterisk, listen: Callable[[], None]) -> FakeAsterisk:
    listen()
    wait_for(lambda: is_connected())
    return pbx


def is_connected() -> bool:
    return bool((reported_state() or {}).get("connected"))


def wait_for(condition: Callable[[], Any], seconds: float = 10) -> None:
    deadline = time.monotonic() + seconds
    while not condition():
        assert time.monotonic() < deadline
        time.sleep(0.02)


def has_state(channel: Any, state: str) -> bool:
    return Call.objects.filter(external_id=channel.uniqueid, state=state).exists()


def has_logins(pbx: FakeAsterisk, count: int) -> bool:
    return len(pbx.logins) >= count


def live(admin: User) -> list[dict[str, Any]]:
    results: list[dict[str, Any]] = client_of(admin).get("/api/v1/calls/live/").json()["results"]
    return results


def test_call_rings_is_answered_by_an_extension_and_ends(
    connected: FakeAsterisk, ada: User, dora: User
) -> None:
    ada.mobile = "+447700900101"
    ada.save()
    caller = connected.ring("07700900101", MAIN)
    wait_for(lambda: has_state(caller, "ringing"))
    (call,) = live(dora)
    assert (call["caller"]["name"], call["phone"], call["line"]) == ("Ada Example", "+447700900101", "Main")
    phones = [connected.dial(caller, extension) for extension in ("201", "202")]
    connected.end_dial(caller, phones[0], "CANCEL")
    connected.pick_up(caller, phones[1])
    wait_for(lambda: has_state(caller, "answered"))
    assert live(dora)[0]["answered_by"] == "202"
    connected.hang_up(caller)
    wait_for(lambda: has_state(caller, "ended"))
    assert live(dora) == []
    states = [event.data["state"] for event in published_events("call.changed", topic="bookings")]
    assert states == ["ringing", "answered", "ended"]


def test_caller_who_hangs_up_is_never_answered(connected: FakeAsterisk) -> None:
    caller = connected.ring("07700900101", MAIN)
    phone = connected.dial(caller, "201")
    connected.end_dial(caller, phone, "CANCEL")
    connected.hang_up(phone)
    connected.hang_up(caller)
    wait_for(lambda: has_state(caller, "ended"))
    assert Call.objects.get().answered_at is None


def test_queue_rings_and_names_the_agent(connected: FakeAsterisk, dora: User) -> None:
    caller = connected.ring("+33170189900", "s", state="6")
    connected.event("QueueCallerJoin", **caller.snapshot(), Queue="taxi", Position="1", Count="1")
    wait_for(lambda: has_state(caller, "ringing"))
    assert (live(dora)[0]["line"], live(dora)[0]["phone"]) == ("Taxi queue", "+33170189900")
    agent = connected.ring("", "s", linked=caller, name="PJSIP/205-0000000f")
    connected.event(
        "AgentConnect", **caller.snapshot(), **agent.snapshot("Dest"), Queue="taxi", MemberName="Fay"
    )
    wait_for(lambda: has_state(caller, "answered"))
    assert live(dora)[0]["answered_by"] == "Fay"


def test_call_that_another_phone_picks_up_is_answered(connected: FakeAsterisk) -> None:
    caller = connected.ring("07700900101", MAIN)
    other = connected.ring("209", "*8", name="PJSIP/209-000000aa")
    other.linkedid = caller.linkedid
    connected.bridge(caller, other)
    wait_for(lambda: has_state(caller, "answered"))
    assert Call.objects.get().answered_by == "209"


def test_parked_call_is_not_answered_by_others_in_the_lot(connected: FakeAsterisk) -> None:
    caller = connected.ring("07700900101", MAIN)
    parked = connected.create("07700900199", "700")
    connected.bridge(parked, caller, technology="holding_bridge")
    connected.hang_up(caller)
    wait_for(lambda: has_state(caller, "ended"))
    assert Call.objects.get().answered_at is None


def test_other_calls_are_not_recorded(connected: FakeAsterisk) -> None:
    outgoing = connected.ring("201", "07700900101", name="PJSIP/201-0000000a")
    connected.dial(outgoing, MAIN)
    private = connected.ring("07700900102", "02079460199")
    connected.event("QueueCallerJoin", **private.snapshot(), Queue="workshop", Position="1", Count="1")
    caller = connected.ring("07700900101", MAIN)
    wait_for(lambda: has_state(caller, "ringing"))
    assert Call.objects.count() == 1


@pytest.mark.parametrize(
    ("number", "presentation", "shown"),
    [
        ("", "unavailable", ""),
        ("anonymous", "allowed_not_screened", ""),
        # Trusted from P-Asserted-Identity: the network knows the number, the caller hides it.
        ("07700900101", "prohib_passed_screen", ""),
        ("0033170189900", "allowed_passed_screen", "+33170189900"),
        ("+33170189900", "allowed", "+33170189900"),
        ("07700900101", "allowed", "+447700900101"),
        ("110", "allowed", "110"),
    ],
)
def test_withheld_and_foreign_numbers(
    connected: FakeAsterisk, number: str, presentation: str, shown: str
) -> None:
    caller = connected.ring(number, MAIN, presentation=presentation)
    wait_for(lambda: has_state(caller, "ringing"))
    assert Call.objects.get().phone == shown


def test_line_is_found_however_the_trunk_writes_it(connected: FakeAsterisk) -> None:
    for exten in ("+442079460100", "00442079460100", "0800123456"):
        connected.ring("07700900101", exten)
    wait_for(lambda: Call.objects.count() == 3)
    assert sorted(Call.objects.values_list("line", flat=True)) == ["0800 123456", "Main", "Main"]


def test_calls_that_changed_during_an_outage_are_corrected(connected: FakeAsterisk) -> None:
    ended, answered = connected.ring("07700900101", MAIN), connected.ring("07700900102", MAIN)
    wait_for(lambda: has_state(answered, "ringing") and has_state(ended, "ringing"))
    connected.read.clear()
    connected.hang_up(ended)
    phone = connected.create("203", "s", linked=answered, name="PJSIP/203-000000bb")
    phone.bridge = answered.bridge = "b-7"
    new = connected.create("07700900103", MAIN)
    waiting = connected.create("07700900104", "s", application="Queue", data="taxi,tT,,,300")
    connected.read.update({"call", "agent"})
    connected.drop()
    wait_for(lambda: has_state(ended, "ended") and has_state(answered, "answered"))
    wait_for(lambda: has_state(new, "ringing") and has_state(waiting, "ringing"))
    assert Call.objects.get(external_id=answered.uniqueid).answered_by == "203"
    # The adopted call ends by its event.
    connected.hang_up(answered)
    wait_for(lambda: has_state(answered, "ended"))


def test_calls_of_another_system_are_left_alone(pbx: FakeAsterisk, listen: Callable[[], None]) -> None:
    record_call(external_id="api-1", state=CallState.RINGING, phone="", line="")
    record_call(external_id="other-1", state=CallState.RINGING, phone="", line="", system="pbx2:5038")
    record_call(external_id="own-1", state=CallState.RINGING, phone="", line="", system=str(pbx.server))
    listen()
    wait_for(lambda: Call.objects.filter(external_id="own-1", state="ended").exists())
    assert Call.objects.filter(state="ringing").count() == 2


def test_wrong_secret_is_refused_and_tried_rarely(pbx: FakeAsterisk, listen: Callable[[], None]) -> None:
    pbx.secret = "another"
    listen()
    wait_for(lambda: len(pbx.logins) == 2)
    state = reported_state()
    assert state is not None
    assert (state["connected"], state["problem"]) == (False, "login refused: Authentication failed")
    pbx.secret = "s3cret"
    wait_for(lambda: is_connected())


def test_user_without_the_right_to_list_channels_is_refused(
    pbx: FakeAsterisk, listen: Callable[[], None]
) -> None:
    pbx.write = {"command"}
    listen()
    wait_for(lambda: (reported_state() or {}).get("problem") == "CoreShowChannels refused: Permission denied")


def test_secret_does_not_cross_a_plain_connection(connected: FakeAsterisk) -> None:
    login = next(action for action in connected.actions if action["Action"] == "Login")
    assert "Secret" not in login
    assert connected.secret not in str(connected.actions)


def test_server_of_another_kind_is_refused(pbx: FakeAsterisk) -> None:
    pbx.banner = "220 mail.example ESMTP\r\n"
    with pytest.raises(AsteriskError, match="no Asterisk"):
        Connection(pbx.server)
    assert pbx.actions == []


def test_value_with_a_line_break_adds_no_field(pbx: FakeAsterisk) -> None:
    opened = Connection(pbx.server)
    opened.send("Getvar", Channel="PJSIP/1\r\nVariable: SECRET", Variable="CALLERID(num-pres)")
    wait_for(lambda: pbx.actions[-1]["Action"] == "Getvar")
    assert pbx.actions[-1]["Channel"] == "PJSIP/1Variable: SECRET"
    opened.close()


def test_login_is_required_before_other_actions(pbx: FakeAsterisk) -> None:
    pbx.user = "other"
    with pytest.raises(LoginRefused):
        Connection(pbx.server)


def test_dead_connection_is_replaced(connected: FakeAsterisk, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(listening, "PING_SECONDS", 0.2)
    wait_for(lambda: any(action["Action"] == "Ping" for action in connected.actions))
    logins = len(connected.logins)
    time.sleep(0.6)
    # It answers, so the connection stays.
    assert len(connected.logins) == logins
    connected.silent = True
    wait_for(lambda: (reported_state() or {}).get("problem") == "no answer to a Ping")
    connected.silent = False
    connected.drop()
    wait_for(lambda: len(connected.logins) > logins and is_connected())
    caller = connected.ring("07700900101", MAIN)
    wait_for(lambda: has_state(caller, "ringing"))


def test_listener_connects_when_the_server_comes_back(connected: FakeAsterisk) -> None:
    for logins in (2, 3, 4):
        connected.drop()
        wait_for(partial(has_logins, connected, logins))
    wait_for(lambda: connected.connections == 1)


def test_status_page_names_the_problem(settings: Any, connected: FakeAsterisk) -> None:
    settings.ASTERISK_HOST = ""
    assert [finding.text for finding in examine()] == ["No Asterisk is configured."]
    settings.ASTERISK_HOST = "127.0.0.1"
    (finding,) = examine()
    assert (finding.level, str(connected.server) in finding.text) == (Level.OK, True)
    connected.secret = "another"
    connected.drop()
    wait_for(lambda: not is_connected())
    (finding,) = examine()
    assert finding.level == Level.ERROR
    assert "not connected" in finding.text


def test_status_page_says_that_no_process_runs(settings: Any) -> None:
    settings.ASTERISK_HOST = "127.0.0.1"
    (finding,) = examine()
    assert (finding.level, finding.remedy) == (Level.ERROR, "Start `manage.py asterisk_calls`.")


def test_process_logs_in_and_ends_with_a_signal(pbx: FakeAsterisk) -> None:
    database = urlsplit(os.environ["DATABASE_URL"])._replace(path=f"/{connection.settings_dict['NAME']}")
    environ = os.environ | {
        "DATABASE_URL": database.geturl(),
        "ASTERISK_HOST": "127.0.0.1",
        "ASTERISK_PORT": str(pbx.port),
        "ASTERISK_USER": "hansom",
        "ASTERISK_SECRET": "s3cret",
        "ASTERISK_LINES": f"{MAIN}=Main, 0800 123456",
    }
    command = [sys.executable, "manage.py", "asterisk_calls"]
    process = subprocess.Popen(command, cwd=ROOT, env=environ, stderr=subprocess.PIPE)
    try:
        wait_for(lambda: any(action["Action"] == "CoreShowChannels" for action in pbx.actions), 30)
    finally:
        process.terminate()
    _, log = process.communicate(timeout=20)
    assert process.returncode == 0, log.decode()


@pytest.mark.parametrize(("name", "value"), [("ASTERISK_HOST", ""), ("ASTERISK_LINES", [])])
def test_command_needs_a_server_and_a_line(settings: Any, name: str, value: Any) -> None:
    settings.ASTERISK_HOST, settings.ASTERISK_LINES = "127.0.0.1", [MAIN]
    setattr(settings, name, value)
    with pytest.raises(CommandError, match="ASTERISK_"):
        call_command("asterisk_calls")
