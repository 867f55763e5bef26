"""deploy/compose.yaml: the processes of the Procfile on servers of pinned versions, with known variables."""

import re
from typing import Any

import pytest

from tests.deploy.files import DEPLOY, KNOWN, OPTIONAL, PROCESSES, ROOT, compose, example

SERVICES: dict[str, dict[str, Any]] = compose()["services"]
OURS = {name: service for name, service in SERVICES.items() if service["image"].startswith("hansom:")}
SERVERS = {name: service for name, service in SERVICES.items() if name not in OURS}
COPIES = {"web": 2, "worker": 2, "relay": 2}


def test_each_process_of_the_procfile_is_a_service_of_the_image() -> None:
    assert set(OURS) == PROCESSES | OPTIONAL | {"migrate", "osrm"}
    for name, service in OURS.items():
        assert service["command"] == [name]


def test_optional_processes_start_with_their_profile() -> None:
    assert {name for name, service in OURS.items() if "profiles" in service} == OPTIONAL


def test_two_of_each_but_the_scheduler() -> None:
    assert {
        name: service["deploy"]["replicas"] for name, service in OURS.items() if "deploy" in service
    } == COPIES


@pytest.mark.parametrize("name", sorted(OURS))
def test_every_variable_of_a_process_is_one_that_it_reads(name: str) -> None:
    # deploy/.env has it for PostgreSQL; emptied here.
    assert set(OURS[name]["environment"]) - KNOWN == {"POSTGRES_PASSWORD"}
    assert {"DATABASE_URL", "DATABASE_DIRECT_URL", "REDIS_URL", "OSRM_URL"} <= set(OURS[name]["environment"])


def test_every_value_that_compose_takes_from_the_environment_is_in_the_example() -> None:
    used = set(re.findall(r"\$\{(\w+)", (DEPLOY / "compose.yaml").read_text()))
    assert used - set(example()) == set()


def test_the_pooler_is_named_and_the_server_behind_it() -> None:
    environment = OURS["web"]["environment"]
    settings = (DEPLOY / "pgbouncer.ini").read_text()
    port = re.search(r"^listen_port = (\d+)$", settings, re.M)
    assert port
    assert f"@pgbouncer:{port[1]}/hansom" in environment["DATABASE_URL"]
    assert "@postgres:5432/hansom" in environment["DATABASE_DIRECT_URL"]
    assert re.search(r"^pool_mode = transaction$", settings, re.M)
    # Older ones do not know the prepared statements that the threshold is for.
    version = re.search(r":v?(\d+)\.(\d+)", SERVICES["pgbouncer"]["image"])
    assert version
    assert (int(version[1]), int(version[2])) >= (1, 24)
    assert environment["DATABASE_URL"].endswith("?prepare_threshold=5")


@pytest.mark.parametrize("name", sorted(OURS))
def test_only_the_migration_knows_the_owner_of_the_tables(name: str) -> None:
    environment = OURS[name]["environment"]
    owner = f"//{SERVICES['postgres']['environment']['POSTGRES_USER']}:${{POSTGRES_PASSWORD"
    assert environment["POSTGRES_PASSWORD"] == ""
    assert {key for key, value in environment.items() if owner in str(value)} == (
        {"DATABASE_OWNER_URL"} if name == "migrate" else set()
    )
    assert "//hansom_processes:" in environment["DATABASE_URL"]
    assert "//hansom_processes:" in environment["DATABASE_DIRECT_URL"]


@pytest.mark.parametrize("name", sorted(SERVERS))
def test_servers_have_a_pinned_version(name: str) -> None:
    image, _, tag = SERVERS[name]["image"].partition(":")
    assert re.search(r"\d+\.\d+", tag), image
    assert "latest" not in tag


@pytest.mark.parametrize("name", sorted(SERVICES))
def test_services_restart_and_are_checked(name: str) -> None:
    service = SERVICES[name]
    if name == "migrate":
        # It runs to its end, and the others wait for that.
        assert service["restart"] == "no"
        return
    assert service["restart"] == "unless-stopped"
    # Those of our image have the image's.
    assert "healthcheck" in service or name in PROCESSES | OPTIONAL


def test_processes_wait_for_the_migration() -> None:
    for name in PROCESSES | OPTIONAL:
        assert OURS[name]["depends_on"]["migrate"]["condition"] == "service_completed_successfully"


def test_volumes_and_files_that_are_mounted_exist() -> None:
    named = set(compose()["volumes"])
    for service in SERVICES.values():
        for mount in service.get("volumes", []):
            source = mount.partition(":")[0]
            assert (DEPLOY / source).is_file() if source.startswith(".") else source in named


def test_only_the_proxy_is_reachable_from_outside() -> None:
    ports = {name: service["ports"] for name, service in SERVICES.items() if "ports" in service}
    local = {name for name, each in ports.items() if all(port.startswith("127.0.0.1:") for port in each)}
    assert set(ports) - local == {"caddy"}
    assert {"80:80", "443:443", "443:443/udp"} == set(SERVICES["caddy"]["ports"])


def test_secrets_are_in_no_file_of_the_repository() -> None:
    secrets = ("SECRET_KEY", "POSTGRES_PASSWORD", "POSTGRES_PROCESSES_PASSWORD")
    assert [example()[name] for name in secrets] == ["", "", ""]
    assert ".env" in (ROOT / ".gitignore").read_text().splitlines()
