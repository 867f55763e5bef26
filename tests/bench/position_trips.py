"""Current trips for the positions bench, and tickets of their drivers and riders.

Runs inside the measured platform: `manage.py shell -c "from tests.bench.position_trips import ..."`.
"""

import json

from apps.accounts.models import DeviceSession
from apps.bookings.choices import Status
from apps.bookings.models import Booking
from apps.fares.models import CarType
from apps.realtime.tickets import issue_ticket
from tests.bookings.builders import make_booking, put_online
from tests.personas import family_of, make_driver, make_user


def make_trips(count: int) -> None:
    """Insert so many trips on the way to the drop-off, and log in their drivers and riders."""
    car_type = CarType.objects.all()[0]
    for number in range(count):
        rider = make_user(f"Rider{number}", approved=True)
        driver = make_driver(f"Driver{number}", car_type, approved=True)
        put_online(driver)
        make_booking(rider, car_type, Status.STARTED, driver=driver)
        family_of(rider)
        family_of(driver)


def print_tickets(count: int) -> None:
    """Print the latest trips with a new ticket for each driver and rider, as JSON."""
    families = dict(DeviceSession.objects.order_by("pk").values_list("user_id", "family"))

    def ticket(user_id: int | None) -> str:
        assert user_id is not None
        return issue_ticket(user_id=user_id, family=families[user_id])

    bookings = Booking.objects.filter(status=Status.STARTED).order_by("-pk")
    trips = [
        {"topic": f"booking:{pk}", "driver": ticket(driver), "rider": ticket(rider)}
        for pk, driver, rider in bookings.values_list("pk", "driver_id", "customer_id")[:count]
    ]
    print(json.dumps(trips))
