"""Every table has a page in the Django admin; immutable rows are read-only."""

from typing import Any

import pytest
from django.apps import apps
from django.contrib import admin
from django.db import connection, models
from django.forms import Select
from django.test import Client
from django.test.utils import CaptureQueriesContext

from apps.accounts.choices import UserType
from apps.accounts.models import User
from apps.core.django_admin.base import AuditedModelAdmin, ReadOnlyAdmin, ViewAndDeleteAdmin
from apps.core.django_admin.recording import row_values
from apps.core.models import PlatformSettings
from tests.django_admin import enter_django_admin, form_of
from tests.django_admin_rows import row_of
from tests.personas import make_user

pytestmark = pytest.mark.django_db

REGISTERED = sorted(admin.site._registry, key=lambda model: model._meta.label)
FACTS = (
    "accounts.DeviceSession",
    "bookings.Booking",
    "bookings.BookingEvent",
    "bookings.DailyEarnings",
    "bookings.Offer",
    "core.AuditEntry",
    "core.OutboxEntry",
    "mfa.Authenticator",
    "payments.Attempt",
    "payments.ProviderAccount",
    "payments.Refund",
    "wallet.Account",
    "wallet.JournalEntry",
    "wallet.Posting",
    "wallet.Withdrawal",
)
MANY = ("accounts.User", "bookings.Booking", "geo.Place")
"""Tables that never become a select box."""

each_model = pytest.mark.parametrize("model", REGISTERED, ids=lambda model: model._meta.label)


@pytest.fixture
def inside() -> Client:
    return enter_django_admin(Client(), make_user("Root", UserType.ADMIN, is_staff=True, is_superuser=True))


def url_of(model: type[models.Model], rest: Any = "") -> str:
    return f"/django-admin/{model._meta.app_label}/{model._meta.model_name}/{rest}"


def has_composite_key(model: type[models.Model]) -> bool:
    return isinstance(model._meta.pk, models.CompositePrimaryKey)


def test_every_model_of_every_app_has_a_page() -> None:
    without = [
        model._meta.label
        for model in apps.get_models()
        # Django has no page for composite primary keys: tracking points are shown with their booking.
        if not admin.site.is_registered(model) and not has_composite_key(model)
    ]
    assert without == []


@each_model
def test_every_page_has_the_same_base(model: type[models.Model]) -> None:
    page = admin.site.get_model_admin(model)
    assert isinstance(page, AuditedModelAdmin), "what it changes would not be recorded"
    assert page.list_display != ("__str__",), "no columns"
    assert page.search_fields or page.search_people, "nothing to search by"
    assert not page.show_full_result_count
    assert page.date_hierarchy is None, "the days of a big table are read from all of it"


@pytest.mark.parametrize("label", FACTS)
def test_immutable_rows_are_read_only(label: str) -> None:
    assert isinstance(admin.site.get_model_admin(apps.get_model(label)), ReadOnlyAdmin | ViewAndDeleteAdmin)


@each_model
def test_list_and_search_count_no_table(inside: Client, model: type[models.Model]) -> None:
    if model is PlatformSettings:
        row_of(model)
    with CaptureQueriesContext(connection) as queries:
        assert inside.get(url_of(model)).status_code == 200
        assert inside.get(url_of(model), {"q": "ada"}).status_code == 200
    counts = [query["sql"] for query in queries if "COUNT(" in query["sql"]]
    assert all("LIMIT" in sql for sql in counts), counts


@each_model
def test_row_is_shown_and_read_only_fields_stay_unchanged(inside: Client, model: type[models.Model]) -> None:
    row = row_of(model)
    page = admin.site.get_model_admin(model)
    url = url_of(model, f"{row.pk}/change/")
    shown = inside.get(url)
    assert shown.status_code == 200
    assert inside.get(url_of(model), {"q": "ada"}).status_code == 200

    before = row_values(row)
    forged = dict.fromkeys(before, "9")
    writable = "adminform" in shown.context and page.has_change_permission(shown.wsgi_request, row)
    if not writable:
        assert inside.post(url, forged).status_code == 403
        assert row_values(row) == before
        return
    fields = shown.context["adminform"].form.fields
    for name, field in fields.items():
        related = getattr(field, "queryset", None)
        if related is not None and related.model._meta.label in MANY:
            widget = getattr(field.widget, "widget", None)
            assert type(widget) is not Select, f"{name}: a select box of everybody"
    sent = {name: value for name, value in forged.items() if name not in fields} | form_of(shown)
    answer = inside.post(url, sent)
    assert answer.status_code == 302, answer.context["errors"]
    after = row_values(row)
    assert {name for name in before if after[name] != before[name]} - set(fields) == set()


@each_model
def test_users_with_permission_get_the_add_form(inside: Client, model: type[models.Model]) -> None:
    if model is PlatformSettings:
        row_of(model)
    page = admin.site.get_model_admin(model)
    request = inside.get("/django-admin/").wsgi_request
    expected = 200 if page.has_add_permission(request) else 403
    assert inside.get(url_of(model, "add/")).status_code == expected


def test_users_with_an_open_trip_are_not_deleted(inside: Client) -> None:
    customer = row_of(apps.get_model("bookings.Booking")).customer  # type: ignore[attr-defined]
    answer = inside.post(url_of(User, f"{customer.pk}/delete/"), {"post": "yes"}, follow=True)
    assert [str(message) for message in answer.context["messages"]] == [
        "This user has an open or unpaid trip. End it first."
    ]
    assert User.objects.get(pk=customer.pk).deleted_at is None
