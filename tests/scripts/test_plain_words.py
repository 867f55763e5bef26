"""The check of banned words and of commit subjects."""

import pytest

from scripts.plain_words import EXCEPTIONS, Use, bad_subjects, is_exempt, unused_exceptions, uses_in


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
    "line",
    ["a task", "indeed", "newspaper", "flask", "Tellable", '"already_asked"', "request the offer again"],
)
def test_other_words_are_allowed(line: str) -> None:
    assert list(uses_in("a.py", line)) == []


def test_use_names_file_line_word_and_replacement() -> None:
    (use,) = uses_in("apps/x/a.py", "one\ntwo papers")
    assert str(use) == 'apps/x/a.py:2: "papers": write documents'


def test_exception_allows_its_words_in_its_file_only() -> None:
    path = "embedded/postgres.py"
    assert is_exempt(Use(path, 1, "nobody", "user"))
    assert not is_exempt(Use(path, 1, "asked", "request"))
    assert not is_exempt(Use("embedded/redis.py", 1, "nobody", "user"))


def test_exception_without_words_allows_all() -> None:
    assert is_exempt(Use("scripts/plain_words.py", 1, "deeds", "action"))


def test_unused_exception_is_reported() -> None:
    used = [
        Use(exemption.path, 1, word, "")
        for exemption in EXCEPTIONS
        for word in exemption.words or {"deed"}
        if exemption.path != "embedded/postgres.py"
    ]
    assert [exemption.path for exemption in unused_exceptions(used)] == ["embedded/postgres.py"]


@pytest.mark.parametrize(
    "subject", ["Fix it", "bookings: reject it", "Bookings: Reject it", "bookings: " + "Reject it " * 8]
)
def test_invalid_subject_is_refused(subject: str) -> None:
    assert bad_subjects([subject, "bookings: Reject a second accept"]) == [subject]
