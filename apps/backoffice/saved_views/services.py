"""Users' saved views of lists."""

from collections.abc import Sequence
from typing import Final

from django.db import transaction
from django.db.models import QuerySet
from django.utils.translation import gettext_lazy as _

from apps.accounts.models import User
from apps.backoffice.models import SavedView
from apps.core.errors import BadInput, NotFound

MAX_VIEWS: Final = 20
"""Maximum views per user and list."""


def views_of(user_id: int, list_name: str) -> QuerySet[SavedView]:
    """Return a user's views of a list in order of creation."""
    return SavedView.objects.filter(user_id=user_id, list=list_name).order_by("id")


@transaction.atomic
def save_view(*, user_id: int, list_name: str, name: str, query: str, columns: Sequence[str]) -> SavedView:
    """Save a view, replacing one of the same name. Raises BadInput too_many_views."""
    # Concurrent requests of a user are counted one after the other.
    User.objects.select_for_update(no_key=True).only("pk").get(pk=user_id)
    known = views_of(user_id, list_name)
    if not known.filter(name=name).exists() and known.count() >= MAX_VIEWS:
        raise BadInput("too_many_views", _("You have 20 saved views of this list. Delete one first."))
    view, _created = SavedView.objects.update_or_create(
        user_id=user_id, list=list_name, name=name, defaults={"query": query, "columns": list(columns)}
    )
    return view


def delete_view(*, user_id: int, view_id: int) -> None:
    """Delete a view. Raises NotFound for another user's."""
    if not SavedView.objects.filter(user_id=user_id, pk=view_id).delete()[0]:
        raise NotFound("not_found", _("Not found."))
