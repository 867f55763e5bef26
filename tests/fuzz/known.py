"""Known values of this platform, used instead of generated ones."""

from collections.abc import Iterable, Mapping
from datetime import datetime, timedelta
from random import Random
from typing import Any, Final

from django.core.files.storage import storages
from django.db.models import Model
from django.utils import timezone
from schemathesis.transport.serialization import Binary

from apps.accounts.models import DeviceSession, DriverDocument, SavedAddress, User
from apps.backoffice.models import Language, SavedView
from apps.bookings.choices import Status
from apps.bookings.models import Booking, CancelReason, SosAlert
from apps.core.media import PUBLIC
from apps.exports.models import Export
from apps.fares.models import CarType, ParcelOption, ParcelType, Promo
from apps.geo.models import Place
from apps.notifications.models import Announcement, PushDevice
from apps.payments.gateways.registry import providers
from apps.payments.models import Attempt
from apps.wallet.models import OwedFee, PayoutBatch, Withdrawal
from tests.accounts.proofs import solved
from tests.bookings.api import quote
from tests.bookings.builders import DROP, PICKUP, make_booking, make_offer
from tests.fuzz.city import City
from tests.pictures import jpeg, png

Values = Mapping[str, list[Any]]

OWNERS: Final[Mapping[str, type[Model]]] = {
    "addresses": SavedAddress,
    "batches": PayoutBatch,
    "cancel-reasons": CancelReason,
    "car-types": CarType,
    "devices": PushDevice,
    "driver-documents": DriverDocument,
    "exports": Export,
    "languages": Language,
    "notifications": Announcement,
    "owed-fees": OwedFee,
    "promos": Promo,
    "sos": SosAlert,
    "views": SavedView,
    "withdrawals": Withdrawal,
}
"""The kind of id after this part of a path."""
MANY: Final = 40
"""Maximal rows of a kind."""
QUOTED: Final = ("rider", "admin")
"""Roles that get an estimate, and book with it."""
LIKELY: Final = 0.8
"""The share of generated values that are replaced."""


class Known:
    """Replaces generated ids and fields with known values."""

    def __init__(self, city: City) -> None:
        self._city = city
        people = [user.pk for user in city.users.values() if user]
        people += _some(User.objects.exclude(pk__in=people))
        drivers = _some(User.objects.filter(user_type="driver"))
        car_types = _some(CarType.objects.all())
        self._in_path: Values = {
            **{owner: _some(model._default_manager.all()) for owner, model in OWNERS.items()},
            "people": people,
            "users": people,
            "drivers": drivers,
            "provider": list(providers()),
            "social": ["google", "facebook", "apple"],
            "mode": ["test", "live"],
            "ref": [
                *Attempt.objects.filter(provider="test").values_list("ref", flat=True)[:MANY],
                *Attempt.objects.values_list("ref", flat=True)[:MANY],
            ],
            "week": [str(day.date()) for day in _mondays()],
            "code": [*Language.objects.values_list("code", flat=True)],
            "family": [*DeviceSession.objects.values_list("family", flat=True)[:MANY]],
            "place_id": [*Place.objects.values_list("pk", flat=True)[:MANY]],
            "name": _files(),
        }
        self._in_body: Values = {
            "amount": ["1", "5", "20.50", "100000"],
            "car_type": car_types,
            "car_type_id": car_types,
            "customer_id": people,
            "driver": drivers,
            "driver_id": drivers,
            "driver_ids": drivers,
            "email": [*User.objects.values_list("email", flat=True)[:9], "new@example.org"],
            "fleet_admin": _some(User.objects.filter(user_type="fleetadmin")),
            "lat": [PICKUP[0], DROP[0]],
            "lng": [PICKUP[1], DROP[1]],
            "mobile": [*User.objects.values_list("mobile", flat=True)[:9], "+447700900999"],
            "option_id": _some(ParcelOption.objects.all()),
            "parcel_type_id": _some(ParcelType.objects.all()),
            "password": ["hansom123", "A-long-enough-1"],
            "promo_name": [*Promo.objects.values_list("promo_name", flat=True)],
            "provider": [*providers()],
            "reason_value": [*CancelReason.objects.values_list("value", flat=True)],
            "trip_date": ["2099-01-01T10:00", "2026-12-01T10:00"],
        }
        self._files = [jpeg(), png()]
        self._in_query: Values = {
            "driver": drivers,
            "rider": people,
            "user": people,
            "car_type": car_types,
            "lat": self._in_body["lat"],
            "lng": self._in_body["lng"],
            "q": ["newport", "cow"],
        }

    def put_into(self, case: Any, role: str, chance: Random, *, contents: bool) -> None:
        """Change the request: always its path, and its parameters and body if `contents` is set."""
        before = ""
        for part in case.path.strip("/").split("/"):
            name = part[1:-1]
            if part.startswith("{") and chance.random() < LIKELY:
                if before == "bookings":
                    case.path_parameters[name] = self._booking(role, chance)
                elif values := self._in_path.get(before if name == "id" or before == "social" else name):
                    case.path_parameters[name] = chance.choice(values)
            before = part
        if not contents:
            return
        for name in case.query or ():
            if name in self._in_query and chance.random() < LIKELY:
                case.query[name] = chance.choice(self._in_query[name])
        case.body = self._filled(case.body, role, chance)

    def _filled(self, body: Any, role: str, chance: Random) -> Any:
        if isinstance(body, list):
            return [self._filled(item, role, chance) for item in body]
        if not isinstance(body, dict):
            return body
        return {name: self._value(name, value, role, chance) for name, value in body.items()}

    def _value(self, name: str, value: Any, role: str, chance: Random) -> Any:
        known = self._files if isinstance(value, Binary | bytes) else self._in_body.get(name)
        if chance.random() > LIKELY:
            return value
        if name == "captcha":
            return solved()
        if name == "quote_id" and role in QUOTED:
            return quote(self._city.users[role], CarType.objects.all()[0])
        return chance.choice(known) if known else self._filled(value, role, chance)

    def _booking(self, role: str, chance: Random) -> int:
        """Return a booking in some status with one of the roles' users, or an old one."""
        if chance.random() < 0.1:
            return int(chance.choice(_some(Booking.objects.all())))
        rider, driver = self._city.users["rider"], self._city.users["driver"]
        assert rider
        assert driver
        status = chance.choice(Status.values)
        has_driver = status != Status.NEW
        car_type = driver.driver_profile.car_type
        assert car_type
        booking = make_booking(rider, car_type, Status(status), driver=driver if has_driver else None)
        if not has_driver:
            make_offer(booking, driver)
        return booking.pk


def _some(rows: Any) -> list[int]:
    return [*rows.order_by("-pk").values_list("pk", flat=True)[:MANY]]


def _mondays() -> Iterable[datetime]:
    """Return the Mondays of this week and the five before."""
    today = timezone.now()
    return [today - timedelta(days=today.weekday(), weeks=ago) for ago in range(6)]


def _files() -> list[str]:
    folder = storages[PUBLIC]
    return ["brand/none.png", *(folder.listdir("")[1] if folder.exists("") else ())]
