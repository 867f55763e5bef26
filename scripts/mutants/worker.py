"""A copy of the checkout with its own servers, in which mutants are tested one after the other."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from types import TracebackType

from redis import Redis as RedisClient

from embedded.ports import free_port
from embedded.postgres import Postgres
from embedded.redis import Redis
from scripts.bootstrap import ROOT
from scripts.limited import run_limited
from scripts.suites import UNIT

PRISTINE = "hansom"
TESTED = "test_hansom"
LINKED = (".venv", ".hansom")


@dataclass(frozen=True)
class Run:
    """How a test run ended; `code` is None when it was stopped at its time limit."""

    code: int | None
    seconds: float
    failed: str
    """The first failed test."""
    output: str


class Worker:
    """Use it in the main thread, which the servers end with; `test` may be called from any."""

    def __init__(self) -> None:
        self.folder = Path(tempfile.mkdtemp(prefix="hansom-mutants-"))
        # PostgreSQL may run as another user, who needs access to the folder.
        self.folder.chmod(0o755)
        # WhiteNoise warns of a missing folder for every test client.
        (self.folder / "state" / "static").mkdir(parents=True)
        self.copy = self.folder / "copy"
        self.postgres = Postgres(
            self.folder / "postgres", port=free_port(), log=self.folder / "postgres.log", throwaway=True
        )
        self.redis = Redis(self.folder / "redis", port=free_port(), log=self.folder / "redis.log")

    def __enter__(self) -> Worker:
        try:
            copy_checkout(self.copy)
            self.postgres.start()
            self.redis.start()
            self.postgres.create_database(PRISTINE)
            command = [sys.executable, "manage.py", "migrate", "--verbosity", "0"]
            subprocess.run(command, cwd=self.copy, env=self.environment, check=True)
        except BaseException:
            self._close()
            raise
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._close()

    @property
    def environment(self) -> dict[str, str]:
        temporary = self.folder / "tmp"
        temporary.mkdir(exist_ok=True)
        own = {
            "DATABASE_URL": self.postgres.database_url(PRISTINE),
            "REDIS_URL": self.redis.url,
            "SECRET_KEY": "tests-only-tests-only-tests-only-tests-only",
            "STATE_DIR": str(self.folder / "state"),
            "TMPDIR": str(temporary),
            # A compiled file could be as old, to the second, as the next mutant of its module.
            "PYTHONDONTWRITEBYTECODE": "1",
        }
        kept = {name: value for name, value in os.environ.items() if name != "HANSOM_TEST_SERVERS"}
        return kept | own

    def test(self, selection: Sequence[str], *, seconds: float, stop_at_first: bool = True) -> Run:
        """Run the fast tests of the selection on a database and a Redis as the first run found them."""
        self._renew_servers()
        marks = [f"({UNIT})", *(["-x"] if stop_at_first else [])]
        command = [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", "--reuse-db"]
        # The same examples each time, and no failure because the machine is slow.
        command += ["--hypothesis-profile", "ci", "-m", *marks]
        lines: list[str] = []
        began = time.monotonic()
        code = run_limited(
            [*command, *selection], cwd=self.copy, seconds=seconds, on_line=lines.append, env=self.environment
        )
        failed = next((line.split(" - ")[0].split()[1] for line in lines if line.startswith("FAILED ")), "")
        return Run(code, time.monotonic() - began, failed, "".join(lines))

    def _renew_servers(self) -> None:
        self.postgres.psql("postgres", f"DROP DATABASE IF EXISTS {TESTED} WITH (FORCE)")
        self.postgres.psql("postgres", f"CREATE DATABASE {TESTED} TEMPLATE {PRISTINE}")
        with RedisClient.from_url(self.redis.url) as client:
            client.flushall()

    def _close(self) -> None:
        self.redis.stop()
        self.postgres.stop()
        shutil.rmtree(self.folder, ignore_errors=True)


def copy_checkout(target: Path) -> None:
    """Copy the files that git tracks or would add, and link the installed packages and maps."""
    for name in tracked_files():
        source, copied = ROOT / name, target / name
        if source.is_file():
            copied.parent.mkdir(parents=True, exist_ok=True)
            shutil.copy2(source, copied)
    for name in LINKED:
        (target / name).symlink_to(ROOT / name)


def tracked_files() -> list[str]:
    command = ["git", "ls-files", "-z", "--cached", "--others", "--exclude-standard"]
    done = subprocess.run(command, cwd=ROOT, stdout=subprocess.PIPE, text=True, check=True)
    return sorted(name for name in done.stdout.split("\0") if name)
