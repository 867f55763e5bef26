"""Runs the checks of the installation side by side, and keeps their findings for a moment."""

import logging
from collections.abc import Iterable
from concurrent.futures import Future, ThreadPoolExecutor, wait
from dataclasses import dataclass
from datetime import datetime
from threading import Lock
from time import monotonic
from typing import Final

from django.db import connections
from django.utils import timezone, translation
from django.utils.translation import gettext as _

from apps.core.diagnosis.registry import Check, Finding, Level, checks, error, findings_of

log = logging.getLogger(__name__)

KEPT_SECONDS: Final = 10.0
"""Several admins who look at the page cost one run of the checks."""
LIMIT_SECONDS: Final = 8.0
"""A check that takes longer is a finding: a gateway or mail server does not respond."""
AT_ONCE: Final = 4
SEVERITY: Final = {Level.OK: 0, Level.WARNING: 1, Level.ERROR: 2}


@dataclass(frozen=True, slots=True)
class Result:
    """A check and what it found."""

    subject: str
    title: str
    findings: list[Finding]

    @property
    def level(self) -> Level:
        """Return the level of the worst finding."""
        return worst(finding.level for finding in self.findings)


@dataclass(frozen=True, slots=True)
class Status:
    checked_at: datetime
    checks: list[Result]
    """In the order of their registration."""

    @property
    def level(self) -> Level:
        return worst(result.level for result in self.checks)


def worst(levels: Iterable[Level]) -> Level:
    return max(levels, key=SEVERITY.__getitem__, default=Level.OK)


_kept: dict[str, tuple[float, Status]] = {}
_lock: Final = Lock()


def current_status() -> Status:
    """Return the findings in the active language, at most KEPT_SECONDS old."""
    language = translation.get_language()
    with _lock:
        kept = _kept.get(language)
        if kept is None or monotonic() - kept[0] >= KEPT_SECONDS:
            kept = monotonic(), run(checks(quick=True, live=True))
            _kept[language] = kept
    return kept[1]


def run(examined: list[Check], *, limit: float = LIMIT_SECONDS) -> Status:
    """Run the checks side by side, for `limit` seconds at most."""
    language = translation.get_language()
    pool = ThreadPoolExecutor(AT_ONCE, thread_name_prefix="status")
    try:
        running = [(check, pool.submit(_findings, check, language)) for check in examined]
        wait([future for _check, future in running], timeout=limit)
        found = [Result(check.subject, str(check.title), _result(future)) for check, future in running]
    finally:
        # A check that hangs ends by its own timeout.
        pool.shutdown(wait=False, cancel_futures=True)
    return Status(timezone.now(), found)


def _findings(check: Check, language: str) -> list[Finding]:
    try:
        with translation.override(language):
            return list(findings_of(check))
    finally:
        connections.close_all()


def _result(future: Future[list[Finding]]) -> list[Finding]:
    if future.done():
        return future.result()
    return [
        error(
            _("The check took too long."),
            _("A server that it needs does not respond. Run `manage.py doctor` on the machine for details."),
        )
    ]
