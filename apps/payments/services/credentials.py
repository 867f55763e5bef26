"""Checks of credentials: their format, a read-only API call, and rejections in use."""

import logging
import re
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Final

from django.db import transaction
from django.utils import timezone
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from apps.core.monitoring import metrics
from apps.core.outbox import events
from apps.payments.choices import CheckOutcome
from apps.payments.gateways.registry import adapter_of, provider_type
from apps.payments.models import ProviderAccount
from apps.payments.port import (
    PARSE_ERRORS,
    Account,
    BadCredentials,
    Credential,
    OutcomeUnknown,
    Provider,
    ProviderError,
    StepUp,
)

log = logging.getLogger(__name__)

REASON_LENGTH: Final = 200
GOOD: Final = frozenset({CheckOutcome.OK, CheckOutcome.UNCHECKABLE})
"""The outcomes after which an account may be offered."""


@dataclass(frozen=True, slots=True)
class CredentialCheck:
    outcome: CheckOutcome
    reason: str = ""

    @property
    def is_good(self) -> bool:
        return self.outcome in GOOD


def credential_errors(provider: str, *, live: bool, values: Mapping[str, str]) -> dict[str, str | Promise]:
    """Return the errors of malformed values and values of the other mode, by name."""
    known = (
        (credential, values.get(credential.name, "")) for credential in provider_type(provider).credentials
    )
    return {
        credential.name: error
        for credential, value in known
        if value and (error := _format_error(credential, value, live=live))
    }


def _format_error(credential: Credential, value: str, *, live: bool) -> str | Promise | None:
    prefix, other = (credential.live, credential.test) if live else (credential.test, credential.live)
    if prefix and not re.match(prefix, value) and (not other or re.match(other, value)):
        return _("This is a test mode credential.") if live else _("This is a live mode credential.")
    if credential.pattern and not re.fullmatch(credential.pattern, value):
        return _("This doesn't look like the provider's credential.")
    return None


def verify_credentials(provider: str, *, live: bool, values: Mapping[str, str]) -> CredentialCheck:
    """Check these credentials with the gateway. Never in a transaction: it may take half a minute."""
    try:
        checked = provider_type(provider)(Account(values, live)).check_credentials()
    except BadCredentials as error:
        return CredentialCheck(CheckOutcome.REFUSED, _without_credentials(error, values))
    except OutcomeUnknown as error:
        return CredentialCheck(CheckOutcome.UNREACHABLE, _without_credentials(error, values))
    except ProviderError as error:
        return CredentialCheck(CheckOutcome.REFUSED, _without_credentials(error, values))
    except PARSE_ERRORS as error:
        return CredentialCheck(CheckOutcome.UNREACHABLE, type(error).__name__)
    return CredentialCheck(CheckOutcome.OK if checked else CheckOutcome.UNCHECKABLE)


def record_check(account: ProviderAccount, check: CredentialCheck) -> None:
    """Set the check's result on the account. The caller saves it."""
    now = timezone.now()
    account.checked_at, account.check_outcome, account.check_reason = now, check.outcome, check.reason
    if check.is_good:
        account.broken_at = None
    elif check.outcome == CheckOutcome.REFUSED and account.enabled:
        account.broken_at = account.broken_at or now


@contextmanager
def gateway_call(account: ProviderAccount) -> Iterator[Provider]:
    """Yield the adapter. If the gateway rejects the credentials, the account is no longer offered.

    Raises credentials.Unreadable, and the exceptions of the call.
    """
    try:
        yield adapter_of(account)
    except BadCredentials as error:
        metrics.PROVIDER_ERRORS.inc(kind="payments", provider=account.provider)
        _mark_broken(account, str(error))
        raise
    except StepUp:
        # The bank requests a confirmation from the payer, which is no error of the gateway.
        raise
    except OutcomeUnknown:
        metrics.PROVIDER_ERRORS.inc(kind="payments", provider=account.provider)
        raise


@transaction.atomic
def _mark_broken(account: ProviderAccount, reason: str) -> None:
    """Mark the account, unless other credentials were entered during the call."""
    now = timezone.now()
    broken = ProviderAccount.objects.filter(
        pk=account.pk, sealed_credentials=account.sealed_credentials, broken_at=None
    )
    message = _without_credentials(reason, account.credentials)
    if broken.update(broken_at=now, checked_at=now, check_outcome=CheckOutcome.REFUSED, check_reason=message):
        log.error("the gateway rejects the credentials of %s: disabled until a check succeeds", account)
        events.publish("settings", "settings.changed", {"changed": ["payment_providers"]})


def _without_credentials(error: object, values: Mapping[str, str]) -> str:
    """Return the gateway's message with credentials replaced."""
    message = str(error)
    for value in sorted(values.values(), key=len, reverse=True):
        if len(value) > 3:
            message = message.replace(value, "…")
    return message[:REASON_LENGTH]
