"""Rate limits in Redis are exact under concurrency; behaviour during an outage."""

import threading
import time
from typing import Any

import pytest
import time_machine
from redis.exceptions import RedisError
from rest_framework.test import APIClient

from apps.accounts.models import DeviceSession, User
from apps.core.rate_limits.rate_limit import Limit, Rate, consume, limits, reset
from apps.core.rate_limits.throttles import ScopedThrottle
from embedded.ports import free_port
from tests.personas import PASSWORD, client_of, make_user

TEN: list[Limit] = limits("test", "ada", "10/min")


@pytest.fixture
def no_redis(settings: Any) -> None:
    url = f"redis://127.0.0.1:{free_port()}/0"
    settings.REDIS_URL = url
    settings.CACHES = {"default": {**settings.CACHES["default"], "LOCATION": url}}


def run_concurrently(count: int, work: Any) -> list[Any]:
    """Run the work in parallel threads; returns the results."""
    gate, found = threading.Barrier(count), []

    def run() -> None:
        gate.wait()
        found.append(work())

    threads = [threading.Thread(target=run) for _ in range(count)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    return found


def test_exactly_ten_of_two_hundred_concurrent_requests_are_allowed() -> None:
    rounds = run_concurrently(40, lambda: [consume(TEN).allowed for _ in range(5)])
    results = [taken for each in rounds for taken in each]
    assert (len(results), results.count(True)) == (200, 10)


def test_throttled_view_allows_its_rate_under_concurrency(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(ScopedThrottle.THROTTLE_RATES, "captcha", "10/min")
    codes = run_concurrently(30, lambda: APIClient().get("/api/v1/auth/captcha/").status_code)
    assert (codes.count(200), codes.count(429)) == (10, 20)


def test_slot_is_free_when_the_oldest_request_is_a_period_old() -> None:
    with time_machine.travel("2026-11-23T10:00:00Z", tick=False) as clock:
        assert [consume(TEN).allowed for _ in range(10)] == [True] * 10
        clock.shift(20)
        assert consume(TEN).wait_seconds == 40
        clock.shift(39)
        assert not consume(TEN).allowed
        clock.shift(2)
        assert consume(TEN).allowed


def test_request_is_counted_only_if_every_limit_allows_it() -> None:
    both = limits("test", "both", "1/s,3/h")
    with time_machine.travel("2026-11-23T10:00:00Z", tick=False) as clock:
        for _ in range(3):
            assert [consume(both).allowed for _ in range(5)] == [True] + [False] * 4
            clock.shift(2)
        result = consume(both)
        assert not result.allowed
        assert result.wait_seconds == 3600 - 6


def test_released_request_is_not_counted_and_a_reset_clears_the_count() -> None:
    results = [consume(TEN) for _ in range(10)]
    results[3].release()
    assert [consume(TEN).allowed for _ in range(2)] == [True, False]
    reset(TEN)
    assert consume(TEN).allowed


@pytest.mark.parametrize(
    ("text", "rate"),
    [("120/min", (120, 60)), ("5/300s", (5, 300)), ("60/hour", (60, 3600)), ("1/d", (1, 86400))],
)
def test_rate_is_parsed(text: str, rate: tuple[int, int]) -> None:
    assert Rate.parse(text) == Rate(*rate)


@pytest.mark.django_db
@pytest.mark.usefixtures("no_redis")
def test_login_without_redis_is_refused_at_once() -> None:
    make_user("Ada", email="ada@example.org", password=PASSWORD)
    begun = time.monotonic()
    response = APIClient().post("/api/v1/auth/sign-in/", {"email": "ada@example.org", "password": PASSWORD})
    assert time.monotonic() - begun < 5
    assert (response.status_code, response.json()["code"]) == (503, "unavailable")
    assert not DeviceSession.objects.exists()
    assert not response.cookies


@pytest.mark.django_db
@pytest.mark.usefixtures("no_redis")
def test_reads_without_redis_are_served(ada: User, caplog: pytest.LogCaptureFixture) -> None:
    ScopedThrottle.warned_at = float("-inf")
    client = client_of(ada)
    for path in ("free-cars/?lat=50.7&lng=-1.29", "free-cars/?lat=50.7&lng=-1.29", "countries/"):
        assert client.get(f"/api/v1/{path}").status_code == 200
    assert caplog.text.count("requests not counted") == 1


@pytest.mark.usefixtures("no_redis")
def test_rate_limit_without_redis_raises() -> None:
    with pytest.raises(RedisError):
        consume(TEN)
