"""Encrypted columns: this installation's keys decrypt them."""

from collections.abc import Iterator

from django.utils.translation import gettext as _

from apps.core.diagnosis.registry import Finding, error, ok, warning
from apps.core.security.key_rotation import encrypted_columns, rotate_column


def secrets() -> Iterator[Finding]:
    for column in encrypted_columns():
        result = rotate_column(column, dry_run=True)
        total = result.current + result.rotated + result.unreadable
        if result.unreadable:
            yield error(
                _("%(column)s: secrets that cannot be decrypted: %(count)s of %(total)s.")
                % {"column": column.name, "count": result.unreadable, "total": total},
                _("Set SECRET_KEY, or SECRET_KEY_FALLBACKS, to the key that encrypted them."),
            )
        if result.rotated:
            yield warning(
                _("%(column)s: secrets encrypted with an old key: %(count)s of %(total)s.")
                % {"column": column.name, "count": result.rotated, "total": total},
                _("Run `manage.py rotate_keys`."),
            )
        if result.current == total:
            yield ok(_("%(column)s: readable secrets: %(total)s.") % {"column": column.name, "total": total})
