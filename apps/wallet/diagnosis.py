"""The ledger: its invariants, as in `manage.py verify_ledger`, and the result of the last nightly check."""

import json
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from itertools import islice
from typing import Final

from django.conf import settings
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from apps.core.diagnosis.registry import Check, Finding, error, ok, warning
from apps.core.diagnosis.wording import moment
from apps.core.monitoring.readings import LEDGER_CHECK
from apps.core.redis_clients import redis_client
from apps.wallet.verification import all_checks, faults, one_snapshot

SHOWN: Final = 3
LATE: Final = timedelta(days=2)
"""The check runs each night."""
VERIFY: Final = gettext_lazy("Run `manage.py verify_ledger`.")


def ledger() -> Iterator[Finding]:
    broken = False
    with one_snapshot():
        for check in all_checks():
            violations = list(islice(faults(check), SHOWN))
            if violations:
                broken = True
                yield error(
                    f"Violated: {check.invariant}: {'; '.join(violations)}",
                    "Run `manage.py verify_ledger` for the whole list before any money is moved.",
                )
    if not broken:
        yield ok("All invariants hold.")


def last_check() -> Iterator[Finding]:
    with redis_client(settings.BROKER_URL, socket_connect_timeout=5, socket_timeout=5) as redis:
        stored = redis.get(LEDGER_CHECK)
    if stored is None:
        yield warning(_("The ledger has not been checked yet. The check runs each night."), str(VERIFY))
        return
    result = json.loads(stored)
    at = datetime.fromtimestamp(result["at"], UTC)
    if result["problems"]:
        yield error(
            _("The check of %(time)s found violations: %(count)s.")
            % {"time": moment(at), "count": result["problems"]},
            _("Run `manage.py verify_ledger` for the whole list before any money is moved."),
        )
    elif timezone.now() - at > LATE:
        yield warning(
            _("The last check was at %(time)s. It should run each night.") % {"time": moment(at)},
            _("Check that the process `beat` is running."),
        )
    else:
        yield ok(_("The check of %(time)s found no violation.") % {"time": moment(at)})


LEDGER: Final = Check("ledger", ledger, gettext_lazy("Ledger"), slow=True)
LAST_CHECK: Final = Check("ledger_check", last_check, gettext_lazy("Ledger"), live=True)
