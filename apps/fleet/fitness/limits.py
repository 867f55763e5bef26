"""What limits a driver's time to work: documents of driver and vehicle, the assignment, the shift.

A requirement decides about the documents of its kind: only an accepted one counts, and its grace days apply.
Without a requirement, a licence, insurance or vehicle document with an expiry date blocks once it has
expired, and a missing one blocks no one (docs/decisions/0030, 0072).
"""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from datetime import date, datetime, timedelta
from typing import Final

from django.db.models import Q
from django.utils import timezone

from apps.accounts.models import DriverDocument, DriverProfile
from apps.accounts.profile.documents import BLOCKING, best_document, end_of_day, valid_until
from apps.fleet.choices import Effect, LimitReason, Subject
from apps.fleet.models import Requirement, Vehicle, VehicleAssignment
from apps.fleet.shifts.limits import shift_limits

Kind, State = DriverDocument.Kind, DriverDocument.State
VEHICLE_KINDS: Final = (Kind.INSURANCE, Kind.VEHICLE)
"""Kinds that without a requirement are read from the assigned vehicle, not from its driver."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Limit:
    """One moment until which the driver may work."""

    reason: LimitReason
    until: datetime
    blocks: bool = True
    """False for a requirement that only warns."""
    subject: Subject = Subject.DRIVER
    kind: str = ""
    """The kind of document, if the limit is about one."""
    document: DriverDocument | None = None
    last_day: date | None = None
    """The document's expiry date, without grace days."""

    @property
    def is_over(self) -> bool:
        return self.until <= timezone.now()


def limits_of(profile: DriverProfile) -> list[Limit]:
    """Return the driver's limits, the earliest first."""
    assignment = assignment_in_force(profile.pk)
    vehicle = assignment.vehicle if assignment else None
    found = [*_driver_limits(profile, vehicle), *(_vehicle_limits(vehicle) if vehicle else ())]
    if assignment is not None and assignment.ends_at is not None:
        found.append(Limit(reason=LimitReason.VEHICLE_RETURNED, until=assignment.ends_at))
    found += [Limit(reason=reason, until=until) for reason, until in shift_limits(profile)]
    return sorted(found, key=lambda limit: limit.until)


def fit_until(profile: DriverProfile) -> datetime | None:
    """Return the earliest blocking limit; None without one."""
    return next((limit.until for limit in limits_of(profile) if limit.blocks), None)


def assignment_in_force(driver_id: int) -> VehicleAssignment | None:
    """Return the assignment whose vehicle the driver's profile shows."""
    rows = VehicleAssignment.objects.filter(driver_id=driver_id, in_force=True)
    return rows.select_related("vehicle").first()


def requirements_of(
    subject: Subject, *, car_type_id: int | None, fleet_admin_id: int | None
) -> list[Requirement]:
    """Return the requirements that apply to a driver or vehicle of this car type and fleet."""
    rows = Requirement.objects.filter(
        Q(car_type=None) | Q(car_type=car_type_id),
        Q(fleet_admin=None) | Q(fleet_admin=fleet_admin_id),
        subject=subject,
    )
    return list(rows.order_by("kind", "pk"))


def _driver_limits(profile: DriverProfile, vehicle: Vehicle | None) -> Iterator[Limit]:
    required = requirements_of(
        Subject.DRIVER, car_type_id=profile.car_type_id, fleet_admin_id=profile.fleet_admin_id
    )
    documents = list(DriverDocument.objects.filter(driver_id=profile.pk).order_by("pk"))
    since = profile.user.created_at if required else timezone.now()
    kinds = BLOCKING if vehicle is None else tuple(kind for kind in BLOCKING if kind not in VEHICLE_KINDS)
    return _document_limits(Subject.DRIVER, documents, required, since, kinds)


def _vehicle_limits(vehicle: Vehicle) -> Iterator[Limit]:
    required = requirements_of(
        Subject.VEHICLE, car_type_id=vehicle.car_type_id, fleet_admin_id=vehicle.fleet_admin_id
    )
    documents = list(DriverDocument.objects.filter(vehicle_id=vehicle.pk).order_by("pk"))
    return _document_limits(Subject.VEHICLE, documents, required, vehicle.created_at, VEHICLE_KINDS)


def _document_limits(
    subject: Subject,
    documents: list[DriverDocument],
    required: list[Requirement],
    since: datetime,
    kinds: Iterable[str],
) -> Iterator[Limit]:
    """`since` is when the driver or vehicle was added; `kinds` block without a requirement."""
    for requirement in required:
        of_kind = [one for one in documents if one.kind == requirement.kind and is_proven(one)]
        yield from _required_limit(subject, requirement, best_document(of_kind), since)
    for kind in set(kinds) - {requirement.kind for requirement in required}:
        best = best_document(one for one in documents if one.kind == kind)
        last_day = valid_until(best) if best else None
        if best is not None and last_day is not None:
            yield _expiry(subject, best, last_day, end_of_day(last_day))


def is_proven(document: DriverDocument) -> bool:
    """Return whether a document fulfils a requirement: it is accepted, or replaces a licence with a date."""
    return document.state == State.ACCEPTED or document.previous_expires_on is not None


def _required_limit(
    subject: Subject, requirement: Requirement, best: DriverDocument | None, since: datetime
) -> Iterator[Limit]:
    grace = timedelta(days=requirement.grace_days)
    blocks = requirement.effect == Effect.BLOCKS
    last_day = valid_until(best) if best else None
    if best is None:
        yield Limit(
            reason=LimitReason.DOCUMENTS_MISSING,
            until=max(requirement.created_at, since) + grace,
            blocks=blocks,
            subject=subject,
            kind=requirement.kind,
        )
    elif last_day is not None:
        yield _expiry(subject, best, last_day, end_of_day(last_day) + grace, blocks=blocks)


def _expiry(
    subject: Subject, document: DriverDocument, last_day: date, until: datetime, *, blocks: bool = True
) -> Limit:
    return Limit(
        reason=LimitReason.DOCUMENTS_EXPIRED,
        until=until,
        blocks=blocks,
        subject=subject,
        kind=document.kind,
        document=document,
        last_day=last_day,
    )
