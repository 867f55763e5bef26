import pytest
from django.test import Client

from apps.accounts.choices import UserType
from apps.geo.models import DriverPosition, Place
from apps.geo.port import LatLng
from tests.django_admin import enter_django_admin
from tests.geo.conftest import AddDrivers
from tests.personas import make_user

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("island")]


@pytest.fixture
def dora(client: Client) -> Client:
    return enter_django_admin(client, make_user("Dora", UserType.ADMIN, is_staff=True, is_superuser=True))


@pytest.mark.parametrize("model", ["mapregion", "place", "driverposition"])
def test_django_admin_shows_geo_tables_read_only(model: str, dora: Client, add_drivers: AddDrivers) -> None:
    (driver_id,) = add_drivers([LatLng(50.7, -1.29)])
    place = Place.objects.order_by("id")[0]
    row = {"mapregion": place.region_id, "place": place.pk, "driverposition": driver_id}[model]
    assert dora.get(f"/django-admin/geo/{model}/").status_code == 200
    assert dora.get(f"/django-admin/geo/{model}/{row}/change/").status_code == 200
    assert dora.post(f"/django-admin/geo/{model}/{row}/change/", {"lat": "0"}).status_code == 403
    assert dora.post(f"/django-admin/geo/{model}/{row}/delete/", {"post": "yes"}).status_code == 403
    assert DriverPosition.objects.get(pk=driver_id).lat == 50.7
