"""Freed memory returns to the system instead of staying in a heap per thread."""

import os
import subprocess
import sys

import pytest

from tests.servers import ROOT

HASH_ON_EVERY_THREAD = """
import importlib, sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

importlib.import_module(sys.argv[1])
import django
django.setup()
from django.contrib.auth.hashers import make_password

def resident_mb():
    status = Path("/proc/self/status").read_text()
    return int(status.split("VmRSS:")[1].split()[0]) // 1024

make_password("hansom123")
before = resident_mb()
with ThreadPoolExecutor(8) as threads:
    list(threads.map(make_password, ["hansom123"] * 48))
    print(resident_mb() - before)
"""


def grown_mb(module: str, **environment: str) -> int:
    clean = {name: value for name, value in os.environ.items() if not name.startswith("MALLOC_")}
    done = subprocess.run(
        [sys.executable, "-c", HASH_ON_EVERY_THREAD, module],
        cwd=ROOT,
        env=clean | environment,
        capture_output=True,
        text=True,
        check=True,
    )
    return int(done.stdout)


@pytest.mark.parametrize("module", ["config.asgi", "config.celery"])
def test_passwords_hashed_on_every_thread_leave_no_memory_behind(module: str) -> None:
    # Without the limits it is about 150.
    assert grown_mb(module) < 40


def test_environment_variables_of_the_operator_take_precedence() -> None:
    # glibc's defaults: unlimited heaps and dynamic thresholds.
    assert grown_mb("config.asgi", MALLOC_ARENA_MAX="0") > 40
