"""Django admin pages of languages, saved views, notes, cases, approvals and users."""

from typing import Any

from django.contrib import admin, messages
from django.contrib.admin.actions import delete_selected as delete_selected_default
from django.db.models import Model, QuerySet
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from apps.accounts.admin import UserAdmin
from apps.accounts.models import User
from apps.backoffice import admin_labels  # noqa: F401  # importing it names the tables and columns
from apps.backoffice.models import Approval, Case, CaseMessage, CasePhoto, Language, Note, SavedView
from apps.backoffice.people.delete import delete_person
from apps.core.django_admin.base import ReadOnlyAdmin, ViewAndDeleteAdmin
from apps.core.errors import DomainError


@admin.register(Language)
class LanguageAdmin(ReadOnlyAdmin):
    """Languages are read-only: browsers cache a version's texts for good, so changes go through the back
    office.
    """

    list_display = ("name", "code", "date_locale", "default", "removed", "version")
    list_filter = ("removed",)
    search_fields = ("name", "code")


@admin.register(SavedView)
class SavedViewAdmin(ViewAndDeleteAdmin):
    list_display = ("user", "list", "name", "query")
    list_select_related = ("user",)
    search_people = ("user",)
    sortable_by = ()
    ordering = ("-id",)


@admin.register(Note)
class NoteAdmin(ViewAndDeleteAdmin):
    list_display = ("created_at", "person", "booking", "flag", "text", "by_name")
    list_filter = ("flag",)
    list_select_related = ("person", "booking")
    search_people = ("person",)
    sortable_by = ()
    ordering = ("-id",)


@admin.register(Case)
class CaseAdmin(ReadOnlyAdmin):
    list_display = ("id", "kind", "state", "person", "booking", "owner", "due_at", "outcome", "created_at")
    list_filter = ("state", "kind")
    list_select_related = ("person", "booking", "owner")
    search_people = ("person",)
    sortable_by = ()
    ordering = ("-id",)


@admin.register(CasePhoto)
class CasePhotoAdmin(ReadOnlyAdmin):
    """Without the photos, whose viewing the back office records."""

    list_display = ("created_at", "message", "uploaded_by")
    list_select_related = ("message", "uploaded_by")
    fields = ("message", "uploaded_by", "created_at")
    search_people = ("uploaded_by",)
    sortable_by = ()
    ordering = ("-id",)


@admin.register(Approval)
class ApprovalAdmin(ReadOnlyAdmin):
    """Read-only: approvals are decided in the back office."""

    list_display = ("id", "kind", "state", "amount", "person", "requested_by", "requested_at", "decided_by")
    list_filter = ("state", "kind")
    list_select_related = ("person", "requested_by", "decided_by")
    search_people = ("person", "requested_by")
    sortable_by = ()
    ordering = ("-id",)


@admin.register(CaseMessage)
class CaseMessageAdmin(ReadOnlyAdmin):
    list_display = ("created_at", "case", "audience", "author_name", "text")
    list_filter = ("audience",)
    list_select_related = ("case",)
    search_people = ("author",)
    sortable_by = ()
    ordering = ("-id",)


admin.site.unregister(User)


@admin.register(User)
class PersonAdmin(UserAdmin):
    """Deletes users with the back office's service: personal data is erased, trips and payments stay."""

    actions: Any = (*UserAdmin.actions, "delete_selected")

    def has_delete_permission(self, request: HttpRequest, obj: User | None = None) -> bool:
        gone = obj is not None and obj.deleted_at is not None
        return not gone and super().has_delete_permission(request, obj)

    def get_deleted_objects(self, objs: Any, request: HttpRequest) -> Any:
        """No row is deleted, so nothing is protected and nothing cascades."""
        messages_shown = [
            _("%(person)s: name, contacts and documents are deleted; trips and payments stay.")
            % {"person": one}
            for one in objs
        ]
        return messages_shown, {}, set(), []

    def delete_view(
        self, request: HttpRequest, object_id: str, extra_context: dict[str, Any] | None = None
    ) -> HttpResponse:
        try:
            return super().delete_view(request, object_id, extra_context)
        except DomainError as refusal:
            self.message_user(request, str(refusal.detail), messages.ERROR)
            return HttpResponseRedirect(reverse("admin:accounts_user_change", args=[object_id]))

    def delete_model(self, request: HttpRequest, obj: Model) -> None:
        by: Any = request.user
        delete_person(by=by, person_id=obj.pk)

    @admin.action(description=gettext_lazy("Delete selected users"), permissions=["delete"])
    def delete_selected(self, request: HttpRequest, chosen: QuerySet[User]) -> HttpResponse | None:
        """Delete each user in its own transaction; one refusal does not stop the others."""
        if not request.POST.get("post"):
            return delete_selected_default(self, request, chosen)
        self.carry_out(request, chosen, lambda person: self.delete_model(request, person))
        return None
