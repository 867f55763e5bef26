"""The real processes together: they start, crash, restart and clean up."""

import json
import signal
import subprocess
import urllib.error
import urllib.request
from collections.abc import Callable
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from embedded.child import wait_until
from tests.e2e.conftest import OpenPage
from tests.platform import Platform

pytestmark = pytest.mark.e2e

PROCESSES = ("web", "worker", "beat", "relay")


def status_of(platform: Platform, path: str) -> int:
    try:
        with urllib.request.urlopen(f"{platform.url}{path}", timeout=10) as answer:
            return int(answer.status)
    except urllib.error.HTTPError as refusal:
        return refusal.code


def test_visitor_sees_the_home_page(
    platform: Platform, open_page: OpenPage, snap: Callable[[Page, str], Path]
) -> None:
    page = open_page()
    page.goto("/")
    expect(page.get_by_role("banner")).to_be_visible()
    picture = snap(page, "home")
    assert picture.stat().st_size > 10_000


def test_seeded_platform_shows_its_demo_logins_and_map(platform: Platform) -> None:
    with urllib.request.urlopen(f"{platform.url}/api/v1/settings/public/") as answer:
        accounts = json.load(answer)["demo"]["accounts"]
    assert {account["role"] for account in accounts} == {"rider", "driver", "fleetadmin", "admin"}
    with urllib.request.urlopen(f"{platform.url}/api/v1/map/") as answer:
        tiles = json.load(answer)["pmtiles_url"]
    request = urllib.request.Request(f"{platform.url}{tiles}", headers={"Range": "bytes=0-6"})
    with urllib.request.urlopen(request) as answer:
        assert (answer.status, answer.read()) == (206, b"PMTiles")


@pytest.mark.parametrize("name", PROCESSES)
def test_each_process_is_restarted_after_kill_9(platform: Platform, name: str) -> None:
    platform.kill(name)
    assert not platform.is_running(name)
    platform.start(name)
    platform.wait_until_ready()
    assert all(platform.is_running(each) for each in PROCESSES)


def test_platform_is_ready_again_after_redis_was_killed(platform: Platform) -> None:
    platform.kill("redis")
    try:
        # The web process stays up: a load balancer would otherwise remove all of them.
        with urllib.request.urlopen(f"{platform.url}/readyz", timeout=10) as answer:
            state = json.load(answer)
        assert (state["status"], state["database"], state["redis"]) == ("degraded", "ok", "ConnectionError")
        assert not platform.stack.is_ready()
    finally:
        platform.start("redis")
    platform.wait_until_ready()
    assert all(platform.is_running(name) for name in PROCESSES)


def test_platform_is_ready_again_after_postgres_was_killed(platform: Platform) -> None:
    users = platform.sql("SELECT count(*) FROM accounts_user")
    platform.kill("postgres")
    try:
        assert status_of(platform, "/readyz") == 503
    finally:
        platform.start("postgres")
    platform.wait_until_ready()
    assert platform.sql("SELECT count(*) FROM accounts_user") == users
    # A process that gave up would have ended by now.
    assert not wait_until(lambda: not all(map(platform.is_running, PROCESSES)), seconds=3)


@pytest.mark.parametrize("name", ["worker", "beat", "relay"])
def test_process_that_hangs_fails_its_health_check(platform: Platform, name: str) -> None:
    # An earlier test may have just restarted it.
    assert wait_until(lambda: is_healthy(platform, name), seconds=90)
    process = platform.processes[name]
    process.signal(signal.SIGSTOP)
    try:
        assert wait_until(lambda: not is_healthy(platform, name), seconds=30)
    finally:
        process.signal(signal.SIGCONT)
    assert wait_until(lambda: is_healthy(platform, name), seconds=30)


def is_healthy(platform: Platform, name: str) -> bool:
    command = platform.stack.manage("check_health", name)
    return subprocess.run(command, env=platform.stack.env, capture_output=True, check=False).returncode == 0
