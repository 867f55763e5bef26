"""Positions from drivers to riders' screens, beside socket.io and ws on Node (goal A5).

Each driver has one trip, and each rider follows one. The platform authenticates, checks and stores every
point before it sends it on; the peers forward it and store nothing. The same client, on Node, loads all sides
in turn. CPU is that of the servers; the client's is not counted.
"""

import json
import subprocess
import tempfile
import time
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import Any, Final

from embedded.ports import free_port
from tests.bench.cpu import cpu_of_tree
from tests.bench.report import Spread, print_table
from tests.bench.trips import pids_of
from tests.platform import Platform, running_platform

PEERS: Final = Path(__file__).parent / "peers"
TRIPS: Final = 500
ROUNDS: Final = 5
SECONDS: Final = 8
WARM_UP_SECONDS: Final = 2
SIDES: Final = ("hansom", "socket.io", "ws")


def run(*, rate: int) -> dict[str, Any]:
    _install()
    print("  starting a platform ...", flush=True)
    with running_platform(durable=True) as platform:
        platform.manage(
            "shell", "-c", f"from tests.bench.position_trips import make_trips; make_trips({TRIPS})"
        )
        figures: dict[str, dict[str, list[float]]] = {side: {} for side in SIDES}
        stored_before = _stored(platform)
        for _ in range(ROUNDS):
            for side in SIDES:
                for name, value in _measure(side, platform, rate).items():
                    figures[side].setdefault(name, []).append(value)
        stored = _stored(platform) - stored_before
    sides = {
        side: {name: Spread.of(values) for name, values in known.items()} for side, known in figures.items()
    }
    ratios = {
        peer: Spread.of(
            [
                ours / theirs
                for ours, theirs in zip(figures["hansom"]["cpu_us"], figures[peer]["cpu_us"], strict=True)
            ]
        )
        for peer in SIDES[1:]
    }
    print_table(
        f"{rate:,} positions a second on {TRIPS} trips: CPU {ratios['socket.io']} times socket.io's, "
        f"{ratios['ws']} times ws's",
        ["", "CPU us a position", "delivered", "p50 ms", "p99 ms"],
        [
            [side, *(str(sides[side][name]) for name in ("cpu_us", "delivered", "p50", "p99"))]
            for side in SIDES
        ],
    )
    print_table(
        f"Where Hansom's CPU goes; {stored:,} points stored",
        ["process", "us a position"],
        [
            [name.removeprefix("cpu_us_"), str(spread)]
            for name, spread in sides["hansom"].items()
            if name.startswith("cpu_us_")
        ],
    )
    return {"rate": rate, "trips": TRIPS, "sides": sides, "cpu_ratio": ratios, "points_stored": stored}


def _measure(side: str, platform: Platform, rate: int) -> dict[str, float]:
    if side == "hansom":
        found = platform.manage(
            "shell", "-c", f"from tests.bench.position_trips import print_tickets; print_tickets({TRIPS})"
        )
        trips = json.loads(found.strip().splitlines()[-1])
        return _load(side, platform.url.replace("http", "ws", 1), trips, rate, pids_of(platform))
    trips = [{"topic": f"booking:{number}"} for number in range(TRIPS)]
    with _relay(side) as (url, pid):
        return _load(side, url, trips, rate, {side: pid})


def _load(
    side: str, url: str, trips: list[dict[str, str]], rate: int, pids: Mapping[str, int]
) -> dict[str, float]:
    plan = {
        "kind": side,
        "url": url,
        "trips": trips,
        "rate": rate,
        "seconds": SECONDS,
        "warmUp": WARM_UP_SECONDS,
    }
    with tempfile.NamedTemporaryFile("w", suffix=".json") as file:
        json.dump(plan, file)
        file.flush()
        client = subprocess.Popen(
            ["node", "load.js", file.name], cwd=PEERS, stdout=subprocess.PIPE, text=True
        )
        assert client.stdout
        assert client.stdout.readline() == "measuring\n", f"the client of {side} failed"
        before = {name: cpu_of_tree(pid) for name, pid in pids.items()}
        output, _ = client.communicate(timeout=SECONDS + 60)
        spent = {name: cpu_of_tree(pid) - before[name] for name, pid in pids.items()}
    result = json.loads(output)
    sent = result["sent"]
    assert result["closed"] == 0, f"{side} closed {result['closed']} sockets"
    assert result["acknowledged"] == sent, f"{side} acknowledged {result['acknowledged']} of {sent}"
    return {
        "cpu_us": 1e6 * sum(spent.values()) / sent,
        "delivered": result["received"] / sent,
        "p50": result["p50"],
        "p99": result["p99"],
        **{f"cpu_us_{name}": 1e6 * seconds / sent for name, seconds in spent.items() if side == "hansom"},
    }


@contextmanager
def _relay(kind: str) -> Iterator[tuple[str, int]]:
    port = free_port()
    server = subprocess.Popen(
        ["node", "relay.js", kind, str(port)], cwd=PEERS, stdout=subprocess.PIPE, text=True
    )
    try:
        assert server.stdout
        assert server.stdout.readline() == "ready\n"
        yield f"{'http' if kind == 'socket.io' else 'ws'}://127.0.0.1:{port}", server.pid
    finally:
        server.terminate()
        server.wait()


def _stored(platform: Platform) -> int:
    return int(platform.sql("SELECT count(*) FROM bookings_trackingpoint"))


def _install() -> None:
    if not (PEERS / "node_modules").is_dir():
        print("  installing socket.io and ws ...", flush=True)
        began = time.perf_counter()
        subprocess.run(["npm", "ci", "--no-audit", "--no-fund", "--silent"], cwd=PEERS, check=True)
        print(f"  ... in {time.perf_counter() - began:.0f} s", flush=True)
