"""The checks of `manage.py doctor` and of the status page: what is wrong, and what to do.

Findings are sentences in the active language. Commands, settings and names of servers stay as they are.
"""

import logging
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from enum import StrEnum

from django.utils.functional import Promise
from django.utils.translation import gettext as _

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
    title: Promise | str
    """The subject in words."""
    remedy: Promise | str = ""
    """What to do if the check itself fails, for example because a server is away."""
    slow: bool = False
    """Reads whole tables or all files; `doctor --quick` and the status page leave it out."""
    live: bool = False
    """Only for the status page: `doctor` also checks a platform that is not running."""


_checks: dict[str, Check] = {}


def register_check(check: Check) -> None:
    """Register the check of an app, once per subject."""
    _checks[check.subject] = check


def checks(*, quick: bool = False, live: bool = False) -> list[Check]:
    """Return the checks in the order of their registration."""
    return [
        check for check in _checks.values() if not (quick and check.slow) and not (check.live and not live)
    ]


def findings_of(check: Check) -> Iterator[Finding]:
    """Yield what a check finds; a check that fails is a finding too."""
    try:
        yield from check.examine()
    except Exception as problem:
        log.debug("check %s failed", check.subject, exc_info=True)
        text = _("The check failed: %(problem)s") % {"problem": f"{type(problem).__name__}: {problem}"}
        remedy = str(check.remedy) or _("Repeat it with LOG_LEVEL=DEBUG, which logs the traceback.")
        yield error(text, remedy)
