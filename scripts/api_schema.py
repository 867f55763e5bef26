"""The OpenAPI document of the backend and the TypeScript made from it, both committed."""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
from pathlib import Path

from scripts import frontend
from scripts.bootstrap import ROOT

SCHEMA = ROOT / "frontend" / "schema.yml"
TYPES = ROOT / "frontend" / "src" / "api" / "schema.d.ts"

# Django reads its settings before it says anything; nothing below connects to these.
PLACEHOLDERS = {
    "SECRET_KEY": "no-secret-no-secret-no-secret-no-secret",
    "DATABASE_URL": "postgresql://app@127.0.0.1:1/none",
    "REDIS_URL": "redis://127.0.0.1:1/0",
    "DJANGO_SETTINGS_MODULE": "config.settings",
}


def environment() -> dict[str, str]:
    return os.environ | PLACEHOLDERS


def write() -> None:
    """Regenerates both files in place."""
    frontend.install_packages()
    generate(SCHEMA, TYPES)
    print(f"Wrote {SCHEMA.relative_to(ROOT)} and {TYPES.relative_to(ROOT)}.")


def generate(schema: Path, types: Path) -> None:
    """Raises CalledProcessError when the API cannot be described without warnings."""
    spectacular = ["manage.py", "spectacular", "--validate", "--fail-on-warn", "--file", str(schema)]
    subprocess.run([sys.executable, *spectacular], cwd=ROOT, env=environment(), check=True)
    generator = frontend.FRONTEND / "tools/api-types/node_modules/.bin/openapi-typescript"
    subprocess.run(
        [str(generator), str(schema), "-o", str(types)], cwd=frontend.FRONTEND, check=True,
        stdout=subprocess.DEVNULL,
    )  # fmt: skip


def drift() -> list[str]:
    """The committed files that no longer say what the code says."""
    with tempfile.TemporaryDirectory() as folder:
        # The generator resolves names relative to the schema, so both go to one folder.
        schema, types = Path(folder) / "schema.yml", Path(folder) / "schema.d.ts"
        generate(schema, types)
        pairs = ((schema, SCHEMA), (types, TYPES))
        return [
            str(committed.relative_to(ROOT))
            for fresh, committed in pairs
            if not committed.exists() or fresh.read_text() != committed.read_text()
        ]


if __name__ == "__main__":
    stale = drift()
    if stale:
        print(f"{' and '.join(stale)} differ from the code: run `make schema` and commit.")
    raise SystemExit(bool(stale))
