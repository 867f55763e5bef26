"""Ports are remembered per checkout, and replaced when taken."""

import socket
from pathlib import Path

from embedded.ports import LOOPBACK, is_free, remembered_port


def test_port_is_the_same_next_time(tmp_path: Path) -> None:
    state = tmp_path / "state.json"
    first = {name: remembered_port(state, name) for name in ("postgres", "redis")}
    assert {name: remembered_port(state, name) for name in first} == first
    assert first["postgres"] != first["redis"]


def test_taken_port_is_replaced(tmp_path: Path) -> None:
    state = tmp_path / "state.json"
    port = remembered_port(state, "postgres")
    with socket.socket() as squatter:
        squatter.bind((LOOPBACK, port))
        squatter.listen()
        assert not is_free(port)
        replacement = remembered_port(state, "postgres")
    assert replacement != port
    assert remembered_port(state, "postgres") == replacement


def test_damaged_state_file_is_rewritten(tmp_path: Path) -> None:
    state = tmp_path / "state.json"
    state.write_text("{")
    port = remembered_port(state, "redis")
    assert remembered_port(state, "redis") == port
