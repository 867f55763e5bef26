"""Queries of the audit log: filters, search, and contacts masked in demo mode."""

import re
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Any, Final

from django.contrib.postgres.search import SearchQuery, SearchVectorExact
from django.db.models import Q, QuerySet

from apps.core.demo_mode import HIDDEN, mask_contacts
from apps.core.models import AuditEntry
from apps.core.models.audit import AUDIT_SEARCH
from apps.core.paging.keyset import Ordering
from apps.core.platform import Platform

ORDERINGS: Final = ("-at", "at")
CONTACT_FIELDS: Final = frozenset({"email", "mobile", "contact_email", "panic", "bank_name"})
"""Fields that demo mode hides completely."""
WORD: Final = re.compile(r"[\w@.+-]+")


@dataclass(frozen=True, slots=True, kw_only=True)
class AuditFilters:
    search: str = ""
    """Search terms, matched against the start of words in labels and actor names."""
    kind: str = ""
    target: str = ""
    actor: int | None = None
    door: str = ""
    since: datetime | None = None
    until: datetime | None = None
    ordering: str = "-at"

    def order(self) -> Ordering:
        return Ordering.parse(self.ordering)


def audit_entries(filters: AuditFilters, settings: Platform) -> QuerySet[AuditEntry]:
    """Return the filtered entries, unsorted."""
    found, match = filter_entries(filters, settings), search_condition(filters.search)
    return found if match is None else found.filter(match)


def filter_entries(filters: AuditFilters, settings: Platform) -> QuerySet[AuditEntry]:
    """Apply all filters except the search terms."""
    found = AuditEntry.objects.all()
    given = {
        "kind": filters.kind,
        "target_id": filters.target,
        "actor": filters.actor,
        "door": filters.door,
        "at__gte": filters.since,
        "at__lt": filters.until,
    }
    found = found.filter(**{name: value for name, value in given.items() if value not in ("", None)})
    if settings.is_demo_mode and WORD.search(filters.search):
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
