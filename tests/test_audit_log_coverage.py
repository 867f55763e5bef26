"""Every change that staff may make over the API is recorded; a new endpoint without an entry fails."""

from collections.abc import Callable
from datetime import timedelta
from decimal import Decimal
from typing import Any, Final

import pytest
from django.db import transaction
from django.utils import timezone
from rest_framework.test import APIClient

from apps.accounts.choices import UserType
from apps.accounts.models import DriverDocument, Passkey, User
from apps.accounts.services.second_factor import enrol
from apps.backoffice.audit.labels import ACTIONS, KINDS, SOURCES
from apps.backoffice.languages import selectors
from apps.bookings.choices import Status
from apps.bookings.models import SosAlert
from apps.core.models import AuditEntry
from apps.fares.models import CarType, TariffPeriod
from apps.fleet.ranks.queue import check_in
from apps.notifications.models import Announcement
from apps.wallet.models import OwedFee
from apps.wallet.trips.fees import settle_cancellation
from apps.wallet.withdrawals.payouts import request_withdrawal
from tests.accounts.conftest import media
from tests.backoffice.people.api import RIDER
from tests.bookings.builders import PICKUP, credit_wallet, make_booking
from tests.django_admin import SECRET
from tests.fares.tariffs import document as tariff_document
from tests.fares.test_car_type_edits import SALOON
from tests.fleet.ranks import cab
from tests.notifications.posting import phone_of, run_due_jobs
from tests.personas import client_of, make_driver, make_user
from tests.pictures import png, upload
from tests.test_access_matrix import IN, ROWS

__all__ = ["media"]
pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("media")]

CHANGES_NOTHING: Final = {
    ("post", "notifications/count/"),
    ("post", "car-types/preview/"),
    ("post", "tariffs/check/"),
    ("post", "tariffs/compare/"),
    ("post", "tariffs/<int:pk>/preview/"),
    ("post", "tariffs/<int:pk>/fees/"),
    ("post", "replays/"),
    ("delete", "replays/<int:pk>/"),
    ("post", "bookings/<int:pk>/edit-preview/"),
    ("post", "people/import/preview/"),
    ("post", "app-info/test-email/"),
    ("post", "outbox/session/"),
}
TESTED_ELSEWHERE: Final = {
    ("post", "payments/checkouts/<slug:ref>/refund/"): "tests/payments/test_refunds.py",
    ("post", "people/<int:pk>/merge/"): "tests/backoffice/people/test_merging.py",
    ("post", "approvals/<int:pk>/approve/"): "tests/backoffice/test_approvals.py",
    ("post", "approvals/<int:pk>/refuse/"): "tests/backoffice/test_approvals.py",
    ("post", "approvals/<int:pk>/cancel/"): "tests/backoffice/test_approvals.py",
    ("post", "bookings/<int:pk>/assign/"): "tests/test_audit_log.py",
    ("post", "bookings/<int:pk>/force-end/"): "tests/test_audit_log.py",
    ("post", "bookings/<int:pk>/record-payment/"): "tests/bookings/test_unpaid.py",
    ("post", "bookings/<int:pk>/edit/"): "tests/bookings/test_editing.py",
    ("post", "bookings/<int:pk>/write-off/"): "tests/bookings/test_unpaid.py",
    ("post", "bookings/<int:pk>/adjust-fare/"): "tests/bookings/test_adjusting.py",
    ("post", "bookings/<int:pk>/refund/"): "tests/bookings/test_adjusting.py",
    ("post", "bookings/<int:pk>/plan/"): "tests/bookings/test_planned_drivers.py",
    ("post", "bookings/<int:pk>/cancel-plan/"): "tests/bookings/test_planned_drivers.py",
    ("post", "bookings/<int:pk>/plan-backup/"): "tests/bookings/test_backup_drivers.py",
    ("post", "bookings/<int:pk>/cancel-backup/"): "tests/bookings/test_backup_drivers.py",
    ("post", "bookings/<int:pk>/use-backup/"): "tests/bookings/test_backup_drivers.py",
    ("post", "bookings/<int:pk>/hold/"): "tests/bookings/test_holding.py",
    ("post", "bookings/<int:pk>/release-hold/"): "tests/bookings/test_holding.py",
    ("post", "bookings/<int:pk>/unassign/"): "tests/bookings/test_reassigning.py",
    ("post", "bookings/<int:pk>/reassign/"): "tests/bookings/test_reassigning.py",
    ("post", "bookings/<int:pk>/guest-link/"): "tests/bookings/test_guest_links.py",
    ("delete", "bookings/<int:pk>/guest-link/"): "tests/bookings/test_guest_links.py",
    ("post", "inspector-accesses/"): "tests/bookings/test_register.py",
    ("delete", "inspector-accesses/<int:pk>/"): "tests/bookings/test_register.py",
    ("post", "surge/stop/"): "tests/bookings/test_surge.py",
    ("post", "surge/resume/"): "tests/bookings/test_surge.py",
    ("post", "desk/drivers/<int:pk>/offline/"): "tests/backoffice/test_desk_offline.py",
}
"""Endpoints that need roads, a gateway or a setting, with the test of their entry."""
STAFF: Final = ("fay", "dora")
CALLERS: Final = dict(
    zip(("visitor", "ada", "cleo", "bob", "ben", "fay", "fred", "dora"), range(8), strict=True)
)

Change = tuple[tuple[str, str], dict[str, int | str], Any, str]
"""The endpoint, its path parameters, the body and its format."""


def changes_by_staff() -> set[tuple[str, str]]:
    """Return changes that admins may make and neither riders nor drivers."""
    return {
        (method, path)
        for (method, path), row in ROWS.items()
        if method != "get"
        and not path.startswith("me/")
        and any(row.cells[CALLERS[name]] == IN for name in STAFF)
        and not any(row.cells[CALLERS[name]] == IN for name in ("visitor", "ada", "bob"))
    }


class Office:
    """Makes each change as dora, and finds it in the audit log."""

    def __init__(self, dora: User) -> None:
        self.dora = dora
        self.client: APIClient = client_of(dora)
        self.done: set[tuple[str, str]] = set()

    def do(self, method: str, path: str, body: Any = None, *, format: str = "json", **names: Any) -> Any:
        self.done.add((method, path))
        before = AuditEntry.objects.count()
        url = path
        for name, value in names.items():
            for kind in ("int", "slug"):
                url = url.replace(f"<{kind}:{name}>", str(value))
        reply = getattr(self.client, method)(f"/api/v1/{url}", body, format=format)
        assert reply.status_code < 300, (method, path, reply.content)
        entries = AuditEntry.objects.order_by("-pk")[: AuditEntry.objects.count() - before]
        assert [entry.actor_id for entry in entries] != [], f"{method} {path} writes no entry"
        assert {(entry.actor_id, entry.source) for entry in entries} == {(self.dora.pk, "office")}, path
        return reply.json() if reply.content else None


@pytest.fixture
def office(dora: User, settings: Any) -> Office:
    settings.OUTBOX_PAGE = True
    return Office(dora)


def of_people(office: Office, economy: CarType) -> None:
    of_ranks(office, economy)
    rider = office.do("post", "riders/", RIDER)["id"]
    driver = office.do("post", "drivers/", RIDER | {"email": "d@example.org", "mobile": "+447700900125"})[
        "id"
    ]
    for path in ("fleet-admins/", "admins/"):
        office.do("post", path, {"first_name": "Zoe", "last_name": "Lee", "email": f"{path[:5]}@example.org"})
    office.do("patch", "people/<int:pk>/", {"first_name": "Zora"}, pk=rider)
    office.do("put", "people/<int:pk>/photo/", {"image": upload(png())}, format="multipart", pk=rider)
    office.do("delete", "people/<int:pk>/photo/", pk=rider)
    note = office.do("post", "notes/", {"person": rider, "flag": "wheelchair"})["id"]
    office.do("delete", "notes/<int:pk>/", pk=note)
    case = office.do("post", "cases/", {"person": rider, "kind": "other", "text": "By phone"})["id"]
    office.do("patch", "cases/<int:pk>/", {"due_at": "2030-01-01T12:00:00Z"}, pk=case)
    office.do("post", "cases/<int:pk>/messages/", {"text": "Which day?"}, pk=case)
    office.do("post", "cases/<int:pk>/close/", {"outcome": "answered", "text": "Done"}, pk=case)
    office.do("post", "cases/<int:pk>/reopen/", pk=case)
    draft = {"document": "terms", "label": "2026-11", "texts": {"en": "Be kind."}}
    version = office.do("post", "terms-versions/", draft)["id"]
    office.do("patch", "terms-versions/<int:pk>/", {"label": "2026-12"}, pk=version)
    other = office.do("post", "terms-versions/", draft)["id"]
    office.do("delete", "terms-versions/<int:pk>/", pk=other)
    office.do("post", "terms-versions/<int:pk>/publish/", pk=version)
    role = office.do("post", "staff-roles/", {"name": "Night desk", "permissions": {"bookings": "view"}})[
        "id"
    ]
    office.do("patch", "staff-roles/<int:pk>/", {"name": "Day desk"}, pk=role)
    office.do("delete", "staff-roles/<int:pk>/", pk=role)
    clerk = make_user("Clerk", UserType.ADMIN)
    # Not with the client above: only the clerk may do this.
    enrol(user=clerk, secret=SECRET, code="000000")
    office.do("post", "people/<int:pk>/two-factor/reset/", pk=clerk.pk)
    passkey = Passkey.objects.create(
        user=clerk, name="Phone", credential_id=b"1", public_key=b"2", user_handle=b"3"
    )
    office.do("delete", "people/<int:pk>/passkeys/<int:passkey_id>/", pk=clerk.pk, passkey_id=passkey.pk)
    office.do("post", "people/<int:pk>/data-export/", pk=clerk.pk)
    office.do("delete", "people/<int:pk>/", pk=rider)
    document = {"image": upload(png()), "kind": "insurance", "number": "P-1"}
    made = office.do("post", "people/<int:pk>/documents/", document, format="multipart", pk=driver)["id"]
    office.do("patch", "driver-documents/<int:pk>/", {"state": "accepted"}, pk=made)
    office.do("delete", "driver-documents/<int:pk>/", pk=made)
    assert not DriverDocument.objects.filter(pk=made).exists()
    office.do("post", "desk/messages/", {"drivers": [driver], "text": "Come back to the rank"})
    of_vehicles(office, economy, driver)
    text = "first_name,last_name,email,mobile\nEva,Lee,eva@example.org,+447700900198\n"
    file = {"user_type": "rider", "text": text, "mapping": {}, "all_or_nothing": False, "send_emails": False}
    office.do("post", "people/import/apply/", file)


def of_vehicles(office: Office, economy: CarType, driver: int) -> None:
    car = {"plate": "AB12 CDE", "make": "Skoda", "model": "Octavia", "car_type": economy.pk}
    vehicle = office.do("post", "vehicles/", car)["id"]
    office.do("patch", "vehicles/<int:pk>/", {"colour": "Silver"}, pk=vehicle)
    office.do("post", "vehicles/<int:pk>/assign/", {"driver": driver}, pk=vehicle)
    office.do("post", "vehicles/<int:pk>/unassign/", pk=vehicle)
    other = office.do("post", "vehicles/", car | {"plate": "XY34 ZZZ"})["id"]
    office.do("delete", "vehicles/<int:pk>/", pk=other)
    path = "vehicles/<int:pk>/documents/"
    body = {"image": upload(png()), "kind": "insurance"}
    insurance = office.do("post", path, body, format="multipart", pk=vehicle)
    office.do("post", "documents/<int:pk>/accept/", {"photo": insurance["photo"]}, pk=insurance["id"])
    reason = {"photo": insurance["photo"], "reason": "Blurred"}
    office.do("post", "documents/<int:pk>/reject/", reason, pk=insurance["id"])
    made = office.do("post", "requirements/", {"subject": "driver", "kind": "permit"})["id"]
    office.do("patch", "requirements/<int:pk>/", {"grace_days": 7}, pk=made)
    office.do("delete", "requirements/<int:pk>/", pk=made)


def of_ranks(office: Office, economy: CarType) -> None:
    station = {"name": "Station", "lat": PICKUP[0], "lng": PICKUP[1]}
    rank = office.do("post", "ranks/", station)["id"]
    office.do("patch", "ranks/<int:pk>/", {"radius_m": 150}, pk=rank)
    entry = check_in(driver_id=cab("Ann", economy).pk, rank_id=rank)
    path = "ranks/places/<int:pk>/remove/"
    office.do("post", path, {"reason": "Broken meter"}, pk=entry.pk)
    unused = office.do("post", "ranks/", station | {"name": "Harbour"})["id"]
    office.do("delete", "ranks/<int:pk>/", pk=unused)


def of_the_catalogue(office: Office, economy: CarType) -> None:
    car = office.do("post", "car-types/", SALOON)["id"]
    office.do("patch", "car-types/<int:pk>/", {"base_fare": "9"}, pk=car)
    office.do("put", "car-types/<int:pk>/image/", {"image": upload(png())}, format="multipart", pk=car)
    office.do("delete", "car-types/<int:pk>/image/", pk=car)
    office.do("post", "car-types/<int:pk>/move/", {"to": 0}, pk=car)
    office.do("delete", "car-types/<int:pk>/", pk=car)
    promo = {
        "promo_name": "WELCOME",
        "promo_description": "",
        "promo_discount_type": "flat",
        "promo_discount_value": "2",
        "min_order": "0",
        "promo_validity": (timezone.now().date() + timedelta(days=7)).isoformat(),
        "promo_usage_limit": 1,
    }
    made = office.do("post", "promos/", promo)["id"]
    office.do("patch", "promos/<int:pk>/", {"min_order": "3"}, pk=made)
    office.do("delete", "promos/<int:pk>/", pk=made)
    document = tariff_document()
    draft = office.do("post", "tariffs/", {"document": document})["id"]
    office.do(
        "patch", "tariffs/<int:pk>/", {"revision": 1, "document": document | {"name": "City"}}, pk=draft
    )
    office.do("delete", "tariffs/<int:pk>/", pk=draft)
    draft = office.do("post", "tariffs/", {"document": document})["id"]
    later = (timezone.now() + timedelta(days=1)).isoformat()
    office.do("post", "tariffs/<int:pk>/publish/", {"revision": 1, "valid_from": later}, pk=draft)
    period = TariffPeriod.objects.get()
    office.do("delete", "tariffs/periods/<int:pk>/", pk=period.pk)
    office.do("post", "tariffs/use-car-types/", {})
    holiday = office.do("post", "public-holidays/", {"day": "2026-12-25", "name": "Christmas"})["id"]
    office.do("delete", "public-holidays/<int:pk>/", pk=holiday)
    office.do("post", "cancel-reasons/", {"label": "Too late"})
    reason = office.do("post", "cancel-reasons/", {"label": "Too slow"})["id"]
    office.do("patch", "cancel-reasons/<int:pk>/", {"label": "Too expensive"}, pk=reason)
    office.do("post", "cancel-reasons/<int:pk>/move/", {"to": 0}, pk=reason)
    office.do("delete", "cancel-reasons/<int:pk>/", pk=reason)


def of_the_settings(office: Office, economy: CarType) -> None:
    for path, changes in (("settings/", {"bonus": "7"}), ("app-info/", {"company_name": "Lamp"})):
        seen = office.client.get(f"/api/v1/{path}").json()["version"]
        office.do("patch", path, {"version": seen} | changes)
    office.do("put", "app-info/logo/", {"image": upload(png())}, format="multipart")
    office.do("delete", "app-info/logo/")
    english = selectors.default_language().pk
    made = office.do("post", "languages/", {"name": "Italiano", "code": "it", "date_locale": "it"})["id"]
    office.do("patch", "languages/<int:pk>/", {"name": "Italian"}, pk=made)
    office.do("patch", "languages/<int:pk>/words/", {"pairs": {"nav.home": "Inizio"}}, pk=made)
    file = {"type": "json", "content": '{"nav.home": "Casa"}', "dry_run": False}
    office.do("post", "languages/<int:pk>/import/", file, pk=made)
    office.do("post", "languages/<int:pk>/make-default/", pk=made)
    office.do("post", "languages/<int:pk>/make-default/", pk=english)
    office.do("delete", "languages/<int:pk>/", pk=made)
    account = {"enabled": True, "credentials": {"merchant_id": "ABC0001", "transaction_password": "secret"}}
    office.do(
        "put", "payment-accounts/<slug:provider>/<slug:mode>/", account, provider="securepay", mode="test"
    )
    office.do(
        "post", "payment-accounts/<slug:provider>/<slug:mode>/check/", provider="securepay", mode="test"
    )


def of_money(office: Office, economy: CarType) -> None:
    rider = make_user("Ada")
    office.do("post", "users/<int:pk>/wallet/credit/", {"amount": "5"}, pk=rider.pk)
    office.do("post", "users/<int:pk>/wallet/debit/", {"amount": "2", "note": "Typed twice"}, pk=rider.pk)
    with transaction.atomic():
        settle_cancellation(
            booking_id=1,
            reference="HX7K2M",
            customer_id=rider.pk,
            driver_id=None,
            refund=Decimal(0),
            fee=Decimal(20),
        )
    fee = OwedFee.objects.get()
    office.do("post", "owed-fees/<int:pk>/write-off/", {"reason": "Goodwill"}, pk=fee.pk)
    requested = []
    for name in ("Bo", "Bill", "Bea"):
        driver = make_driver(name, economy, bank_name="Bank", bank_code="1", bank_account="2")
        credit_wallet(driver)
        requested.append(request_withdrawal(user=driver, amount=Decimal(20)).pk)
    office.do("post", "withdrawals/<int:pk>/process/", pk=requested[0])
    office.do("post", "withdrawals/<int:pk>/reject/", {"reason": "Closed."}, pk=requested[1])
    batch = office.do("post", "withdrawals/batches/")["id"]
    office.do("post", "withdrawals/batches/<int:pk>/process/", pk=batch)


def of_notices(office: Office, economy: CarType) -> None:
    phone_of(make_user("Ada"))
    words = {"device_type": "All", "user_type": "All", "title": "Snow", "body": "Roads are slow today."}
    made = office.do("post", "notifications/", words)["id"]
    run_due_jobs()
    office.do("patch", "notifications/<int:pk>/", {"title": "Ice"}, pk=made)
    Announcement.objects.update(started_at=timezone.now() - timedelta(minutes=2))
    office.do("post", "notifications/<int:pk>/send/", pk=made)
    run_due_jobs()
    office.do("delete", "notifications/<int:pk>/", pk=made)


def of_trips(office: Office, economy: CarType) -> None:
    rider, driver = make_user("Ada"), make_driver("Ben", economy)
    alert = SosAlert.objects.create(
        booking=make_booking(rider, economy, Status.STARTED, driver=driver), by=rider
    )
    office.do("post", "sos/<int:pk>/handle/", pk=alert.pk)


WORK: Final[tuple[Callable[[Office, CarType], None], ...]] = (
    *(of_notices, of_people, of_the_catalogue, of_the_settings, of_money, of_trips),
)


@pytest.fixture
def office_after_work(office: Office, economy: CarType) -> Office:
    for make_changes in WORK:
        make_changes(office, economy)
    return office


def test_every_change_by_staff_is_recorded(office_after_work: Office) -> None:
    decided = office_after_work.done | CHANGES_NOTHING | TESTED_ELSEWHERE.keys()
    assert changes_by_staff() - decided == set(), "changes without a check of the audit log"
    assert decided - changes_by_staff() == set(), "rows of no endpoint"


def test_every_entry_has_its_labels(office_after_work: Office) -> None:
    """In the file as on the screen: tests/backoffice/test_export_texts.py compares both."""
    entries = list(AuditEntry.objects.values_list("action", "kind", "source").distinct())
    actions, kinds, sources = (set(values) for values in zip(*entries, strict=True))
    assert len(actions) > 15
    assert (actions - set(ACTIONS), kinds - set(KINDS), sources - set(SOURCES)) == (set(), set(), set())
