"""The checks of `manage.py doctor`: what an operator has to know of a restored or a running installation."""

import logging
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from enum import StrEnum

log = logging.getLogger(__name__)


class Level(StrEnum):
    OK = "ok"
    WARNING = "warning"
    ERROR = "error"


@dataclass(frozen=True, slots=True)
class Finding:
    level: Level
    text: str
    remedy: str = ""
    """What to do, for warnings and errors."""


def ok(text: str) -> Finding:
    return Finding(Level.OK, text)


def warning(text: str, remedy: str) -> Finding:
    return Finding(Level.WARNING, text, remedy)


def error(text: str, remedy: str) -> Finding:
    return Finding(Level.ERROR, text, remedy)


@dataclass(frozen=True, slots=True)
class Check:
    """A subject and the function that examines it; it changes nothing."""

    subject: str
    examine: Callable[[], Iterator[Finding]]
    remedy: str = ""
    """What to do if the check itself fails, for example because a server is away."""
    slow: bool = False
    """Reads whole tables or all files; `doctor --quick` leaves it out."""


_checks: dict[str, Check] = {}


def register_check(check: Check) -> None:
    """Register the check of an app, once per subject."""
    _checks[check.subject] = check


def checks(*, quick: bool = False) -> list[Check]:
    return [check for check in _checks.values() if not (quick and check.slow)]


def findings_of(check: Check) -> Iterator[Finding]:
    """Yield what a check finds; a check that fails is a finding too."""
    try:
        yield from check.examine()
    except Exception as problem:
        log.debug("check %s failed", check.subject, exc_info=True)
        text = f"the check failed: {type(problem).__name__}: {problem}"
        yield error(text, check.remedy or "Repeat it with LOG_LEVEL=DEBUG, which logs the traceback.")
