"""Benchmark users: admins, fleet admins, drivers and riders, with properties derived from their number."""

from dataclasses import dataclass

from allauth.account.models import EmailAddress

from apps.accounts.choices import UserType
from apps.accounts.models import DriverDocument, DriverProfile, SavedAddress, User
from apps.backoffice.scale.rows import count_on, insert, next_id, run
from apps.geo.models import DriverPosition

DOMAIN = "scale.example"
FIRST_NAMES = (
    "Ada Ben Cleo Dora Fay Bob Zoë Omar Layla Ivan Mia Noor Pia Raj Sam Tom Uma Vera Will Yara Amir Bea Carl "
    "Dina Erik Faye Gus Hana Ines Jack Kira Leo Maya Nils Olga Paul Rosa Sven Tara Ugo"
)
LAST_NAMES = (
    "Ashdown Bakker Castillo Dubois Eriksen Farah Garcia Haddad Ito Jansen Khan Lindqvist Marlowe "
    "Novak Okonkwo Patel Quinn Raman Schmidt Tanaka Ueda Varga Whitfield Xu Yilmaz Zhang "
    "Almeida Brown Costa Diaz Evans Fischer Gupta Hartmann Ivanova Jones Kaya Lopez Moreau "
    "Nguyen Osei Petrov Rossi Silva Torres Vogel Wang Young Ziegler"
)
RARE_NAME = "Zephyrine"
"""First name of a single rider in the middle."""
MAKES = "Toyota Skoda Ford Kia Tesla Volvo"
MODELS = "Prius Octavia Focus Niro Model-3 V60"
DRIVERS_A_FLEET = 100
UNAPPROVED = 30
"""Every rider or driver whose number is a multiple of this awaits approval."""


@dataclass(frozen=True, slots=True)
class People:
    """Ranges of user ids: admins first, then fleet admins, drivers and riders."""

    first: int
    admins: int
    fleets: int
    drivers: int
    riders: int

    @property
    def first_fleet(self) -> int:
        return self.first + self.admins

    @property
    def first_driver(self) -> int:
        return self.first_fleet + self.fleets

    @property
    def first_rider(self) -> int:
        return self.first_driver + self.drivers

    @property
    def end(self) -> int:
        return self.first_rider + self.riders


def make_people(*, riders: int, drivers: int, days: int) -> People:
    """Insert equal numbers of riders and drivers, a fleet per hundred drivers (at least two), and some
    admins.

    Four in five drivers belong to a fleet. No user has a usable password.
    """
    fleets = max(2, drivers // DRIVERS_A_FLEET)
    people = People(next_id(User), max(3, drivers // 500), fleets, drivers, riders)
    insert(User, USER, _numbers(people, days))
    verified = {"user_id": "id", "email": "email", "verified": "true", "primary": "true"}
    insert(EmailAddress, verified, _users(people.first, people.end))
    insert(DriverProfile, _profile(people), _users(people.first_driver, people.first_rider))
    insert(DriverPosition, POSITION, _drivers(people))
    insert(
        DriverDocument,
        DOCUMENT,
        f"""
        SELECT d.*, kind, place FROM ({_drivers(people)}) d,
            (VALUES ('license', 1), ('insurance', 2)) AS kinds (kind, place)
    """,
    )
    insert(SavedAddress, ADDRESS, _users(people.first_rider, people.end))
    count_on(User)
    run("ANALYZE accounts_user, accounts_driverprofile")
    return people


def _numbers(people: People, days: int) -> str:
    """Return each user's number, role and random values."""
    return f"""
        SELECT id, hashint8extended(id, 1) & 2147483647 AS dice,
            hashint8extended(id, 2) & 2147483647 AS other,
            string_to_array('{FIRST_NAMES}', ' ') AS first_names,
            string_to_array('{LAST_NAMES}', ' ') AS last_names,
            {people.first_rider + people.riders // 2} AS rare,
            now() - interval '{days} days' * ({people.end} - id) / {people.end - people.first} AS since,
            CASE WHEN id < {people.first_fleet} THEN '{UserType.ADMIN}'
                WHEN id < {people.first_driver} THEN '{UserType.FLEET_ADMIN}'
                WHEN id < {people.first_rider} THEN '{UserType.DRIVER}' ELSE '{UserType.RIDER}' END AS kind
        FROM generate_series({people.first}::bigint, {people.end - 1}) id
    """


FIRST_NAME = f"CASE WHEN id = rare THEN '{RARE_NAME}' ELSE first_names[1 + dice % 40] END"
USER = {
    "id": "id",
    "password": "'!' || md5(id::text)",
    "email": f"'p' || id || '@{DOMAIN}'",
    "mobile": "'+999' || lpad(id::text, 9, '0')",
    "mobile_verified": "dice % 3 > 0",
    "first_name": FIRST_NAME,
    "last_name": "last_names[1 + other % 49]",
    "user_type": "kind",
    "approved": f"kind IN ('admin', 'fleetadmin') OR id % {UNAPPROVED} > 0",
    "created_at": "since",
    "created_by_admin": "kind <> 'rider'",
    "bank_name": "CASE WHEN kind = 'driver' THEN 'Bank of Ryde' ELSE '' END",
    "bank_code": "CASE WHEN kind = 'driver' THEN lpad((dice % 1000000)::text, 6, '0') ELSE '' END",
    "bank_account": "CASE WHEN kind = 'driver' THEN lpad((other % 100000000)::text, 8, '0') ELSE '' END",
}
POSITION = {
    "driver_id": "user_id",
    "car_type_id": "car_type_id",
    "fleet_admin_id": "fleet_admin_id",
    "lat": "50.6 + (dice % 2000) / 10000.0",
    "lng": "-1.5 + (dice / 2000 % 4000) / 10000.0",
    "at": "now() - interval '1 second' * (dice % 60)",
    "online": "active",
    "free": "active",
}
DOCUMENT = {
    "driver_id": "user_id",
    "kind": "kind",
    "number": "upper(kind) || ' ' || dice % 1000000",
    "expires_on": "current_date - 30 + (dice / place % 1500)::int",
    "state": "CASE dice / place % 12 WHEN 0 THEN 'pending' WHEN 1 THEN 'refused' ELSE 'accepted' END",
    "note": "CASE dice / place % 12 WHEN 1 THEN 'It cannot be read.' ELSE '' END",
    "reviewed_at": "CASE WHEN dice / place % 12 > 0 THEN now() END",
}
ADDRESS = {
    "user_id": "id",
    "description": "(dice % 300) || ' High Street, Cowes'",
    "lat": "50.76",
    "lng": "-1.3",
    "count": "1 + dice % 20",
}


def _profile(people: People) -> dict[str, str]:
    number = f"(id - {people.first_driver})"
    makes, models = (f"(string_to_array('{words}', ' '))[1 + dice % 6]" for words in (MAKES, MODELS))
    types = "(SELECT array_agg(id ORDER BY position, id) FROM fares_cartype)"
    return {
        "user_id": "id",
        "car_type_id": f"({types})[1 + {number} % (SELECT count(*) FROM fares_cartype)]",
        "fleet_admin_id": f"CASE WHEN {number} % 5 > 0"
        f" THEN {people.first_fleet} + {number} / 5 % {people.fleets} END",
        "vehicle_make": makes,
        "vehicle_model": models,
        "vehicle_number": "'HX' || lpad((id % 100000)::text, 5, '0') || ' CAB'",
        "active": "approved AND dice % 5 < 3",
        "rating_sum": "80 + dice % 21",
        "rating_count": "20",
        "rating": "round((80 + dice % 21) / 20.0, 1)",
    }


def _users(first: int, end: int) -> str:
    return f"""
        SELECT *, hashint8extended(id, 3) & 2147483647 AS dice
        FROM accounts_user WHERE id >= {first} AND id < {end}
    """


def _drivers(people: People) -> str:
    return f"""
        SELECT *, hashint8extended(user_id, 4) & 2147483647 AS dice
        FROM accounts_driverprofile WHERE user_id >= {people.first_driver} AND user_id < {people.first_rider}
    """
