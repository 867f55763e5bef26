"""Many random trips through the services: other drivers, cars, licences, edits, cancellations.

Nothing here reads the register. What documents and vehicles said at each moment is kept in logs, because
their rows only say it now.
"""

import itertools
import random
from dataclasses import dataclass, field
from datetime import datetime
from decimal import Decimal
from typing import Any, Final

from django.utils import timezone

from apps.accounts.choices import UserType
from apps.accounts.models import DriverDocument, User
from apps.bookings.choices import ON_TRIP, OfferState, Status
from apps.bookings.models import Booking, Offer
from apps.bookings.services.cancelling import cancel_booking
from apps.bookings.services.creating import create_booking
from apps.bookings.services.dispatching import dispatch_booking
from apps.bookings.services.editing import Changes, edit_booking, preview_edit
from apps.bookings.services.offers import accept_booking, assign_driver, decline_offer, reassign_driver
from apps.bookings.services.trip import arrive, reach, start_trip
from apps.bookings.state_machine.machine import apply_transition
from apps.bookings.state_machine.transitions import TransitionInput
from apps.bookings.street.starting import start_street_trip
from apps.core.platform import update_platform_settings
from apps.fares.estimates.prices import estimate
from apps.fares.estimates.quotes import Spot
from apps.fares.models import CarType
from apps.fleet.models import Vehicle
from apps.fleet.vehicles.assignments import assign_vehicle
from tests.bookings.builders import PICKUP, credit_wallet, put_online
from tests.fleet.builders import give, make_vehicle
from tests.personas import make_driver, make_user

DRIVERS: Final = 6
BLOCK: Final = 25
"""Trips with automatic dispatch on, then so many with it off."""
REASON: Final = "Flat tyre"
COLOURS: Final = ("Blue", "Red", "Silver", "Black")


@dataclass
class Logged:
    """What was on file, by the time from which it held."""

    entries: list[tuple[datetime, Any]] = field(default_factory=list)

    def add(self, value: Any) -> None:
        self.entries.append((timezone.now(), value))

    def at(self, moment: datetime) -> Any:
        return next(value for since, value in reversed(self.entries) if since <= moment)


class ManyTrips:
    """Makes trips one after the other; `places` and the logs are what happened, for a later reading."""

    def __init__(self, economy: CarType, *, seed: int) -> None:
        self.chance = random.Random(seed)
        self.numbers = itertools.count(1)
        self.economy = economy
        self.staff = [make_user(name, UserType.ADMIN) for name in ("Nora", "Otto")]
        self.riders = [make_user(name) for name in ("Ada", "Cleo", "Vera")]
        self.drivers = [make_driver(f"Driver{number}", economy) for number in range(DRIVERS)]
        self.vehicles = [make_vehicle(economy, colour=COLOURS[0]) for _ in range(DRIVERS)]
        self.cars = dict(zip([driver.pk for driver in self.drivers], self.vehicles, strict=True))
        self.places: dict[int, tuple[str, str]] = {}
        """Pickup and drop of each booking when it was made."""
        self.licences = {driver.pk: Logged() for driver in self.drivers}
        self.names = {driver.pk: Logged() for driver in self.drivers}
        self.plates = {vehicle.pk: Logged() for vehicle in self.vehicles}
        for driver, vehicle in zip(self.drivers, self.vehicles, strict=True):
            credit_wallet(driver, Decimal(900_000))
            give(self.staff[0], vehicle, driver)
            self._log(driver, vehicle)
        update_platform_settings(street_trips=True, auto_dispatch=True, max_open_bookings=1000)

    def make(self, count: int) -> None:
        for number in range(count):
            if number % BLOCK == 0:
                update_platform_settings(auto_dispatch=number // BLOCK % 2 == 0)
            self.dispatching = number // BLOCK % 2 == 0
            self._change_what_is_on_file()
            if number % 5 == 0:
                self._come_online()
            if self.chance.random() < 0.04:
                self._street_trip()
            else:
                self._trip()

    # -- one trip ----------------------------------------------------------------------------------

    def _trip(self) -> None:
        booking = self._booked()
        if self._happens(0.1):
            self._edit(booking)
        if self._happens(0.03):
            self._cancel(booking)
            return
        driver = self._offered(booking)
        if driver is None:
            self._cancel(booking)
            return
        accept_booking(booking_id=booking.pk, by=driver)
        if self._happens(0.3):
            arrive(booking_id=booking.pk, by=driver)
        if self._happens(0.2):
            driver = self._change_driver(booking, driver)
            if driver is None:
                self._cancel(booking)
                return
        if self._happens(0.05):
            self._edit(booking)
        if self._happens(0.07):
            self._cancel(booking)
            return
        self._drive(booking, driver)

    def _booked(self) -> Booking:
        rider = self.chance.choice(self.riders)
        by = self.chance.choice(self.staff) if self._happens(0.3) else rider
        pickup, drop = self._spot("Pickup", PICKUP[0]), self._spot("Drop", 50.75)
        (option,) = estimate(
            pickup=pickup,
            drop=drop,
            car_type_id=self.economy.pk,
            user_id=by.pk,
            by_staff=by is not rider,
        ).options
        customer_id = None if by is rider else rider.pk
        booking = create_booking(by=by, quote_id=option.quote_id, customer_id=customer_id)
        self.places[booking.pk] = (pickup.add, drop.add)
        return booking

    def _offered(self, booking: Booking, *, left: User | None = None) -> User | None:
        """Offer the booking by the platform or by staff; return a driver with an open offer who accepts."""
        if self.dispatching:
            dispatch_booking(booking_id=booking.pk)
        elif not self._open(booking):
            others = [driver for driver in self.drivers if left is None or driver.pk != left.pk]
            for driver in self.chance.sample(others, self.chance.choice((1, 1, 2))):
                assign_driver(booking_id=booking.pk, driver_id=driver.pk, by=self.chance.choice(self.staff))
        offered = self._open(booking)
        if len(offered) > 1 and self._happens(0.3):
            decline_offer(booking_id=booking.pk, by=offered.pop())
        return self.chance.choice(offered) if offered else None

    def _open(self, booking: Booking) -> list[User]:
        offers = Offer.objects.filter(booking=booking, state=OfferState.OFFERED).order_by("pk")
        return [offer.driver for offer in offers.select_related("driver")]

    def _change_driver(self, booking: Booking, driver: User) -> User | None:
        """Take the booking from its driver in one of three ways, and return the next driver."""
        by, how = self.chance.choice(self.staff), self.chance.randrange(3)
        if how == 0:
            cancel_booking(booking_id=booking.pk, reason_value=None, reason=REASON, by=driver)
        elif how == 1:
            apply_transition("unassign", booking_id=booking.pk, by=by, inputs=TransitionInput(reason=REASON))
        else:
            other = self.chance.choice([one for one in self.drivers if one.pk != driver.pk])
            reassign_driver(booking_id=booking.pk, driver_id=other.pk, reason=REASON, by=by)
        following = self._offered(booking, left=driver)
        if following is not None:
            accept_booking(booking_id=booking.pk, by=following)
        return following

    def _edit(self, booking: Booking) -> None:
        by = self.chance.choice(self.staff)
        changes = self.chance.choice(
            (
                Changes(pickup=self._spot("Pickup", PICKUP[0])),
                Changes(drop=self._spot("Drop", 50.75)),
            )
        )
        shown = preview_edit(booking_id=booking.pk, changes=changes, by=by)
        edit_booking(
            booking_id=booking.pk,
            revision=shown.revision,
            quote_id=shown.quote_id,
            is_retimed=False,
            trip_date=None,
            by=by,
        )

    def _drive(self, booking: Booking, driver: User) -> None:
        if Booking.objects.get(pk=booking.pk).status == Status.ACCEPTED:
            arrive(booking_id=booking.pk, by=driver)
        start_trip(booking_id=booking.pk, otp="", by=driver)
        reach(booking_id=booking.pk, by=driver)
        apply_transition("collect_cash", booking_id=booking.pk, by=driver)

    def _cancel(self, booking: Booking) -> None:
        by = self.chance.choice(self.staff)
        cancel_booking(booking_id=booking.pk, reason_value=None, reason="No longer needed", by=by)

    def _street_trip(self) -> None:
        driver = self.chance.choice(self.drivers)
        booking = start_street_trip(by=driver, name="A passenger")
        self.places[booking.pk] = (booking.pickup_add, booking.drop_add)
        reach(booking_id=booking.pk, by=driver)
        apply_transition("collect_cash", booking_id=booking.pk, by=driver)

    # -- between trips -----------------------------------------------------------------------------

    def _come_online(self) -> None:
        for driver in self.drivers:
            put_online(driver)

    def _change_what_is_on_file(self) -> None:
        """Sometimes renew a licence, rename a driver, edit a vehicle, or let two drivers swap their cars."""
        assert not Booking.objects.filter(status__in=ON_TRIP).exists()
        driver = self.chance.choice(self.drivers)
        vehicle = self.cars[driver.pk]
        if self._happens(0.05):
            self._renew_licence(driver)
        if self._happens(0.01):
            User.objects.filter(pk=driver.pk).update(last_name=f"Example{self.chance.randrange(1000)}")
            driver.refresh_from_db()
        if self._happens(0.02):
            vehicle.licence_number = f"PHV{self.chance.randrange(10_000)}"
            vehicle.colour = self.chance.choice(COLOURS)
            vehicle.save()
        self._log(driver, vehicle)
        if self._happens(0.03):
            self._swap(driver, self.chance.choice([one for one in self.drivers if one is not driver]))

    def _renew_licence(self, driver: User) -> None:
        documents = DriverDocument.objects.filter(driver=driver)
        if documents.count() > 2 and self._happens(0.3):
            documents.filter(pk=self.chance.choice(list(documents)).pk).update(state="refused")
            return
        DriverDocument.objects.create(
            driver=driver,
            kind=self.chance.choice(("permit", "permit", "license"))
            if not documents.filter(kind="license").exists()
            else "permit",
            number=self.chance.choice(("", f"PHD{self.chance.randrange(100_000)}")),
            state=self.chance.choice(("accepted", "accepted", "pending", "refused")),
        )

    def _swap(self, one: User, other: User) -> None:
        first, second = self.cars[one.pk], self.cars[other.pk]
        for driver, vehicle in ((one, second), (other, first)):
            assign_vehicle(by=self.staff[0], vehicle_id=vehicle.pk, driver_id=driver.pk)
            self.cars[driver.pk] = vehicle
        self._come_online()

    def _log(self, driver: User, vehicle: Vehicle) -> None:
        documents = DriverDocument.objects.filter(driver=driver).order_by("pk")
        self.licences[driver.pk].add(list(documents.values("id", "kind", "state", "number")))
        self.names[driver.pk].add(driver.full_name)
        self.plates[vehicle.pk].add((vehicle.licence_number, vehicle.colour))

    def _spot(self, name: str, lat: float) -> Spot:
        # Each place differs from the one before it, so that an edit changes something.
        number = next(self.numbers) % 1000
        return Spot(round(lat + number / 100_000, 6), PICKUP[1], f"{name} Street {number}")

    def _happens(self, share: float) -> bool:
        return self.chance.random() < share
