"""deploy/systemd: a unit for each process, hardened, and taken by systemd itself."""

import re
import shutil
import subprocess
from pathlib import Path

import pytest

from tests.deploy.files import DEPLOY, OPTIONAL, PROCESSES

UNITS = DEPLOY / "systemd"
SERVICES = sorted(UNITS.glob("*.service"))
PROCESS = re.compile(r"hansom-(\w+)@?\.service")
MOST_EXPOSED = 2.0
"""Of ten; systemd calls everything below 5 OK. A web process needs the network and its own user, no more."""
SYSTEM = Path("/usr/lib/systemd/system")
needs_systemd = pytest.mark.skipif(
    shutil.which("systemd-analyze") is None or not (SYSTEM / "sysinit.target").exists(),
    reason="systemd is not installed here",
)


def lines_of(path: Path) -> list[str]:
    return path.read_text().splitlines()


def test_each_process_of_the_procfile_has_a_unit_that_starts_it() -> None:
    started = {}
    for path in SERVICES:
        match = re.search(r"^ExecStart=.*/opt/hansom/deploy/hansom (\w+)$", path.read_text(), re.M)
        if match:
            started[PROCESS.fullmatch(path.name)[1]] = match[1]  # type: ignore[index]  # our own names
    assert started == {name: name for name in {*PROCESSES, *OPTIONAL, "osrm", "migrate"}}


def test_the_target_wants_two_of_each_and_one_scheduler_with_their_health_checks() -> None:
    wanted = re.findall(r"hansom-\S+", " ".join(lines_of(UNITS / "hansom.target")))
    services = {name for name in wanted if name.endswith(".service")}
    counts = {
        process: sum(name.startswith(f"hansom-{process}") for name in services) for process in PROCESSES
    }
    assert counts == {"web": 2, "worker": 2, "relay": 2, "beat": 1}
    timers = {
        name.removeprefix("hansom-health@").removesuffix(".timer") for name in wanted if "health" in name
    }
    checked = {name.removeprefix("hansom-").removesuffix(".service") for name in services}
    assert timers == checked - {"osrm"}


@pytest.mark.parametrize("path", SERVICES, ids=lambda path: path.stem)
def test_units_are_hardened(path: Path) -> None:
    lines = set(lines_of(path))
    assert {
        "NoNewPrivileges=yes",
        "ProtectSystem=strict",
        "PrivateTmp=yes",
        "CapabilityBoundingSet=",
    } <= lines
    assert any(line.startswith("SystemCallFilter=@system-service") for line in lines)
    assert any(line.startswith("RestrictAddressFamilies=") for line in lines)
    if "restart" not in path.name:
        assert {"User=hansom", "StateDirectory=hansom", "EnvironmentFile=/etc/hansom/env"} <= lines


@pytest.mark.parametrize(
    "path", [path for path in SERVICES if "Type=exec" in path.read_text()], ids=lambda p: p.stem
)
def test_processes_are_restarted_for_ever(path: Path) -> None:
    assert {"Restart=always", "StartLimitIntervalSec=0", "PartOf=hansom.target"} <= set(lines_of(path))


@pytest.fixture(scope="module")
def machine(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The root of a machine with systemd's own units, ours and the programs that they start."""
    root = tmp_path_factory.mktemp("machine")
    shutil.copytree(SYSTEM, root / "usr/lib/systemd/system", symlinks=True)
    (root / "lib").symlink_to("usr/lib")
    (root / "etc/systemd").mkdir(parents=True)
    shutil.copytree(UNITS, root / "etc/systemd/system")
    (root / "bin").symlink_to("usr/bin")
    for program in ("usr/bin/env", "usr/bin/sh", "usr/bin/systemctl", "opt/hansom/deploy/hansom"):
        (root / program).parent.mkdir(parents=True, exist_ok=True)
        (root / program).write_text("#!/bin/sh\n")
        (root / program).chmod(0o755)
    return root


def analyze(verb: str, machine: Path, *arguments: str) -> str:
    done = subprocess.run(
        ["systemd-analyze", verb, f"--root={machine}", *arguments],
        cwd=machine,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stdout
    return done.stdout


@pytest.mark.parametrize(("failures", "code"), [(0, 0), (3, 0), (4, 1)])
def test_health_check_fails_only_when_four_in_a_row_do(failures: int, code: int, tmp_path: Path) -> None:
    """A restart of a process that is still starting would never end."""
    match = re.search(r"^ExecStart=/bin/sh -c '(.+)'$", (UNITS / "hansom-health@.service").read_text(), re.M)
    assert match
    check = tmp_path / "hansom"
    check.write_text(
        f'#!/bin/sh\necho "$@" >> {tmp_path}/calls\n[ $(wc -l < {tmp_path}/calls) -gt {failures} ]\n'
    )
    check.chmod(0o755)
    command = match[1].replace("/opt/hansom/deploy/hansom", str(check)).replace("sleep 10", "true")
    done = subprocess.run(["/bin/sh", "-c", command.replace("%i", "worker@1")], check=False)
    assert done.returncode == code
    assert set((tmp_path / "calls").read_text().splitlines()) == {"health worker@1"}


@needs_systemd
def test_systemd_takes_every_unit(machine: Path) -> None:
    names = ["hansom.target"]
    for path in UNITS.glob("hansom-*"):
        instance = "beat" if path.stem.startswith(("hansom-health", "hansom-restart")) else "8001"
        names.append(path.name.replace("@.", f"@{instance}."))
    # It exits with 0 for lines that it does not know, and says so.
    assert analyze("verify", machine, "--man=no", *sorted(names)) == ""


@needs_systemd
@pytest.mark.parametrize("name", ["web@8001", "worker@1", "relay@1", "beat", "calls", "osrm", "migrate"])
def test_systemd_finds_the_processes_little_exposed(name: str, machine: Path) -> None:
    output = analyze("security", machine, "--offline=true", "--no-pager", f"hansom-{name}.service")
    level = re.search(r"Overall exposure level for \S+: ([\d.]+)", output)
    assert level
    assert float(level[1]) <= MOST_EXPOSED
