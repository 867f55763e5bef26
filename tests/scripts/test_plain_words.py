"""The check of banned words and of commit subjects."""

from collections import Counter

import pytest

from scripts.plain_words import bad_subjects, folder_of, lower, uses_in


@pytest.mark.parametrize(
    "line",
    [
        "# Nobody asked.",
        "def whoever_asks():",
        "const rowDeed = 1",
        "Papers run out",
        "it is given back",
        "anew",
    ],
)
def test_banned_word_is_found_in_text_and_identifiers(line: str) -> None:
    assert list(uses_in("a.py", line))


@pytest.mark.parametrize(
    "line", ["a task", "indeed", "newspaper", "flask", "Tellable", "request the offer again"]
)
def test_other_words_are_allowed(line: str) -> None:
    assert list(uses_in("a.py", line)) == []


def test_use_names_file_line_word_and_replacement() -> None:
    (use,) = uses_in("apps/x/a.py", "one\ntwo papers")
    assert str(use) == 'apps/x/a.py:2: "papers": write documents'


@pytest.mark.parametrize(
    ("path", "folder"),
    [
        ("README.md", "."),
        ("apps/bookings/dispatch/waves.py", "apps/bookings"),
        ("frontend/src/features/driver/parts/a.tsx", "frontend/src/features/driver"),
    ],
)
def test_files_are_counted_by_app_or_part(path: str, folder: str) -> None:
    assert folder_of(path) == folder


def test_allowances_are_never_raised() -> None:
    assert lower({"a": 3, "b": 2, "c": 1}, Counter(a=1, b=5, d=4)) == {"a": 1, "b": 2}


@pytest.mark.parametrize(
    "subject", ["Fix it", "bookings: reject it", "Bookings: Reject it", "bookings: " + "Reject it " * 8]
)
def test_invalid_subject_is_refused(subject: str) -> None:
    assert bad_subjects([subject, "bookings: Reject a second accept"]) == [subject]
