"""The commits of each step of a trip, which cost more than its statements (docs/performance.md)."""

import pytest
from allauth.account.models import EmailAddress
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from apps.accounts.models import User
from apps.core.models import OutboxEntry
from apps.core.tasks import run_job
from apps.fares.models import CarType
from apps.notifications.models import Delivery
from tests.bookings.api import API, book, quote, work
from tests.personas import client_of

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.usefixtures("roads")]

ACTIONS = ("accept", "arrive", "start", "reach", "collect-cash", "complete")


class Commits(CaptureQueriesContext):
    def count(self) -> int:
        """Return the commits: transactions, and statements outside of them."""
        commits, inside = 0, False
        for query in self.captured_queries:
            if query["sql"] == "BEGIN":
                inside = True
            elif query["sql"] == "COMMIT":
                commits, inside = commits + 1, False
            elif not inside:
                commits += 1
        return commits


@pytest.fixture(autouse=True)
def usable_connection() -> None:
    """Connects before the first request counts."""
    connection.ensure_connection()


def test_each_action_is_one_commit_with_its_login(ada: User, ready: User, economy: CarType) -> None:
    booking_id = book(ada, quote(ada, economy)).json()["id"]
    work("bookings.dispatch")
    counts = {}
    for action in ACTIONS:
        client = client_of(ada if action == "complete" else ready)
        with Commits(connection) as commits:
            reply = client.post(
                f"{API}/bookings/{booking_id}/{action}/", {"rating": 5} if action == "complete" else {},
                format="json", headers={"Idempotency-Key": action},
            )  # fmt: skip
        assert reply.status_code == 200, reply.json()
        counts[action] = commits.count()
    assert counts == dict.fromkeys(ACTIONS, 1)


def test_booking_is_one_commit_with_its_login(ada: User, ready: User, economy: CarType) -> None:
    body = {"quote_id": quote(ada, economy), "payment_mode": "cash"}
    client = client_of(ada)
    with Commits(connection) as commits:
        reply = client.post(f"{API}/bookings/", body, format="json", headers={"Idempotency-Key": "k"})
    assert reply.status_code == 201, reply.json()
    assert commits.count() == 1


def test_jobs_of_a_trip_take_few_commits(ada: User, ready: User, economy: CarType) -> None:
    """The dispatch is one; the receipt commits its claim, and its result with the mark of the job."""
    EmailAddress.objects.create(user=ada, email=ada.email, verified=True, primary=True)
    booking_id = book(ada, quote(ada, economy)).json()["id"]
    assert commits_of_job("bookings.dispatch") == 1
    for action in ACTIONS:
        client_of(ada if action == "complete" else ready).post(f"{API}/bookings/{booking_id}/{action}/")
    assert commits_of_job("bookings.send_receipt") == 2
    assert Delivery.objects.get(template="receipt").status == "sent"


def commits_of_job(name: str) -> int:
    job = OutboxEntry.objects.get(kind="job", name=name, done_at=None, due_at__lte=timezone.now())
    with Commits(connection) as commits:
        run_job(job.pk)
    job.refresh_from_db()
    assert job.done_at is not None
    return commits.count()
