"""Versions of the terms and consents in the Django admin, read-only."""

from django.contrib import admin

from apps.accounts.models import Consent, TermsVersion
from apps.core.django_admin.base import ReadOnlyAdmin


@admin.register(TermsVersion)
class TermsVersionAdmin(ReadOnlyAdmin):
    list_display = ("document", "label", "created_at", "published_at", "published_by")
    list_filter = ("document",)
    list_select_related = ("published_by",)
    search_fields = ("label__istartswith",)
    sortable_by = ()
    ordering = ("-id",)


@admin.register(Consent)
class ConsentAdmin(ReadOnlyAdmin):
    list_display = ("user", "version", "given_at", "source", "language")
    list_filter = ("source",)
    list_select_related = ("user", "version")
    search_people = ("user",)
    sortable_by = ()
    ordering = ("-id",)
