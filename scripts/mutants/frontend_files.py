"""The logic of the front end, the lines to change in it, and the tests nearest to each file."""

from __future__ import annotations

import posixpath
import random
import re
from collections import defaultdict
from collections.abc import Mapping, Sequence

GENERATED = ("src/api/schema.d.ts", "src/api/settings-form.ts")
# Imports per language, colors, what only tests use, and the service worker, which has its own tsconfig.
NO_LOGIC = re.compile(
    r"src/(i18n/\w\w-\w+\.ts|i18n/forbidden-terms\.ts|map/palette\.ts|map/basemap-|testing/|service-worker\.ts)"
)
TEST = re.compile(r"\.test\.tsx?$")
IMPORT = re.compile(r"""(?:from|import)\s*\(?\s*["']((?:@/|\.\.?/)[^"']+)["']""")
# Nothing to change: blank lines, comments, imports, types and closing brackets.
IDLE = re.compile(r"\s*(//|/?\*|import\b|\} from|(export )?(type|interface)\b|[\])};,]*\s*$)")
NEAREST = 8
FARTHEST = 3


def logic_files(tracked: Sequence[str]) -> list[str]:
    """Return the modules without markup, of paths below frontend/."""
    return sorted(
        path
        for path in tracked
        if path.startswith("src/")
        and path.endswith(".ts")
        and not path.endswith(".d.ts")
        and path not in GENERATED
        and not TEST.search(path)
        and not NO_LOGIC.match(path)
    )


def area_of(path: str) -> str:
    """Return the folder of src/ that the file is in."""
    return path.split("/")[1]


def draw_lines(sources: Mapping[str, str], count: int, seed: int) -> list[tuple[str, int]]:
    """Draw lines of code; the same seed draws the same."""
    lines = [
        (path, number)
        for path in sorted(sources)
        for number, line in enumerate(sources[path].splitlines(), 1)
        if not IDLE.match(line)
    ]
    return sorted(random.Random(seed).sample(lines, min(count, len(lines))))  # noqa: S311  # no secret


def importers(sources: Mapping[str, str]) -> dict[str, set[str]]:
    """Return which files import each file."""
    found: defaultdict[str, set[str]] = defaultdict(set)
    for path, source in sources.items():
        for name in IMPORT.findall(source):
            target = (
                "src/" + name[2:] if name.startswith("@/") else posixpath.join(posixpath.dirname(path), name)
            )
            target = posixpath.normpath(target)
            for candidate in (target, f"{target}.ts", f"{target}.tsx"):
                if candidate in sources:
                    found[candidate].add(path)
    return dict(found)


def nearest_tests(path: str, imported_by: Mapping[str, set[str]]) -> list[str]:
    """Return the test files that import the file, then those that import its importers, at most eight.

    All tests that can reach a file are often all tests there are.
    """
    tests: list[str] = []
    seen, level = {path}, [path]
    for _ in range(FARTHEST):
        level = sorted({each for file in level for each in imported_by.get(file, ())} - seen)
        seen.update(level)
        tests += [each for each in level if TEST.search(each)]
        level = [each for each in level if not TEST.search(each)]
    return tests[:NEAREST]
