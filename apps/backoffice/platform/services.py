"""Changes of the platform settings by admins."""

import uuid
from collections.abc import Mapping
from datetime import datetime
from typing import Any, Final

from django.core.exceptions import ValidationError
from django.core.files.uploadedfile import UploadedFile
from django.db import transaction
from django.utils.translation import gettext_lazy as _

from apps.accounts.base_settings.check import check_license
from apps.accounts.login import rate_limit
from apps.accounts.models import User
from apps.accounts.outgoing import EmailTemplate, send_mail
from apps.core.audit import audited, record
from apps.core.brand import logo_name
from apps.core.demo_mode import require_critical_edits
from apps.core.errors import BadInput, Conflict, TooMany
from apps.core.files.stored_files import store_file
from apps.core.files.uploads import PICTURE, clean_image
from apps.core.media import PUBLIC
from apps.core.models import AuditEntry, PlatformSettings
from apps.core.platform import clear_platform_cache, platform_settings, update_platform_settings
from apps.payments.gateways.decimals import decimals_error, is_any_enabled

KIND: Final = "settings"


def change_settings(*, by: User, seen: datetime, changes: Mapping[str, Any]) -> None:
    """Save an admin's changes to the version of the settings that they read.

    Raises Forbidden demo_mode; Conflict settings_changed if someone else saved first; BadInput wrong_code
    for an unknown licence, and update_failed with the invalid fields.
    """
    require_critical_edits(platform_settings())
    _require_license(changes)
    with transaction.atomic():
        row = _locked_for_edit()
        if row.updated_at != seen:
            raise Conflict("settings_changed", _("Someone else just changed these settings."))
        _require_payable(row, changes)
        with audited(row, by=by, kind=KIND, names=changes):
            _write(changes)
            row.refresh_from_db()


def set_logo(*, by: User, file: "UploadedFile[bytes]") -> None:
    """Store a re-encoded image as the logo of emails, receipts and statements.

    Raises Forbidden demo_mode, BadInput image_invalid, TooLarge image_too_large.
    """
    require_critical_edits(platform_settings())
    _save_logo(by, store_file(PUBLIC, logo_name(), clean_image(file, PICTURE)))


def remove_logo(*, by: User) -> None:
    """Remove the logo; the app's name is shown instead. Raises Forbidden demo_mode."""
    require_critical_edits(platform_settings())
    _save_logo(by, "")


def send_test_email(*, by: User) -> str:
    """Send an admin a sample email; returns the address.

    Raises Forbidden demo_mode, Conflict no_email, TooMany too_many_requests.
    """
    require_critical_edits(platform_settings())
    address = by.email
    if not address:
        raise Conflict("no_email", _("Add an email to your profile first."))
    if not rate_limit.consume("test_email", key=str(by.pk)).allowed:
        raise TooMany("too_many_requests", _("Too many attempts. Try again later."))
    with transaction.atomic():
        send_mail(
            template=EmailTemplate.TEST,
            to=address,
            user_id=by.pk,
            params={},
            key=f"test_email:{uuid.uuid4()}",
        )
    return str(address)


def switch_demo_mode(*, on: bool) -> bool:
    """Switch demo mode from the server's shell, which demo mode does not lock; False if nothing changed."""
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
            source=AuditEntry.Source.COMMAND_LINE,
        )
    return True


@transaction.atomic
def _save_logo(by: User, name: str) -> None:
    row = _locked_for_edit()
    if (row.logo.name or "") == name:
        return
    with audited(row, by=by, kind=KIND, names=["logo"]):
        update_platform_settings(logo=name)
        row.refresh_from_db()


def _locked_for_edit() -> PlatformSettings:
    PlatformSettings.objects.get_or_create(pk=1)
    row = PlatformSettings.objects.select_for_update().get(pk=1)
    if not row.allow_critical_edits_admin:
        # Demo mode was turned on within the second that the cache may be old.
        clear_platform_cache()
        require_critical_edits(platform_settings())
    return row


def _require_license(changes: Mapping[str, Any]) -> None:
    """Check the licence before locking the row, because the remote call may take long."""
    license = changes.get("license")
    if license and license != platform_settings().license:
        check_license(license)


def _require_payable(row: PlatformSettings, changes: Mapping[str, Any]) -> None:
    """Require a currency that the enabled gateways support."""
    before = {"decimal": row.decimal, "code": row.code}
    changed = [name for name, value in before.items() if changes.get(name, value) != value]
    if not changed or not is_any_enabled():
        return
    wrong = decimals_error(changes.get("code", row.code), changes.get("decimal", row.decimal))
    if wrong is not None:
        raise update_failed({changed[0]: wrong})


def _write(changes: Mapping[str, Any]) -> None:
    try:
        update_platform_settings(**changes)
    except ValidationError as error:
        fields = {name: texts[0] for name, texts in error.message_dict.items()}
        raise update_failed(fields) from error


def update_failed(fields: Mapping[str, Any]) -> BadInput:
    return BadInput("update_failed", _("Couldn't save the settings."), fields=fields)
