"""Whether a merchant's account works: its credentials' shape, a harmless call, and what calls met since."""

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

from apps.core import events
from apps.payments.choices import CheckOutcome
from apps.payments.models import ProviderAccount
from apps.payments.port import (
    NOT_UNDERSTOOD,
    Account,
    BadCredentials,
    Credential,
    Provider,
    ProviderError,
    Unsure,
)
from apps.payments.registry import opened, provider_type

log = logging.getLogger(__name__)

MOST_WORDS: Final = 200
GOOD: Final = frozenset({CheckOutcome.OK, CheckOutcome.UNCHECKABLE})
"""Outcomes after which an account may be offered."""


@dataclass(frozen=True, slots=True)
class CredentialCheck:
    outcome: CheckOutcome
    reason: str = ""

    @property
    def is_good(self) -> bool:
        return self.outcome in GOOD


def shape_faults(provider: str, *, live: bool, values: Mapping[str, str]) -> dict[str, str | Promise]:
    """By name, what is wrong with values as they are written: their shape, or the other mode's mark."""
    known = (
        (credential, values.get(credential.name, "")) for credential in provider_type(provider).credentials
    )
    return {
        credential.name: fault
        for credential, value in known
        if value and (fault := _fault(credential, value, live=live))
    }


def _fault(credential: Credential, value: str, *, live: bool) -> str | Promise | None:
    begins, other = (credential.live, credential.test) if live else (credential.test, credential.live)
    if begins and not re.match(begins, value) and (not other or re.match(other, value)):
        return _("This is a test mode credential.") if live else _("This is a live mode credential.")
    if credential.pattern and not re.fullmatch(credential.pattern, value):
        return _("This doesn't look like the provider's credential.")
    return None


def ask_gateway(provider: str, *, live: bool, values: Mapping[str, str]) -> CredentialCheck:
    """Have the gateway check these credentials. Never inside a transaction: it may take half a minute."""
    try:
        asked = provider_type(provider)(Account(values, live)).check_credentials()
    except BadCredentials as error:
        return CredentialCheck(CheckOutcome.REFUSED, _clean(error, values))
    except Unsure as error:
        return CredentialCheck(CheckOutcome.UNREACHABLE, _clean(error, values))
    except ProviderError as error:
        return CredentialCheck(CheckOutcome.REFUSED, _clean(error, values))
    except NOT_UNDERSTOOD as error:
        return CredentialCheck(CheckOutcome.UNREACHABLE, type(error).__name__)
    return CredentialCheck(CheckOutcome.OK if asked else CheckOutcome.UNCHECKABLE)


def note_check(account: ProviderAccount, check: CredentialCheck) -> None:
    """Write the check's outcome into the account, which the caller saves."""
    now = timezone.now()
    account.checked_at, account.check_outcome, account.check_reason = now, check.outcome, check.reason
    if check.is_good:
        account.broken_at = None
    elif check.outcome == CheckOutcome.REFUSED and account.enabled:
        account.broken_at = account.broken_at or now


@contextmanager
def in_use(account: ProviderAccount) -> Iterator[Provider]:
    """The adapter for a call; credentials that the gateway refuses take the account out of offer.

    Raises credentials.Unreadable, and what the call raises.
    """
    try:
        yield opened(account)
    except BadCredentials as error:
        _note_broken(account, str(error))
        raise


@transaction.atomic
def _note_broken(account: ProviderAccount, reason: str) -> None:
    """Unless others were entered since the call began."""
    now = timezone.now()
    broken = ProviderAccount.objects.filter(
        pk=account.pk, sealed_credentials=account.sealed_credentials, broken_at=None
    )
    words = _clean(reason, account.credentials)
    if broken.update(broken_at=now, checked_at=now, check_outcome=CheckOutcome.REFUSED, check_reason=words):
        log.error("the credentials of %s are refused: not offered until they are checked", account)
        events.publish("settings", "settings.changed", {"changed": ["payment_providers"]})


def _clean(error: object, values: Mapping[str, str]) -> str:
    """Words of a gateway without any credential in them."""
    words = str(error)
    for value in sorted(values.values(), key=len, reverse=True):
        if len(value) > 3:
            words = words.replace(value, "…")
    return words[:MOST_WORDS]
