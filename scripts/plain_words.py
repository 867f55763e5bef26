"""`make check`: no new banned words, and commit subjects in one form.

Each folder has an allowance: the number of banned words when it was last counted. More are rejected.
`python -m scripts.plain_words --write` lowers the allowances after a rewording; it never raises one.
"""

from __future__ import annotations

import argparse
import json
import re
import subprocess
import sys
from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Final

from scripts.bootstrap import ROOT

ALLOWANCES: Final = ROOT / "scripts" / "plain_words.json"
TEXT: Final = re.compile(r"\.(?:py|ts|tsx|md)$|^frontend/src/i18n/en/.*\.json$")
SUBJECT: Final = re.compile(r"[a-z][a-z0-9 -]*: [A-Z][a-z]+\b.+")
LONGEST_SUBJECT: Final = 72
COMMITS: Final = 20

EXCEPTIONS: Final = {
    "frontend/src/i18n/forbidden-terms.ts": "names the words",
    "scripts/plain_words.py": "names the words",
    "tests/scripts/test_plain_words.py": "names the words",
}


@dataclass(frozen=True)
class Banned:
    pattern: str
    instead: str


WORDS: Final = (
    Banned("deeds?", "action, operation or effect"),
    Banned("papers?", "documents"),
    Banned("telephones?", "phone"),
    Banned("tell|tells|told|telling", "notify, publish, report or show"),
    Banned("hear|hears|heard|hearing", "receive"),
    Banned("ask|asks|asked|asking", "request, query or offer"),
    Banned("narrowed|narrows", "filtered, filters"),
    Banned("(?:give|gives|given|giving|gave)[ _-]back", "refund, return or cancel"),
    Banned("(?:take|takes|taken|taking)[ _-](?:away|off)", "remove"),
    Banned("whoever|somebody|nobody|anybody", "user, anyone, no one, or the role"),
    Banned("anew|afresh", "again, or re-"),
    Banned("dearer", "more expensive"),
    Banned("the trail", "the audit log"),
    Banned("stand[ _-]in", "sandbox or fake"),
    Banned("patience", "timeout"),
    Banned("doomed", "to delete"),
)
BOUNDARY: Final = re.compile(r"(?<=[a-z0-9])(?=[A-Z])")
BY_PATTERN: Final = [
    (re.compile(rf"(?<![a-z]){'(?:' + word.pattern + ')'}(?![a-z])"), word.instead) for word in WORDS
]


@dataclass(frozen=True)
class Use:
    path: str
    line: int
    word: str
    instead: str

    def __str__(self) -> str:
        return f'{self.path}:{self.line}: "{self.word}": write {self.instead}'


def uses_in(path: str, text: str) -> Iterator[Use]:
    """Return the banned words of a text, also within identifiers."""
    for number, line in enumerate(text.splitlines(), start=1):
        plain = BOUNDARY.sub(" ", line).lower()
        for pattern, instead in BY_PATTERN:
            for match in pattern.finditer(plain):
                yield Use(path, number, match.group(), instead)


def bad_subjects(subjects: Iterable[str]) -> list[str]:
    """Return subjects that are not `<app>: <Verb> <what>` of at most 72 characters."""
    return [
        subject for subject in subjects if not SUBJECT.fullmatch(subject) or len(subject) > LONGEST_SUBJECT
    ]


def folder_of(path: str) -> str:
    """Return the app, test group or frontend part, within which a file may move."""
    parts = path.split("/")[:-1]
    return "/".join(parts[: 4 if parts[:1] == ["frontend"] else 2]) or "."


def lower(before: dict[str, int], now: Counter[str]) -> dict[str, int]:
    """Return the new allowances, never above the previous ones."""
    return {folder: min(count, before[folder]) for folder, count in sorted(now.items()) if folder in before}


def git(*arguments: str) -> list[str]:
    done = subprocess.run(["git", *arguments], cwd=ROOT, stdout=subprocess.PIPE, text=True, check=False)
    return done.stdout.splitlines() if done.returncode == 0 else []


def tracked_uses() -> list[Use]:
    """Return the uses in every tracked text file that is not an exception."""
    return [
        use
        for path in git("ls-files")
        if TEXT.search(path) and path not in EXCEPTIONS and "/migrations/" not in path
        if (ROOT / path).exists()
        for use in uses_in(path, (ROOT / path).read_text())
    ]


def changed_since_counted() -> set[str]:
    """Return the files changed since the allowances were counted, which are shown first."""
    name = str(ALLOWANCES.relative_to(ROOT))
    counted = git("log", "-1", "--format=%H", "--", name)
    return set(git("diff", "--name-only", *counted))


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--write", action="store_true", help="lower the allowances to the current counts")
    write = parser.parse_args().write
    uses = tracked_uses()
    counts = Counter(folder_of(use.path) for use in uses)
    allowed: dict[str, int] = json.loads(ALLOWANCES.read_text())
    if write:
        allowed = lower(allowed, counts)
        ALLOWANCES.write_text(json.dumps(allowed, indent=0) + "\n")
    over = {folder for folder, count in counts.items() if count > allowed.get(folder, 0)}
    for folder in sorted(over):
        print(f"{folder}: {counts[folder]} banned words, {allowed.get(folder, 0)} allowed")
    changed = changed_since_counted() if over else set()
    for use in uses:
        if use.path in changed and folder_of(use.path) in over:
            print(use)
    subjects = bad_subjects(git("log", "--no-merges", f"-{COMMITS}", "--format=%s"))
    for subject in subjects:
        print(f"commit subject is not `<app>: <Verb> <what>`: {subject}")
    return 1 if over or subjects else 0


if __name__ == "__main__":
    sys.exit(main())
