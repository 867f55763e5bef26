"""Every npm package accepts the Node.js version that README and package.json require."""

import json
import re
import shutil
import subprocess

import pytest

from scripts.bootstrap import OLDEST_NODE, ROOT

FRONTEND = ROOT / "frontend"
OLDEST = ".".join(map(str, OLDEST_NODE))
CONDITION = re.compile(r"(\^|>=|)\s*v?(\d+(?:\.\d+){0,2})")

LOCKED = json.loads((FRONTEND / "package-lock.json").read_text())["packages"]
# npm installs an optional package only if its engine matches.
REQUIRED = {
    path: package["engines"]["node"]
    for path, package in LOCKED.items()
    if "node" in package.get("engines", {}) and not package.get("optional")
}


def accepts(required: str, version: tuple[int, ...]) -> bool:
    """Return whether npm's range (`^20.19.0 || >=22.12`) includes the version.

    Raises ValueError for an unsupported range.
    """
    return any(_accepts_all(alternative.strip(), version) for alternative in required.split("||"))


def _accepts_all(alternative: str, version: tuple[int, ...]) -> bool:
    if alternative == "*":
        return True
    conditions = CONDITION.findall(alternative)
    if not conditions or CONDITION.sub("", alternative).strip():
        raise ValueError(f"cannot read the range {alternative!r}")
    return all(_meets(operator, bound, version) for operator, bound in conditions)


def _meets(operator: str, bound: str, version: tuple[int, ...]) -> bool:
    numbers = tuple(map(int, bound.split(".")))
    padded = version + (0,) * (3 - len(version))
    if operator == "":
        return padded[: len(numbers)] == numbers
    return padded >= numbers and (operator == ">=" or padded[0] == numbers[0])


@pytest.mark.parametrize(
    ("required", "accepted"),
    [
        (">=20.0.0", True),
        (">=22.22.0", False),
        ("^20.19.0 || ^22.12.0 || >=24.0.0", True),
        ("^20.19.1 || >=22", False),
        ("18 || 20 || >=22", True),
        ("18 || >=22", False),
        (">=16 || 14 >=14.17", True),
        (">=v12.22.7", True),
        ("*", True),
    ],
)
def test_ranges_are_parsed_as_npm_does(required: str, accepted: bool) -> None:
    assert accepts(required, (20, 19)) is accepted


def test_every_locked_package_accepts_the_required_node() -> None:
    assert len(REQUIRED) > 300
    too_new = {path: node for path, node in REQUIRED.items() if not accepts(node, OLDEST_NODE)}
    assert too_new == {}


def test_every_locked_package_accepts_the_node_of_this_machine() -> None:
    node = shutil.which("node")
    assert node
    output = subprocess.run([node, "--version"], capture_output=True, text=True, check=True).stdout
    version = tuple(map(int, re.findall(r"\d+", output)[:3]))
    assert {path: node for path, node in REQUIRED.items() if not accepts(node, version)} == {}


def test_package_json_and_docs_require_the_same_node() -> None:
    manifest = json.loads((FRONTEND / "package.json").read_text())
    assert manifest["engines"]["node"] == f">={OLDEST}"
    assert LOCKED[""]["engines"]["node"] == f">={OLDEST}"
    for page in ("README.md", "docs/operations.md"):
        named = re.findall(r"Node(?:\.js)? (\d+(?:\.\d+)*) or newer", (ROOT / page).read_text())
        assert set(named) == {OLDEST}, page
