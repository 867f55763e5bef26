"""The classes that admins of this platform are made from."""

from collections.abc import Callable, Iterable
from typing import Any, ClassVar

from django import forms
from django.contrib import messages
from django.contrib.admin.helpers import ActionForm
from django.contrib.auth import get_user_model
from django.db import transaction
from django.db.models import Q, QuerySet
from django.http import HttpRequest
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from apps.core.errors import DomainError
from apps.core.raw_admin.paging import BoundedPaginator
from apps.core.raw_admin.recording import Recorded, kind_of, record_difference, row_values

MOST_PEOPLE = 50


class RawAdmin(Recorded):
    """A page of the raw admin: what it changes is recorded, and no table is counted to its end."""

    paginator = BoundedPaginator
    show_full_result_count = False
    search_people: ClassVar[tuple[str, ...]] = ()
    """Foreign keys to people: how an e-mail address or a mobile begins finds the rows of who has it."""

    def get_search_results(
        self, request: HttpRequest, queryset: QuerySet[Any], search_term: str
    ) -> tuple[QuerySet[Any], bool]:
        word = search_term.strip().lower()
        if self.search_people and word:
            named = Q(email__startswith=word) | Q(mobile__startswith=word)
            people = list(get_user_model().objects.filter(named).values_list("pk", flat=True)[:MOST_PEOPLE])
            if people:
                theirs = Q()
                for name in self.search_people:
                    theirs |= Q(**{f"{name}__in": people})
                return queryset.filter(theirs), False
            if not self.search_fields_of_rows:
                return queryset.none(), False
        return super().get_search_results(request, queryset, search_term)

    def get_search_fields(self, request: HttpRequest) -> Any:
        # The box is shown where only people are searched for, too.
        return self.search_fields or self.search_people

    @property
    def search_fields_of_rows(self) -> bool:
        return bool(self.search_fields)

    def carry_out(
        self, request: HttpRequest, chosen: Iterable[Any], deed: Callable[[Any], Any], *, action: str = ""
    ) -> None:
        """Do something to each of the chosen rows, each in its own transaction; refusals become messages.

        With `action` the deed is recorded here, by that name; without, its service does so.
        """
        done = 0
        for row in chosen:
            try:
                with transaction.atomic():
                    before = row_values(row) if action else {}
                    deed(row)
                    if action:
                        record_difference(request, row, before, kind=kind_of(self), action=action)
            except DomainError as refusal:
                self.message_user(request, f"{row}: {refusal.detail}", messages.ERROR)
            else:
                done += 1
        if done:
            self.message_user(request, _("Done: %(count)s.") % {"count": done}, messages.SUCCESS)


def reason_given(request: HttpRequest) -> str:
    """What stands beside the action; said to be missing where nothing does."""
    reason = request.POST.get("reason", "").strip()
    if not reason:
        messages.error(request, _("Say why, beside the action."))
    return reason


class ReadOnly:
    """Looked at, never written: nobody adds, changes or deletes here, superusers included."""

    extra = 0
    can_delete = False
    fields: ClassVar[Any] = None
    readonly_fields: ClassVar[Any] = ()

    def get_readonly_fields(self, request: HttpRequest, obj: Any = None) -> Any:
        # Columns that no form may hold are shown too, where they are named.
        return (*self.readonly_fields, *(self.fields or ()))

    def has_add_permission(self, request: HttpRequest, *args: Any) -> bool:
        return False

    def has_change_permission(self, request: HttpRequest, *args: Any) -> bool:
        return False

    def has_delete_permission(self, request: HttpRequest, *args: Any) -> bool:
        return False


class ReadOnlyAdmin(ReadOnly, RawAdmin):
    """A table of facts; what its actions do, services do."""


class LookOnlyAdmin(RawAdmin):
    """Rows that the platform writes for itself; they go with their person, and may be thrown away."""

    def has_add_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False

    def has_change_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False


class ReasonForm(ActionForm):
    """Beside the choice of an action: why."""

    reason = forms.CharField(label=gettext_lazy("Reason"), required=False, max_length=250)
