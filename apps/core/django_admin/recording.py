"""Records every change made in the Django admin in the audit log."""

import re
from collections.abc import Iterable, Mapping
from typing import Any

from django.contrib import admin
from django.db import transaction
from django.db.models import BinaryField, GeneratedField, Model, QuerySet
from django.http import HttpRequest

from apps.core import audit
from apps.core.outbox import events

Values = dict[str, Any]


class Recorded(admin.ModelAdmin):  # type: ignore[type-arg]  # not subscriptable at run time
    """Record each addition, change and deletion in its own transaction."""

    audit_kind: str = ""
    """The audit log's name of the kind; by default the model's name."""
    announces: str = ""
    """The name that a `settings.changed` event publishes to open pages, for example `promos`."""

    def save_form(self, request: HttpRequest, form: Any, change: bool) -> Any:
        # The form has already changed the instance; the row still has the old values.
        form.before = _row(form.instance) if change else {}
        return super().save_form(request, form, change)

    def save_related(self, request: HttpRequest, form: Any, formsets: Any, change: bool) -> None:
        touched = [each for formset in formsets for each in formset.initial_forms if each.has_changed()]
        before = [(each.instance, _row(each.instance)) for each in touched if each.instance.pk is not None]
        super().save_related(request, form, formsets, change)
        _record_change(request, form.instance, form.before, kind=kind_of(self))
        for formset in formsets:
            for row in formset.deleted_objects:
                _record_deletion(request, row, _without_id(row), kind=_name(row))
            for row in formset.new_objects:
                _record_change(request, row, {}, kind=_name(row))
        for row, values in before:
            # A row that was deleted has no id any more.
            if row.pk is not None:
                _record_change(request, row, values, kind=_name(row))
        self._announce()

    def delete_model(self, request: HttpRequest, obj: Model) -> None:
        with transaction.atomic():
            self._record_deletions(request, [obj])
            super().delete_model(request, obj)

    def delete_queryset(self, request: HttpRequest, queryset: QuerySet[Any]) -> None:
        with transaction.atomic():
            self._record_deletions(request, queryset)
            super().delete_queryset(request, queryset)

    def _record_deletions(self, request: HttpRequest, rows: Iterable[Model]) -> None:
        for row in rows:
            values = {name: value for name, value in _row(row).items() if name not in (self.exclude or ())}
            _record_deletion(request, row, values, kind=kind_of(self))
        self._announce()

    def _announce(self) -> None:
        if self.announces:
            events.publish("settings", "settings.changed", {"changed": [self.announces]})


def kind_of(model_admin: admin.ModelAdmin) -> str:  # type: ignore[type-arg]  # as above
    return getattr(model_admin, "audit_kind", "") or _named(model_admin.model)


def record_difference(request: HttpRequest, row: Model, before: Values, *, kind: str, action: str) -> None:
    """Record an action of the Django admin with what it changed in the row."""
    after = _row(row) if type(row)._base_manager.filter(pk=row.pk).exists() else {}
    changed = [name for name in after if before.get(name) != after[name]]
    audit.record(
        by=request.user,
        action=action,
        kind=kind,
        target_id=row.pk,
        label=str(row),
        before={name: before.get(name) for name in changed},
        after={name: after[name] for name in changed},
    )


def row_values(row: Model) -> Values:
    """Return the stored values of this row: columns and many-to-many fields."""
    return _row(row)


def _record_change(request: HttpRequest, row: Model, before: Values, *, kind: str) -> None:
    after = _row(row)
    changed = [name for name in after if before.get(name) != after[name]]
    if not changed:
        return
    audit.record(
        by=request.user,
        action="changed" if before else "added",
        kind=kind,
        target_id=row.pk,
        label=str(row),
        before={name: before[name] for name in changed} if before else {},
        after={name: after[name] for name in changed if before or after[name] not in (None, "", [])},
    )


def _record_deletion(request: HttpRequest, row: Model, before: Mapping[str, Any], *, kind: str) -> None:
    audit.record(
        by=request.user, action="deleted", kind=kind, target_id=row.pk or "", label=str(row), before=before
    )


def _row(row: Model) -> Values:
    stored = type(row)._base_manager.get(pk=row.pk)
    values = _without_id(stored)
    for field in row._meta.many_to_many:
        values[field.name] = sorted(getattr(stored, field.name).values_list("pk", flat=True))
    return values


def _without_id(row: Model) -> Values:
    odd = [
        field.name for field in row._meta.concrete_fields if isinstance(field, (BinaryField, GeneratedField))
    ]
    return audit.values_of(row, audit.columns_of(type(row), exclude=odd))


def _name(row: Model) -> str:
    return _named(type(row))


def _named(model: type[Model]) -> str:
    return re.sub(r"(?<=[a-z])(?=[A-Z])", "_", model._meta.object_name or "").lower()
