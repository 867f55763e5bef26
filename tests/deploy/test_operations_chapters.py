"""The chapters of docs/operations.md on production name files, units, processes and arguments that exist."""

import re

from tests.deploy.files import DEPLOY, PROCESSES, ROOT

PAGE = (ROOT / "docs/operations.md").read_text()
README = (ROOT / "README.md").read_text()
PRODUCTION = PAGE.partition("## In production\n")[2].partition("\n## ")[0]
CHAPTERS = ("With containers", "With systemd", "On Kubernetes", "First start: setup")


def chapter(title: str) -> str:
    return PRODUCTION.partition(f"### {title}\n")[2].partition("\n### ")[0]


def test_each_way_has_its_chapter_with_commands() -> None:
    for title in CHAPTERS:
        assert re.search(r"^ {4}\S", chapter(title), re.M), title


def test_every_file_that_is_named_exists() -> None:
    named = set(re.findall(r"deploy/[\w./*-]*\w\*?", PRODUCTION + README)) - {"deploy/.env"}
    # kubectl calls a Deployment deploy/NAME.
    named = {name for name in named if not re.fullmatch(r"deploy/city-\w+", name)}
    assert {"deploy/Dockerfile", "deploy/compose.yaml", "deploy/env.example", "deploy/helm/hansom"} <= named
    for name in named:
        assert list(ROOT.glob(name)), name


def test_every_command_of_the_entry_point_is_one_that_it_knows() -> None:
    used = set(re.findall(r"(?:\bexec \w+ |-- |`|^ {4})(?:hansom|run) ([a-z]+)", PRODUCTION + README, re.M))
    assert {"setup", "manage", "web", "migrate"} <= used
    cases = re.findall(r"^ {2}([a-z| ]+)\)$", (DEPLOY / "hansom").read_text(), re.M)
    assert used <= {name for case in cases for name in case.split(" | ")}


def test_every_unit_that_is_named_exists() -> None:
    for name, kind in re.findall(r"\bhansom-(\w+)(@?)", chapter("With systemd")):
        assert (DEPLOY / f"systemd/hansom-{name}{kind}.service").is_file(), name


def test_services_and_deployments_that_are_named_exist() -> None:
    named = set(re.findall(r"compose\.yaml (?:exec|restart) (\w+)", PRODUCTION + README))
    named |= set(re.findall(r"deploy/city-(\w+)", PRODUCTION))
    assert {"web", "worker", "osrm"} <= named <= PROCESSES | {"osrm"}


def test_osrm_is_the_version_of_the_image() -> None:
    [pinned] = re.findall(r"osrm-bindings==\S+", chapter("With systemd"))
    assert f"ARG OSRM={pinned}\n" in (DEPLOY / "Dockerfile").read_text()
