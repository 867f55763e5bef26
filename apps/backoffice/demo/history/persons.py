"""Users of the demo history who are not on the login page: riders, and drivers who applied."""

from collections.abc import Iterator
from typing import Final

from apps.accounts.choices import UserType
from apps.backoffice.demo.people import DemoPerson, Vehicle

RIDERS: Final = (
    "Alice Penrose", "Amara Diallo", "Anton Weiss", "Beatrice Holloway", "Callum Reid", "Carmen Ortega",
    "Dylan Prior", "Edith Langley", "Emeka Obi", "Fatima Zahra", "Finn Gallagher", "Freya Nyberg",
    "George Attrill", "Harriet Sheath", "Hugo Marchetti", "Imogen Flux", "Isaac Whittington", "Jasmine Kaur",
    "Joel Barton", "Keiko Mori", "Lewis Downer", "Liam Caws", "Lucy Merrick", "Maisie Stotesbury",
    "Marcus Bright", "Mohammed Rashid", "Molly Urry", "Niamh Doyle", "Owen Rees", "Peggy Salter",
    "Pavel Novotny", "Rachel Snow", "Rashida Bello", "Rufus Jolliffe", "Saskia de Vries", "Sienna Dyer",
    "Theo Mew", "Victor Salazar", "Winnie Cheung", "Zainab Hussain",
)  # fmt: skip
FIRST_NUMBER: Final = 110
"""Offset in the phone numbers reserved for fiction, after those of the demo riders."""

EXPIRED: Final = {"mei": 2}
"""Days since these drivers' insurance expired; they have not driven since."""

APPLICANTS: Final = (
    ("Gareth Pugh", 230, Vehicle("Economy", "Dacia", "Jogger", "HV24 GPH")),
    ("Leila Haddou", 231, Vehicle("Comfort", "Skoda", "Enyaq", "HW73 LHD")),
)
"""Drivers awaiting approval."""


def riders() -> Iterator[DemoPerson]:
    for number, name in enumerate(RIDERS, FIRST_NUMBER):
        yield _person(name, UserType.RIDER, number)


def applicants() -> Iterator[DemoPerson]:
    for name, number, vehicle in APPLICANTS:
        yield _person(name, UserType.DRIVER, number, vehicle)


def _person(name: str, user_type: UserType, number: int, vehicle: Vehicle | None = None) -> DemoPerson:
    first_name, last_name = name.split(" ", 1)
    login = name.lower().replace(" ", ".")
    return DemoPerson(login, first_name, last_name, user_type, f"+447700900{number}", vehicle)
