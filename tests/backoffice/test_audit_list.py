"""The audit log for admins."""

import csv
import io
import json
from datetime import UTC, datetime
from decimal import Decimal as D
from typing import Any

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from apps.accounts.choices import UserType
from apps.accounts.models import User
from apps.backoffice.audit import search
from apps.backoffice.audit.selectors import AuditFilters, audit_entries
from apps.core import audit
from apps.core.models import AuditEntry, OutboxEntry
from apps.core.platform import platform_settings, update_platform_settings
from apps.core.tasks import run_job
from tests.personas import client_of, make_user
from tests.planner import leave_one_index

pytestmark = pytest.mark.django_db

URL = "/api/v1/audit/"


def ids(user: User, **query: Any) -> list[int]:
    answer = client_of(user).get(URL, query)
    assert answer.status_code == 200, answer.json()
    return [row["id"] for row in answer.json()["results"]]


def record_change(by: User, **fields: Any) -> AuditEntry:
    return audit.record(by=by, **({"action": "changed", "kind": "promo"} | fields))


def at(entry: AuditEntry, moment: datetime) -> None:
    """Backdate entries; a trigger makes them read-only, so the test disables it."""
    with connection.cursor() as cursor:
        cursor.execute("ALTER TABLE core_auditentry DISABLE TRIGGER core_audit_append_only")
        cursor.execute("UPDATE core_auditentry SET at = %s WHERE id = %s", [moment, entry.pk])
        cursor.execute("ALTER TABLE core_auditentry ENABLE TRIGGER core_audit_append_only")


def test_entry_has_actor_object_before_and_after(dora: User) -> None:
    record_change(dora, target_id=7, label="WELCOME", before={"min_order": 5}, after={"min_order": 8})
    row = client_of(dora).get(URL).json()["results"][0]
    assert row["actor_name"] == "Dora Example"
    assert (row["source"], row["action"], row["kind"]) == ("office", "changed", "promo")
    assert (row["target_id"], row["label"]) == ("7", "WELCOME")
    assert (row["before"], row["after"]) == ({"min_order": 5}, {"min_order": 8})


def test_filters_by_kind_object_actor_and_source(dora: User) -> None:
    dina = make_user("Dina", UserType.ADMIN)
    promo = record_change(dora, target_id=7)
    other = record_change(dina, target_id=8)
    with audit.through(AuditEntry.Source.DJANGO_ADMIN):
        car = record_change(dora, kind="car_type", target_id=7)
    assert ids(dora) == [car.pk, other.pk, promo.pk]
    assert ids(dora, kind="promo") == [other.pk, promo.pk]
    assert ids(dora, kind="promo", target="7") == [promo.pk]
    assert ids(dora, actor=dina.pk) == [other.pk]
    assert ids(dora, source="django_admin") == [car.pk]
    assert ids(dora, ordering="at") == [promo.pk, other.pk, car.pk]
    assert client_of(dora).get(f"{URL}kinds/").json() == {"results": ["car_type", "promo"]}


def test_days_are_in_the_platforms_time_zone(dora: User) -> None:
    update_platform_settings(time_zone="Asia/Kolkata")
    late, early = record_change(dora), record_change(dora)
    # In Kolkata it is the 2nd from 18:30 UTC on.
    at(late, datetime(2026, 3, 1, 19, 0, tzinfo=UTC))
    at(early, datetime(2026, 3, 1, 18, 0, tzinfo=UTC))
    assert ids(dora, **{"from": "2026-03-02", "to": "2026-03-02"}) == [late.pk]
    assert ids(dora, to="2026-03-01") == [early.pk]


def test_search_matches_object_and_actor(dora: User) -> None:
    promo = record_change(dora, label="Summer in Cowes")
    record_change(make_user("Dina", UserType.ADMIN, last_name="Other"), label="Winter")
    assert ids(dora, search="cow summ") == [promo.pk]
    assert ids(dora, search="dora") == [promo.pk]
    assert ids(dora, search="unknown") == []
    assert ids(dora, search="'; drop & | ! (") == []


@pytest.mark.parametrize("often", [1, 2], ids=["by their index", "by walking on"])
def test_search_finds_old_entries(dora: User, monkeypatch: pytest.MonkeyPatch, often: int) -> None:
    monkeypatch.setattr(search, "FIRST_SAMPLE", 4)
    monkeypatch.setattr(search, "FREQUENT", often)
    made = [record_change(dora, label="Summer" if number % 3 == 0 else "Winter").pk for number in range(12)]
    wanted = [made[number] for number in (9, 6, 3, 0)]
    assert ids(dora, search="summ") == wanted
    assert ids(dora, search="summ", ordering="at") == wanted[::-1]
    params: dict[str, Any] = {"search": "summ", "page_size": 3}
    page = client_of(dora).get(URL, params).json()
    rest = client_of(dora).get(URL, params | {"cursor": page["next"]}).json()
    assert [row["id"] for row in page["results"] + rest["results"]] == wanted


def test_search_uses_an_index(dora: User) -> None:
    record_change(dora, label="Summer")
    leave_one_index("core_auditentry", "audit_words")
    plan = audit_entries(AuditFilters.parse({"search": "summ"}), platform_settings()).explain()
    assert "audit_words" in plan


def test_each_page_takes_the_same_number_of_queries(dora: User) -> None:
    made = [record_change(dora).pk for _ in range(7)]
    client = client_of(dora)
    client.get(URL)
    with CaptureQueriesContext(connection) as of_one:
        client.get(URL, {"page_size": 1})
    with CaptureQueriesContext(connection) as of_many:
        page = client.get(URL, {"page_size": 5}).json()
    assert len(of_one) == len(of_many)
    rest = client.get(URL, {"page_size": 5, "cursor": page["next"]}).json()
    assert [row["id"] for row in page["results"] + rest["results"]] == made[::-1]
    assert rest["next"] is None


def test_contacts_are_hidden_in_demo_mode(dora: User) -> None:
    entry = record_change(
        dora,
        label="ada@example.org",
        before={"mobile": "+447911000111", "first_name": "Ada"},
        after={"mobile": "", "email": "ada@example.org", "note": "write to ada@example.org"},
    )
    assert ids(dora, search="ada") == [entry.pk]
    update_platform_settings(allow_critical_edits_admin=False)
    row = client_of(dora).get(URL).json()["results"][0]
    assert row["label"] == "Hidden"
    assert row["before"] == {"mobile": "Hidden", "first_name": "Ada"}
    assert row["after"] == {"mobile": "", "email": "Hidden", "note": "write to Hidden"}
    assert ids(dora, search="ada") == []


def test_export_equals_the_list(dora: User) -> None:
    record_change(dora, label="WELCOME", before={"min_order": 5}, after={"min_order": 8})
    record_change(dora, kind="car_type", label="Saloon")
    client = client_of(dora)
    made = client.post("/api/v1/exports/", {"kind": "audit", "format": "csv", "filters": {"kind": "promo"}})
    assert made.status_code == 201, made.json()
    for job in OutboxEntry.objects.filter(done_at__isnull=True, kind=OutboxEntry.Kind.JOB):
        run_job(job.pk)
    url = client.get(f"/api/v1/exports/{made.json()['id']}/").json()["url"]
    text = b"".join(client.get(url)).decode()
    assert "WELCOME" in text
    assert "Saloon" not in text
    assert "min_order" in text


def exported(dora: User) -> list[dict[str, str]]:
    """Return the rows of the exported file, latest first."""
    client = client_of(dora)
    made = client.post("/api/v1/exports/", {"kind": "audit", "format": "csv"})
    for job in OutboxEntry.objects.filter(done_at__isnull=True, kind=OutboxEntry.Kind.JOB):
        run_job(job.pk)
    url = client.get(f"/api/v1/exports/{made.json()['id']}/").json()["url"]
    text = b"".join(client.get(url)).decode("utf-8-sig")
    return list(csv.DictReader(io.StringIO(text)))


def test_different_figures_look_different_in_the_file(dora: User) -> None:
    update_platform_settings(symbol="$", decimal=2)
    names = ("rate_per_unit_distance", "convenience_fees", "driver_radius")
    record_change(
        dora,
        kind="car_type",
        before=dict(zip(names, ("0.1250", "1.1250", "10.1230"), strict=True)),
        after=dict(zip(names, ("0.1290", "1.1290", "10.1234"), strict=True))
        | {"convenience_fee_type": "percentage"},
    )
    (row,) = exported(dora)
    before, after = json.loads(row["Before"]), json.loads(row["After"])
    assert [before[name] for name in names] == ["$0.125", "1.125%", "10.123"]
    assert [after[name] for name in names] == ["$0.129", "1.129%", "10.1234"]


def test_amounts_in_the_file_have_the_platforms_format(dora: User) -> None:
    update_platform_settings(symbol="€", code="EUR", decimal=2, swipe_symbol=True)
    record_change(
        dora,
        kind="car_type",
        before={"convenience_fees": D("15.0000"), "min_fare": D("5.0000"), "name": "7"},
        after={
            "convenience_fees": D("12.5000"),
            "convenience_fee_type": "percentage",
            "options": [{"description": "Sofa", "amount": "1234.5000"}],
            "mins_delayed": 4,
        },
    )
    record_change(dora, kind="wallet", after={"balance": D("-3.0000"), "amount": D("3.0000"), "note": "5"})
    wallet, car_type = exported(dora)
    assert json.loads(wallet["After"]) == {"balance": "\u22123.00\xa0€", "amount": "3.00\xa0€", "note": "5"}
    assert json.loads(car_type["Before"]) == {
        "convenience_fees": "15%",
        "min_fare": "5.00\xa0€",
        "name": "7",
    }
    assert json.loads(car_type["After"]) == {
        "convenience_fees": "12.5%",
        "convenience_fee_type": "percentage",
        "options": [{"description": "Sofa", "amount": "1,234.50\xa0€"}],
        "mins_delayed": 4,
    }


@pytest.mark.parametrize(
    ("kind", "after", "figure"),
    [
        ("promo", {"promo_discount_value": "5.0000", "promo_discount_type": "flat"}, "money"),
        ("promo", {"promo_discount_value": "5.0000", "promo_discount_type": "percentage"}, "percent"),
        ("promo", {"promo_discount_value": "5.0000"}, "number"),
        ("settings", {"tip_suggestions": ["1", "2", "5"], "tip_kind": "amount"}, "money"),
        ("booking", {"convenience_fees": "5.0000"}, "money"),
        ("settings", {"driver_radius": "10.00"}, "number"),
    ],
)
def test_entry_names_the_kind_of_each_figure(
    dora: User, kind: str, after: dict[str, Any], figure: str
) -> None:
    record_change(dora, kind=kind, after=after | {"note": "5"})
    assert client_of(dora).get(URL).json()["results"][0]["figures"] == {next(iter(after)): figure}


def test_only_admins_export_the_audit_log(fay: User) -> None:
    answer = client_of(fay).post("/api/v1/exports/", {"kind": "audit", "format": "csv"})
    assert (answer.status_code, answer.json()["code"]) == (403, "forbidden")
    assert not OutboxEntry.objects.exists()
