"""Views of lists, each person's own."""

from collections.abc import Sequence
from typing import Final

from django.db import transaction
from django.db.models import QuerySet
from django.utils.translation import gettext_lazy as _

from apps.accounts.models import User
from apps.backoffice.models import SavedView
from apps.core.errors import BadInput, NotFound

MOST_VIEWS: Final = 20
"""How many someone may keep of one list."""


def views_of(user_id: int, list_name: str) -> QuerySet[SavedView]:
    """One's own of a list, in the order in which they were first kept."""
    return SavedView.objects.filter(user_id=user_id, list=list_name).order_by("id")


@transaction.atomic
def keep_view(*, user_id: int, list_name: str, name: str, query: str, columns: Sequence[str]) -> SavedView:
    """Keep a view; one of the same name is stored again. Raises BadInput too_many_views."""
    # Two windows of the same person count one after the other.
    User.objects.select_for_update(no_key=True).only("pk").get(pk=user_id)
    known = views_of(user_id, list_name)
    if not known.filter(name=name).exists() and known.count() >= MOST_VIEWS:
        raise BadInput("too_many_views", _("You have 20 saved views of this list. Delete one first."))
    view, _created = SavedView.objects.update_or_create(
        user_id=user_id, list=list_name, name=name, defaults={"query": query, "columns": list(columns)}
    )
    return view


def delete_view(*, user_id: int, view_id: int) -> None:
    """Forget a view. Raises NotFound for someone else's."""
    if not SavedView.objects.filter(user_id=user_id, pk=view_id).delete()[0]:
        raise NotFound("not_found", _("Not found."))
