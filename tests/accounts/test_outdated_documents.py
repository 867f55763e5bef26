"""Rejected and expired documents are deleted once an accepted one has replaced them."""

from datetime import timedelta
from typing import Any

import pytest
from django.utils import timezone

from apps.accounts.models import DriverDocument, DriverProfile, User
from apps.core.models import OutboxEntry
from apps.core.platform import update_platform_settings
from apps.core.privacy.retention import delete_expired
from apps.fleet.fitness.limits import fit_until

pytestmark = pytest.mark.django_db
State = DriverDocument.State
NOW = timezone.now()
LONG_AGO = NOW - timedelta(days=400)


def document(driver: User, state: str, days: int | None = None, **fields: Any) -> DriverDocument:
    expires_on = None if days is None else NOW.date() + timedelta(days=days)
    values = {"kind": "insurance", "file": f"{state}{days}.webp", "reviewed_at": LONG_AGO, **fields}
    return DriverDocument.objects.create(driver=driver, state=state, expires_on=expires_on, **values)


def test_replaced_documents_are_deleted_with_their_files(ben: User) -> None:
    document(ben, State.REFUSED)
    document(ben, State.ACCEPTED, -380)
    current = document(ben, State.ACCEPTED, 100)
    before = fit_until(DriverProfile.objects.get(pk=ben.pk))
    assert delete_expired(short=False)["documents"] == 2
    assert DriverDocument.objects.get() == current
    names = OutboxEntry.objects.filter(name="core.delete_file").values_list("payload__name", flat=True)
    assert set(names) == {"refusedNone.webp", "accepted-380.webp"}
    assert fit_until(DriverProfile.objects.get(pk=ben.pk)) == before


@pytest.mark.parametrize(
    ("state", "days", "fields"),
    [
        (State.REFUSED, None, {"reviewed_at": NOW}),
        (State.ACCEPTED, -300, {}),
        (State.REFUSED, None, {"kind": "vehicle"}),
        (State.PENDING, None, {}),
        (State.REFUSED, None, {"kind": "license"}),
    ],
    ids=["recently", "not_long_expired", "only_one_of_its_kind", "pending", "licence"],
)
def test_other_documents_stay(ben: User, state: str, days: int | None, fields: Any) -> None:
    kept = document(ben, state, days, **fields)
    document(ben, State.ACCEPTED, 100)
    assert delete_expired(short=False)["documents"] == 0
    assert DriverDocument.objects.filter(pk=kept.pk).exists()


def test_expired_documents_without_a_newer_one_stay_so_the_driver_stays_blocked(ben: User) -> None:
    document(ben, State.ACCEPTED, -500)
    document(ben, State.ACCEPTED, -400)
    before = fit_until(DriverProfile.objects.get(pk=ben.pk))
    assert delete_expired(short=False)["documents"] == 0
    assert fit_until(DriverProfile.objects.get(pk=ben.pk)) == before
    assert before is not None


def test_zero_days_keep_replaced_documents(ben: User) -> None:
    update_platform_settings(document_days=0)
    document(ben, State.REFUSED)
    document(ben, State.ACCEPTED, 100)
    assert "documents" not in delete_expired(short=False)
    assert DriverDocument.objects.count() == 2
