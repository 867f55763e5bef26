"""Entering a merchant's account; a secret goes in and never comes out."""

from collections.abc import Mapping

from django.db import transaction
from django.utils.translation import gettext_lazy as _

from apps.accounts.models import User
from apps.core import audit, events
from apps.core.demo_mode import require_critical_edits
from apps.core.errors import BadInput
from apps.core.platform import platform_settings
from apps.payments.models import ProviderAccount
from apps.payments.registry import provider_type
from apps.payments.selectors import is_allowed, is_complete
from apps.payments.vault import Unreadable


@transaction.atomic
def set_account(
    *,
    provider: str,
    live: bool,
    enabled: bool | None = None,
    credentials: Mapping[str, str] | None = None,
    by: User | None = None,
) -> ProviderAccount:
    """Store what is given: a credential that is not named keeps its value, an empty one is forgotten.

    Enabling one mode takes the other out of offer. Raises Forbidden demo_mode, BadInput invalid for an
    unknown name or choice, and for a secret of both modes where it alone decides; not_configured when
    something that the gateway needs is missing.
    """
    require_critical_edits(platform_settings())
    asked = {credential.name: credential for credential in provider_type(provider).credentials}
    ProviderAccount.objects.get_or_create(provider=provider, live=live)
    account = ProviderAccount.objects.select_for_update().get(provider=provider, live=live)
    values = _readable(account)
    before, was_enabled = dict(values), account.enabled
    for name, value in (credentials or {}).items():
        credential = asked.get(name)
        if credential is None or (value and credential.choices and value not in credential.choices):
            raise BadInput("invalid", _("This provider does not know that."), fields={name: _("Not known.")})
        values[name] = value.strip()
    values = {name: value for name, value in values.items() if value and name in asked}
    _require_own_secrets(account, values)
    account.credentials = values
    if enabled is not None:
        if enabled and not (is_allowed(provider) and is_complete(account, values)):
            raise BadInput("not_configured", _("Enter what this provider needs first."))
        if enabled:
            ProviderAccount.objects.filter(provider=provider).exclude(pk=account.pk).update(enabled=False)
        account.enabled = enabled
    account.save()
    _tell_the_trail(account, by=by, was_enabled=was_enabled, before=before, after=values)
    events.publish("settings", "settings.changed", {"changed": ["payment_providers"]})
    return account


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
            sentence = _("Test and live need different ones.")
            raise BadInput("invalid", sentence, fields={credential.name: sentence})


def _readable(account: ProviderAccount) -> dict[str, str]:
    try:
        return account.credentials
    except Unreadable:
        return {}
