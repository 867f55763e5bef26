"""The version is named once in the code, and the same in everything that names it."""

import json
import re
import subprocess
import tomllib

import yaml
from django.test import Client

from config.version import VERSION
from tests.deploy.files import DEPLOY, ROOT, example

BUILDS = ("README.md", "deploy/Dockerfile", "deploy/compose.yaml", "docs/operations.md")


def test_every_file_names_the_same_version() -> None:
    chart = yaml.safe_load((DEPLOY / "helm/hansom/Chart.yaml").read_text())
    values = yaml.safe_load((DEPLOY / "helm/hansom/values.yaml").read_text())
    package = json.loads((ROOT / "frontend/package.json").read_text())
    lock = json.loads((ROOT / "frontend/package-lock.json").read_text())
    project = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]
    named = {
        "chart": chart["appVersion"],
        "image": values["image"]["tag"],
        "compose": example()["HANSOM_VERSION"],
        "frontend": package["version"],
        "lock": lock["version"],
        "lock's package": lock["packages"][""]["version"],
        "python": project["version"],
    }
    assert named == dict.fromkeys(named, VERSION)
    builds = "".join((ROOT / path).read_text() for path in BUILDS)
    # The example of an upgrade has the next patch.
    major, minor, patch = VERSION.split(".")
    following = f"{major}.{minor}.{int(patch) + 1}"
    assert set(re.findall(r"-t \S*hansom:(\S+)", builds)) == {VERSION, following}


def test_changelog_begins_with_the_version() -> None:
    first = re.search(r"^## (\S+)", (ROOT / "CHANGELOG.md").read_text(), re.MULTILINE)
    assert first is not None
    assert first[1] == VERSION


def test_entry_point_prints_it() -> None:
    done = subprocess.run([str(DEPLOY / "hansom"), "--version"], capture_output=True, text=True, check=True)
    assert done.stdout == f"{VERSION}\n"


def test_health_and_pages_name_it(db: None, client: Client) -> None:
    assert client.get("/healthz").json() == {"status": "ok", "version": VERSION}
    assert client.get("/readyz").json()["version"] == VERSION
    assert f'<meta name="version" content="{VERSION}">' in client.get("/about-us").content.decode()
