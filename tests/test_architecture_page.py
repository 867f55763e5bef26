"""docs/architecture.md against the tree: it names every package and root module of each app, and no other."""

import re
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
APPS = sorted(path.parent.name for path in (ROOT / "apps").glob("*/__init__.py"))
EVERY_APP = "Every app"
# "- `driver`, `rider`: one virtual driver, one virtual rider"
ENTRY = re.compile(r"- (`\w+`(?:, `\w+`)*): \S.*")


def sections() -> dict[str, list[str]]:
    """The names below each heading of "Inside an app", in the page's order."""
    page = (ROOT / "docs/architecture.md").read_text(encoding="utf-8")
    inside = page.split("## Inside an app\n")[1].split("\n## ")[0]
    named: dict[str, list[str]] = {}
    heading = ""
    for line in inside.splitlines():
        if line.startswith("### "):
            heading = line.removeprefix("### ")
            named[heading] = []
        elif line.startswith("- "):
            entry = ENTRY.fullmatch(line)
            assert entry, f"not an entry with a subject: {line}"
            named[heading] += re.findall(r"\w+", entry.group(1))
    return named


def names_in_tree(app: str) -> set[str]:
    """Root modules and folders of an app; a folder that only holds caches is none."""
    folder = ROOT / "apps" / app
    modules = {path.stem for path in folder.glob("*.py")} - {"__init__"}
    packages = {
        path.name
        for path in folder.iterdir()
        if path.is_dir() and any(file.is_file() and file.suffix != ".pyc" for file in path.rglob("*"))
    }
    return modules | packages


def test_the_page_has_a_section_for_each_app() -> None:
    assert sorted(sections()) == sorted([EVERY_APP, *APPS])


@pytest.mark.parametrize("app", APPS)
def test_the_page_names_the_packages_and_modules_of_the_app(app: str) -> None:
    named = sections()
    assert sorted(named[app]) == sorted(names_in_tree(app) - set(named[EVERY_APP]))


def test_common_names_exist_and_are_listed_once() -> None:
    common = sections()[EVERY_APP]
    assert sorted(common) == sorted(set(common) & set().union(*(names_in_tree(app) for app in APPS)))
