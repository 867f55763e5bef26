"""Payment accounts in `manage.py doctor`: each enabled account makes a read-only call to its gateway."""

from collections.abc import Iterator
from typing import Final

from apps.core.diagnosis.registry import Check, Finding, error, ok, warning
from apps.core.security.encryption import Unreadable
from apps.payments.choices import CheckOutcome
from apps.payments.models import ProviderAccount
from apps.payments.services.credentials import verify_credentials


def accounts() -> Iterator[Finding]:
    enabled = list(ProviderAccount.objects.filter(enabled=True).order_by("provider"))
    if not enabled:
        yield warning("no payment account is enabled", 'Riders cannot pay by card: see "Payment providers".')
    for account in enabled:
        yield _finding_of(account)


def _finding_of(account: ProviderAccount) -> Finding:
    try:
        values = account.credentials
    except Unreadable:
        return error(f"{account}: the credentials cannot be decrypted", "See the finding on secrets.")
    check = verify_credentials(account.provider, live=account.live, values=values)
    if check.outcome == CheckOutcome.OK:
        return ok(f"{account}: the gateway accepts the credentials")
    if check.outcome == CheckOutcome.UNCHECKABLE:
        return ok(f"{account}: the gateway has no call that checks credentials")
    remedy = 'Correct the credentials under "Payment providers".'
    if check.outcome == CheckOutcome.UNREACHABLE:
        remedy = "Check that this machine reaches the gateway (DNS, firewall, proxy)."
    return error(f"{account}: {check.outcome}: {check.reason}", remedy)


ACCOUNTS: Final = Check("payments", accounts)
