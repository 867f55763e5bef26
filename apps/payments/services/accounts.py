"""Entering a merchant's account; a secret goes in and never comes out."""

from collections.abc import Mapping
from dataclasses import dataclass

from django.db import transaction
from django.utils.translation import gettext_lazy as _

from apps.accounts.models import User
from apps.core import audit, events
from apps.core.demo_mode import require_critical_edits
from apps.core.errors import BadInput, Conflict
from apps.core.platform import platform_settings
from apps.payments.choices import CheckOutcome
from apps.payments.credentials import Unreadable
from apps.payments.decimals import what_is_wrong_with
from apps.payments.models import ProviderAccount
from apps.payments.registry import provider_type
from apps.payments.selectors import is_allowed, is_complete
from apps.payments.services.credentials import CredentialCheck, ask_gateway, note_check, shape_faults


@dataclass(frozen=True, slots=True)
class _Wanted:
    """What an account is to be, and what it was when that was worked out."""

    encrypted: str
    before: dict[str, str]
    values: dict[str, str]
    enabled: bool
    was_enabled: bool
    is_broken: bool
    is_complete: bool

    @property
    def has_to_work(self) -> bool:
        """Offered from now on, with credentials that no one has seen work."""
        new = not self.was_enabled or self.is_broken or self.values != self.before
        return self.enabled and self.is_complete and new


def set_account(
    *,
    provider: str,
    live: bool,
    enabled: bool | None = None,
    credentials: Mapping[str, str] | None = None,
    by: User | None = None,
) -> ProviderAccount:
    """Store what is given: a credential that is not named keeps its value, an empty one is forgotten.

    Enabling one mode takes the other out of offer, once the gateway has taken its credentials: what is
    refused changes nothing, and never inside a transaction, for the gateway is asked. Raises Forbidden
    demo_mode, BadInput invalid for an unknown name or choice, a value of the wrong shape or mode, and for a
    secret of both modes where it alone decides; not_configured when something that the gateway needs is
    missing; Conflict credentials_refused, credentials_unchecked, settings_changed.
    """
    require_critical_edits(platform_settings())
    wanted = _wanted(provider, live, enabled, credentials)
    check = None
    if wanted.has_to_work:
        check = ask_gateway(provider, live=live, values=wanted.values)
        _require_good(check)
    return _store(provider, live, wanted, check=check, by=by)


def check_account(*, provider: str, live: bool, by: User | None = None) -> ProviderAccount:
    """Have the gateway check the credentials that are stored, and write down what it said.

    A refusal takes an account that is offered out of offer, a good check brings it back. Raises Forbidden
    demo_mode, BadInput not_configured, Conflict settings_changed. Never inside a transaction.
    """
    require_critical_edits(platform_settings())
    wanted = _wanted(provider, live, None, None)
    if not is_complete(ProviderAccount(provider=provider, live=live), wanted.values):
        raise BadInput("not_configured", _("Enter the provider's credentials first."))
    faults = shape_faults(provider, live=live, values=wanted.values)
    check = (
        CredentialCheck(CheckOutcome.REFUSED, "; ".join(f"{name}: {fault}" for name, fault in faults.items()))
        if faults
        else ask_gateway(provider, live=live, values=wanted.values)
    )
    with transaction.atomic():
        account = _locked(provider, live, wanted)
        note_check(account, check)
        account.save()
        audit.record(
            by=by,
            action="checked",
            kind="payment_account",
            target_id=account.pk,
            label=str(account),
            after={"outcome": check.outcome.value},
        )
        _publish()
    return account


def _wanted(
    provider: str, live: bool, enabled: bool | None, credentials: Mapping[str, str] | None
) -> _Wanted:
    asked = {credential.name: credential for credential in provider_type(provider).credentials}
    account = ProviderAccount.objects.filter(provider=provider, live=live).first() or ProviderAccount(
        provider=provider, live=live
    )
    values = _readable(account)
    before = dict(values)
    for name, value in (credentials or {}).items():
        credential = asked.get(name)
        if credential is None or (value and credential.choices and value not in credential.choices):
            raise BadInput(
                "invalid", _("This provider has no such field."), fields={name: _("Unknown field.")}
            )
        values[name] = value.strip()
    values = {name: value for name, value in values.items() if value and name in asked}
    changed = {name: value for name, value in values.items() if value != before.get(name)}
    # Values that were stored before their shape was looked at stand, until they are to be offered.
    looked_at = values if enabled else changed
    if faults := shape_faults(provider, live=live, values=looked_at):
        raise BadInput("invalid", _("Some values aren't allowed."), fields=faults)
    _require_own_secrets(account, values)
    if enabled:
        if not (is_allowed(provider) and is_complete(account, values)):
            raise BadInput("not_configured", _("Enter the provider's credentials first."))
        settings = platform_settings()
        if wrong := what_is_wrong_with(settings.code, settings.decimal):
            raise BadInput("too_many_decimals", wrong, fields={"enabled": wrong})
    will_be = account.enabled if enabled is None else enabled
    return _Wanted(
        encrypted=account.sealed_credentials,
        before=before,
        values=values,
        enabled=will_be,
        was_enabled=account.enabled,
        is_broken=account.broken_at is not None,
        is_complete=is_complete(account, values),
    )


def _require_good(check: CredentialCheck) -> None:
    if check.is_good:
        return
    if check.outcome == CheckOutcome.REFUSED:
        sentence = _("The payment provider rejected these credentials: %(reason)s")
        raise Conflict("credentials_refused", sentence % {"reason": check.reason})
    sentence = _("The payment provider couldn't check these credentials: %(reason)s")
    raise Conflict("credentials_unchecked", sentence % {"reason": check.reason})


@transaction.atomic
def _store(
    provider: str, live: bool, wanted: _Wanted, *, check: CredentialCheck | None, by: User | None
) -> ProviderAccount:
    account = _locked(provider, live, wanted)
    if wanted.enabled and not wanted.was_enabled:
        ProviderAccount.objects.filter(provider=provider).exclude(pk=account.pk).update(enabled=False)
    account.enabled = wanted.enabled
    if wanted.values != wanted.before:
        account.credentials = wanted.values
        account.checked_at, account.broken_at = None, None
        account.check_outcome = account.check_reason = ""
    if check is not None:
        note_check(account, check)
    account.save()
    _tell_the_trail(account, by=by, was_enabled=wanted.was_enabled, before=wanted.before, after=wanted.values)
    _publish()
    return account


def _locked(provider: str, live: bool, wanted: _Wanted) -> ProviderAccount:
    """The row, unless someone else changed it while the gateway was asked. Raises Conflict."""
    ProviderAccount.objects.get_or_create(provider=provider, live=live)
    account = ProviderAccount.objects.select_for_update().get(provider=provider, live=live)
    if (account.sealed_credentials, account.enabled) != (wanted.encrypted, wanted.was_enabled):
        raise Conflict("settings_changed", _("Someone else just changed these settings."))
    return account


def _publish() -> None:
    events.publish("settings", "settings.changed", {"changed": ["payment_providers"]})


def _tell_the_trail(
    account: ProviderAccount,
    *,
    by: User | None,
    was_enabled: bool,
    before: Mapping[str, str],
    after: Mapping[str, str],
) -> None:
    """That credentials were entered, by their names, and never what they are."""
    changed = sorted(name for name in {*before, *after} if before.get(name) != after.get(name))
    if account.enabled == was_enabled and not changed:
        return
    audit.record(
        by=by,
        action="changed",
        kind="payment_account",
        target_id=account.pk,
        label=str(account),
        before={"enabled": was_enabled},
        after={"enabled": account.enabled} | ({"entered_anew": changed} if changed else {}),
    )


def _require_own_secrets(account: ProviderAccount, values: Mapping[str, str]) -> None:
    """A payer could take a live form to the gateway's sandbox, whose result would be signed just the same."""
    provider = provider_type(account.provider)
    other = ProviderAccount.objects.filter(provider=account.provider, live=not account.live).first()
    if provider.asks or other is None:
        return
    known = _readable(other)
    for credential in provider.credentials:
        value = values.get(credential.name)
        if credential.secret and value and value == known.get(credential.name):
            sentence = _("Test and live mode need different credentials.")
            raise BadInput("invalid", sentence, fields={credential.name: sentence})


def _readable(account: ProviderAccount) -> dict[str, str]:
    try:
        return account.credentials
    except Unreadable:
        return {}
