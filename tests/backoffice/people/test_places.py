"""Staff who book by phone see where the rider usually goes."""

import pytest

from apps.accounts.models import SavedAddress, User
from apps.core.models import AuditEntry
from tests.backoffice.people.api import call

pytestmark = pytest.mark.django_db


def saved(user: User, description: str, count: int) -> None:
    SavedAddress.objects.create(user=user, description=description, lat=50.7, lng=-1.3, count=count)


def test_most_used_places_come_first_and_the_access_is_recorded(ada: User, cleo: User, dora: User) -> None:
    for number in range(8):
        saved(ada, f"Place {number}", count=number)
    saved(cleo, "Cleo's home", count=99)
    reply = call(dora, "get", f"riders/{ada.pk}/places/")
    assert reply.status_code == 200
    assert [place["description"] for place in reply.json()["results"]] == [
        f"Place {number}" for number in (7, 6, 5, 4, 3, 2)
    ]
    assert AuditEntry.objects.get(kind="data_access").target_id == str(ada.pk)


def test_fleet_admin_is_refused(ada: User, fay: User) -> None:
    saved(ada, "Home", count=1)
    reply = call(fay, "get", f"riders/{ada.pk}/places/")
    assert (reply.status_code, reply.json()["code"]) == (403, "forbidden")
    assert not AuditEntry.objects.exists()


def test_unknown_rider_is_not_found(dora: User) -> None:
    assert call(dora, "get", "riders/9999/places/").status_code == 404
