"""The dispatcher's board in Chromium with many jobs and cars: frames, work, memory, and the server's CPU.

Cars report their positions over sockets, and drivers and a dispatcher move jobs from lane to lane over the
API, at stated rates, in phases: nothing moves, only positions, positions and jobs, and the same without the
page, which shows what the open board costs the servers.
"""

import os
import shutil
import statistics
import time
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any, Final

from playwright.sync_api import CDPSession, Page, ViewportSize, sync_playwright

from embedded import chromium
from scripts import frontend
from scripts.bootstrap import ROOT
from tests.bench.board_traffic import Traffic
from tests.bench.cpu import cpu_of_tree
from tests.bench.report import print_table
from tests.bench.trips import pids_of
from tests.platform import Platform, running_platform
from tests.servers import HOME

MOVERS: Final = 40
"""Drivers with a login, whose jobs move from lane to lane."""
PHASE_SECONDS: Final = 30.0
WINDOW: Final = ViewportSize(width=1440, height=900)
READY_MS: Final = 60_000
STEPS: Final = 20
LONG_FRAME_MS: Final = 50
CARDS: Final = "[data-board] [role=option]"

COUNT_FRAMES: Final = """() => {
    window.boardFrames = [];
    let last = performance.now();
    const next = (now) => {
        window.boardFrames.push(now - last);
        last = now;
        requestAnimationFrame(next);
    };
    requestAnimationFrame(next);
}"""
STEP: Final = """() => new Promise((resolve) => {
    const chosen = () => document.querySelector("[data-board] [aria-selected=true]")?.id;
    const before = chosen(), began = performance.now();
    window.dispatchEvent(new KeyboardEvent("keydown", { key: "j", bubbles: true }));
    const look = () => {
        const waited = performance.now() - began;
        if (chosen() !== before || waited > 5000) resolve(waited);
        else requestAnimationFrame(look);
    };
    look();
})"""


def run(*, jobs: int, cars: int, changes: float, minutes: float) -> dict[str, Any]:
    frontend.build()
    print("  starting a platform ...", flush=True)
    with running_platform() as platform:
        platform.sql("UPDATE core_platformsettings SET auto_dispatch = false, negative_balance = true")
        platform.manage("seed_demo", "--drivers", str(MOVERS))
        # Late jobs stay: no one cancels them meanwhile.
        platform.stop("beat")
        print(f"  inserting {jobs:,} jobs and {cars:,} cars ...", flush=True)
        with (
            Traffic(platform, jobs=jobs, cars=cars, changes=changes) as traffic,
            board_page(platform) as page,
        ):
            result = _measure(platform, traffic, page, minutes=minutes)
    result |= {"jobs": jobs, "cars": cars, "changes_per_second_wanted": changes, "minutes": minutes}
    _print(result)
    return result


@contextmanager
def board_page(platform: Platform) -> Iterator[Page]:
    """Open the board as an admin."""
    path = chromium.ensure_chromium(frontend=ROOT / "frontend", log=HOME / "logs/apt-get.log")
    os.environ.setdefault("PLAYWRIGHT_NODEJS_PATH", shutil.which("node") or "")
    flags = [flag for flag in chromium.FLAGS if flag != "--headless"]
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=str(path), headless=True, args=flags)
        context = browser.new_context(base_url=platform.url, viewport=WINDOW, service_workers="block")
        page = context.new_page()
        page.set_default_timeout(READY_MS)
        page.goto("/login")
        page.get_by_role("button", name="Dora").click()
        page.wait_for_url(lambda url: not url.endswith("/login"))
        page.goto("/desk")
        page.locator(CARDS).first.wait_for()
        page.locator(".leaflet-container").wait_for()
        yield page
        browser.close()


def _measure(platform: Platform, traffic: Traffic, page: Page, *, minutes: float) -> dict[str, Any]:
    session = page.context.new_cdp_session(page)
    session.send("Performance.enable")
    page.evaluate(COUNT_FRAMES)
    page.wait_for_timeout(5_000)
    phases: dict[str, dict[str, float]] = {}

    def phase(name: str, seconds: float = PHASE_SECONDS) -> None:
        print(f"  {name} for {seconds:.0f} s ...", flush=True)
        phases[name] = _phase(platform, traffic, page, session, seconds)

    phase("nothing moves")
    traffic.positions.set()
    phase("positions")
    traffic.jobs_move.set()
    page.wait_for_timeout(2_000)
    heap, nodes = _memory(session)
    steps: list[float] = []
    phase("positions and jobs", max(PHASE_SECONDS, minutes * 60))
    steps = [float(page.evaluate(STEP)) for _ in range(STEPS)]
    after, nodes_after = _memory(session)
    shown = page.locator(CARDS).count()
    page.goto("about:blank")
    time.sleep(2)
    phases["without the page"] = _servers(platform, traffic, PHASE_SECONDS)
    return {
        "phases": phases,
        "heap_mb_before": heap,
        "heap_mb_after": after,
        "nodes_before": nodes,
        "nodes_after": nodes_after,
        "cards_drawn": shown,
        "key_ms_median": statistics.median(steps),
        "key_ms_longest": max(steps),
        "refused_requests": traffic.refused,
    }


def _phase(
    platform: Platform, traffic: Traffic, page: Page, session: CDPSession, seconds: float
) -> dict[str, float]:
    page.evaluate("() => { window.boardFrames.length = 0; }")
    before = _metrics(session)
    # In short waits, as Playwright's connection must be served.
    servers = _servers(platform, traffic, seconds, wait=lambda: page.wait_for_timeout(1_000))
    spent = {name: value - before[name] for name, value in _metrics(session).items()}
    frames = sorted(float(ms) for ms in page.evaluate("() => window.boardFrames"))
    # Frames weigh by their length: a second of 50 ms frames counts as a second.
    long = sum(ms for ms in frames if ms > LONG_FRAME_MS)
    return servers | {
        "frames_per_second": len(frames) / servers["seconds"],
        "frame_ms_p95": frames[int(len(frames) * 0.95)],
        "frame_ms_longest": frames[-1],
        "share_of_time_in_long_frames": long / sum(frames),
        "page_task_ms_per_second": 1000 * spent["TaskDuration"] / servers["seconds"],
        "page_script_ms_per_second": 1000 * spent["ScriptDuration"] / servers["seconds"],
        "page_layout_ms_per_second": 1000
        * (spent["LayoutDuration"] + spent["RecalcStyleDuration"])
        / servers["seconds"],
    }


def _servers(
    platform: Platform, traffic: Traffic, seconds: float, *, wait: Any = lambda: time.sleep(1)
) -> dict[str, float]:
    """Wait, and return what the servers did meanwhile."""
    pids = pids_of(platform)
    cpu = {name: cpu_of_tree(pid) for name, pid in pids.items()}
    changed, positions, began = traffic.changed, traffic.positions_sent, time.monotonic()
    while time.monotonic() - began < seconds:
        wait()
    passed = time.monotonic() - began
    spent = {name: cpu_of_tree(pid) - cpu[name] for name, pid in pids.items()}
    return {
        "seconds": passed,
        "changes": traffic.changed - changed,
        "changes_per_second": (traffic.changed - changed) / passed,
        "positions_per_second": (traffic.positions_sent - positions) / passed,
        "server_cpu_ms_per_second": 1000 * sum(spent.values()) / passed,
        **{f"cpu_ms_per_second_{name}": 1000 * value / passed for name, value in spent.items()},
    }


def _metrics(session: CDPSession) -> dict[str, float]:
    found = session.send("Performance.getMetrics")["metrics"]
    return {metric["name"]: float(metric["value"]) for metric in found}


def _memory(session: CDPSession) -> tuple[float, float]:
    """Return the page's heap in MB and its nodes, after a collection of garbage."""
    session.send("HeapProfiler.collectGarbage")
    metrics = _metrics(session)
    return metrics["JSHeapUsedSize"] / 2**20, metrics["Nodes"]


def _print(result: dict[str, Any]) -> None:
    phases = result["phases"]
    moving, still, closed = (phases[name] for name in ("positions and jobs", "positions", "without the page"))
    for phase in (moving, closed):
        more = phase["server_cpu_ms_per_second"] - still["server_cpu_ms_per_second"]
        phase["server_cpu_ms_per_change"] = more * phase["seconds"] / max(1, phase["changes"])
    names = ("nothing moves", "positions", "positions and jobs", "without the page")
    rows = [
        ("changes_per_second", "job changes a second"),
        ("positions_per_second", "positions a second"),
        ("frames_per_second", "frames a second"),
        ("frame_ms_p95", "95th percentile of a frame, ms"),
        ("frame_ms_longest", "longest frame, ms"),
        ("share_of_time_in_long_frames", f"share of time in frames over {LONG_FRAME_MS} ms"),
        ("page_task_ms_per_second", "page: ms of tasks a second"),
        ("page_script_ms_per_second", "page: ms of scripts a second"),
        ("page_layout_ms_per_second", "page: ms of style and layout a second"),
        ("server_cpu_ms_per_second", "servers: ms of CPU a second"),
        ("server_cpu_ms_per_change", "servers: ms of CPU a change, above positions alone"),
    ]
    print_table(
        f"The board with {result['jobs']:,} jobs and {result['cars']:,} cars",
        ["", *names],
        [
            [title, *(f"{phases[name][key]:.3g}" if key in phases[name] else "" for name in names)]
            for key, title in rows
        ],
    )
    print_table(
        f"After {result['minutes']:g} minutes",
        ["what", "figure"],
        [
            [name.replace("_", " "), f"{result[name]:,.4g}"]
            for name in (
                *("heap_mb_before", "heap_mb_after", "nodes_before", "nodes_after", "cards_drawn"),
                *("key_ms_median", "key_ms_longest", "refused_requests"),
            )
        ],
    )
