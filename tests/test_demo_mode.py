"""Demo mode over every endpoint: what it hides, what it refuses, and that a refusal changes nothing."""

import io
import zipfile
from collections.abc import Callable, Iterator
from typing import Any, Final
from urllib.parse import parse_qs, urlsplit

import pytest
from allauth.account.models import EmailAddress
from django.test import Client

from apps.accounts.choices import UserType
from apps.accounts.models import PhoneCode, User
from apps.accounts.services.recovery import reset_link
from apps.bookings.choices import Status
from apps.bookings.models import Booking, BookingEvent, SosAlert
from apps.core.models import OutboxEntry
from apps.core.platform import update_platform_settings
from apps.core.tasks import run_job
from apps.fares.models import CarType
from apps.wallet.models import Posting
from tests.accounts.proofs import cheap_captcha, solved
from tests.bookings.builders import credit_wallet, make_booking, make_offer, put_online
from tests.django_admin import enter_django_admin
from tests.personas import PASSWORD, client_of, make_user
from tests.test_access_matrix import FUNCTIONS, ROWS, endpoints

API: Final = "/api/v1/"
RECIPIENT: Final = "+447000111222"
BANK: Final = {"bank_name": "Bank of Freshwater", "bank_code": "FW-4711-X", "bank_account": "AC-90817263-Y"}
STATUSES: Final = (Status.NEW, Status.STARTED, Status.COMPLETE)
"""Bookings with a search, under way, and finished: each shows contacts differently."""

CRITICAL: Final = {
    ("post", "bookings/<int:pk>/cancel/"): "riders and admins; a driver gives the booking back",
    ("post", "guest/<str:token>/cancel/"): "tests/bookings/test_guest_links.py refuses it",
    ("post", "bookings/<int:pk>/no-show/"): "of staff; tests/bookings/test_no_shows.py refuses it",
    ("post", "bookings/<int:pk>/force-end/"): "",
    ("post", "bookings/<int:pk>/record-payment/"): "tests/bookings/test_unpaid.py refuses it",
    ("post", "bookings/<int:pk>/edit/"): "tests/bookings/test_editing.py refuses it",
    ("post", "bookings/<int:pk>/change-stops/"): "of staff; tests/bookings/test_changing_stops.py refuses it",
    ("post", "bookings/<int:pk>/write-off/"): "tests/bookings/test_unpaid.py refuses it",
    ("post", "bookings/<int:pk>/request-payment/"): "of staff; tests/bookings/test_unpaid.py refuses it",
    ("post", "bookings/<int:pk>/adjust-fare/"): "tests/bookings/test_adjusting.py refuses it",
    ("post", "bookings/<int:pk>/refund/"): "tests/bookings/test_adjusting.py refuses it",
    ("post", "bookings/<int:pk>/unassign/"): "",
    ("post", "bookings/<int:pk>/reassign/"): "",
    ("post", "owed-fees/<int:pk>/write-off/"): "tests/wallet/test_owed_fees.py refuses it",
    ("post", "users/<int:pk>/wallet/debit/"): "tests/wallet/test_debits.py refuses it",
    ("post", "me/two-factor/setup/"): "tests/accounts/test_two_factor.py refuses it",
    ("post", "me/two-factor/confirm/"): "tests/accounts/test_two_factor.py refuses it",
    ("post", "me/two-factor/recovery-codes/"): "tests/accounts/test_two_factor.py refuses it",
    ("post", "me/two-factor/turn-off/"): "tests/accounts/test_two_factor.py refuses it",
    ("post", "people/<int:pk>/two-factor/reset/"): "tests/accounts/test_two_factor.py refuses it",
    ("post", "me/passkeys/"): "tests/accounts/test_passkeys.py refuses it",
    ("post", "me/passkeys/options/"): "tests/accounts/test_passkeys.py refuses it",
    ("patch", "me/passkeys/<int:pk>/"): "tests/accounts/test_passkeys.py refuses it",
    ("post", "me/passkeys/<int:pk>/remove/"): "tests/accounts/test_passkeys.py refuses it",
    ("delete", "people/<int:pk>/passkeys/<int:passkey_id>/"): "tests/accounts/test_passkeys.py refuses it",
    ("post", "people/<int:pk>/data-export/"): "tests/exports/test_data_export.py refuses it",
    ("post", "me/data-export/"): "tests/exports/test_data_export.py refuses it",
    ("post", "me/delete/"): "tests/backoffice/people/test_own_deletion.py refuses it",
    ("post", "auth/password/forgot/"): "",
    ("post", "auth/password/reset/"): "",
    ("post", "me/password/"): "of who has one",
    ("post", "me/email/"): "of who has one",
    ("post", "me/mobile/"): "of who has one",
    ("patch", "settings/"): "tests/backoffice/test_settings.py refuses it",
    ("patch", "app-info/"): "tests/backoffice/test_settings.py refuses it",
    ("put", "app-info/logo/"): "tests/backoffice/test_brand.py refuses it",
    ("delete", "app-info/logo/"): "tests/backoffice/test_brand.py refuses it",
    ("post", "app-info/test-email/"): "tests/backoffice/test_brand.py refuses it",
    ("post", "languages/"): "tests/backoffice/test_languages.py refuses it",
    ("patch", "languages/<int:pk>/"): "tests/backoffice/test_languages.py refuses it",
    ("delete", "languages/<int:pk>/"): "tests/backoffice/test_languages.py refuses it",
    ("post", "languages/<int:pk>/make-default/"): "tests/backoffice/test_languages.py refuses it",
    ("patch", "languages/<int:pk>/words/"): "tests/backoffice/test_languages.py refuses it",
    ("post", "languages/<int:pk>/import/"): "tests/backoffice/test_languages.py refuses it",
    ("put", "payment-accounts/<slug:provider>/<slug:mode>/"): "tests/payments/test_views.py refuses it",
    (
        "post",
        "payment-accounts/<slug:provider>/<slug:mode>/check/",
    ): "tests/payments/gateways/test_accounts.py refuses it",
    ("post", "payments/checkouts/<slug:ref>/refund/"): "tests/payments/test_refunds.py refuses it",
    ("post", "withdrawals/<int:pk>/process/"): "tests/wallet/test_withdrawals.py refuses it",
    ("post", "withdrawals/<int:pk>/reject/"): "tests/wallet/test_withdrawals.py refuses it",
    ("post", "withdrawals/batches/"): "tests/wallet/test_bank_files.py refuses it",
    ("post", "withdrawals/batches/<int:pk>/process/"): "tests/wallet/test_bank_files.py refuses it",
    ("post", "people/<int:pk>/merge/"): "tests/backoffice/people/test_merging.py refuses it",
    ("delete", "people/<int:pk>/"): "tests/backoffice/people/test_delete.py refuses it",
    ("delete", "driver-documents/<int:pk>/"): "tests/backoffice/people/test_driver_documents.py refuses it",
    ("delete", "vehicles/<int:pk>/"): "tests/fleet/test_vehicles.py refuses it",
    ("post", "ranks/"): "tests/fleet/test_ranks.py refuses it",
    ("patch", "ranks/<int:pk>/"): "tests/fleet/test_ranks.py refuses it",
    ("delete", "ranks/<int:pk>/"): "tests/fleet/test_ranks.py refuses it",
    ("post", "requirements/"): "tests/fleet/test_requirements.py refuses it",
    ("patch", "requirements/<int:pk>/"): "tests/fleet/test_requirements.py refuses it",
    ("delete", "requirements/<int:pk>/"): "tests/fleet/test_requirements.py refuses it",
    ("patch", "car-types/<int:pk>/"): "tests/fares/test_car_type_edits.py refuses it",
    ("delete", "car-types/<int:pk>/"): "tests/fares/test_car_type_edits.py refuses it",
    ("put", "car-types/<int:pk>/image/"): "tests/fares/test_car_type_edits.py refuses it",
    ("delete", "car-types/<int:pk>/image/"): "tests/fares/test_car_type_edits.py refuses it",
    ("post", "car-types/<int:pk>/move/"): "tests/fares/test_car_type_edits.py refuses it",
    ("patch", "notifications/<int:pk>/"): "tests/notifications/test_announcements.py refuses it",
    ("delete", "notifications/<int:pk>/"): "tests/notifications/test_announcements.py refuses it",
    ("post", "notifications/<int:pk>/send/"): "tests/notifications/test_announcements.py refuses it",
    ("patch", "promos/<int:pk>/"): "tests/fares/test_promo_edits.py refuses it",
    ("delete", "promos/<int:pk>/"): "tests/fares/test_promo_edits.py refuses it",
    ("patch", "tariffs/<int:pk>/"): "tests/fares/test_tariff_edits.py refuses it",
    ("delete", "tariffs/<int:pk>/"): "tests/fares/test_tariff_edits.py refuses it",
    ("post", "tariffs/<int:pk>/publish/"): "tests/fares/test_tariff_publishing.py refuses it",
    ("post", "tariffs/use-car-types/"): "tests/fares/test_tariff_publishing.py refuses it",
    ("delete", "tariffs/periods/<int:pk>/"): "tests/fares/test_tariff_publishing.py refuses it",
    ("post", "surge/stop/"): "tests/bookings/test_surge.py refuses it",
    ("post", "surge/resume/"): "tests/bookings/test_surge.py refuses it",
    ("post", "public-holidays/"): "tests/fares/test_public_holidays.py refuses it",
    ("delete", "public-holidays/<int:pk>/"): "tests/fares/test_public_holidays.py refuses it",
    ("post", "cases/<int:pk>/close/"): "tests/backoffice/test_case_outcomes.py refuses it",
    ("post", "approvals/<int:pk>/approve/"): "tests/backoffice/test_approvals.py refuses it",
    ("post", "approvals/<int:pk>/refuse/"): "tests/backoffice/test_approvals.py refuses it",
    ("post", "approvals/<int:pk>/cancel/"): "tests/backoffice/test_approvals.py refuses it",
    ("post", "terms-versions/"): "tests/accounts/test_terms.py refuses it",
    ("patch", "terms-versions/<int:pk>/"): "tests/accounts/test_terms.py refuses it",
    ("delete", "terms-versions/<int:pk>/"): "tests/accounts/test_terms.py refuses it",
    ("post", "terms-versions/<int:pk>/publish/"): "tests/accounts/test_terms.py refuses it",
    ("post", "staff-roles/"): "tests/accounts/test_staff_roles.py refuses it",
    ("patch", "staff-roles/<int:pk>/"): "tests/accounts/test_staff_roles.py refuses it",
    ("delete", "staff-roles/<int:pk>/"): "tests/accounts/test_staff_roles.py refuses it",
    ("post", "cancel-reasons/"): "tests/bookings/test_reason_edits.py refuses it",
    ("patch", "cancel-reasons/<int:pk>/"): "tests/bookings/test_reason_edits.py refuses it",
    ("delete", "cancel-reasons/<int:pk>/"): "tests/bookings/test_reason_edits.py refuses it",
    ("post", "cancel-reasons/<int:pk>/move/"): "tests/bookings/test_reason_edits.py refuses it",
}
HARMLESS: Final = {
    "withdrawal requests and credits by admins, which can be reversed": {
        ("post", "me/wallet/withdrawals/"),
        ("post", "users/<int:pk>/wallet/credit/"),
    },
    "what a phone system reports": {("post", "calls/")},
    "what dispatchers do with drivers": {
        ("post", "desk/messages/"),
        ("post", "desk/drivers/<int:pk>/offline/"),
        ("post", "ranks/places/<int:pk>/remove/"),
    },
    "cases and their messages": {
        ("post", "cases/"),
        ("patch", "cases/<int:pk>/"),
        ("post", "cases/<int:pk>/messages/"),
        ("post", "cases/<int:pk>/reopen/"),
        ("post", "me/case-photos/"),
        ("post", "me/cases/"),
        ("post", "me/cases/<int:pk>/messages/"),
    },
    "notes of staff": {("post", "notes/"), ("delete", "notes/<int:pk>/")},
    "paying, and what gateways say": {
        ("post", "me/wallet/top-ups/"),
        ("post", "payments/bookings/<int:pk>/"),
        ("post", "guest/<str:token>/payment/"),
        ("post", "guest/<str:token>/payment/check/"),
        ("post", "payments/checkouts/<slug:ref>/check/"),
        ("post", "payments/checkouts/<slug:ref>/submit/"),
        ("post", "payments/test/pages/<slug:ref>/"),
        ("post", "payments/<slug:provider>/start/"),
        ("post", "payments/<slug:provider>/webhook/"),
        ("post", "payments/<slug:provider>/card/<slug:ref>/"),
        ("post", "payments/<slug:provider>/return/<slug:ref>/"),
        ("post", "payments/<slug:provider>/cancel/<slug:ref>/"),
    },
    "the setup of a platform without users": {
        ("post", "setup/"),
    },
    "signing in and up": {
        ("post", "auth/sign-up/"),
        ("post", "auth/validate-referrer/"),
        ("post", "auth/sign-in/"),
        ("post", "auth/refresh/"),
        ("post", "auth/sign-out/"),
        ("post", "auth/two-factor/"),
        ("post", "auth/passkey/options/"),
        ("post", "auth/passkey/"),
        ("post", "auth/sign-out-everywhere/"),
        ("post", "auth/email/verify/"),
        ("post", "auth/email/resend/"),
        ("post", "auth/phone/"),
        ("post", "auth/phone/verify/"),
        ("post", "auth/phone/cancel/"),
        ("post", "auth/social/<str:provider>/start/"),
        ("post", "auth/social/finish/"),
        ("post", "auth/license-image/"),
        ("post", "realtime/ticket/"),
        ("post", "realtime/spans/"),
        # Its page then shows neither contacts nor login data.
        ("post", "outbox/session/"),
    },
    "one's own things, which the next one puts back": {
        ("delete", "me/sessions/<slug:family>/"),
        ("post", "me/mobile/confirm/"),
        ("patch", "me/"),
        ("put", "me/availability/"),
        ("post", "me/consents/"),
        ("post", "me/views/"),
        ("delete", "me/views/<int:pk>/"),
        ("post", "me/addresses/"),
        ("patch", "me/addresses/<int:pk>/"),
        ("delete", "me/addresses/<int:pk>/"),
        ("put", "me/photo/"),
        ("delete", "me/photo/"),
        ("put", "me/license-image/"),
        ("post", "me/documents/"),
        ("post", "me/shift/start/"),
        ("post", "me/scheduled/<int:pk>/confirm/"),
        ("post", "me/scheduled/<int:pk>/decline/"),
        ("post", "me/shift/break/"),
        ("post", "me/shift/resume/"),
        ("post", "me/shift/end/"),
        ("post", "me/rank/"),
        ("post", "me/rank/leave/"),
        ("post", "me/street-trips/"),
        ("patch", "me/vehicle/"),
        ("post", "me/inbox/read/"),
        ("post", "me/devices/"),
        ("delete", "me/devices/<int:pk>/"),
        ("post", "me/location/"),
        ("post", "exports/"),
        ("delete", "exports/<int:pk>/"),
    },
    "what is added to what is offered, which the documents leave open": {
        ("post", "car-types/"),
        ("post", "promos/"),
        # A draft, which prices nothing.
        ("post", "tariffs/"),
        # Stored, not sent.
        ("post", "notifications/"),
    },
    "people of the office's lists, whose edits the documents leave open; shutting an admin out is refused": {
        ("post", "riders/"),
        ("post", "drivers/"),
        ("post", "fleet-admins/"),
        ("post", "admins/"),
        ("patch", "people/<int:pk>/"),
        ("put", "people/<int:pk>/photo/"),
        ("delete", "people/<int:pk>/photo/"),
        ("post", "people/<int:pk>/documents/"),
        ("patch", "driver-documents/<int:pk>/"),
        ("post", "people/import/preview/"),
        ("post", "people/import/apply/"),
    },
    "vehicles, their drivers and documents, which the next one can change back": {
        ("post", "vehicles/"),
        ("patch", "vehicles/<int:pk>/"),
        ("post", "vehicles/<int:pk>/assign/"),
        ("post", "vehicles/<int:pk>/unassign/"),
        ("post", "vehicles/<int:pk>/documents/"),
        ("post", "documents/<int:pk>/accept/"),
        ("post", "documents/<int:pk>/reject/"),
    },
    "questions": {
        ("post", "promos/check/"),
        ("post", "car-types/preview/"),
        ("post", "tariffs/check/"),
        ("post", "tariffs/compare/"),
        ("post", "tariffs/<int:pk>/preview/"),
        ("post", "tariffs/<int:pk>/fees/"),
        ("post", "replays/"),
        ("delete", "replays/<int:pk>/"),
        ("post", "bookings/<int:pk>/edit-preview/"),
        ("post", "bookings/<int:pk>/stops-preview/"),
        ("post", "notifications/count/"),
        ("post", "routes/"),
        ("post", "routes/matrix/"),
        ("post", "estimates/"),
    },
    "the trip itself": {
        ("post", "bookings/"),
        *(
            ("post", f"bookings/<int:pk>/{move}/")
            for move in (
                *("accept", "decline", "arrive", "start", "reach", "reach-stop", "leave-stop"),
                *("collect-cash", "request-payment"),
                *(
                    "pay",
                    "promo",
                    "complete",
                    "rate-rider",
                    "tip",
                    "receipt/email",
                    "search",
                    "book-later",
                    "assign",
                    "plan",
                    "cancel-plan",
                    "plan-backup",
                    "cancel-backup",
                    "use-backup",
                    "hold",
                    "release-hold",
                    "share",
                    "sos",
                    "messages",
                ),
            )
        ),
        ("post", "bookings/<int:pk>/messages/read/"),
        ("delete", "bookings/<int:pk>/promo/"),
        ("delete", "bookings/<int:pk>/share/"),
        ("post", "bookings/<int:pk>/guest-link/"),
        ("delete", "bookings/<int:pk>/guest-link/"),
        ("post", "bookings/<int:pk>/passenger-link/"),
        ("post", "guest/<str:token>/messages/"),
        ("post", "inspector-accesses/"),
        ("delete", "inspector-accesses/<int:pk>/"),
        ("put", "bookings/<int:pk>/images/pickup/"),
        ("put", "bookings/<int:pk>/images/deliver/"),
        ("post", "sos/<int:pk>/handle/"),
    },
}
LISTS: Final = ("bookings/?fields=all", "bookings/?format=csv", "bookings/?format=xlsx")
"""Further query parameters of lists, beside those of the access matrix."""

__all__ = ["cheap_captcha"]
pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("cheap_captcha")]


def demo(*, on: bool) -> None:
    update_platform_settings(allow_critical_edits_admin=not on)


@pytest.fixture
def people(ada: User, cleo: User, bob: User, ben: User, fay: User, dora: User) -> dict[str, User]:
    return {"ada": ada, "cleo": cleo, "bob": bob, "ben": ben, "fay": fay, "dora": dora}


@pytest.fixture
def bookings(people: dict[str, User], economy: CarType) -> list[Booking]:
    """Ada's rides in every phase, driven by bob and offered to ben, with a call for help."""
    ada, bob, ben = people["ada"], people["bob"], people["ben"]
    put_online(bob)
    put_online(ben)
    made = []
    for status in STATUSES:
        driver = None if status == Status.NEW else bob
        extra = {"driver_contact": bob.mobile or ""} if driver else {}
        booking = make_booking(
            ada,
            economy,
            status,
            driver=driver,
            customer_email=ada.email or "",
            app_category="delivery",
            delivery_person="Rita",
            delivery_person_phone=RECIPIENT,
            **extra,
        )
        make_offer(booking, ben) if status == Status.NEW else None
        made.append(booking)
    SosAlert.objects.create(booking=made[1], by=ada)
    return made


@pytest.fixture
def bank_details(people: dict[str, User]) -> None:
    """Ada and bob have a bank account, and bob has requested a withdrawal to it."""
    User.objects.filter(pk__in=[people["ada"].pk, people["bob"].pk]).update(**BANK)
    credit_wallet(people["bob"])
    response = client_of(people["bob"]).post(f"{API}me/wallet/withdrawals/", {"amount": "5"})
    assert response.status_code == 201, response.content


def text_of(response: Any) -> str:
    body = b"".join(response.streaming_content) if response.streaming else response.content
    if body.startswith(b"PK"):
        with zipfile.ZipFile(io.BytesIO(body)) as book:
            body = b"\n".join(book.read(name) for name in book.namelist())
    return str(body.decode(errors="replace"))


def looks(people: dict[str, User], bookings: list[Booking]) -> Iterator[str]:
    """Return every readable path, for each of the users and bookings."""
    for method, path in ROWS:
        if method != "get":
            continue
        if "<" not in path:
            yield path
        elif path.startswith("bookings/<int:pk>/"):
            yield from (path.replace("<int:pk>", str(booking.pk)) for booking in bookings)
        elif path.startswith(("people/<int:pk>/", "users/<int:pk>/")):
            yield from (path.replace("<int:pk>", str(person.pk)) for person in people.values())
    yield from LISTS


def leaked_contacts(people: dict[str, User], bookings: list[Booking]) -> set[str]:
    """Return where a user reads another's contact: "who: path: whose"."""
    contacts = {"recipient": [RECIPIENT], "bank": list(BANK.values())} | {
        name: [contact for contact in (person.email, person.mobile) if contact]
        for name, person in people.items()
    }
    found = set()
    for caller, user in {"visitor": None, **people}.items():
        client = client_of(user)
        for path in looks(people, bookings):
            text = text_of(client.get(f"{API}{path}"))
            for whose, words in contacts.items():
                # Users may read their own page.
                own = whose == caller and path.startswith("me/")
                if not own and any(word in text for word in words):
                    found.add(f"{caller}: {path}: {whose}")
    return found


@pytest.mark.usefixtures("bank_details")
def test_no_page_shows_contacts_in_demo_mode(people: dict[str, User], bookings: list[Booking]) -> None:
    demo(on=True)
    assert leaked_contacts(people, bookings) == set()


@pytest.mark.usefixtures("bank_details")
def test_same_pages_show_contacts_otherwise(people: dict[str, User], bookings: list[Booking]) -> None:
    # Or the test above would have searched in the wrong places.
    demo(on=False)
    found = leaked_contacts(people, bookings)
    started = bookings[1].pk
    assert f"dora: bookings/{started}/: ada" in found
    assert f"dora: bookings/{started}/: bob" in found
    assert f"dora: bookings/{started}/: recipient" in found
    assert f"bob: bookings/{started}/: ada" in found
    assert {"dora: riders/: ada", "dora: sos/: ada"} <= found
    assert f"dora: people/{people['ada'].pk}/: ada" in found
    assert {f"dora: {path}: ada" for path in LISTS} <= found
    assert f"dora: bookings/{bookings[2].pk}/receipt/: ada" in found
    assert {"bob: me/: bank", "bob: me/wallet/withdrawals/: bank"} <= found
    assert {"dora: riders/: bank", "dora: drivers/: bank", "dora: withdrawals/: bank"} <= found
    assert f"dora: people/{people['bob'].pk}/: bank" in found


@pytest.mark.usefixtures("bank_details")
def test_form_saved_in_demo_mode_does_not_overwrite_bank_details(people: dict[str, User]) -> None:
    demo(on=True)
    update_platform_settings(bank_fields=True)
    shown = client_of(people["bob"]).get(f"{API}me/").json()
    assert {shown[name] for name in BANK} == {"Hidden"}
    form = {name: shown[name] for name in BANK} | {"first_name": "Robert"}
    assert client_of(people["bob"]).patch(f"{API}me/", form).json()["first_name"] == "Robert"
    edited = client_of(people["dora"]).patch(
        f"{API}people/{people['ada'].pk}/", form | {"first_name": "Augusta"}
    )
    assert edited.status_code == 200
    for name, first_name in (("bob", "Robert"), ("ada", "Augusta")):
        stored = User.objects.get(pk=people[name].pk)
        assert {field: getattr(stored, field) for field in BANK} == BANK
        assert stored.first_name == first_name


@pytest.mark.usefixtures("bank_details")
@pytest.mark.parametrize(
    ("kind", "word"), [("bookings", "Hidden"), ("riders", "Hidden"), ("drivers", "Hidden"), ("audit", "Ada")]
)
def test_export_has_no_contacts_in_demo_mode(
    people: dict[str, User], bookings: list[Booking], kind: str, word: str
) -> None:
    form = {"first_name": "Ada", "last_name": "Lee", "email": "lee@example.org", "mobile": RECIPIENT}
    assert client_of(people["dora"]).post(f"{API}riders/", form).status_code == 201
    demo(on=True)
    client = client_of(people["dora"])
    made = client.post(f"{API}exports/", {"kind": kind, "format": "csv"})
    assert made.status_code == 201
    for job in OutboxEntry.objects.filter(done_at__isnull=True, name="exports.write"):
        run_job(job.pk)
    url = client.get(f"{API}exports/{made.json()['id']}/").json()["url"]
    text = text_of(client.get(url))
    assert bookings[0].reference in text or kind != "bookings"
    assert word in text
    assert "lee@example.org" not in text
    assert not [value for value in BANK.values() if value in text]
    contacts = [contact for person in people.values() for contact in (person.email, person.mobile)]
    assert not [contact for contact in (*contacts, RECIPIENT) if contact and contact in text]


@pytest.mark.parametrize("whose", ["ada", "bob"])
def test_number_finds_no_booking_in_demo_mode(
    people: dict[str, User], bookings: list[Booking], whose: str
) -> None:
    client = client_of(people["dora"])
    number = people[whose].mobile or ""
    demo(on=False)
    assert client.get(f"{API}bookings/", {"search": number}).json()["results"]
    demo(on=True)
    assert client.get(f"{API}bookings/", {"search": number}).json()["results"] == []


def test_events_carry_no_contacts(people: dict[str, User], bookings: list[Booking]) -> None:
    """Events have many receivers: who may see more requests it."""
    credit_wallet(people["ben"])
    for move in ("accept", "arrive"):
        url = f"{API}bookings/{bookings[0].pk}/{move}/"
        assert client_of(people["ben"]).post(url).status_code == 200
    payloads = "\n".join(str(entry.payload) for entry in OutboxEntry.objects.all())
    assert str(bookings[0].pk) in payloads
    contacts = [contact for person in people.values() for contact in (person.email, person.mobile)]
    assert not [contact for contact in (*contacts, RECIPIENT) if contact and contact in payloads]


# -- refusals ----------------------------------------------------------------------------------


def test_every_change_is_critical_or_marked_harmless() -> None:
    decided = set(CRITICAL).union(*HARMLESS.values())
    changes = {row for row in endpoints() if row[0] != "get" and not row[1].startswith(FUNCTIONS)}
    assert changes - decided == set(), "changes without a decision"
    assert decided - changes == set(), "decisions about unknown endpoints"


def stored_data() -> Any:
    """Return the data that a refusal must not change."""
    return (
        list(Booking.objects.order_by("pk").values()),
        list(User.objects.order_by("pk").values()),
        list(EmailAddress.objects.order_by("pk").values()),
        [model.objects.count() for model in (BookingEvent, OutboxEntry, PhoneCode, Posting)],
    )


Attempt = tuple[User | None, str, dict[str, Any]]


@pytest.fixture
def phone_user(db: None) -> User:
    """A user who logs in by phone, and may therefore change both contacts."""
    return make_user("Zoe", login_type="mobile", mobile_verified=True, password=PASSWORD)


def reset_key(user: User) -> str:
    """The key of a link sent to the user before demo mode was switched on."""
    return parse_qs(urlsplit(reset_link(user.pk)).query)["key"][0]


@pytest.fixture
def attempts(people: dict[str, User], phone_user: User, economy: CarType) -> dict[str, Callable[[], Attempt]]:
    ada, bob, dora = people["ada"], people["bob"], people["dora"]
    credit_wallet(ada)

    def about(who: User, name: str, status: Status, *, driven: bool = False) -> Attempt:
        booking = make_booking(ada, economy, status, driver=bob if driven else None)
        return who, f"bookings/{booking.pk}/{name}/", {"reason": "Changed my mind"}

    return {
        "a rider cancels": lambda: about(ada, "cancel", Status.NEW),
        "a rider cancels late": lambda: about(ada, "cancel", Status.ACCEPTED, driven=True),
        "a rider cancels unpaid": lambda: about(ada, "cancel", Status.PAYMENT_PENDING),
        "an admin cancels": lambda: about(dora, "cancel", Status.NEW),
        "an admin ends a trip": lambda: about(dora, "force-end", Status.STARTED, driven=True),
        "an admin unassigns a driver": lambda: about(dora, "unassign", Status.ACCEPTED, driven=True),
        "a password": lambda: (
            phone_user,
            "me/password/",
            {"current": PASSWORD, "password": "another123"},
        ),
        "an e-mail address": lambda: (phone_user, "me/email/", {"email": "another@example.org"}),
        "a reset link is requested": lambda: (None, "auth/password/forgot/", {"email": dora.email}),
        "a reset link is used": lambda: (
            None,
            "auth/password/reset/",
            {"key": reset_key(dora), "password": "another123"},
        ),
        "a mobile": lambda: (
            phone_user,
            "me/mobile/",
            {"mobile": "+447911999888", "captcha": solved()},
        ),
    }


NAMES: Final = (
    "a rider cancels",
    "a rider cancels late",
    "a rider cancels unpaid",
    "an admin cancels",
    "an admin ends a trip",
    "an admin unassigns a driver",
    "a reset link is requested",
    "a reset link is used",
    "a password",
    "an e-mail address",
    "a mobile",
)


@pytest.mark.parametrize("name", NAMES)
def test_critical_edit_is_refused_in_demo_mode_and_changes_nothing(
    attempts: dict[str, Callable[[], Attempt]], name: str
) -> None:
    demo(on=True)
    who, path, body = attempts[name]()
    client = client_of(who)
    before = stored_data()
    response = client.post(f"{API}{path}", body)
    assert (response.status_code, response.json()["code"]) == (403, "demo_mode")
    assert response.json()["detail"]
    assert stored_data() == before


@pytest.mark.parametrize("name", NAMES)
def test_same_edit_is_allowed_otherwise(attempts: dict[str, Callable[[], Attempt]], name: str) -> None:
    who, path, body = attempts[name]()
    response = client_of(who).post(f"{API}{path}", body)
    # 503: the router for fares does not run here.
    assert response.status_code in (200, 202, 204, 503), response.content


def test_harmless_change_is_allowed(
    people: dict[str, User], phone_user: User, economy: CarType, bookings: list[Booking]
) -> None:
    demo(on=True)
    ada, bob = people["ada"], people["bob"]
    assert client_of(ada).patch(f"{API}me/", {"first_name": "Augusta"}).status_code == 200
    made = client_of(ada).post(f"{API}me/addresses/", {"description": "Home", "lat": 50.7, "lng": -1.3})
    assert client_of(ada).delete(f"{API}me/addresses/{made.json()['id']}/").status_code == 204
    # Users may verify their own number; only a new one is an edit.
    own = {"mobile": phone_user.mobile, "captcha": solved()}
    assert client_of(phone_user).post(f"{API}me/mobile/", own).status_code == 202
    Booking.objects.filter(pk=bookings[1].pk).update(status=Status.ACCEPTED)
    cancelled = client_of(bob).post(f"{API}bookings/{bookings[1].pk}/cancel/", {"reason": "Flat tyre"})
    assert cancelled.status_code == 200


def test_user_without_contacts_may_add_one_in_demo_mode(db: None) -> None:
    fresh = make_user("Fresh", email=None, mobile=None, login_type="google")
    demo(on=True)
    assert client_of(fresh).post(f"{API}me/email/", {"email": "fresh@example.org"}).status_code < 300
    mobile = {"mobile": "+447911222333", "captcha": solved()}
    assert client_of(fresh).post(f"{API}me/mobile/", mobile).status_code == 202


# -- the Django admin -----------------------------------------------------------------------------


@pytest.mark.parametrize("page", ["", "accounts/user/", "bookings/booking/", "accounts/phonecode/"])
def test_django_admin_is_closed_in_demo_mode(page: str) -> None:
    root = make_user("Root", UserType.ADMIN, is_staff=True, is_superuser=True)
    client = enter_django_admin(Client(), root)
    url = f"/django-admin/{page}"
    assert client.get(url).status_code == 200
    demo(on=True)
    response = client.get(url)
    assert response.status_code == 302
    assert response["Location"].startswith("/django-admin/login/")


def test_django_admin_login_shows_why_it_is_closed_in_demo_mode() -> None:
    root = make_user("Root", UserType.ADMIN, is_staff=True, is_superuser=True, password=PASSWORD)
    demo(on=True)
    client = Client()
    response = client.post("/django-admin/login/", {"username": root.email, "password": PASSWORD})
    assert response.status_code == 200
    assert "available in demo mode." in response.content.decode()
    assert "_auth_user_id" not in client.session


def test_django_admin_changes_nothing_in_demo_mode(ada: User) -> None:
    root = make_user("Root", UserType.ADMIN, is_staff=True, is_superuser=True)
    client = enter_django_admin(Client(), root)
    demo(on=True)
    before = stored_data()
    response = client.post(f"/django-admin/accounts/user/{ada.pk}/delete/", {"post": "yes"})
    assert response.status_code == 302
    assert stored_data() == before
