"""A booking's world: what stands in the database before and after a move."""

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from django.db.models import Model

from apps.accounts.models import DriverProfile, SavedAddress, User
from apps.bookings.models import Booking, BookingEvent, CancelReason, Offer, TrackingPoint
from apps.core.models import OutboxEntry
from apps.fares.models import Promo, PromoRedemption
from apps.geo.models import DriverPosition
from apps.wallet.models import Posting
from config.env import env
from config.storage import media_storages
from tests.bookings.making import make_rich, put_online
from tests.bookings.roads import Roads, driving_on

World = dict[str, list[dict[str, Any]]]
WATCHED: tuple[type[Model], ...] = (
    Booking,
    BookingEvent,
    Offer,
    TrackingPoint,
    DriverProfile,
    DriverPosition,
    SavedAddress,
    Posting,
    Promo,
    PromoRedemption,
    OutboxEntry,
)


@pytest.fixture
def world(db: None) -> Callable[[], World]:
    """Every row that a move could touch; two equal pictures mean that nothing moved."""

    def picture() -> World:
        return {model.__name__: list(model._default_manager.order_by("pk").values()) for model in WATCHED}

    return picture


@pytest.fixture
def reasons(db: None) -> list[CancelReason]:
    labels = ("Unable to Contact Driver", "Cab is not moving in my direction", "My reason is not listed")
    return CancelReason.objects.bulk_create(
        CancelReason(value=value, label=label) for value, label in enumerate(labels)
    )


@pytest.fixture
def roads() -> Iterator[Roads]:
    """7.5 km and 15 minutes from door to door."""
    with driving_on(Roads()) as roads:
        yield roads


@pytest.fixture
def media(settings: Any, tmp_path: Path) -> Path:
    """The folder of uploaded files, of this test alone."""
    here = env.model_copy(update={"media_root": tmp_path})
    settings.STORAGES = {**settings.STORAGES, **media_storages(here, media_url="/media/")}
    return tmp_path


@pytest.fixture
def ready(ben: User) -> User:
    """ben, with money, online at the pickup."""
    make_rich(ben)
    put_online(ben)
    return ben
