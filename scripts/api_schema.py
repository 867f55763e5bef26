"""The committed files that are generated: from the backend, and the roles of the back office's pages."""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
from pathlib import Path

from scripts import frontend
from scripts.admin_roles import ROLES_PATH, write_roles
from scripts.bootstrap import ROOT

SCHEMA_PATH = Path("frontend/schema.yml")
TYPES_PATH = Path("frontend/src/api/schema.d.ts")
GENERATED = (
    SCHEMA_PATH,
    TYPES_PATH,
    Path("frontend/src/api/settings-form.ts"),
    Path("docs/settings.md"),
    Path("docs/privacy.md"),
    ROLES_PATH,
)
SCHEMA = ROOT / SCHEMA_PATH

# Django needs these to start; nothing connects to them.
PLACEHOLDERS = {
    "SECRET_KEY": "no-secret-no-secret-no-secret-no-secret",
    "DATABASE_URL": "postgresql://app@127.0.0.1:1/none",
    "REDIS_URL": "redis://127.0.0.1:1/0",
    "DJANGO_SETTINGS_MODULE": "config.settings",
}


def environment() -> dict[str, str]:
    return os.environ | PLACEHOLDERS


def write() -> None:
    """Write the generated files in place."""
    frontend.install_packages()
    generate(ROOT)
    print(f"Wrote {', '.join(map(str, GENERATED))}.")


def generate(root: Path) -> None:
    """Write the generated files below `root`.

    Raises CalledProcessError when the API cannot be described without warnings.
    """
    schema, types = root / SCHEMA_PATH, root / TYPES_PATH
    types.parent.mkdir(parents=True, exist_ok=True)
    spectacular = ["spectacular", "--validate", "--fail-on-warn", "--file", str(schema)]
    references = [[name, "--root", str(root)] for name in ("settings_reference", "privacy_reference")]
    for command in (spectacular, *references):
        subprocess.run([sys.executable, "manage.py", *command], cwd=ROOT, env=environment(), check=True)
    generator = frontend.FRONTEND / "tools/api-types/node_modules/.bin/openapi-typescript"
    # A field with a default may be left out of a request; replies list all their fields as required.
    command = [str(generator), str(schema), "-o", str(types), "--default-non-nullable=false"]
    subprocess.run(command, cwd=frontend.FRONTEND, check=True, stdout=subprocess.DEVNULL)
    write_roles(root)


def drift() -> list[str]:
    """Return the committed files that differ from newly generated ones."""
    with tempfile.TemporaryDirectory() as folder:
        # openapi-typescript resolves names relative to the schema, so all files go to one folder.
        generate(Path(folder))
        return [
            str(path)
            for path in GENERATED
            if not (ROOT / path).exists() or (ROOT / path).read_text() != (Path(folder) / path).read_text()
        ]


if __name__ == "__main__":
    stale = drift()
    if stale:
        print(f"{', '.join(stale)}: out of date; run `make schema` and commit.")
    raise SystemExit(bool(stale))
