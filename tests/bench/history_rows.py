"""Bookings by the thousand or the million, made inside PostgreSQL after the likeness of one.

People, places and money are made up by number, so a word's share, a rider's and a driver's bookings are
the same at every size; only the platform grows.
"""

from django.db import connection

from apps.accounts.choices import UserType
from apps.accounts.models import DriverProfile, User
from apps.bookings.choices import Status
from apps.bookings.models import Booking
from apps.fares.models import CarType
from tests.bookings.making import make_booking

BOOKINGS_A_RIDER = 50
BOOKINGS_A_DRIVER = 250
FLEETS = 2
ADMIN, FLEET, FIRST_DRIVER, FIRST_RIDER = 10, 20, 10_000, 1_000_000
DAYS = 730
RARE = "Zanzibar"
"""A street that one booking of the middle of the history begins at."""
COMMON = "Newport"
"""A town that every second booking ends in."""
MEDIUM = "Quayside"
"""A street of one booking in two hundred."""
BATCH = 50_000
NAMES = "Ada Ben Cleo Dora Fay Bob Zoë Omar Layla Ivan Mia Noor Pia Raj Sam Tom"

BOOKING = {
    "id": "n",
    "reference": "lpad(upper(to_hex(n)), 6, '0')",
    "status": "b.status",
    "created_at": "made",
    "trip_date": "made + interval '10 minutes'",
    "book_later": "n % 20 = 0",
    "customer_id": "rider",
    "customer_name": "'Rider ' || names[1 + rider % 16] || ' ' || rider",
    "customer_contact": "'+4479' || lpad(rider::text, 8, '0')",
    "driver_id": "CASE WHEN driven THEN driver END",
    "driver_name": "CASE WHEN driven THEN 'Driver ' || names[1 + driver % 16] || ' ' || driver ELSE '' END",
    "driver_contact": "CASE WHEN driven THEN '+4478' || lpad(driver::text, 8, '0') ELSE '' END",
    "vehicle_number": "CASE WHEN driven THEN 'HX' || driver % 10000 || ' CAB' ELSE '' END",
    "fleet_admin_id": "CASE WHEN driven THEN {fleet} + driver % {fleets} END",
    "car_type_id": "1 + n % 4",
    "pickup_add": "(n * 7 % 300) || ' ' || street || ', Ryde'",
    "drop_add": "(n * 11 % 300) || ' Road' || n * 37 % 997 || ', ' || town",
    "route_polyline": "repeat('_p~iF~ps|U_ulLnnqC', 14)",
    "trip_cost": "cost",
    "convenience_fees": "round(cost * 0.15, 2)",
    "driver_share": "cost - round(cost * 0.15, 2)",
    "cash_payment_amount": "CASE WHEN driven AND n % 3 > 0 THEN cost ELSE 0 END",
    "used_wallet_money": "CASE WHEN driven AND n % 3 = 0 THEN cost ELSE 0 END",
    "payment_mode": "CASE WHEN n % 3 = 0 THEN 'wallet' ELSE 'cash' END",
    "reason": "CASE WHEN b.status = 'CANCELLED' THEN 'My reason is not listed' ELSE '' END",
    "cancelled_by": "CASE WHEN b.status = 'CANCELLED' THEN 'rider' ELSE '' END",
}
MADE_UP = """
    SELECT n, status, status = 'COMPLETE' AS driven, string_to_array('{names}', ' ') AS names,
        round((8 + (n * 7919 % 5000) / 100.0)::numeric, 2) AS cost,
        now() - ({size} - n) * (interval '1 day' * {days} / {size}) AS made,
        {first_rider} + chance % {riders} AS rider,
        {first_driver} + chance / 7 % {drivers} AS driver,
        CASE WHEN n = {rare} THEN '{rare_word}' WHEN chance / 11 % 200 = 7 THEN '{medium_word}'
            ELSE 'Street' || n * 31 % 997 END AS street,
        CASE WHEN chance / 13 % 2 = 0 THEN '{common_word}' ELSE 'Cowes' END AS town
    FROM (
        SELECT n, chance, CASE WHEN n > {size} - 20 THEN 'NEW' WHEN chance / 3 % 10 = 3 THEN 'CANCELLED'
            ELSE 'COMPLETE' END AS status
        FROM generate_series({{start}}::bigint, {{end}}::bigint) n,
            LATERAL (SELECT abs(hashint8(n)::bigint) AS chance) dice
    ) numbers
"""


def riders(size: int) -> int:
    return size // BOOKINGS_A_RIDER


def drivers(size: int) -> int:
    return size // BOOKINGS_A_DRIVER


def fill(size: int) -> None:
    """An empty, migrated database gets `size` bookings and everybody in them; indexes are made afterwards."""
    CarType.objects.bulk_create(CarType(id=number, name=f"Type {number}") for number in range(1, 5))
    _people(size)
    facts = {
        "size": size,
        "days": DAYS,
        "names": NAMES,
        "riders": riders(size),
        "drivers": drivers(size),
        "first_rider": FIRST_RIDER,
        "first_driver": FIRST_DRIVER,
        "fleet": FLEET,
        "fleets": FLEETS,
        "rare": size // 2 + 1,
        "rare_word": RARE,
        "medium_word": MEDIUM,
        "common_word": COMMON,
    }
    _shape_of_a_booking()
    made_up = MADE_UP.format(**facts)
    fresh = {name: expression.format(**facts) for name, expression in BOOKING.items()}
    with connection.cursor() as cursor:
        cursor.execute(
            "SELECT indexname, indexdef FROM pg_indexes WHERE tablename = 'bookings_booking'"
            " AND indexname NOT IN (SELECT conname FROM pg_constraint)"
        )
        indexes = cursor.fetchall()
        for name, _ in indexes:
            cursor.execute(f'DROP INDEX "{name}"')
        for start in range(1, size + 1, BATCH):
            source = made_up.format(start=start, end=min(size, start + BATCH - 1))
            _multiply("bookings_booking", "booking_shape", fresh, source)
        cursor.execute("SET maintenance_work_mem = '256MB'")
        for _, definition in indexes:
            cursor.execute(definition)
        cursor.execute("VACUUM ANALYZE bookings_booking")
        cursor.execute("ANALYZE accounts_user")


def _people(size: int) -> None:
    for kind, first, count in (
        (UserType.ADMIN, ADMIN, 1),
        (UserType.FLEET_ADMIN, FLEET, FLEETS),
        (UserType.DRIVER, FIRST_DRIVER, drivers(size)),
        (UserType.RIDER, FIRST_RIDER, riders(size)),
    ):
        User.objects.create(
            pk=1, user_type=kind, first_name="Bench", last_name="Shape", email="b@bench.example"
        )
        _take_shape("accounts_user", "user_shape")
        User.objects.filter(pk=1).delete()
        fresh = {"id": "n", "email": "n || '@bench.example'", "mobile": "'+4479' || lpad(n::text, 8, '0')"}
        _multiply(
            "accounts_user", "user_shape", fresh, f"SELECT generate_series({first}, {first + count - 1}) AS n"
        )


def _shape_of_a_booking() -> None:
    driver = User.objects.get(pk=FIRST_DRIVER)
    DriverProfile.objects.create(user=driver, vehicle_make="Toyota", vehicle_model="Prius")
    car_type = CarType.objects.get(pk=1)
    make_booking(
        User.objects.get(pk=FIRST_RIDER), car_type, Status.COMPLETE, driver=driver, distance_km="7.5"
    )
    _take_shape("bookings_booking", "booking_shape")
    Booking.objects.all().delete()


def _take_shape(table: str, shape: str) -> None:
    """The one row of a table as a table of its own, whatever its columns are by now."""
    with connection.cursor() as cursor:
        cursor.execute(f"DROP TABLE IF EXISTS {shape}")
        cursor.execute(f"CREATE TEMP TABLE {shape} AS SELECT * FROM {table} ORDER BY id LIMIT 1")


def _multiply(table: str, shape: str, fresh: dict[str, str], source: str) -> None:
    """As many rows as the source has numbers, like the shape but for what is made up afresh."""
    with connection.cursor() as cursor:
        cursor.execute(
            "SELECT column_name FROM information_schema.columns WHERE table_schema = 'public'"
            " AND table_name = %s AND is_generated = 'NEVER'",
            [table],
        )
        names = [name for (name,) in cursor.fetchall()]
        values = ", ".join(fresh.get(name, f"shape.{name}") for name in names)
        cursor.execute(
            f"INSERT INTO {table} ({', '.join(names)}) SELECT {values} FROM {shape} shape, ({source}) b"
        )
