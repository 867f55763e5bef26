"""Payment accounts in `manage.py doctor`: each enabled account makes a read-only call to its gateway."""

from collections.abc import Iterator
from typing import Final

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from apps.core.diagnosis.registry import Check, Finding, error, ok, warning
from apps.core.security.encryption import Unreadable
from apps.payments.choices import CheckOutcome
from apps.payments.gateways.registry import provider_label
from apps.payments.models import ProviderAccount
from apps.payments.services.credentials import verify_credentials


def accounts() -> Iterator[Finding]:
    enabled = list(ProviderAccount.objects.filter(enabled=True).order_by("provider"))
    if not enabled:
        yield warning(
            _("No payment account is enabled: riders cannot pay by card."),
            _("Set one up on the page Payment providers."),
        )
    for account in enabled:
        yield _finding_of(account)


def _finding_of(account: ProviderAccount) -> Finding:
    name = f"{provider_label(account.provider)} ({'live' if account.live else 'test'})"
    try:
        values = account.credentials
    except Unreadable:
        return error(
            _("%(account)s: the credentials cannot be decrypted.") % {"account": name},
            _("See Secrets."),
        )
    check = verify_credentials(account.provider, live=account.live, values=values)
    if check.outcome == CheckOutcome.OK:
        return ok(_("%(account)s: the gateway accepts the credentials.") % {"account": name})
    if check.outcome == CheckOutcome.UNCHECKABLE:
        return ok(_("%(account)s: the gateway has no call that checks credentials.") % {"account": name})
    remedy = _("Correct the credentials on the page Payment providers.")
    if check.outcome == CheckOutcome.UNREACHABLE:
        remedy = _("Check that this machine reaches the gateway (DNS, firewall, proxy).")
    return error(f"{name}: {check.outcome.label}: {check.reason}", remedy)


ACCOUNTS: Final = Check("payments", accounts, gettext_lazy("Payment accounts"))
