"""Changing the platform's settings, for admins."""

from collections.abc import Mapping
from datetime import datetime
from typing import Any, Final

from django.core.exceptions import ValidationError
from django.db import transaction
from django.utils.translation import gettext_lazy as _

from apps.accounts.base_settings.check import check_license
from apps.accounts.models import User
from apps.core.audit import audited, record
from apps.core.demo_mode import require_critical_edits
from apps.core.errors import BadInput, Conflict
from apps.core.models import AuditEntry, PlatformSettings
from apps.core.platform import clear_platform_cache, platform_settings, update_platform_settings

KIND: Final = "settings"


def change_settings(*, by: User, seen: datetime, changes: Mapping[str, Any]) -> None:
    """Keep what an admin changed of the settings, of which they had seen the version of that time.

    Raises Forbidden demo_mode; Conflict settings_changed where somebody else was faster; BadInput wrong_code
    for a new licence that the check does not know, and update_failed with the fields that are not allowed.
    """
    require_critical_edits(platform_settings())
    _require_license(changes)
    with transaction.atomic():
        PlatformSettings.objects.get_or_create(pk=1)
        row = PlatformSettings.objects.select_for_update().get(pk=1)
        if not row.allow_critical_edits_admin:
            # Switched elsewhere within the second that the snapshot may be old.
            clear_platform_cache()
            require_critical_edits(platform_settings())
        if row.updated_at != seen:
            raise Conflict("settings_changed", _("Somebody else has just changed the settings."))
        with audited(row, by=by, kind=KIND, names=changes):
            _write(changes)
            row.refresh_from_db()


def switch_demo_mode(*, on: bool) -> bool:
    """For the operator at the server's own shell, which demo mode does not lock; False where it was so."""
    with transaction.atomic():
        PlatformSettings.objects.get_or_create(pk=1)
        row = PlatformSettings.objects.select_for_update().get(pk=1)
        if row.allow_critical_edits_admin is not on:
            return False
        update_platform_settings(allow_critical_edits_admin=not on)
        record(
            by=None,
            action="changed",
            kind=KIND,
            target_id=1,
            label=row.app_name,
            before={"allow_critical_edits_admin": on},
            after={"allow_critical_edits_admin": not on},
            door=AuditEntry.Door.SHELL,
        )
    return True


def _require_license(changes: Mapping[str, Any]) -> None:
    """Before the row is locked: an answer from outside takes its time."""
    license = changes.get("license")
    if license and license != platform_settings().license:
        check_license(license)


def _write(changes: Mapping[str, Any]) -> None:
    try:
        update_platform_settings(**changes)
    except ValidationError as error:
        fields = {name: texts[0] for name, texts in error.message_dict.items()}
        raise update_failed(fields) from error


def update_failed(fields: Mapping[str, Any]) -> BadInput:
    return BadInput("update_failed", _("The settings could not be saved."), fields=fields)
