"""The front end's files with logic, the lines to mutate in them, and the nearest tests of each file."""

from __future__ import annotations

import posixpath
import random
import re
from collections import defaultdict
from collections.abc import Mapping, Sequence

GENERATED = ("src/api/schema.d.ts", "src/api/settings-form.ts")
# Imports per language, colours, files for tests only, and the service worker, which has its own tsconfig.
NO_LOGIC = re.compile(
    r"src/(i18n/\w\w-\w+\.ts|i18n/forbidden-terms\.ts|map/palette\.ts|map/basemap-|testing/|service-worker\.ts)"
)
TEST = re.compile(r"\.test\.tsx?$")
IMPORT = re.compile(r"""(?:from|import)\s*\(?\s*["']((?:@/|\.\.?/)[^"']+)["']""")
# Not mutated: blank lines, comments, imports, types and closing brackets.
NOT_CODE = re.compile(r"\s*(//|/?\*|import\b|\} from|(export )?(type|interface)\b|[\])};,]*\s*$)")
MAX_TESTS = 8
MAX_DEPTH = 3


def logic_files(tracked: Sequence[str]) -> list[str]:
    """Return the TypeScript modules without markup among paths below frontend/."""
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
    """Draw random lines of code; the same seed draws the same lines."""
    lines = [
        (path, number)
        for path in sorted(sources)
        for number, line in enumerate(sources[path].splitlines(), 1)
        if not NOT_CODE.match(line)
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

    There is a limit because most files are reachable from almost every test.
    """
    tests: list[str] = []
    seen, level = {path}, [path]
    for _ in range(MAX_DEPTH):
        level = sorted({each for file in level for each in imported_by.get(file, ())} - seen)
        seen.update(level)
        tests += [each for each in level if TEST.search(each)]
        level = [each for each in level if not TEST.search(each)]
    return tests[:MAX_TESTS]
