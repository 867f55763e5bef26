"""Queries of the audit log: filters, search, and contacts masked in demo mode."""

import re
from collections.abc import Mapping
from typing import Any, ClassVar, Final

from django.contrib.postgres.search import SearchQuery, SearchVectorExact
from django.db.models import Q, QuerySet
from rest_framework import serializers

from apps.core.demo_mode import HIDDEN, mask_contacts
from apps.core.fields import DayOrTimeField
from apps.core.models import AuditEntry
from apps.core.models.audit import AUDIT_SEARCH
from apps.core.paging.filters import OPTIONAL, TEXT, FilterSet
from apps.core.platform import Platform

CONTACT_FIELDS: Final = frozenset({"email", "mobile", "contact_email", "panic", "bank_name"})
"""Fields that demo mode hides completely."""
WORD: Final = re.compile(r"[\w@.+-]+")


class AuditFilters(FilterSet):
    search = serializers.CharField(
        max_length=80, help_text="Start of words in the object's or the actor's name.", **TEXT
    )
    kind = serializers.CharField(max_length=40, **TEXT)
    target = serializers.CharField(max_length=40, help_text="Id of the object; use it with `kind`.", **TEXT)
    actor = serializers.IntegerField(min_value=1, max_value=2**63 - 1, **OPTIONAL)
    source = serializers.ChoiceField(  # type: ignore[assignment]  # a field of that name
        choices=[*AuditEntry.Source.choices, ("", "all")], **TEXT
    )
    from_ = DayOrTimeField(help_text="Recorded on or after this day.", **OPTIONAL)
    to = DayOrTimeField(end=True, help_text="Recorded on or before this day.", **OPTIONAL)
    lookups: ClassVar = {
        "kind": "kind",
        "target": "target_id",
        "actor": "actor",
        "source": "source",
        "from": "at__gte",
        "to": "at__lt",
    }
    orderings = ("-at", "at")

    @property
    def search_terms(self) -> str:
        terms: str = self.validated_data["search"]
        return terms


def audit_entries(filters: AuditFilters, settings: Platform) -> QuerySet[AuditEntry]:
    """Return the filtered entries, unsorted."""
    found, match = filter_entries(filters, settings), search_condition(filters.search_terms)
    return found if match is None else found.filter(match)


def filter_entries(filters: AuditFilters, settings: Platform) -> QuerySet[AuditEntry]:
    """Apply all filters except the search terms."""
    found = filters.apply(AuditEntry.objects.all())
    if settings.is_demo_mode and WORD.search(filters.search_terms):
        # Hidden values must not be searchable.
        found = found.exclude(
            Q(label__contains="@")
            | Q(label__contains="+")
            | Q(actor_name__contains="@")
            | Q(actor_name__contains="+")
        )
    return found


def search_condition(search: str) -> SearchVectorExact | None:
    """Return the condition that an entry has all search terms; None without terms."""
    words = [word.strip("'") for word in WORD.findall(search)]
    if not words:
        return None
    expression = " & ".join(f"'{word}':*" for word in words)
    return SearchVectorExact(AUDIT_SEARCH, SearchQuery(expression, config="simple", search_type="raw"))


def kinds() -> list[str]:
    """Return the record types in the audit log; each takes one index lookup."""
    known: list[str] = []
    after = ""
    while True:
        rows = AuditEntry.objects.filter(kind__gt=after).order_by("kind").values_list("kind", flat=True)
        found = rows.first()
        if found is None:
            return known
        known.append(found)
        after = found


def shown(values: Mapping[str, Any], settings: Platform) -> dict[str, Any]:
    """Return one side of a change as the viewer may see it."""
    if not settings.is_demo_mode:
        return dict(values)
    return {
        name: HIDDEN if value and name in CONTACT_FIELDS else _masked(value) for name, value in values.items()
    }


def text_shown(text: str, settings: Platform) -> str:
    return mask_contacts(text) if settings.is_demo_mode else text


def _masked(value: Any) -> Any:
    if isinstance(value, str):
        return mask_contacts(value)
    if isinstance(value, list):
        return [_masked(each) for each in value]
    if isinstance(value, dict):
        return {
            name: HIDDEN if each and name in CONTACT_FIELDS else _masked(each) for name, each in value.items()
        }
    return value
