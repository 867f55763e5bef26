"""The reply that is written out equals the published serializer's, and costs few statements."""

from decimal import Decimal
from typing import Any

import psycopg
import pytest
from rest_framework.renderers import JSONRenderer
from rest_framework.test import APIClient

from apps.accounts.models import User
from apps.core.platform import update_platform_settings
from apps.fares.estimates.prices import Estimate, estimate
from apps.fares.estimates.quotes import Spot
from apps.fares.estimates.reply import estimate_reply
from apps.fares.models import CarType
from apps.fares.serializers import EstimateSerializer
from apps.geo.adapters.osrm import OsrmRouting
from tests.fares.conftest import PutOnline
from tests.fares.estimates import COWES, NEWPORT, get_estimate

pytestmark = pytest.mark.django_db


def spot(place: dict[str, Any]) -> Spot:
    return Spot(**place)


def estimated(**choices: Any) -> Estimate:
    return estimate(pickup=spot(NEWPORT), drop=spot(COWES), **choices)


def assert_published_shape(found: Estimate) -> None:
    expected = JSONRenderer().render(EstimateSerializer(found).data)
    assert JSONRenderer().render(estimate_reply(found)) == expected


def test_reply_of_rides_equals_the_serializers(
    economy: CarType, ben: User, roads: OsrmRouting, put_online: PutOnline
) -> None:
    put_online(ben, 50.7010, -1.2935)
    CarType.objects.create(
        name="Comfort",
        image="cars/own.webp",
        extra_info="Capacity: 4",
        base_fare=Decimal("0.0001"),
        min_fare=Decimal("123456.7891"),
        convenience_fees=2,
        convenience_fee_type="flat",
        position=1,
    )
    found = estimated()
    assert [option.drivers_nearby for option in found.options] == [1, 0]
    assert_published_shape(found)
    update_platform_settings(convert_to_mile=True, decimal=0)
    assert_published_shape(estimated())


def test_reply_of_deliveries_equals_the_serializers(roads: OsrmRouting) -> None:
    update_platform_settings(app_category="delivery")
    truck = CarType.objects.create(name="Truck", app_category="delivery", base_fare=10, min_fare=10)
    parcel = truck.parceltypes.create(description="Box", amount=5)
    option = truck.parceloptions.create(description="Below 5 kg", amount=Decimal("2.5"))
    assert_published_shape(estimated())
    chosen = estimated(parcel_type_id=parcel.pk, option_id=option.pk)
    assert chosen.options[0].parcel.parcel_type == parcel
    assert_published_shape(chosen)


def test_statements_do_not_grow_with_the_car_types(
    visitor: APIClient, economy: CarType, roads: OsrmRouting, monkeypatch: pytest.MonkeyPatch
) -> None:
    sent: list[object] = []
    execute = psycopg.Cursor.execute

    def counted(self: Any, query: Any, *args: Any, **kwargs: Any) -> Any:
        sent.append(query)
        return execute(self, query, *args, **kwargs)

    get_estimate(visitor)
    monkeypatch.setattr(psycopg.Cursor, "execute", counted)
    get_estimate(visitor)
    of_one = len(sent)
    CarType.objects.bulk_create([CarType(name=f"Type {n}", position=n) for n in range(5)])
    get_estimate(visitor)
    sent.clear()
    assert len(get_estimate(visitor)["options"]) == 6
    # The car types, which the test does not cache, and the drivers.
    assert len(sent) == of_one == 2
