"""`manage.py doctor`: checks a restored or a running installation."""

import json
from argparse import ArgumentParser
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from apps.core.diagnosis.registry import Finding, Level, checks, findings_of


class Command(BaseCommand):
    help = (
        "Check database, Redis, clocks, keys, files, ledger, maps, senders and payment accounts. "
        "Changes nothing. Exits with 1 if there is an error, with 0 for warnings."
    )
    requires_system_checks: list[str] = []  # noqa: RUF012  # Django's own declaration

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument(
            "--quick", action="store_true", help="leave out the checks that read whole tables and all files"
        )
        parser.add_argument("--json", action="store_true", help="print one JSON object per finding")

    def handle(self, *args: Any, quick: bool, json: bool, **options: Any) -> None:
        errors = 0
        for check in checks(quick=quick):
            for finding in findings_of(check):
                errors += finding.level == Level.ERROR
                self.stdout.write(
                    _json(check.subject, finding) if json else self._line(check.subject, finding)
                )
        if errors:
            raise CommandError(f"{errors} errors.", returncode=1)

    def _line(self, subject: str, finding: Finding) -> str:
        style = {
            Level.OK: self.style.SUCCESS,
            Level.WARNING: self.style.WARNING,
            Level.ERROR: self.style.ERROR,
        }[finding.level]
        line = f"{style(f'{finding.level:<8}')}{subject}: {finding.text}"
        return f"{line}\n        {finding.remedy}" if finding.remedy else line


def _json(subject: str, finding: Finding) -> str:
    return json.dumps(
        {"subject": subject, "level": finding.level, "text": finding.text, "remedy": finding.remedy}
    )
