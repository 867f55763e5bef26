"""What a driver has to submit, and how each document stands."""

from dataclasses import dataclass
from datetime import date, datetime
from typing import Final

from apps.accounts.models import DriverDocument, DriverProfile
from apps.accounts.profile.documents import EXPIRING_DAYS, today
from apps.fleet.choices import Effect, LimitReason, RequirementState, Subject
from apps.fleet.fitness.limits import Limit, assignment_in_force, limits_of, requirements_of

_MISSING: Final[dict[str, RequirementState]] = {
    DriverDocument.State.PENDING: RequirementState.SUBMITTED,
    DriverDocument.State.REFUSED: RequirementState.REJECTED,
}


@dataclass(frozen=True, slots=True, kw_only=True)
class RequiredDocument:
    """One required document of a driver or the assigned vehicle."""

    subject: Subject
    kind: str
    effect: Effect
    state: RequirementState
    until: datetime | None
    """Until when trips are offered; None without an end."""
    last_day: date | None
    """The expiry date."""


def own_documents(profile: DriverProfile) -> list[DriverDocument]:
    """Return the documents of the driver and the assigned vehicle, the newest first."""
    assignment = assignment_in_force(profile.pk)
    rows = DriverDocument.objects.filter(driver_id=profile.pk)
    if assignment is not None:
        rows = rows | DriverDocument.objects.filter(vehicle_id=assignment.vehicle_id)
    return list(rows.select_related("driver__driver_profile", "vehicle").order_by("-created_at", "-id"))


def required_documents(profile: DriverProfile, documents: list[DriverDocument]) -> list[RequiredDocument]:
    """Return the requirements of the driver and the assigned vehicle; `documents` are the driver's own."""
    limits = {(limit.subject, limit.kind, limit.blocks): limit for limit in reversed(limits_of(profile))}
    found = []
    for subject, car_type_id, fleet_admin_id in _subjects(profile):
        for one in requirements_of(subject, car_type_id=car_type_id, fleet_admin_id=fleet_admin_id):
            effect = Effect(one.effect)
            limit = limits.get((subject, one.kind, effect == Effect.BLOCKS))
            newest = next((each.state for each in documents if _is_of(each, subject, one.kind)), "")
            found.append(
                RequiredDocument(
                    subject=subject,
                    kind=one.kind,
                    effect=effect,
                    state=_state(limit, newest),
                    until=limit.until if limit else None,
                    last_day=limit.last_day if limit else None,
                )
            )
    return found


def _subjects(profile: DriverProfile) -> list[tuple[Subject, int | None, int | None]]:
    assignment = assignment_in_force(profile.pk)
    found = [(Subject.DRIVER, profile.car_type_id, profile.fleet_admin_id)]
    if assignment is not None:
        vehicle = assignment.vehicle
        found.append((Subject.VEHICLE, vehicle.car_type_id, vehicle.fleet_admin_id))
    return found


def _is_of(document: DriverDocument, subject: Subject, kind: str) -> bool:
    owner_id = document.driver_id if subject == Subject.DRIVER else document.vehicle_id
    return document.kind == kind and owner_id is not None


def _state(limit: Limit | None, newest: str) -> RequirementState:
    """`newest` is the state of the newest document of the kind."""
    if limit is None:
        return RequirementState.VALID
    if limit.reason == LimitReason.DOCUMENTS_MISSING:
        return _MISSING.get(newest, RequirementState.MISSING)
    if newest == DriverDocument.State.PENDING:
        return RequirementState.SUBMITTED
    left = ((limit.last_day or date.max) - today()).days
    if left < 0:
        return RequirementState.EXPIRED
    return RequirementState.EXPIRING if left <= EXPIRING_DAYS else RequirementState.VALID
