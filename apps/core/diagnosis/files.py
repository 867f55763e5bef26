"""Uploaded files: every file that a row names is in its storage."""

from collections.abc import Iterator
from typing import Final

from django.apps import apps
from django.db import models

from apps.core.diagnosis.registry import Finding, error, ok

SHOWN: Final = 3
"""Names of missing files in a finding."""


def files() -> Iterator[Finding]:
    for model in apps.get_models():
        for field in model._meta.get_fields():
            if isinstance(field, models.FileField):
                yield _files_of(model, field)


def _files_of(model: type[models.Model], field: models.FileField) -> Finding:
    names = (
        model._default_manager.exclude(**{field.name: ""})
        .exclude(**{f"{field.name}__isnull": True})
        .order_by("pk")
        .values_list(field.name, flat=True)
    )
    total, missing = 0, []
    for name in names.iterator():
        total += 1
        if not field.storage.exists(name):
            missing.append(name)
    subject = f"{model._meta.label}.{field.name}"
    if not missing:
        return ok(f"{subject}: {total} files are there.")
    more = " and others" if len(missing) > SHOWN else ""
    return error(
        f"{subject}: {len(missing)} of {total} files are missing: {', '.join(missing[:SHOWN])}{more}.",
        "Restore MEDIA_ROOT or the bucket from the backup, or correct MEDIA_ROOT, STORAGE and S3_BUCKET.",
    )
