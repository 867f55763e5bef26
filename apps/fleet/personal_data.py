"""Personal data of the fleet: the vehicles that a driver had, and the driver's shifts and places
in the queues of taxi ranks.
"""

from collections.abc import Iterable
from typing import Final

from django.db.models import F

from apps.accounts.models import User
from apps.accounts.privacy.registry import PersonalData, Row
from apps.core.audit import erase_values
from apps.fleet.models import RankQueueEntry, Shift, VehicleAssignment


def _rows(user: User) -> Iterable[Row]:
    assignments = VehicleAssignment.objects.filter(driver=user).order_by("pk")
    yield from assignments.values("starts_at", "ends_at", plate=F("vehicle__plate"))


def _shifts(user: User) -> Iterable[Row]:
    yield from Shift.objects.filter(driver=user).order_by("pk").values("started_at", "ended_at")


def _rank_places(user: User) -> Iterable[Row]:
    places = RankQueueEntry.objects.filter(driver=user).order_by("pk")
    yield from places.values("entered_at", "ended_at", "end_reason", name=F("rank__name"))


def _erase_notes(user: User) -> None:
    RankQueueEntry.objects.filter(driver=user).exclude(note="").update(note="")


def _erase(user: User) -> None:
    vehicles = VehicleAssignment.objects.filter(driver=user).values_list("vehicle_id", flat=True)
    erase_values(kind="vehicle", target_ids=vehicles, only=str(user))


PERSONAL_DATA: Final = (
    PersonalData(
        name="vehicle_assignments",
        contents="vehicles of the platform or a fleet that a driver had, with the periods",
        rows=_rows,
        erase=_erase,
        after_erasure="the periods under the number of the row, for claims and fines",
    ),
    PersonalData(
        name="shifts",
        contents="a driver's shifts",
        rows=_shifts,
        after_erasure="the times under the number of the row, for proof of working hours",
    ),
    PersonalData(
        name="rank_places",
        contents="a driver's places in the queues of taxi ranks, with times and reasons",
        rows=_rank_places,
        erase=_erase_notes,
        after_erasure="the times and reasons under the number of the row, for complaints about the order",
    ),
)
