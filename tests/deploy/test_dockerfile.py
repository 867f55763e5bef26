"""deploy/Dockerfile: three stages, pinned bases, no root, and only sources that exist."""

import fnmatch
import re
import shlex
from pathlib import Path

from tests.deploy.files import DEPLOY, KNOWN, ROOT

TEXT = (DEPLOY / "Dockerfile").read_text()
INSTRUCTIONS = [
    (line.split()[0], line.partition(" ")[2].strip())
    for line in re.sub(r"\\\n", " ", re.sub(r"^\s*#.*\n", "", TEXT, flags=re.M)).splitlines()
    if line.strip()
]
STAGES = ["frontend", "packages", "runtime"]


def named(instruction: str) -> list[str]:
    return [arguments for name, arguments in INSTRUCTIONS if name == instruction]


def ignored(path: str) -> bool:
    """Whether .dockerignore leaves this path out, by the last line that matches it or a folder above it."""
    left_out = False
    for line in (ROOT / ".dockerignore").read_text().splitlines():
        pattern = line.lstrip("!")
        if not line or line.startswith("#"):
            continue
        ancestors = [path, *(str(parent) for parent in Path(path).parents if str(parent) != ".")]
        bare = pattern.removeprefix("**/")
        if any(
            fnmatch.fnmatch(each, pattern) or (bare != pattern and fnmatch.fnmatch(Path(each).name, bare))
            for each in ancestors
        ):
            left_out = not line.startswith("!")
    return left_out


def test_stages_are_built_on_pinned_slim_images() -> None:
    matches = [re.fullmatch(r"(\S+):(\S+) AS (\w+)", base) for base in named("FROM")]
    assert all(matches)
    assert [match[3] for match in matches if match] == STAGES
    for match in matches:
        assert match
        assert re.match(r"\d+(\.\d+)?-\w+-slim|\d+\.\d+-slim-\w+", match[2])
        assert "latest" not in match[2]


def test_packages_and_runtime_have_the_same_python() -> None:
    # A virtual environment is moved between them.
    packages, runtime = named("FROM")[1:]
    assert packages.split()[0] == runtime.split()[0]


def test_it_runs_as_a_user_without_rights() -> None:
    assert named("USER") == ["10001:10001"]
    position = [name for name, _ in INSTRUCTIONS].index("USER")
    assert not any(name == "COPY" for name, _ in INSTRUCTIONS[position:])


def test_no_compiler_and_no_embedded_server_gets_in() -> None:
    assert "apt-get" not in TEXT
    assert "requirements-servers.txt" not in TEXT
    assert "requirements-dev.txt" not in TEXT
    for path in ("embedded/postgres.py", "tests/conftest.py", "scripts/run.py", "requirements-servers.txt"):
        assert ignored(path)
    assert ignored("apps/payments/providers/stripe/sandbox.py")
    assert ignored("frontend/node_modules/react/index.js")
    assert ignored("frontend/tools/api-types/node_modules/x.js")
    assert ignored("deploy/.env")


def test_sources_that_are_copied_exist_and_reach_the_build() -> None:
    for copied in named("COPY"):
        if copied.startswith("--from="):
            assert copied.split()[0].removeprefix("--from=") in STAGES
            continue
        *sources, _target = shlex.split(copied)
        for source in sources:
            assert (ROOT / source).exists(), source
            assert not ignored(source), source


def test_everything_that_the_processes_read_is_in_it() -> None:
    copied = " ".join(named("COPY"))
    sources = ("apps", "config", "locale", "manage.py", "Procfile", "/build/dist")
    for source in (*sources, "frontend/src/i18n", "frontend/src/app/admin-roles.json"):
        assert source in copied
    assert not ignored("frontend/src/i18n/de/booking.json")
    for catalogue in (ROOT / "locale").rglob("*.po"):
        compiled = catalogue.with_suffix(".mo").relative_to(ROOT)
        assert (ROOT / compiled).is_file()
        assert not ignored(str(compiled))


def test_variables_are_those_that_are_read() -> None:
    pairs = dict(re.findall(r"([A-Z][A-Z0-9_]+)=(\S+)", " ".join(named("ENV")[1:])))
    assert set(pairs) - KNOWN == set()
    assert {"STATE_DIR", "MEDIA_ROOT", "MAP_DIR", "OSRM_BIN_DIR", "WEB_HOST"} <= set(pairs)


def test_osrm_is_the_one_of_the_embedded_server() -> None:
    from embedded.osrm import REQUIREMENT

    assert f"OSRM={REQUIREMENT}" in named("ARG")


def test_health_is_checked_and_one_script_starts_everything() -> None:
    [health] = named("HEALTHCHECK")
    assert health.endswith('CMD ["hansom", "health"]')
    assert named("ENTRYPOINT") == ['["hansom"]']
    assert named("CMD") == ['["web"]']


def test_labels_name_version_and_licence() -> None:
    labels = set(re.findall(r"org\.opencontainers\.image\.(\w+)=", " ".join(named("LABEL"))))
    assert {"title", "version", "revision", "licenses"} <= labels
