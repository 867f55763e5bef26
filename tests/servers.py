"""Temporary PostgreSQL and Redis of a pytest run, started before Django reads its settings.

Every run has its own on free ports in a folder of its own, so that many can go side by side. The
kernel ends them with the run, however it ends. DATABASE_URL and REDIS_URL name others to use instead.
"""

import atexit
import os
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

from embedded import demo_extract, osrm
from embedded.ports import free_port
from embedded.postgres import Postgres
from embedded.redis import Redis
from embedded.server import Server

# Set by the run that started the servers, read by its pytest-xdist workers.
OWNED = "HANSOM_TEST_SERVERS"

ROOT = Path(__file__).resolve().parent.parent
HOME = ROOT / ".hansom"
# A link for tests only: that of `make run` may point to another city.
DEMO_MAP = HOME / "maps" / "demo"


def start_servers() -> None:
    """Set the environment that config.env reads; a pytest-xdist worker gets its own Redis."""
    os.environ.setdefault("SECRET_KEY", "tests-only-tests-only-tests-only-tests-only")
    os.environ.setdefault("DEBUG", "0")
    # Tests have their own database beside that of DATABASE_URL, which this variable would bypass.
    os.environ.pop("DATABASE_DIRECT_URL", None)
    worker = os.environ.get("PYTEST_XDIST_WORKER")
    owned = os.environ.get(OWNED, "").split()
    folder = Path(tempfile.mkdtemp(prefix="hansom-tests-"))
    # PostgreSQL may run as another user, who needs access to the folder.
    folder.chmod(0o755)
    atexit.register(shutil.rmtree, folder, ignore_errors=True)
    os.environ.setdefault("STATE_DIR", str(folder / "state"))
    # WhiteNoise warns of a missing folder for every test client.
    (folder / "state" / "static").mkdir(parents=True)
    os.environ.setdefault("MEDIA_ROOT", str(folder / "media"))
    os.environ.setdefault("MAP_DIR", str(DEMO_MAP))

    if "DATABASE_URL" not in os.environ:
        postgres = Postgres(
            folder / "postgres", port=free_port(), log=folder / "postgres.log", throwaway=True
        )
        _start(postgres)
        os.environ["DATABASE_URL"] = postgres.database_url("hansom")
        owned.append("postgres")
    # Pub/sub ignores database numbers: workers with a shared Redis would receive each other's events.
    if "REDIS_URL" not in os.environ or (worker and "redis" in owned):
        redis = Redis(folder / "redis", port=free_port(), log=folder / "redis.log")
        _start(redis)
        os.environ["REDIS_URL"] = redis.url
        owned.append("redis")
    os.environ[OWNED] = " ".join(owned)


def build_demo_map() -> None:
    """Build the demo city's files behind DEMO_MAP; fast the second time, and safe to run twice at once."""
    extract = demo_extract.ensure_extract(HOME)
    command = ["manage.py", "import_map", str(extract), "--name", demo_extract.NAME, "--files-only"]
    osrm.ensure_installed(HOME)
    environment = os.environ | {"STATE_DIR": str(HOME), "MAP_DIR": str(DEMO_MAP)}
    environment |= osrm.import_environment(HOME, os.environ)
    subprocess.run([sys.executable, *command], cwd=ROOT, env=environment, check=True)


def owns_redis() -> bool:
    return "redis" in os.environ.get(OWNED, "").split()


def _start(server: Server) -> None:
    server.start()
    # Registered after the folder's removal, so run before it.
    atexit.register(server.stop)
