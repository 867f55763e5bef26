"""`make sbom`: lists what a release contains (CycloneDX), and its licences, in .hansom/sbom/.

The production requirements get an environment of their own, so that no package of the tests is listed.
"""

import json
import re
import subprocess
import sys
import venv
from pathlib import Path

from scripts.bootstrap import ROOT
from scripts.licences import report

FOLDER = ROOT / ".hansom/sbom"
TOOL = "cyclonedx-bom==7.5.0"


def main() -> int:
    """Write backend.json, frontend.json and licences.md.

    Returns 1 if a pinned requirement is missing, or a component has a licence that has not been read.
    """
    FOLDER.mkdir(parents=True, exist_ok=True)
    app = environment("app", "-r", str(ROOT / "requirements.txt"))
    tool = environment("tool", TOOL)
    backend, frontend = FOLDER / "backend.json", FOLDER / "frontend.json"
    run(tool.parent / "cyclonedx-py", "environment", app, "--output-format", "JSON", "--output-file", backend)
    packages = subprocess.run(
        [
            "npm",
            "sbom",
            "--sbom-format",
            "cyclonedx",
            "--omit",
            "dev",
            "--package-lock-only",
            "--no-workspaces",
        ],
        cwd=ROOT / "frontend",
        check=True,
        capture_output=True,
        text=True,
    )
    frontend.write_text(packages.stdout)
    wanted = pinned((ROOT / "requirements.txt").read_text())
    missing = wanted.items() - contained(json.loads(backend.read_text())).items()
    for name, version in sorted(missing):
        print(f"{name} {version} is required but not listed")
    for path in (backend, frontend):
        count = len(json.loads(path.read_text())["components"])
        print(f"{path.relative_to(ROOT)}: {count} components")
    text, unread = report([json.loads(path.read_text()) for path in (backend, frontend)])
    (FOLDER / "licences.md").write_text(text)
    for line in unread:
        print(f"{line}: not in scripts/licences.py")
    return 1 if missing or unread else 0


def environment(name: str, *packages: str) -> Path:
    """Create an environment with these packages and return its Python."""
    folder = FOLDER / name
    venv.create(folder, with_pip=True, clear=True)
    python = folder / "bin/python"
    run(python, "-m", "pip", "install", "--quiet", "--disable-pip-version-check", *packages)
    return python


def pinned(requirements: str) -> dict[str, str]:
    """Return the versions of a requirements file by normalized name."""
    found = re.findall(r"^([\w.-]+)(?:\[[^\]]*\])?==([\w.!+-]+)", requirements, re.MULTILINE)
    return {normalized(name): version for name, version in found}


def contained(bom: dict[str, object]) -> dict[str, str]:
    """Return the versions of a list of components by normalized name."""
    components = bom.get("components", [])
    assert isinstance(components, list)
    return {normalized(each["name"]): each["version"] for each in components}


def normalized(name: str) -> str:
    return re.sub(r"[-_.]+", "-", name).lower()


def run(*command: str | Path) -> None:
    subprocess.run([str(part) for part in command], check=True)


if __name__ == "__main__":
    sys.exit(main())
