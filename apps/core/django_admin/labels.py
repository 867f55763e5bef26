"""Translated names of tables and columns for the Django admin."""

from typing import TYPE_CHECKING

from django.db.models import Model
from django.utils.translation import gettext_lazy as _

if TYPE_CHECKING:
    from django.utils.functional import _StrPromise


def name_model(
    model: type[Model], singular: "_StrPromise", plural: "_StrPromise", /, **fields: "_StrPromise"
) -> None:
    """Name a model, its columns and its id on the pages of the Django admin.

    The names are set on the loaded model. Migrations record only names that a model declares, so a new
    wording needs no migration.
    """
    model._meta.verbose_name = singular
    model._meta.verbose_name_plural = plural
    for name, label in fields.items():
        model._meta.get_field(name).verbose_name = label  # type: ignore[union-attr]  # columns only
    if model._meta.pk.name == "id":
        model._meta.pk.verbose_name = _("ID")
