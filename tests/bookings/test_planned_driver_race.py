"""Two admins plan one driver for two trips of one time, with real threads and connections."""

from concurrent.futures import ThreadPoolExecutor
from datetime import timedelta
from threading import Barrier

import pytest
from django.db import connection
from django.utils import timezone

from apps.accounts.choices import UserType
from apps.bookings.models import Booking
from apps.fares.models import CarType
from tests.bookings.builders import make_booking
from tests.personas import client_of, make_driver, make_user

pytestmark = pytest.mark.django_db(transaction=True)


def test_one_of_two_overlapping_trips_is_planned(economy: CarType) -> None:
    dora, ada, ben = make_user("Dora", UserType.ADMIN), make_user("Ada"), make_driver("Ben", economy)
    for _ in range(10):
        at = timezone.now() + timedelta(hours=5)
        trips = [make_booking(ada, economy, book_later=True, trip_date=at) for _ in range(2)]
        barrier = Barrier(2)

        def plan(trip: Booking, barrier: Barrier = barrier) -> int:
            client = client_of(dora)
            connection.ensure_connection()
            try:
                barrier.wait(30)
                path = f"/api/v1/bookings/{trip.pk}/plan/"
                return client.post(path, {"driver_id": ben.pk}).status_code
            finally:
                connection.close()

        with ThreadPoolExecutor(2) as pool:
            statuses = sorted(pool.map(plan, trips))

        assert statuses == [200, 409]
        planned = Booking.objects.filter(pk__in=[trip.pk for trip in trips], planned_driver=ben)
        assert planned.count() == 1
        planned.update(planned_driver=None)
