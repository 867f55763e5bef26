"""`make check`: no new banned words, and commit subjects in one form.

A banned word in the code, the docs or the English texts fails. EXCEPTIONS lists the words that a file needs,
with the reason.
"""

from __future__ import annotations

import re
import subprocess
import sys
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Final

from scripts.bootstrap import ROOT

TEXT: Final = re.compile(r"\.(?:py|ts|tsx|md)$|^frontend/src/i18n/en/.*\.json$")
SUBJECT: Final = re.compile(r"[a-z][a-z0-9 -]*: [A-Z][a-z]+\b.+")
LONGEST_SUBJECT: Final = 72
COMMITS: Final = 20


@dataclass(frozen=True)
class Exemption:
    path: str
    reason: str
    words: frozenset[str] = frozenset()
    """The allowed words; all if empty."""


def exempt(path: str, reason: str, *words: str) -> Exemption:
    return Exemption(path, reason, frozenset(words))


EXCEPTIONS: Final = (
    exempt("frontend/src/i18n/forbidden-terms.ts", "names the words"),
    exempt("scripts/plain_words.py", "names the words"),
    exempt("tests/scripts/test_plain_words.py", "names the words"),
    exempt("CHANGELOG.md", "names settings as they were called before", "stand_in", "asked"),
    exempt("apps/backoffice/people/csv_file.py", "a column of the operators' CSV files", "telephone"),
    exempt("apps/geo/importer/findings.py", "an OpenStreetMap tag", "telephone"),
    exempt("apps/payments/providers/payulatam/adapter.py", "a field of PayU's API", "telephone"),
    exempt("apps/payments/providers/payulatam/sandbox.py", "a field of PayU's API", "telephone"),
    exempt("tests/payments/gateways/test_payulatam.py", "a field of PayU's API", "telephone"),
    exempt("embedded/postgres.py", "the system user `nobody`", "nobody"),
    exempt("embedded/pgbouncer.py", "the system user `nobody`", "nobody"),
    exempt("tests/embedded/test_postgres.py", "the system user `nobody`", "nobody"),
    exempt("frontend/src/i18n/en/auth.json", "ordinary product English: Tell us about you", "tell"),
    exempt("frontend/src/app/profile-prompt.test.tsx", "quotes auth.json", "tell"),
    exempt("frontend/src/i18n/en/register.json", "ordinary product English: Tell us about yourself", "tell"),
    exempt("frontend/src/i18n/en/driver.json", "drivers hear the sound of a request", "hear"),
    exempt("frontend/src/i18n/en/refusals.json", "ordinary product English: Ask another admin", "ask"),
    exempt("frontend/src/i18n/en/pages.json", "the story of the name on the About page", "told"),
)
API_CODES: Final = re.compile(r"\balready_asked\b")
"""Published error codes, which clients rely on."""


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
        plain = BOUNDARY.sub(" ", API_CODES.sub("", line)).lower()
        for pattern, instead in BY_PATTERN:
            for match in pattern.finditer(plain):
                yield Use(path, number, match.group(), instead)


def bad_subjects(subjects: Iterable[str]) -> list[str]:
    """Return subjects that are not `<app>: <Verb> <what>` of at most 72 characters."""
    return [
        subject for subject in subjects if not SUBJECT.fullmatch(subject) or len(subject) > LONGEST_SUBJECT
    ]


def git(*arguments: str) -> list[str]:
    done = subprocess.run(["git", *arguments], cwd=ROOT, stdout=subprocess.PIPE, text=True, check=False)
    return done.stdout.splitlines() if done.returncode == 0 else []


def is_exempt(use: Use) -> bool:
    return any(
        use.path == exemption.path and (not exemption.words or use.word in exemption.words)
        for exemption in EXCEPTIONS
    )


def unused_exceptions(uses: Iterable[Use]) -> list[Exemption]:
    """Return the exceptions for words or files that no longer exist."""
    used = {(use.path, use.word) for use in uses}
    paths = {path for path, _word in used}
    return [
        exemption
        for exemption in EXCEPTIONS
        if exemption.path not in paths or any((exemption.path, word) not in used for word in exemption.words)
    ]


def tracked_uses() -> list[Use]:
    """Return the uses in every tracked text file, also those that are exempt."""
    return [
        use
        for path in git("ls-files")
        if TEXT.search(path) and "/migrations/" not in path
        if (ROOT / path).exists()
        for use in uses_in(path, (ROOT / path).read_text())
    ]


def main() -> int:
    found = tracked_uses()
    uses = [use for use in found if not is_exempt(use)]
    unused = unused_exceptions(found)
    subjects = bad_subjects(git("log", "--no-merges", f"-{COMMITS}", "--format=%s"))
    for use in uses:
        print(use)
    for exemption in unused:
        print(f"scripts/plain_words.py: the exception for {exemption.path} is no longer needed")
    for subject in subjects:
        print(f"commit subject is not `<app>: <Verb> <what>`: {subject}")
    return 1 if uses or unused or subjects else 0


if __name__ == "__main__":
    sys.exit(main())
