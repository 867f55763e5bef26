"""Adds, changes and deletes requirements; every driver's fitness is recalculated in jobs."""

from collections.abc import Mapping
from typing import Any, Final

from django.db import IntegrityError, transaction
from django.utils.translation import gettext_lazy as _

from apps.accounts.models import User
from apps.accounts.services.fitness import REFRESH_ALL
from apps.core.audit import audited, columns_of, record, values_of
from apps.core.demo_mode import require_critical_edits
from apps.core.errors import BadInput, Conflict, NotFound, Sentence
from apps.core.outbox import events
from apps.core.platform import platform_settings
from apps.fleet.models import Requirement
from apps.fleet.selectors import exists, is_fleet_admin

AUDITED: Final = columns_of(Requirement, exclude=("created_at",))


@transaction.atomic
def add_requirement(*, by: User, values: Mapping[str, Any]) -> Requirement:
    """Add a requirement. Raises Forbidden demo_mode; BadInput invalid; Conflict requirement_exists."""
    require_critical_edits(platform_settings())
    requirement = Requirement(**_checked(values))
    _store(requirement)
    _record(by, requirement, "added", after=values_of(requirement, AUDITED))
    events.enqueue(REFRESH_ALL)
    return requirement


@transaction.atomic
def edit_requirement(*, by: User, requirement_id: int, changes: Mapping[str, Any]) -> Requirement:
    """Change a requirement. Raises NotFound, and as `add_requirement` does."""
    require_critical_edits(platform_settings())
    given = _checked(changes)
    requirement = _locked_requirement(requirement_id)
    with audited(requirement, by=by, kind="requirement", names=AUDITED):
        for name, value in given.items():
            setattr(requirement, name, value)
        _store(requirement)
    events.enqueue(REFRESH_ALL)
    return requirement


@transaction.atomic
def delete_requirement(*, by: User, requirement_id: int) -> None:
    """Delete a requirement. Raises NotFound; Forbidden demo_mode."""
    require_critical_edits(platform_settings())
    requirement = _locked_requirement(requirement_id)
    _record(by, requirement, "deleted", before=values_of(requirement, AUDITED))
    requirement.delete()
    events.enqueue(REFRESH_ALL)


def _locked_requirement(requirement_id: int) -> Requirement:
    found = Requirement.objects.select_for_update().filter(pk=requirement_id).first()
    if found is None:
        raise NotFound("not_found", _("Not found."))
    return found


def _checked(values: Mapping[str, Any]) -> dict[str, Any]:
    given = {
        f"{name}_id" if name in ("car_type", "fleet_admin") else name: value for name, value in values.items()
    }
    wrong: dict[str, Sentence] = {}
    car_type, fleet_admin = given.get("car_type_id"), given.get("fleet_admin_id")
    if car_type is not None and not exists(Requirement, "car_type", car_type):
        wrong["car_type"] = _("Car type not found.")
    if fleet_admin is not None and not is_fleet_admin(fleet_admin):
        wrong["fleet_admin"] = _("Fleet admin not found.")
    if wrong:
        raise BadInput("invalid", _("Some values aren't allowed."), fields=wrong)
    return given


def _store(requirement: Requirement) -> None:
    try:
        with transaction.atomic():
            requirement.save()
    except IntegrityError as error:
        raise Conflict("requirement_exists", _("This document is already required.")) from error


def _record(by: User, requirement: Requirement, action: str, **values: Any) -> None:
    record(
        by=by,
        action=action,
        kind="requirement",
        target_id=requirement.pk,
        label=str(requirement),
        **values,
    )
