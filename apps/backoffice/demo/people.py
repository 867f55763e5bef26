"""The demo users: one per role for the login page, and drivers for the map."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

from apps.accounts.choices import UserType

DOMAIN: Final = "hansom.example"
"""A domain reserved for examples; email to it is never delivered."""
PASSWORD: Final = "hansom123"  # noqa: S105  # shown on the login page of every demo, and seeded nowhere else


@dataclass(frozen=True, slots=True)
class Vehicle:
    car_type: str
    make: str
    model: str
    number: str


@dataclass(frozen=True, slots=True)
class DemoPerson:
    login: str
    first_name: str
    last_name: str
    user_type: UserType
    mobile: str
    vehicle: Vehicle | None = None
    owner: str | None = None
    """Email of the driver's fleet admin."""

    @property
    def email(self) -> str:
        return f"{self.login}@{DOMAIN}"


def _rider(login: str, last_name: str, number: int) -> DemoPerson:
    return DemoPerson(login, login.title(), last_name, UserType.RIDER, f"+447700900{number:03d}")


def _driver(
    login: str, last_name: str, number: int, vehicle: Vehicle, owner: str | None = None
) -> DemoPerson:
    return DemoPerson(
        login, login.title(), last_name, UserType.DRIVER, f"+447700900{number:03d}", vehicle, owner
    )


# +44 7700 900xxx is reserved for fiction.
ADMIN: Final = DemoPerson("dora", "Dora", "Whitfield", UserType.ADMIN, "+447700900001")
FLEET_ADMIN: Final = DemoPerson("fay", "Fay", "Okonkwo", UserType.FLEET_ADMIN, "+447700900002")

RIDERS: Final = (
    _rider("ada", "Marlowe", 101),
    _rider("cleo", "Hartmann", 102),
    _rider("nadia", "Haddad", 103),
    _rider("oscar", "Lindqvist", 104),
    _rider("priya", "Raman", 105),
    _rider("tom", "Ashdown", 106),
)

DRIVERS: Final = (
    _driver("ben", "Carisbrooke", 201, Vehicle("Economy", "Toyota", "Prius", "HW19 BEN")),
    _driver("bob", "Mensah", 202, Vehicle("Economy", "Kia", "Niro", "HW21 FAY"), owner="fay"),
    _driver("amir", "Rahimi", 203, Vehicle("Economy", "Skoda", "Octavia", "HX18 KTR")),
    _driver("grace", "Adeyemi", 204, Vehicle("Economy", "Nissan", "Leaf", "HW70 LFE"), owner="fay"),
    _driver("ivan", "Petrov", 205, Vehicle("Economy", "Hyundai", "Ioniq", "HY22 ZQM")),
    _driver("mei", "Chen", 206, Vehicle("Economy", "Vauxhall", "Astra", "HW17 DVC")),
    _driver("rosa", "Delgado", 207, Vehicle("Comfort", "Volkswagen", "Passat", "HX69 RSA"), owner="fay"),
    _driver("yusuf", "Karaca", 208, Vehicle("Comfort", "Ford", "Mondeo", "HW20 OKP")),
    _driver("hannah", "Wight", 209, Vehicle("Comfort", "Toyota", "Camry", "HY71 HNH")),
    _driver("kofi", "Boateng", 210, Vehicle("Comfort", "Skoda", "Superb", "HX20 SPB"), owner="fay"),
    _driver("elin", "Sørensen", 211, Vehicle("Comfort", "Volvo", "V60", "HW72 VLV")),
    _driver("omar", "Nasser", 212, Vehicle("Exclusive", "Mercedes-Benz", "E-Class", "HX22 ECL")),
    _driver("lucia", "Ferri", 213, Vehicle("Exclusive", "BMW", "5 Series", "HW71 BMR"), owner="fay"),
    _driver("sanjay", "Patel", 214, Vehicle("Exclusive", "Tesla", "Model S", "HY23 TSL")),
    _driver("vera", "Lindgren", 215, Vehicle("PICKUP TRUCK", "Ford", "Ranger", "HW21 VRA")),
    _driver("tariq", "Mansour", 216, Vehicle("PICKUP TRUCK", "Toyota", "Hilux", "HX70 TRQ"), owner="fay"),
    _driver("nora", "Byrne", 217, Vehicle("MINI VAN", "Ford", "Transit Custom", "HY19 NRA"), owner="fay"),
    _driver("diego", "Ramos", 218, Vehicle("MINI VAN", "Citroen", "Berlingo", "HW22 DGO")),
    _driver("lena", "Vogt", 219, Vehicle("TRUCK", "DAF", "LF", "HX18 LNA")),
)

SHOWN: Final = ("ada", "ben", "vera", "fay", "dora", "cleo", "bob", "nora")
"""Users shown on the login page of a demo, in this order; only drivers of the platform's category."""

MODELS: Final = {
    "taxi": (
        ("Economy", "Toyota", "Prius"),
        ("Economy", "Nissan", "Leaf"),
        ("Economy", "Kia", "Niro"),
        ("Comfort", "Skoda", "Superb"),
        ("Exclusive", "Mercedes-Benz", "E-Class"),
    ),
    "delivery": (
        ("PICKUP TRUCK", "Ford", "Ranger"),
        ("PICKUP TRUCK", "Toyota", "Hilux"),
        ("MINI VAN", "Citroen", "Berlingo"),
        ("TRUCK", "DAF", "LF"),
    ),
}
"""Vehicles of simulated drivers per category, in turn; most are the smallest type."""


def all_users() -> Iterator[DemoPerson]:
    """Return fleet admins before their drivers."""
    yield from (ADMIN, FLEET_ADMIN, *RIDERS, *DRIVERS)


def vehicle_of(number: int, category: str) -> Vehicle:
    """Return the vehicle of a simulated driver in this category."""
    models = MODELS[category]
    car_type, make, model = models[(number - 1) % len(models)]
    return Vehicle(car_type, make, model, f"SIM {number:03d}")


def simulated(*, drivers: int, riders: int, category: str) -> Iterator[DemoPerson]:
    """Return users for the simulator: sim-driver-001, sim-rider-001 and so on."""
    for number in range(1, drivers + 1):
        yield DemoPerson(
            f"sim-driver-{number:03d}",
            "Driver",
            f"{number:03d}",
            UserType.DRIVER,
            f"+4477009{100000 + number}",
            vehicle_of(number, category),
        )
    for number in range(1, riders + 1):
        yield DemoPerson(
            f"sim-rider-{number:03d}",
            "Rider",
            f"{number:03d}",
            UserType.RIDER,
            f"+4477009{500000 + number}",
        )
