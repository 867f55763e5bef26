"""Base classes of this platform's admin pages."""

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

from apps.core.django_admin.paging import BoundedPaginator
from apps.core.django_admin.recording import Recorded, kind_of, record_difference, row_values
from apps.core.errors import DomainError

MOST_PEOPLE = 50


class AuditedModelAdmin(Recorded):
    """An admin page that records its changes and never counts a whole table."""

    paginator = BoundedPaginator
    show_full_result_count = False
    search_people: ClassVar[tuple[str, ...]] = ()
    """Foreign keys to users; searched by the start of the user's email or mobile number."""

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
        # Show the search box where only users are searched, too.
        return self.search_fields or self.search_people

    @property
    def search_fields_of_rows(self) -> bool:
        return bool(self.search_fields)

    def carry_out(
        self,
        request: HttpRequest,
        chosen: Iterable[Any],
        operation: Callable[[Any], Any],
        *,
        action: str = "",
    ) -> None:
        """Apply an operation to each chosen row, each in its own transaction; refusals become messages.

        With `action` the change is recorded here under that name; without, the service records it.
        """
        done = 0
        for row in chosen:
            try:
                with transaction.atomic():
                    before = row_values(row) if action else {}
                    operation(row)
                    if action:
                        record_difference(request, row, before, kind=kind_of(self), action=action)
            except DomainError as refusal:
                self.message_user(request, f"{row}: {refusal.detail}", messages.ERROR)
            else:
                done += 1
        if done:
            self.message_user(request, _("Done: %(count)s.") % {"count": done}, messages.SUCCESS)


def reason_given(request: HttpRequest) -> str:
    """Return the reason entered beside the action; add an error message when there is none."""
    reason = request.POST.get("reason", "").strip()
    if not reason:
        messages.error(request, _("Enter a reason next to the action."))
    return reason


class ReadOnly:
    """Read-only for everyone, superusers included."""

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


class ReadOnlyAdmin(ReadOnly, AuditedModelAdmin):
    """A read-only table; its actions call services."""


class ViewAndDeleteAdmin(AuditedModelAdmin):
    """Rows that the platform writes for itself: they can be viewed and deleted, not edited."""

    def has_add_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False

    def has_change_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False


class ReasonForm(ActionForm):
    """The action form with a reason."""

    reason = forms.CharField(label=gettext_lazy("Reason"), required=False, max_length=250)
