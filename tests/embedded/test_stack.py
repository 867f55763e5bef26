"""Environment and secrets of the local stack."""

import base64
from pathlib import Path

from cryptography.hazmat.primitives.asymmetric import ec
from py_vapid import Vapid02

from embedded.stack import DATABASE, P256_ORDER, Stack, new_vapid_key


def stack(folder: Path, **environ: str) -> Stack:
    urls = dict.fromkeys(("DATABASE_URL", "REDIS_URL", "OSRM_URL"), "elsewhere")
    return Stack(folder, home=folder, state_dir=folder / "state", port=1, environ=urls | environ)


def test_processes_know_the_pooler_and_the_direct_url(tmp_path: Path) -> None:
    elsewhere = {"REDIS_URL": "elsewhere", "OSRM_URL": "elsewhere"}
    pooled = Stack(
        tmp_path, home=tmp_path, state_dir=tmp_path / "state", port=1, environ=elsewhere, pool_size=2
    )
    assert pooled.postgres
    assert pooled.pgbouncer
    assert pooled.env["DATABASE_URL"] == pooled.pgbouncer.url
    assert pooled.env["DATABASE_DIRECT_URL"] == pooled.postgres.database_url(DATABASE)
    # The pooler starts after PostgreSQL.
    assert pooled.servers == [pooled.postgres, pooled.pgbouncer]


def test_secrets_are_created_once_and_readable_by_the_owner_only(tmp_path: Path) -> None:
    first, again = stack(tmp_path).env, stack(tmp_path).env
    for name, file in (("SECRET_KEY", "secret"), ("VAPID_PRIVATE_KEY", "vapid")):
        assert first[name] == again[name]
        assert (tmp_path / "state" / file).stat().st_mode & 0o077 == 0
    assert first["SECRET_KEY"] != stack(tmp_path / "elsewhere").env["SECRET_KEY"]


def test_configured_push_key_precedes_the_generated_one(tmp_path: Path) -> None:
    assert stack(tmp_path, VAPID_PRIVATE_KEY="mine", WEB_PUSH="real").env["VAPID_PRIVATE_KEY"] == "mine"
    assert stack(tmp_path, WEB_PUSH="real").env["WEB_PUSH"] == "real"
    assert stack(tmp_path).env["WEB_PUSH"] == "outbox"


def test_push_key_is_on_p_256() -> None:
    order_holds = ec.derive_private_key(P256_ORDER - 1, ec.SECP256R1()).private_numbers().private_value
    assert order_holds == P256_ORDER - 1
    for _ in range(50):
        text = new_vapid_key()
        assert len(base64.urlsafe_b64decode(text + "=")) == 32
        Vapid02.from_string(text).sign({"sub": "mailto:ops@example.org", "aud": "https://push.example.org"})


def test_import_uses_the_tools_of_the_wheel_unless_the_machine_has_its_own(tmp_path: Path) -> None:
    nowhere = {"PATH": str(tmp_path)}
    assert stack(tmp_path, **nowhere).env["OSRM_BIN_DIR"] == str(tmp_path / "osrm/osrm/bin")
    assert stack(tmp_path, **nowhere, OSRM_BIN_DIR="/opt/osrm").env["OSRM_BIN_DIR"] == "/opt/osrm"
    (tmp_path / "osrm-extract").touch(mode=0o755)
    assert "OSRM_BIN_DIR" not in stack(tmp_path, **nowhere).env
