"""Translated names of tables and columns for the Django admin."""

from typing import cast

from django.db.models import Model
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _


def name_model(model: type[Model], singular: Promise, plural: Promise, /, **fields: Promise) -> None:
    """Name a model, its columns and its id on the pages of the Django admin.

    The names are set on the loaded model: Django's migrations and the API schema record only names that a
    model declares, so a new wording changes neither.
    """
    # The stubs type translated names by a class that gettext_lazy does not return.
    model._meta.verbose_name = cast(str, singular)
    model._meta.verbose_name_plural = cast(str, plural)
    for name, label in fields.items():
        model._meta.get_field(name).verbose_name = label  # type: ignore[union-attr]  # columns only
    if model._meta.pk.name == "id":
        model._meta.pk.verbose_name = _("ID")
