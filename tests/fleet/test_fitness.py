"""Fitness: requirements, grace, vehicles' documents, and what search and accepting make of them."""

from datetime import timedelta
from typing import Any

import pytest
import time_machine
from django.utils import timezone

from apps.accounts.models import DriverProfile, User
from apps.backoffice.people.reminders import remind_of_documents
from apps.fares.models import CarType
from apps.fleet.documents.locks import refresh_owner
from apps.fleet.fitness.limits import fit_until
from apps.fleet.fitness.recalculation import recalculate_all
from apps.fleet.models import Requirement
from apps.geo.models import DriverPosition
from apps.notifications.models import InboxMessage
from tests.bookings.api import work
from tests.bookings.builders import make_booking, make_offer
from tests.bookings.test_eligibility import drivers_nearby
from tests.fleet.builders import API, call, document, give, make_vehicle, reasons, require
from tests.personas import client_of

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("roads")]


def held(driver: User) -> Any:
    return DriverPosition.objects.get(pk=driver.pk).fit_until


def accept(driver: User, booking: Any) -> tuple[int, str]:
    reply = client_of(driver).post(f"{API}bookings/{booking.pk}/accept/")
    return reply.status_code, reply.json().get("code", "")


def test_without_requirements_and_vehicles_nothing_limits_a_driver(
    ada: User, ready: User, economy: CarType
) -> None:
    assert (held(ready), reasons(ready), drivers_nearby(ada, economy)) == (None, [], 1)


def test_missing_document_excludes_the_driver_from_search_and_accepting(
    ada: User, ready: User, economy: CarType
) -> None:
    booking = make_booking(ada, economy)
    make_offer(booking, ready)
    require("permit", drivers=(ready,))
    assert drivers_nearby(ada, economy) == 0
    body = call(ready, "get", "me/eligibility/").json()
    assert (body["reasons"], body["may_be_offered"]) == (["documents_missing"], False)
    assert body["missing_documents"] == [
        {"subject": "driver", "kind": "permit", "reason": "documents_missing"}
    ]
    assert accept(ready, booking) == (409, "documents_missing")
    booking.refresh_from_db()
    assert (booking.status, booking.driver_id) == ("NEW", None)

    document(ready, "permit")

    assert drivers_nearby(ada, economy) == 1
    assert accept(ready, booking) == (200, "")


@pytest.mark.parametrize("state", ["pending", "refused"])
def test_only_an_accepted_document_meets_a_requirement(ready: User, state: str) -> None:
    require("permit", drivers=(ready,))
    document(ready, "permit", state=state)
    assert reasons(ready) == ["documents_missing"]


def test_grace_days_count_from_the_requirement_and_from_the_expiry(ready: User) -> None:
    made = require("permit", grace_days=14, drivers=(ready,))
    assert held(ready) == made.created_at + timedelta(days=14)
    permit = document(ready, "permit", days=-3)
    assert reasons(ready) == []
    permit.expires_on = permit.expires_on - timedelta(days=12) if permit.expires_on else None
    permit.save()
    refresh_owner(permit)
    assert reasons(ready) == ["documents_expired"]


def test_warning_requirement_does_not_block(ready: User) -> None:
    require("medical", effect="warns", drivers=(ready,))
    body = call(ready, "get", "me/eligibility/").json()
    assert (body["reasons"], held(ready)) == ([], None)
    assert body["warnings"] == [{"subject": "driver", "kind": "medical", "reason": "documents_missing"}]


def test_requirement_replaces_the_rule_of_its_kind(ready: User) -> None:
    document(ready, "insurance", days=-1)
    assert reasons(ready) == ["documents_expired"]
    require("insurance", effect="warns", drivers=(ready,))
    assert reasons(ready) == []


def test_requirement_of_another_car_type_or_fleet_does_not_apply(
    ready: User, bob: User, fay: User, economy: CarType
) -> None:
    other = CarType.objects.create(name="Taxi", base_fare=1, min_fare=1)
    require("permit", car_type=other, drivers=(ready,))
    require("medical", fleet_admin=fay, drivers=(ready, bob))
    assert reasons(ready) == []
    assert "documents_missing" in reasons(bob)


def test_move_to_another_fleet_or_car_type_is_checked_at_once(
    dora: User, ready: User, fay: User, economy: CarType
) -> None:
    require("permit", fleet_admin=fay, drivers=(ready,))
    assert held(ready) is None
    assert call(dora, "patch", f"people/{ready.pk}/", {"fleet_admin": fay.pk}).status_code == 200
    assert held(ready) <= timezone.now()


def test_driver_who_goes_online_for_the_first_time_is_checked(ben: User) -> None:
    require("permit")
    assert call(ben, "put", "me/availability/", {"active": True}).status_code == 200
    assert held(ben) <= timezone.now()


def test_documents_of_the_vehicle_limit_its_driver(
    ada: User, dora: User, ready: User, economy: CarType
) -> None:
    vehicle = make_vehicle(economy)
    require("inspection", subject="vehicle")
    give(dora, vehicle, ready)
    assert reasons(ready) == ["documents_missing"]
    inspection = document(vehicle, "inspection", days=10)
    refresh_owner(inspection)
    assert reasons(ready) == []
    insurance = document(vehicle, "insurance", days=-1)
    refresh_owner(insurance)
    assert reasons(ready) == ["documents_expired"]
    assert drivers_nearby(ada, economy) == 0
    call(dora, "post", f"vehicles/{vehicle.pk}/unassign/")
    assert "documents_expired" not in reasons(ready)


def test_own_insurance_does_not_count_with_an_assigned_vehicle(
    dora: User, ready: User, economy: CarType
) -> None:
    document(ready, "insurance", days=-1)
    give(dora, make_vehicle(economy), ready)
    assert reasons(ready) == []


def test_change_of_a_requirement_is_applied_to_all_drivers(dora: User, ready: User, bob: User) -> None:
    made = call(dora, "post", "requirements/", {"subject": "driver", "kind": "permit"})
    assert made.status_code == 201, made.content
    assert held(ready) is None
    work("accounts.refresh_fitness")
    work("accounts.refresh_driver_fitness")
    assert held(ready) <= timezone.now()
    assert held(bob) <= timezone.now()
    call(dora, "delete", f"requirements/{made.json()['id']}/")
    work("accounts.refresh_fitness")
    work("accounts.refresh_driver_fitness")
    assert held(ready) is None


def test_nightly_job_corrects_what_services_missed(ready: User) -> None:
    Requirement.objects.create(subject="driver", kind="permit")
    assert recalculate_all() == 1
    assert held(ready) <= timezone.now()
    assert recalculate_all() == 0


def test_first_of_several_limits_counts(ready: User) -> None:
    document(ready, "license", days=50)
    document(ready, "insurance", days=20)
    profile = DriverProfile.objects.get(pk=ready.pk)
    assert held(ready) == fit_until(profile)
    assert held(ready) < timezone.now() + timedelta(days=22)


def test_driver_is_reminded_of_the_documents_of_the_vehicle(
    dora: User, ready: User, economy: CarType
) -> None:
    vehicle = make_vehicle(economy)
    document(vehicle, "insurance", days=5)
    give(dora, vehicle, ready)
    InboxMessage.objects.all().delete()
    assert remind_of_documents() == 1
    message = InboxMessage.objects.get()
    assert (message.user_id, remind_of_documents()) == (ready.pk, 0)


def test_no_reminder_says_expired_during_grace_days(ready: User) -> None:
    require("insurance", grace_days=10)
    document(ready, "insurance", days=-2)
    assert remind_of_documents() == 0
    with time_machine.travel(timezone.now() + timedelta(days=12)):
        assert remind_of_documents() == 1
