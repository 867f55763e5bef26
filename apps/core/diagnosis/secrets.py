"""Encrypted columns: this installation's keys decrypt them."""

from collections.abc import Iterator

from apps.core.diagnosis.registry import Finding, error, ok, warning
from apps.core.security.key_rotation import encrypted_columns, rotate_column


def secrets() -> Iterator[Finding]:
    for column in encrypted_columns():
        result = rotate_column(column, dry_run=True)
        total = result.current + result.rotated + result.unreadable
        if result.unreadable:
            yield error(
                f"{column.name}: {result.unreadable} of {total} secrets cannot be decrypted",
                "Set SECRET_KEY, or SECRET_KEY_FALLBACKS, to the key of the installation that stored them.",
            )
        if result.rotated:
            yield warning(
                f"{column.name}: {result.rotated} of {total} secrets are encrypted with an old key",
                "Run `manage.py rotate_keys`.",
            )
        if result.current == total:
            yield ok(f"{column.name}: {total} secrets are readable")
