"""Adds, changes and deletes ranks."""

from collections.abc import Mapping
from typing import Any, Final

from django.db import IntegrityError, transaction
from django.db.models import ProtectedError
from django.utils.translation import gettext_lazy as _

from apps.accounts.models import User
from apps.core.audit import audited, columns_of, record, values_of
from apps.core.demo_mode import require_critical_edits
from apps.core.errors import BadInput, Conflict, NotFound
from apps.core.platform import platform_settings
from apps.fleet.models import Rank
from apps.fleet.ranks.areas import clear_rank_areas
from apps.fleet.ranks.queue import close_queue, publish_queue

AUDITED: Final = columns_of(Rank, exclude=("created_at",))


@transaction.atomic
def add_rank(*, by: User, values: Mapping[str, Any]) -> Rank:
    """Add a rank. Raises Forbidden demo_mode; BadInput invalid; Conflict rank_name_taken."""
    require_critical_edits(platform_settings())
    rank = Rank(**_checked(values))
    _store(rank)
    _record(by, rank, "added", after=values_of(rank, AUDITED))
    return rank


@transaction.atomic
def edit_rank(*, by: User, rank_id: int, changes: Mapping[str, Any]) -> Rank:
    """Change a rank; one that is no longer active loses its queue. Raises NotFound, and as `add_rank`."""
    require_critical_edits(platform_settings())
    given = _checked(changes)
    rank = _locked(rank_id)
    with audited(rank, by=by, kind="rank", names=AUDITED):
        for name, value in given.items():
            setattr(rank, name, value)
        _store(rank)
    if not rank.active:
        close_queue(rank.pk)
    return rank


@transaction.atomic
def delete_rank(*, by: User, rank_id: int) -> None:
    """Delete a rank that no driver has used.

    Raises NotFound; Forbidden demo_mode; Conflict rank_in_use.
    """
    require_critical_edits(platform_settings())
    rank = _locked(rank_id)
    _record(by, rank, "deleted", before=values_of(rank, AUDITED))
    try:
        with transaction.atomic():
            rank.delete()
    except ProtectedError as error:
        raise Conflict("rank_in_use", _("Drivers have used this rank. Mark it as not active.")) from error
    _announce(rank_id)


def _locked(rank_id: int) -> Rank:
    rank = Rank.objects.select_for_update().filter(pk=rank_id).first()
    if rank is None:
        raise NotFound("not_found", _("Taxi rank not found."))
    return rank


def _checked(values: Mapping[str, Any]) -> dict[str, Any]:
    given = {name: value.strip() if isinstance(value, str) else value for name, value in values.items()}
    if "name" in given and not given["name"]:
        raise BadInput("invalid", _("Some values aren't allowed."), fields={"name": _("Required")})
    return given


def _store(rank: Rank) -> None:
    try:
        with transaction.atomic():
            rank.save()
    except IntegrityError as error:
        sentence = _("Another rank has this name.")
        raise Conflict("rank_name_taken", sentence, fields={"name": sentence}) from error
    _announce(rank.pk)


def _announce(rank_id: int) -> None:
    publish_queue(rank_id)
    transaction.on_commit(clear_rank_areas)
    clear_rank_areas()


def _record(by: User, rank: Rank, action: str, **values: Any) -> None:
    record(by=by, action=action, kind="rank", target_id=rank.pk, label=rank.name, **values)
