"""Nothing of a sign-up and a trip in the logs names a person: no email, phone number or name."""

import json
import logging
from collections.abc import Iterator
from datetime import UTC, datetime
from io import StringIO

import pytest
import time_machine

from apps.accounts.models import User
from apps.core.models import OutboxEntry
from apps.core.monitoring.log_format import json_formatter
from apps.core.tasks import run_job
from apps.fares.models import CarType
from tests.accounts.signing_up import EVE, sign_up
from tests.bookings.api import book, look, press, quote, work
from tests.bookings.builders import credit_wallet, put_online
from tests.bookings.roads import Roads, driving_on
from tests.personas import make_driver, make_user

pytestmark = pytest.mark.django_db


@pytest.fixture
def output() -> Iterator[StringIO]:
    """Every log line of the platform down to DEBUG, as LOG_FORMAT=json writes it."""
    stream = StringIO()
    handler = logging.StreamHandler(stream)
    handler.setFormatter(json_formatter())
    root = logging.getLogger()
    access = logging.getLogger("hansom.access")
    levels = root.level, access.level
    root.addHandler(handler)
    root.setLevel("DEBUG")
    access.setLevel("INFO")
    # The SQL of DEBUG is written only with settings.DEBUG; the tests' capture may turn it on.
    logging.getLogger("django.db.backends").setLevel("INFO")
    yield stream
    root.removeHandler(handler)
    root.setLevel(levels[0])
    access.setLevel(levels[1])


def canaries(*people: User) -> set[str]:
    values = {EVE["email"], EVE["phone"], EVE["first_name"], EVE["last_name"]}
    for person in people:
        values |= {person.email, str(person.mobile).lstrip("+"), person.first_name, person.last_name}
    return values


def test_sign_up_and_trip_leave_no_personal_data_in_the_logs(output: StringIO, economy: CarType) -> None:
    rider = make_user("Quillara", last_name="Vandersteen")
    driver = make_driver("Ottobrand", economy, last_name="Wickenfield")
    credit_wallet(driver)
    put_online(driver)

    with driving_on(Roads()), time_machine.travel(datetime.now(UTC), tick=True):
        signed_up = sign_up()
        assert signed_up.status_code == 201, signed_up.json()
        booking_id = book(rider, quote(rider, economy)).json()["id"]
        work("bookings.dispatch")
        for action in ("accept", "arrive", "start", "reach", "collect-cash"):
            press(driver, booking_id, action)
        for pk in OutboxEntry.objects.filter(kind="job", done_at=None).values_list("pk", flat=True):
            run_job(pk)
        booking = look(rider, booking_id)
    assert booking["status"] not in ("NEW", "PAYMENT_PENDING")

    text = output.getvalue()
    lines = [json.loads(line) for line in text.splitlines()]
    requests = [line for line in lines if line["logger"] == "hansom.access"]
    assert len(requests) >= 8
    assert {line["user_id"] for line in requests if "user_id" in line} >= {rider.pk, driver.pk}
    assert booking["reference"] in {line.get("booking") for line in requests}
    assert [value for value in canaries(rider, driver) if value in text] == []
