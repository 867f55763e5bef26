"""Changes in the Django admin are recorded, go through the services, and show their errors."""

from decimal import Decimal
from typing import Any

import pytest
from django.contrib.auth.models import Group
from django.db import DatabaseError
from django.test import Client

from apps.accounts.choices import UserType
from apps.accounts.models import SavedAddress, User
from apps.accounts.services.sessions import start_session
from apps.backoffice.models import Approval
from apps.bookings.choices import Status
from apps.bookings.models import Booking, SosAlert
from apps.core import audit
from apps.core.models import AuditEntry, OutboxEntry
from apps.core.platform import platform_settings, update_platform_settings
from apps.fares.models import CarType, ParcelType, Promo
from apps.payments.models import ProviderAccount
from apps.wallet.models import Withdrawal
from apps.wallet.services import credit_by_admin
from apps.wallet.withdrawals.batches import create_batch
from apps.wallet.withdrawals.payouts import request_withdrawal
from tests.bookings.builders import make_booking
from tests.django_admin import enter_django_admin, form_of
from tests.django_admin_rows import row_of
from tests.personas import make_driver, make_user

pytestmark = pytest.mark.django_db

HOME = "/django-admin/"


@pytest.fixture
def root(db: None) -> User:
    return make_user("Root", UserType.ADMIN, is_staff=True, is_superuser=True)


@pytest.fixture
def inside(root: User) -> Client:
    return enter_django_admin(Client(), root)


def entries(kind: str) -> list[AuditEntry]:
    return list(AuditEntry.objects.filter(kind=kind).order_by("id"))


def only(kind: str) -> AuditEntry:
    (entry,) = entries(kind)
    assert (entry.source, entry.actor_name) == ("django_admin", "Root Example")
    return entry


def change(client: Client, page: str, **changes: Any) -> Any:
    url = f"{HOME}{page}change/"
    answer = client.post(url, form_of(client.get(url)) | changes)
    assert answer.status_code == 302, answer.context["errors"]
    return answer


def act(client: Client, page: str, name: str, *rows: Any, **form: str) -> list[str]:
    """Run an action on chosen rows and return the page's messages."""
    sent = {"action": name, "_selected_action": [row.pk for row in rows], **form}
    answer = client.post(f"{HOME}{page}", sent, follow=True)
    assert answer.status_code == 200
    return [str(message) for message in answer.context["messages"]]


# -- additions, changes, deletions -------------------------------------------------------------


def test_change_is_recorded_by_field(inside: Client, ada: User, root: User) -> None:
    change(inside, f"accounts/user/{ada.pk}/", first_name="Augusta")
    entry = only("user")
    assert (entry.action, entry.actor_id, entry.target_id) == ("changed", root.pk, str(ada.pk))
    assert (entry.before, entry.after) == ({"first_name": "Ada"}, {"first_name": "Augusta"})


def test_unchanged_form_is_not_recorded(inside: Client, ada: User) -> None:
    change(inside, f"accounts/user/{ada.pk}/")
    assert entries("user") == []


def test_groups_and_permissions_are_recorded(inside: Client, ada: User) -> None:
    group = Group.objects.create(name="Clerks")
    change(inside, f"accounts/user/{ada.pk}/", groups=[group.pk], is_staff="on")
    assert only("user").after == {"groups": [group.pk], "is_staff": True}


def test_each_inline_row_is_recorded(inside: Client, economy: CarType) -> None:
    ParcelType.objects.create(car_type=economy, description="Letter", amount=1)
    page = f"fares/cartype/{economy.pk}/"
    change(inside, page, **{"parceltypes-0-amount": "2"})
    entry = only("parcel_type")
    assert [Decimal(entry.before["amount"]), Decimal(entry.after["amount"])] == [1, 2]
    change(inside, page, **{"parceltypes-0-DELETE": "on"})
    assert [each.action for each in entries("parcel_type")] == ["changed", "deleted"]


def test_addition_is_recorded(inside: Client) -> None:
    form = {
        "promo_name": "SUMMER",
        "promo_discount_type": "flat",
        "promo_discount_value": "5",
        "max_promo_discount_value": "5",
        "min_order": "10",
        "promo_validity": "2030-01-01",
        "promo_usage_limit": "3",
    }
    assert inside.post(f"{HOME}fares/promo/add/", form).status_code == 302
    entry = only("promo")
    assert (entry.action, entry.label, entry.before) == ("added", str(Promo.objects.get()), {})
    assert entry.after["promo_name"] == "SUMMER"
    # Open pages reload their lists, as after a change in the back office.
    event = OutboxEntry.objects.get(topic="settings", name="settings.changed")
    assert event.payload == {"changed": ["promos"]}


@pytest.mark.parametrize("way", ["one", "chosen"])
def test_deletion_is_recorded_with_the_old_values(inside: Client, ada: User, way: str) -> None:
    address = SavedAddress.objects.create(user=ada, description="Home", lat=50.7, lng=-1.29)
    if way == "one":
        inside.post(f"{HOME}accounts/savedaddress/{address.pk}/delete/", {"post": "yes"})
    else:
        act(inside, "accounts/savedaddress/", "delete_selected", address, post="yes")
    entry = only("saved_address")
    assert (entry.action, entry.target_id) == ("deleted", str(address.pk))
    assert entry.before["description"] == "Home"
    assert not SavedAddress.objects.exists()


def test_password_change_is_recorded_without_the_password(inside: Client, ada: User, root: User) -> None:
    form = {"usable_password": "true", "password1": "newPass99", "password2": "newPass99"}
    assert inside.post(f"{HOME}accounts/user/{ada.pk}/password/", form).status_code == 302
    assert only("user").after == {"password": "***"}


def test_settings_are_recorded_by_field(inside: Client) -> None:
    platform_settings()
    change(inside, "core/platformsettings/1/", app_name="Cabs", license="secret-code")
    entry = only("settings")
    assert entry.after == {"app_name": "Cabs", "license": "***"}


def test_change_and_entry_are_saved_together(
    inside: Client, ada: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    def broken(**fields: Any) -> None:
        raise DatabaseError("the audit log cannot be written")

    url = f"{HOME}accounts/user/{ada.pk}/change/"
    form = form_of(inside.get(url)) | {"first_name": "Augusta"}
    monkeypatch.setattr(audit, "record", broken)
    with pytest.raises(DatabaseError):
        inside.post(url, form)
    assert User.objects.get(pk=ada.pk).first_name == "Ada"


# -- actions -------------------------------------------------------------------------------------


def test_users_are_disapproved_and_logged_out(inside: Client, ada: User) -> None:
    start_session(user_id=ada.pk)
    assert act(inside, "accounts/user/", "disapprove", ada) == ["Done: 1."]
    assert not User.objects.get(pk=ada.pk).approved
    assert OutboxEntry.objects.filter(name="signed_out", topic=f"user:{ada.pk}").exists()
    entry = only("user")
    assert (entry.action, entry.after) == ("disapproved", {"approved": False})
    act(inside, "accounts/user/", "approve", ada)
    assert User.objects.get(pk=ada.pk).approved


def test_user_is_deleted_as_by_an_admin(inside: Client, ada: User, economy: CarType) -> None:
    booking = make_booking(ada, economy, Status.CANCELLED)
    page = f"{HOME}accounts/user/{ada.pk}/delete/"
    assert b"trips and payments stay" in inside.get(page).content
    assert inside.post(page, {"post": "yes"}).status_code == 302
    gone = User.objects.get(pk=ada.pk)
    assert (gone.email, gone.full_name, gone.is_active) == (None, "", False)
    assert gone.deleted_at is not None
    assert Booking.objects.get(pk=booking.pk).customer_id == ada.pk
    entry = only("user")
    assert (entry.action, entry.target_id, entry.label) == ("deleted", str(ada.pk), f"#{ada.pk}")
    assert "Ada" not in str(entry.before)
    # Once: no user is left to delete.
    assert inside.post(page, {"post": "yes"}).status_code == 403
    only("user")


def test_only_deletable_users_of_a_selection_are_deleted(
    inside: Client, ada: User, cleo: User, economy: CarType
) -> None:
    make_booking(ada, economy)
    confirmation = inside.post(
        f"{HOME}accounts/user/", {"action": "delete_selected", "_selected_action": [ada.pk, cleo.pk]}
    )
    assert confirmation.status_code == 200
    assert entries("user") == []
    messages = act(inside, "accounts/user/", "delete_selected", ada, cleo, post="yes")
    assert sorted(messages) == [
        "Ada Example: This user has an open or unpaid trip. End it first.",
        "Done: 1.",
    ]
    assert User.objects.get(pk=ada.pk).deleted_at is None
    assert User.objects.get(pk=cleo.pk).deleted_at is not None
    assert only("user").target_id == str(cleo.pk)


def test_user_cannot_delete_themselves(inside: Client, root: User) -> None:
    answer = inside.post(f"{HOME}accounts/user/{root.pk}/delete/", {"post": "yes"}, follow=True)
    assert [str(message) for message in answer.context["messages"]] == [
        "You can't do this to your own account."
    ]
    assert User.objects.get(pk=root.pk).deleted_at is None
    assert entries("user") == []


def test_bookings_are_cancelled_by_the_lifecycle(inside: Client, ada: User, economy: CarType) -> None:
    booking = make_booking(ada, economy)
    messages = act(inside, "bookings/booking/", "cancel", booking, reason="No drivers today")
    assert messages == ["Done: 1."]
    booking.refresh_from_db()
    assert (booking.status, booking.reason) == (Status.CANCELLED, "No drivers today")
    entry = only("booking")
    assert (entry.action, entry.label) == ("cancel", booking.reference)
    assert (entry.before, entry.after["status"]) == ({"status": "NEW"}, "CANCELLED")
    assert entry.after["reason"] == "No drivers today"


@pytest.mark.parametrize("name", ["cancel", "force_end", "search_again"])
def test_refusal_of_the_lifecycle_is_shown_and_changes_nothing(
    inside: Client, ada: User, ben: User, economy: CarType, name: str
) -> None:
    booking = make_booking(ada, economy, Status.COMPLETE, driver=ben)
    before = Booking.objects.filter(pk=booking.pk).values().get()
    (message,) = act(inside, "bookings/booking/", name, booking, reason="Why not")
    assert "COMPLETE" in message
    assert Booking.objects.filter(pk=booking.pk).values().get() == before
    assert entries("booking") == []


def test_sos_alert_is_resolved(inside: Client, ada: User, ben: User, economy: CarType) -> None:
    booking = make_booking(ada, economy, Status.STARTED, driver=ben)
    alert = SosAlert.objects.create(booking=booking, by=ada)
    act(inside, "bookings/sosalert/", "handle", alert)
    alert.refresh_from_db()
    assert alert.handled_at is not None
    assert (only("booking").action, only("booking").target_id) == ("sos_handled", str(booking.pk))


def withdrawal_of(economy: CarType, root: User) -> Withdrawal:
    driver = make_driver("Bo", economy, bank_name="Bank", bank_code="1", bank_account="2")
    credit_by_admin(user_id=driver.pk, amount=Decimal(50), by=root, key=str(driver.pk))
    return request_withdrawal(user=driver, amount=Decimal(20))


def test_withdrawals_are_paid_or_rejected_once(inside: Client, economy: CarType, root: User) -> None:
    paid, refused = withdrawal_of(economy, root), withdrawal_of(economy, root)
    assert act(inside, "wallet/withdrawal/", "process", paid) == ["Done: 1."]
    act(inside, "wallet/withdrawal/", "reject", refused, reason="Wrong account")
    assert [Withdrawal.objects.get(pk=row.pk).state for row in (paid, refused)] == ["processed", "rejected"]
    assert [entry.action for entry in entries("withdrawal")] == ["processed", "rejected"]
    (message,) = act(inside, "wallet/withdrawal/", "process", refused)
    assert "already rejected" in message
    assert len(entries("withdrawal")) == 2


def test_payouts_above_the_limit_are_refused(inside: Client, economy: CarType, root: User) -> None:
    row, other = withdrawal_of(economy, root), withdrawal_of(economy, root)
    batch = create_batch(by=root, ids=[other.pk])
    update_platform_settings(approval_payout_limit=Decimal("19.99"))
    for page, target in (("wallet/withdrawal/", row), ("wallet/payoutbatch/", batch)):
        (message,) = act(inside, page, "process", target)
        assert "above the limit" in message
    assert set(Withdrawal.objects.values_list("state", flat=True)) == {"requested"}
    assert not Approval.objects.exists()
    assert [entry.action for entry in entries("withdrawal")] == ["batch_created"]


def test_rejecting_a_withdrawal_needs_a_reason(inside: Client, economy: CarType, root: User) -> None:
    row = withdrawal_of(economy, root)
    (message,) = act(inside, "wallet/withdrawal/", "reject", row)
    assert message == "Enter a reason next to the action."
    assert Withdrawal.objects.get(pk=row.pk).state == "requested"


def test_dead_job_is_retried_and_done_job_is_not(inside: Client) -> None:
    dead = OutboxEntry.objects.create(kind="job", name="nothing", attempts=20, sends=9, last_error="no")
    assert act(inside, "core/outboxentry/", "send_again", dead) == ["Done: 1."]
    dead.refresh_from_db()
    assert (dead.attempts, dead.sends, dead.last_error) == (0, 0, "")
    entry = only("outbox_entry")
    assert (entry.action, entry.before["attempts"]) == ("sent_again", 20)

    done = row_of(OutboxEntry)
    OutboxEntry.objects.filter(pk=done.pk).update(done_at=dead.created_at, attempts=3)
    assert "already delivered" in act(inside, "core/outboxentry/", "send_again", done)[0]
    assert OutboxEntry.objects.get(pk=done.pk).attempts == 3


def test_gateway_is_disabled(inside: Client) -> None:
    account = ProviderAccount.objects.create(provider="stripe", live=False, enabled=True)
    act(inside, "payments/provideraccount/", "disable", account)
    account.refresh_from_db()
    assert not account.enabled
    assert only("payment_account").after == {"enabled": False}


# -- who may -----------------------------------------------------------------------------------


def test_staff_without_permission_do_not_get_the_action(ada: User, economy: CarType) -> None:
    clerk = enter_django_admin(Client(), make_user("Clerk", UserType.ADMIN, is_staff=True))
    booking = make_booking(ada, economy)
    sent = {"action": "cancel", "_selected_action": booking.pk, "reason": "No"}
    assert clerk.post(f"{HOME}bookings/booking/", sent).status_code == 403
    booking.refresh_from_db()
    assert booking.status == Status.NEW


def test_actions_change_nothing_in_demo_mode(inside: Client, ada: User) -> None:
    update_platform_settings(allow_critical_edits_admin=False)
    sent = {"action": "disapprove", "_selected_action": ada.pk}
    assert inside.post(f"{HOME}accounts/user/", sent)["Location"].startswith(f"{HOME}login/")
    assert User.objects.get(pk=ada.pk).approved
