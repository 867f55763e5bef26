"""An abnormal close is logged with its reason and counted; a normal one is neither."""

import logging

import pytest

from apps.accounts.models import User
from apps.realtime import frames
from apps.realtime.consumers import MAX_FRAME
from apps.realtime.sockets.closes import Closes
from apps.realtime.sockets.hub import get_hub
from tests.realtime.conftest import Live, until

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture(autouse=True)
def _log_everything(caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level(logging.INFO, logger="apps.realtime.sockets.closes")


def messages(caplog: pytest.LogCaptureFixture) -> list[str]:
    return [record.getMessage() for record in caplog.records if record.name == "apps.realtime.sockets.closes"]


async def test_lost_connection_is_logged_with_its_user_and_counted(
    live: Live, ada: User, caplog: pytest.LogCaptureFixture
) -> None:
    client = await live.connect(ada)
    await client.wire.disconnect(code=1006)
    await until(lambda: _is(get_hub().closes.total["lost"] == 1))
    [line] = messages(caplog)
    assert line.startswith(f"socket closed user={ada.pk} code=1006 reason=lost seconds=")


async def test_frame_too_big_is_logged_and_counted(
    live: Live, ada: User, caplog: pytest.LogCaptureFixture
) -> None:
    client = await live.connect(ada)
    await client.send("x" * MAX_FRAME)
    assert await client.receive() == {"op": "closed", "code": frames.TOO_BIG}
    assert get_hub().closes.total == {"frame_too_big": 1}
    [line] = messages(caplog)
    assert "code=1009 reason=frame_too_big" in line


@pytest.mark.parametrize("code", [1000, 1001])
async def test_normal_close_is_neither_logged_nor_counted(
    live: Live, ada: User, cleo: User, code: int, caplog: pytest.LogCaptureFixture
) -> None:
    client, other = await live.connect(ada), await live.connect(cleo)
    await client.wire.disconnect(code=code)
    # Closed later, and counted.
    await other.wire.disconnect(code=1006)
    await until(lambda: _is(bool(get_hub().closes.total)))
    assert get_hub().closes.total == {"lost": 1}
    assert len(messages(caplog)) == 1


async def test_logged_out_socket_is_neither_logged_nor_counted(
    live: Live, ada: User, caplog: pytest.LogCaptureFixture
) -> None:
    client = live.dial("?ticket=any")
    await client.wire.connect()
    assert await client.receive() == {"op": "closed", "code": frames.NOT_SIGNED_IN}
    assert not get_hub().closes.total
    assert messages(caplog) == []


def test_outage_is_counted_without_a_line_for_each_socket(caplog: pytest.LogCaptureFixture) -> None:
    closes = Closes()
    for _ in range(100):
        closes.note(frames.TRY_AGAIN, user_id=1)
    assert messages(caplog) == []
    assert closes.total == {"unavailable": 100}


def test_counts_are_logged_once_a_minute_if_any(
    caplog: pytest.LogCaptureFixture,
) -> None:
    closes = Closes()
    for code in (frames.TOO_SLOW, 1006, 1006, 4999):
        closes.note(code, user_id=1, seconds=12)
    closes.log_counts()
    closes.log_counts()
    assert messages(caplog)[-1] == "sockets closed in a minute code_4999=1 lost=2 too_slow=1"
    assert len(messages(caplog)) == 5


async def _is(fact: bool) -> bool:
    return fact
