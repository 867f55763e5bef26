"""Accepting while documents expire, shifts end and vehicles change hands, with real threads and HTTP."""

import random
import time
from collections import Counter
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from datetime import date, datetime, timedelta
from threading import Event, Lock
from typing import Any

import pytest
from django.db import connection, transaction
from django.db.models import Q
from django.utils import timezone

from apps.accounts.choices import UserType
from apps.accounts.models import DriverDocument, DriverProfile, User
from apps.accounts.services.availability import free_driver
from apps.accounts.services.fitness import refresh_fitness
from apps.backoffice.people.driver_documents import edit_document
from apps.bookings.choices import Status
from apps.bookings.models import Booking
from apps.core.errors import Conflict, DomainError
from apps.core.platform import update_platform_settings
from apps.fares.models import CarType
from apps.fleet.models import Shift, Vehicle, VehicleAssignment
from apps.fleet.shifts.services import begin_break, end_shift, resume_shift
from apps.fleet.vehicles.assignments import apply_due_assignments, assign_vehicle, end_assignment
from tests.bookings.builders import credit_wallet, make_booking, make_offer, put_online
from tests.fleet.builders import document, give, make_vehicle, require
from tests.personas import client_of, make_driver, make_user
from tests.proof import Proof

DRIVERS = 6
HALF = 3
"""The first half ends shifts, the second hands over vehicles."""


class Unfit:
    """When each driver was certainly unfit: from a commit until the next change began."""

    def __init__(self) -> None:
        self.spans: dict[int, list[list[float]]] = {}
        self.lock = Lock()

    def begin(self, driver_id: int) -> None:
        with self.lock:
            self.spans.setdefault(driver_id, []).append([time.monotonic(), float("inf")])

    def end(self, driver_id: int) -> None:
        with self.lock:
            if driver_id in self.spans:
                self.spans[driver_id][-1][1] = min(self.spans[driver_id][-1][1], time.monotonic())

    def covers(self, driver_id: int, began: float, ended: float) -> bool:
        with self.lock:
            return any(start <= began and ended <= end for start, end in self.spans.get(driver_id, ()))


def accept_race(attempts: int, economy: CarType, *, seed: int) -> Counter[str]:
    """Accept in a thread a driver, while others change documents and vehicles; return the replies by code."""
    dora, ada = make_user("Dora", UserType.ADMIN), make_user("Ada")
    drivers = [make_driver(f"Driver{number}", economy) for number in range(DRIVERS)]
    vehicles = [make_vehicle(economy) for _ in range(DRIVERS)]
    require("permit")
    update_platform_settings(shifts=True, shift_hours=1)
    for driver, vehicle in zip(drivers, vehicles, strict=True):
        credit_wallet(driver)
        document(driver, "permit")
        give(dora, vehicle, driver)
        put_online(driver)
    # Each document with the driver whom it stops: these vehicles stay with their drivers.
    dated = [(DriverDocument.objects.get(driver=driver), driver, Unfit()) for driver in drivers]
    dated += [
        (document(vehicle, "insurance"), driver, Unfit())
        for vehicle, driver in zip(vehicles[:HALF], drivers[:HALF], strict=True)
    ]
    off_duty, done, replies = Unfit(), Event(), Counter[str]()
    wrong: list[Any] = []

    def accepting(driver: User) -> None:
        client = client_of(driver)
        for _ in range(attempts // DRIVERS):
            booking = make_booking(ada, economy)
            make_offer(booking, driver)
            put_online_again(driver)
            began = time.monotonic()
            reply = client.post(f"/api/v1/bookings/{booking.pk}/accept/")
            ended = time.monotonic()
            replies["accepted" if reply.status_code == 200 else reply.json()["code"]] += 1
            if reply.status_code == 200:
                spans = [off_duty, *(unfit for _, _, unfit in dated)]
                if any(span.covers(driver.pk, began, ended) for span in spans):
                    wrong.append((driver.pk, booking.pk))
                Booking.objects.filter(pk=booking.pk).update(status=Status.CANCELLED)
                free_driver(driver_id=driver.pk)

    def expiring(chance: random.Random) -> None:
        one, driver, unfit = chance.choice(dated)
        one.refresh_from_db()
        gone = one.expires_on is not None and one.expires_on < date.today()
        if gone:
            unfit.end(driver.pk)
        elif chance.randrange(3):
            # So that most documents are valid at a time.
            return
        day = date.today() + timedelta(days=100 if gone else -1)
        edit_document(by=dora, document_id=one.pk, changes={"expires_on": day})
        if not gone:
            unfit.begin(driver.pk)

    def ending(chance: random.Random) -> None:
        """End a shift by a break, by its driver, or by its hours."""
        driver, how = chance.choice(drivers[:HALF]), chance.randrange(3)
        if how == 0:
            begin_break(driver_id=driver.pk)
        elif how == 1:
            end_shift(driver_id=driver.pk)
            return
        else:
            run_out(driver, timedelta(milliseconds=chance.randrange(5, 40)))
        off_duty.begin(driver.pk)
        time.sleep(chance.random() / 20)
        off_duty.end(driver.pk)
        if how == 0:
            resume_shift(driver_id=driver.pk)
        else:
            set_start(driver, timezone.now())

    def handing_over(chance: random.Random) -> None:
        vehicle, driver = chance.choice(vehicles[HALF:]), chance.choice(drivers[HALF:])
        planned = timezone.now() + timedelta(milliseconds=chance.randrange(5, 60))
        period = chance.choice([{}, {"ends_at": planned}, {"starts_at": planned}, None])
        if period is None:
            end_assignment(by=dora, vehicle_id=vehicle.pk)
        else:
            assign_vehicle(by=dora, vehicle_id=vehicle.pk, driver_id=driver.pk, **period)
        apply_due_assignments()

    def until_done(change: Callable[[random.Random], None]) -> None:
        chance = random.Random(f"{seed} {change.__name__}")
        while not done.is_set():
            try:
                change(chance)
            except DomainError:
                # The driver is on a trip, or a planned assignment is in the way.
                apply_due_assignments()

    with ThreadPoolExecutor(DRIVERS + 3) as pool:
        changes = [pool.submit(closing(until_done), change) for change in (expiring, ending, handing_over)]
        try:
            list(pool.map(closing(accepting), drivers))
        finally:
            done.set()
        for change in changes:
            change.result()
    assert wrong == []
    assert cars_of_others() == []
    return replies


def run_out(driver: User, left: timedelta) -> None:
    """Leave the driver this much of the one working hour, and wait for its end."""
    end = timezone.now() + left
    set_start(driver, end - timedelta(hours=1))
    time.sleep(max(0.0, (end - timezone.now()).total_seconds()) + 0.001)


def set_start(driver: User, at: datetime) -> None:
    """Let the open shift be the driver's only one, and begin at this time."""
    with transaction.atomic():
        DriverProfile.objects.select_for_update(no_key=True).get(pk=driver.pk)
        shift = Shift.objects.filter(driver=driver, ended_at__isnull=True).first()
        if shift is None:
            raise Conflict("no_shift", "The shift ended.")
        Shift.objects.filter(driver=driver).exclude(pk=shift.pk).delete()
        shift.breaks.all().delete()
        Shift.objects.filter(pk=shift.pk).update(started_at=at)
        refresh_fitness(driver_id=driver.pk)


def put_online_again(driver: User) -> None:
    """A driver whose vehicle was returned is offline."""
    try:
        put_online(driver)
    except DomainError:
        return


def closing(run: Callable[..., None]) -> Callable[..., None]:
    """Close the thread's connection at the end."""

    def wrapped(*args: Any) -> None:
        try:
            run(*args)
        finally:
            connection.close()

    return wrapped


def cars_of_others() -> list[tuple[int, str, datetime | None]]:
    """Return the accepted bookings whose vehicle was not the driver's at that moment."""
    vehicles = {vehicle.plate: vehicle for vehicle in Vehicle.objects.all()}
    return [
        (booking.pk, booking.vehicle_number, booking.accepted_at)
        for booking in Booking.objects.filter(accepted_at__isnull=False)
        if not VehicleAssignment.objects.filter(
            Q(ends_at__isnull=True) | Q(ends_at__gt=booking.accepted_at),
            vehicle=vehicles.get(booking.vehicle_number),
            driver_id=booking.driver_id,
            starts_at__lte=booking.accepted_at,
        ).exists()
    ]


@pytest.mark.django_db(transaction=True)
def test_no_unfit_driver_or_car_accepts(economy: CarType) -> None:
    replies = accept_race(240, economy, seed=1)
    assert replies["accepted"] > 0
    assert replies["documents_expired"] > 0
    assert replies["shift_over"] + replies["on_break"] > 0
    assert sum(replies.values()) == 240


@pytest.mark.slow
@pytest.mark.soak
@pytest.mark.django_db(transaction=True)
def test_no_unfit_driver_or_car_accepts_in_ten_thousand_attempts(economy: CarType, proof: Proof) -> None:
    attempts, began = proof.size(10_000), time.monotonic()
    replies = accept_race(attempts, economy, seed=proof.seed)
    proof.show(
        attempts=sum(replies.values()), by_unfit_drivers_or_cars=0, seconds=int(time.monotonic() - began)
    )
    proof.show(**dict(replies.most_common()))
    codes = ("accepted", "documents_expired", "shift_over", "on_break", "driver_not_available")
    assert min(replies[code] for code in codes) > attempts // 400
