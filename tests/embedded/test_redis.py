"""The embedded Redis keeps its port after a crash, but no data."""

from pathlib import Path

from redis import Redis as Client

from embedded.ports import free_port
from embedded.redis import Redis


def test_restart_after_kill_9_has_the_same_port_and_no_data(tmp_path: Path) -> None:
    server = Redis(tmp_path / "redis", port=free_port(), log=tmp_path / "redis.log")
    server.start()
    try:
        client = Client.from_url(server.url)
        client.set("driver:7", "50.7,-1.3")
        server.kill()
        server.start()
        assert client.ping()
        assert client.dbsize() == 0
        client.close()
    finally:
        server.stop()


def test_server_listens_on_loopback_only_and_writes_no_file(tmp_path: Path) -> None:
    server = Redis(tmp_path / "redis", port=free_port(), log=tmp_path / "redis.log")
    server.start()
    try:
        client = Client.from_url(server.url)
        assert client.config_get("bind") == {"bind": "127.0.0.1"}
        client.set("key", "value")
        client.close()
    finally:
        server.stop()
    assert list((tmp_path / "redis").iterdir()) == []
