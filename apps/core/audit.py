"""The audit log: every change by staff, in the transaction that makes it, and access to personal data."""

from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from contextvars import ContextVar
from datetime import datetime, timedelta
from typing import Any, Final, Protocol

from django.db import connection, transaction
from django.db.models import Model
from django.utils import timezone

from apps.core.models import AuditEntry
from apps.core.platform_settings import SETTINGS
from apps.core.privacy.retention import delete_batch

SECRET: Final = frozenset(
    {"password", "credentials", "bank_code", "bank_account"}
    | {name for name, setting in SETTINGS.items() if setting.secret}
)
"""Fields whose values are not recorded in the audit log."""
HIDDEN_VALUE: Final = "***"
MAX_TEXT_LENGTH: Final = 2000

ACCESS: Final = "data_access"
"""The kind of entries about reading personal data."""
ACCESS_PERIOD: Final = timedelta(hours=1)

_source: ContextVar[str] = ContextVar("audit_source", default=AuditEntry.Source.BACK_OFFICE)


class Person(Protocol):
    """The acting user; core does not import accounts."""

    pk: Any


Values = Mapping[str, Any]


def record(
    *,
    by: Person | None,
    action: str,
    kind: str,
    target_id: object = "",
    label: str = "",
    before: Values | None = None,
    after: Values | None = None,
    source: str | None = None,
) -> AuditEntry:
    """Write an entry; call it inside the transaction of the change."""
    return AuditEntry.objects.create(
        actor_id=None if by is None else by.pk,
        actor_name=("" if by is None else str(by))[:200],
        source=source or _source.get(),
        action=action,
        kind=kind,
        target_id=str(target_id),
        label=label[:200],
        before=_readable(before or {}),
        after=_readable(after or {}),
    )


@contextmanager
def through(source: str) -> Iterator[None]:
    """Record all changes in this block with the given source."""
    token = _source.set(source)
    try:
        yield
    finally:
        _source.reset(token)


def record_access(*, by: Person | None, person: Model, action: str, always: bool = False) -> None:
    """Record that staff read personal data of a user.

    At most once in ACCESS_PERIOD for the same reader, person and action, or every time with `always`; never
    for one's own data.
    """
    if by is not None and by.pk == person.pk:
        return
    known = AuditEntry.objects.filter(
        kind=ACCESS,
        target_id=str(person.pk),
        actor_id=None if by is None else by.pk,
        action=action,
        at__gte=timezone.now() - ACCESS_PERIOD,
    )
    if always or not known.exists():
        record(by=by, action=action, kind=ACCESS, target_id=person.pk, label=str(person))


def delete_entries(before: datetime) -> int:
    """Delete a batch of the entries written before this time; only the retention period does."""
    old = AuditEntry.objects.filter(at__lt=before).order_by("at", "id")
    with _allowed("retention"):
        return delete_batch(old)


def erase_values(*, kind: str, target_ids: Iterable[object], label: str = "", only: str = "") -> None:
    """Hide texts in all entries about these objects; only the erasure of a user does.

    label: replaces the name in the entries. only: hides the values with this text instead of all.
    """
    ids = [str(target_id) for target_id in target_ids]
    with _allowed("erasure"):
        for entry in AuditEntry.objects.filter(kind=kind, target_id__in=ids):
            entry.label = label or entry.label
            entry.before, entry.after = _without(only, entry.before), _without(only, entry.after)
            entry.save(update_fields=["label", "before", "after"])


def _without(only: str, values: Values) -> dict[str, Any]:
    """Return the values with this text hidden, or without any text."""
    return {
        name: _hidden(value) if isinstance(value, str) and only in ("", value) else value
        for name, value in values.items()
    }


@contextmanager
def _allowed(reason: str) -> Iterator[None]:
    """Let the trigger of the table accept one kind of change until the end of this block."""
    with transaction.atomic(), connection.cursor() as cursor:
        cursor.execute("SELECT set_config('hansom.audit_change', %s, true)", [reason])
        yield
        cursor.execute("SELECT set_config('hansom.audit_change', '', true)")


def values_of(row: Model, names: Iterable[str]) -> dict[str, Any]:
    """Return the current values of these columns; a foreign key as id, a file as name."""
    return {name: _plain(row._meta.get_field(name).value_from_object(row)) for name in names}  # type: ignore[union-attr]  # a column's name


def columns_of(model: type[Model], *, exclude: Iterable[str] = ()) -> list[str]:
    """Return the columns that users edit: all but the id, automatic times, and `exclude`."""
    left_out = {"id", *exclude}
    return [
        field.name
        for field in model._meta.concrete_fields
        if field.name not in left_out
        and not getattr(field, "auto_now", False)
        and not getattr(field, "auto_now_add", False)
    ]


@contextmanager
def audited(
    row: Model,
    *,
    by: Person | None,
    kind: str,
    names: Iterable[str],
    label: str = "",
    action: str = "changed",
) -> Iterator[None]:
    """Record what changed in a row during this block; nothing if nothing changed."""
    names = list(names)
    before = values_of(row, names)
    with transaction.atomic():
        yield
        after = values_of(row, names)
        changed = [name for name in names if before[name] != after[name]]
        if changed:
            record(
                by=by,
                action=action,
                kind=kind,
                target_id=row.pk,
                label=label or str(row),
                before={name: before[name] for name in changed},
                after={name: after[name] for name in changed},
            )


def _plain(value: Any) -> Any:
    return str(value) if hasattr(value, "storage") else value


def _readable(values: Values) -> dict[str, Any]:
    return {name: _hidden(value) if name in SECRET else _short(value) for name, value in values.items()}


def _hidden(value: Any) -> str:
    return HIDDEN_VALUE if value else ""


def _short(value: Any) -> Any:
    if isinstance(value, str) and len(value) > MAX_TEXT_LENGTH:
        return f"{value[:MAX_TEXT_LENGTH]}…"
    return value
