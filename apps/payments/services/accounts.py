"""Writes of merchants' accounts. Secrets are stored encrypted and never returned."""

from collections.abc import Mapping
from dataclasses import dataclass

from django.db import transaction
from django.utils.translation import gettext_lazy as _

from apps.accounts.models import User
from apps.core import audit
from apps.core.demo_mode import require_critical_edits
from apps.core.errors import BadInput, Conflict
from apps.core.outbox import events
from apps.core.platform import platform_settings
from apps.payments.choices import CheckOutcome
from apps.payments.gateways.credentials import Unreadable
from apps.payments.gateways.decimals import decimals_error
from apps.payments.gateways.registry import provider_type
from apps.payments.models import ProviderAccount
from apps.payments.selectors import is_complete
from apps.payments.services.credentials import (
    CredentialCheck,
    credential_errors,
    record_check,
    verify_credentials,
)


@dataclass(frozen=True, slots=True)
class _AccountChange:
    """The requested account, and the stored one that it was derived from."""

    encrypted: str
    before: dict[str, str]
    values: dict[str, str]
    enabled: bool
    was_enabled: bool
    is_broken: bool
    is_complete: bool

    @property
    def needs_check(self) -> bool:
        """Return whether it will be offered with credentials that were not checked yet."""
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
    """Update an account. An omitted credential is unchanged, an empty one is removed.

    An account is enabled only after the gateway accepts its credentials, and its other mode is disabled
    then. A refusal changes nothing. Calls the gateway, so never use it inside a transaction.

    Raises Forbidden demo_mode; BadInput invalid for an unknown name or choice, a malformed value, a value of
    the other mode, or a secret shared by both modes of a gateway without API confirmation; BadInput
    not_configured if a required credential is missing; Conflict credentials_refused, credentials_unchecked,
    settings_changed.
    """
    require_critical_edits(platform_settings())
    change = _account_change(provider, live, enabled, credentials)
    check = None
    if change.needs_check:
        check = verify_credentials(provider, live=live, values=change.values)
        _require_good_check(check)
    return _store(provider, live, change, check=check, by=by)


def check_account(*, provider: str, live: bool, by: User | None = None) -> ProviderAccount:
    """Check the stored credentials with the gateway and record the result.

    After a rejection an enabled account is no longer offered; after a successful check it is offered again.
    Never use it inside a transaction. Raises Forbidden demo_mode, BadInput not_configured, Conflict
    settings_changed.
    """
    require_critical_edits(platform_settings())
    change = _account_change(provider, live, None, None)
    if not is_complete(ProviderAccount(provider=provider, live=live), change.values):
        raise BadInput("not_configured", _("Enter the provider's credentials first."))
    errors = credential_errors(provider, live=live, values=change.values)
    check = (
        CredentialCheck(CheckOutcome.REFUSED, "; ".join(f"{name}: {error}" for name, error in errors.items()))
        if errors
        else verify_credentials(provider, live=live, values=change.values)
    )
    with transaction.atomic():
        account = _locked(provider, live, change)
        record_check(account, check)
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


def _account_change(
    provider: str, live: bool, enabled: bool | None, credentials: Mapping[str, str] | None
) -> _AccountChange:
    known = {credential.name: credential for credential in provider_type(provider).credentials}
    account = ProviderAccount.objects.filter(provider=provider, live=live).first() or ProviderAccount(
        provider=provider, live=live
    )
    values = _decrypted(account)
    before = dict(values)
    for name, value in (credentials or {}).items():
        credential = known.get(name)
        if credential is None or (value and credential.choices and value not in credential.choices):
            raise BadInput(
                "invalid", _("This provider has no such field."), fields={name: _("Unknown field.")}
            )
        values[name] = value.strip()
    values = {name: value for name, value in values.items() if value and name in known}
    changed = {name: value for name, value in values.items() if value != before.get(name)}
    # Stored values of an older format remain valid until the account is enabled.
    to_check = values if enabled else changed
    if errors := credential_errors(provider, live=live, values=to_check):
        raise BadInput("invalid", _("Some values aren't allowed."), fields=errors)
    _require_own_secrets(account, values)
    if enabled:
        if not (provider_type(provider).is_available() and is_complete(account, values)):
            raise BadInput("not_configured", _("Enter the provider's credentials first."))
        settings = platform_settings()
        if error := decimals_error(settings.code, settings.decimal):
            raise BadInput("too_many_decimals", error, fields={"enabled": error})
    will_be = account.enabled if enabled is None else enabled
    return _AccountChange(
        encrypted=account.sealed_credentials,
        before=before,
        values=values,
        enabled=will_be,
        was_enabled=account.enabled,
        is_broken=account.broken_at is not None,
        is_complete=is_complete(account, values),
    )


def _require_good_check(check: CredentialCheck) -> None:
    if check.is_good:
        return
    if check.outcome == CheckOutcome.REFUSED:
        sentence = _("The payment provider rejected these credentials: %(reason)s")
        raise Conflict("credentials_refused", sentence % {"reason": check.reason})
    sentence = _("The payment provider couldn't check these credentials: %(reason)s")
    raise Conflict("credentials_unchecked", sentence % {"reason": check.reason})


@transaction.atomic
def _store(
    provider: str, live: bool, change: _AccountChange, *, check: CredentialCheck | None, by: User | None
) -> ProviderAccount:
    account = _locked(provider, live, change)
    if change.enabled and not change.was_enabled:
        ProviderAccount.objects.filter(provider=provider).exclude(pk=account.pk).update(enabled=False)
    account.enabled = change.enabled
    if change.values != change.before:
        account.credentials = change.values
        account.checked_at, account.broken_at = None, None
        account.check_outcome = account.check_reason = ""
    if check is not None:
        record_check(account, check)
    account.save()
    _record_audit(account, by=by, was_enabled=change.was_enabled, before=change.before, after=change.values)
    _publish()
    return account


def _locked(provider: str, live: bool, change: _AccountChange) -> ProviderAccount:
    """Lock and return the row. Raises Conflict if it changed during the gateway's check."""
    ProviderAccount.objects.get_or_create(provider=provider, live=live)
    account = ProviderAccount.objects.select_for_update().get(provider=provider, live=live)
    if (account.sealed_credentials, account.enabled) != (change.encrypted, change.was_enabled):
        raise Conflict("settings_changed", _("Someone else just changed these settings."))
    return account


def _publish() -> None:
    events.publish("settings", "settings.changed", {"changed": ["payment_providers"]})


def _record_audit(
    account: ProviderAccount,
    *,
    by: User | None,
    was_enabled: bool,
    before: Mapping[str, str],
    after: Mapping[str, str],
) -> None:
    """Record the names of changed credentials, never their values."""
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
        after={"enabled": account.enabled} | ({"reentered": changed} if changed else {}),
    )


def _require_own_secrets(account: ProviderAccount, values: Mapping[str, str]) -> None:
    """Refuse a secret of both modes: a payer could submit a live form to the gateway's sandbox, whose result
    would have a valid signature.
    """
    provider = provider_type(account.provider)
    other = ProviderAccount.objects.filter(provider=account.provider, live=not account.live).first()
    if provider.confirms_by_api or other is None:
        return
    others = _decrypted(other)
    for credential in provider.credentials:
        value = values.get(credential.name)
        if credential.secret and value and value == others.get(credential.name):
            sentence = _("Test and live mode need different credentials.")
            raise BadInput("invalid", sentence, fields={credential.name: sentence})


def _decrypted(account: ProviderAccount) -> dict[str, str]:
    try:
        return account.credentials
    except Unreadable:
        return {}
