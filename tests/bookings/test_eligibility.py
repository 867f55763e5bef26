"""One eligibility rule for estimates, offers, acceptance and the driver's console."""

import time
from dataclasses import replace
from datetime import date, timedelta
from decimal import Decimal
from typing import Any
from zoneinfo import ZoneInfo

import pytest
from django.utils import timezone

from apps.accounts.models import DriverDocument, DriverProfile, User
from apps.accounts.services.fitness import refresh_fitness
from apps.accounts.services.license_images import set_license_image
from apps.backoffice.people.driver_documents import delete_document, edit_document
from apps.bookings.choices import Status
from apps.bookings.dispatch.eligibility import eligible_drivers_for
from apps.core import platform as platform_module
from apps.core.models import OutboxEntry
from apps.core.platform import platform_settings, update_platform_settings
from apps.fares.models import CarType
from apps.geo.models import DriverPosition
from tests.bookings.api import API, book, quote, work
from tests.bookings.builders import DROP, PICKUP, credit_wallet, make_booking, make_offer, put_online
from tests.bookings.conftest import Snapshot
from tests.personas import client_of, make_driver

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("roads")]


def eligibility(driver: User) -> dict[str, Any]:
    reply = client_of(driver).get(f"{API}/me/eligibility/")
    assert reply.status_code == 200, reply.content
    body: dict[str, Any] = reply.json()
    return body


def drivers_nearby(user: User | None, car_type: CarType) -> int:
    body = {
        "pickup": {"lat": PICKUP[0], "lng": PICKUP[1], "add": "Newport"},
        "drop": {"lat": DROP[0], "lng": DROP[1], "add": "Cowes"},
    }
    options = client_of(user).post(f"{API}/estimates/", body).json()["options"]
    return next(int(one["drivers_nearby"]) for one in options if one["car_type"]["id"] == car_type.pk)


def document(
    driver: User, *, days: int | None, kind: str = "license", state: str = "accepted"
) -> DriverDocument:
    expires_on = None if days is None else date.today() + timedelta(days=days)
    made = DriverDocument.objects.create(driver=driver, kind=kind, expires_on=expires_on, state=state)
    refresh_fitness(driver_id=driver.pk)
    return made


# -- the estimate and the dispatcher agree ------------------------------------------------------


def test_estimate_counts_only_drivers_who_can_be_dispatched(ada: User, ben: User, economy: CarType) -> None:
    put_online(ben)
    assert drivers_nearby(ada, economy) == 0
    assert book(ada, quote(ada, economy)).json()["code"] == "no_driver_found_alert_messege"

    credit_wallet(ben)

    assert drivers_nearby(ada, economy) == 1
    assert book(ada, quote(ada, economy)).status_code == 201


def test_estimate_compares_the_wallet_with_the_fee_of_the_trip(
    ada: User, ben: User, economy: CarType
) -> None:
    # The fee of the trip is 7.31.
    credit_wallet(ben, Decimal("7.30"))
    put_online(ben)
    assert drivers_nearby(None, economy) == 0
    credit_wallet(ben, Decimal("0.01"))
    assert drivers_nearby(None, economy) == 1


def test_prepaid_delivery_needs_no_driver_balance(ada: User, dora: User, ben: User, economy: CarType) -> None:
    update_platform_settings(app_category="delivery")
    put_online(ben)
    assert drivers_nearby(ada, economy) == 1
    # Bookings by staff are paid in cash at the end.
    assert drivers_nearby(dora, economy) == 0
    held = make_booking(ada, economy, prepaid=True, search_until=timezone.now() + timedelta(minutes=10))
    assert ben.pk in eligible_drivers_for(held, platform_settings()).values_list("pk", flat=True)


# -- the driver's own status ---------------------------------------------------------------------


def test_driver_with_an_empty_wallet_sees_what_to_top_up(ben: User, economy: CarType) -> None:
    # The shortest trip costs the minimum of 10, and 15 percent of it is 1.50.
    put_online(ben)
    body = eligibility(ben)
    assert (body["reasons"], body["may_be_offered"]) == (["low_balance"], True)
    assert (body["cash_minimum"], body["top_up"]) == ("1.5000", "1.5000")

    credit_wallet(ben, Decimal("1.20"))
    assert eligibility(ben)["top_up"] == "0.3000"
    credit_wallet(ben, Decimal("0.30"))
    assert eligibility(ben)["reasons"] == []

    CarType.objects.filter(pk=economy.pk).update(convenience_fees=10, convenience_fee_type="flat")
    assert eligibility(ben)["top_up"] == "8.5000"


def test_no_balance_is_required_if_negative_balances_are_allowed(ben: User) -> None:
    update_platform_settings(negative_balance=True)
    put_online(ben)
    body = eligibility(ben)
    assert (body["reasons"], body["cash_minimum"], body["top_up"]) == ([], None, "0.0000")


def test_each_reason_is_reported(ready: User) -> None:
    assert eligibility(ready)["reasons"] == []
    DriverPosition.objects.filter(pk=ready.pk).update(at=timezone.now() - timedelta(seconds=61))
    assert eligibility(ready)["reasons"] == ["stale_position"]
    DriverPosition.objects.filter(pk=ready.pk).update(at=None, lat=None, lng=None)
    assert eligibility(ready)["reasons"] == ["no_position"]
    DriverProfile.objects.filter(pk=ready.pk).update(busy=True)
    assert eligibility(ready)["reasons"] == ["no_position", "busy"]
    DriverProfile.objects.filter(pk=ready.pk).update(busy=False, active=False, car_type=None)
    body = eligibility(ready)
    assert (body["reasons"], body["may_be_offered"]) == (["no_car_type", "offline"], False)


def test_staff_see_the_same_reasons_on_the_drivers_page(dora: User, ben: User, ada: User) -> None:
    document(ben, days=-1)
    facts = client_of(dora).get(f"{API}/people/{ben.pk}/").json()["facts"]
    assert facts["eligibility"]["reasons"] == ["documents_expired", "offline", "low_balance"]
    assert client_of(dora).get(f"{API}/people/{ada.pk}/").json()["facts"]["eligibility"] is None


# -- expired documents ----------------------------------------------------------------------------


@pytest.mark.parametrize("kind", ["license", "insurance", "vehicle"])
def test_driver_with_an_expired_document_is_not_searched(
    ada: User, ready: User, economy: CarType, kind: str
) -> None:
    expired = document(ready, days=-1, kind=kind)

    assert drivers_nearby(ada, economy) == 0
    assert book(ada, quote(ada, economy)).json()["code"] == "no_driver_found_alert_messege"
    body = eligibility(ready)
    assert (body["reasons"], body["may_be_offered"]) == (["documents_expired"], False)
    assert body["expired_documents"] == [{"id": expired.pk, "kind": kind}]


def test_document_is_valid_on_its_last_day(ada: User, ready: User, economy: CarType) -> None:
    document(ready, days=0)
    assert drivers_nearby(ada, economy) == 1


def test_expiry_of_other_documents_is_ignored(ada: User, ready: User, economy: CarType) -> None:
    document(ready, days=-1, kind="other")
    assert drivers_nearby(ada, economy) == 1


def test_valid_one_of_two_documents_of_a_kind_counts(ada: User, ready: User, economy: CarType) -> None:
    document(ready, days=-1, kind="insurance")
    newer = document(ready, days=300, kind="insurance", state="refused")
    assert drivers_nearby(ada, economy) == 0
    newer.state = DriverDocument.State.PENDING
    newer.save()
    refresh_fitness(driver_id=ready.pk)
    assert drivers_nearby(ada, economy) == 1


def test_offer_is_not_accepted_after_a_document_expired(
    ada: User, ready: User, economy: CarType, snapshot: Any
) -> None:
    booking = make_booking(ada, economy)
    make_offer(booking, ready)
    document(ready, days=-1)
    before: Snapshot = snapshot()

    reply = client_of(ready).post(f"{API}/bookings/{booking.pk}/accept/")

    assert (reply.status_code, reply.json()["code"]) == (409, "documents_expired")
    assert snapshot() == before


def test_expiry_takes_effect_without_a_write(ada: User, ready: User, economy: CarType) -> None:
    document(ready, days=0)
    held = DriverPosition.objects.get(pk=ready.pk).fit_until
    assert held is not None
    assert held > timezone.now()
    DriverPosition.objects.filter(pk=ready.pk).update(fit_until=timezone.now() - timedelta(seconds=1))
    assert drivers_nearby(ada, economy) == 0


def test_running_trip_is_finished_with_an_expired_document(ada: User, ready: User, economy: CarType) -> None:
    booking = make_booking(ada, economy, Status.ARRIVED, driver=ready)
    document(ready, days=-1)
    client = client_of(ready)
    assert client.post(f"{API}/bookings/{booking.pk}/start/", {}).status_code == 200
    assert client.post(f"{API}/bookings/{booking.pk}/reach/", {}).status_code == 200
    assert client.post(f"{API}/bookings/{booking.pk}/collect-cash/").status_code == 200


def test_later_expiry_date_by_staff_makes_the_driver_eligible(
    ada: User, dora: User, ready: User, economy: CarType
) -> None:
    expired = document(ready, days=-1)
    edit_document(by=dora, document_id=expired.pk, changes={"expires_on": date.today() + timedelta(days=400)})
    assert drivers_nearby(ada, economy) == 1
    edit_document(by=dora, document_id=expired.pk, changes={"expires_on": date.today() - timedelta(days=2)})
    assert drivers_nearby(ada, economy) == 0
    delete_document(by=dora, document_id=expired.pk)
    assert drivers_nearby(ada, economy) == 1


def test_new_licence_image_counts_once_accepted(
    ada: User, dora: User, ready: User, economy: CarType, media: Any
) -> None:
    expired = document(ready, days=-1)
    set_license_image(ready.pk, "users/1/driverDocuments/new.jpg")
    assert drivers_nearby(ada, economy) == 0

    edit_document(by=dora, document_id=expired.pk, changes={"state": "accepted"})

    assert drivers_nearby(ada, economy) == 1


def test_document_expires_at_the_platforms_midnight(ready: User) -> None:
    document(ready, days=0)
    before = DriverPosition.objects.get(pk=ready.pk).fit_until
    update_platform_settings(time_zone="Pacific/Auckland")
    work("accounts.refresh_fitness")
    work("accounts.refresh_driver_fitness")
    after = DriverPosition.objects.get(pk=ready.pk).fit_until
    assert before is not None
    assert after is not None
    assert after.isoformat() != before.isoformat()


def test_time_zone_change_queues_a_job_for_each_driver_with_documents(ben: User, bob: User) -> None:
    """A failing job does not block others, and none uses the settings from before the change."""
    document(ben, days=0)
    document(ben, days=0, kind="insurance")
    document(bob, days=0)
    before = {one.pk: one.fit_until for one in DriverPosition.objects.all()}
    update_platform_settings(time_zone="Pacific/Auckland")
    stale = replace(platform_settings(), time_zone="UTC")
    held = (time.monotonic() + 60, stale)

    platform_module._cached = held
    work("accounts.refresh_fitness")
    jobs = OutboxEntry.objects.filter(name="accounts.refresh_driver_fitness").order_by("pk")
    assert [job.payload for job in jobs] == [{"driver_id": pk} for pk in sorted((ben.pk, bob.pk))]
    assert {one.pk: one.fit_until for one in DriverPosition.objects.all()} == before
    platform_module._cached = held
    work("accounts.refresh_driver_fitness")

    for one in DriverPosition.objects.all():
        assert one.fit_until is not None
        assert one.fit_until.astimezone(ZoneInfo("Pacific/Auckland")).hour == 0


def test_drivers_of_other_car_types_are_not_counted(ada: User, ready: User, economy: CarType) -> None:
    other = CarType.objects.create(name="Comfort", base_fare=1, min_fare=1)
    other_driver = make_driver("Olga", other)
    credit_wallet(other_driver)
    put_online(other_driver)
    assert drivers_nearby(ada, economy) == 1
