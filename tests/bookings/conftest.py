"""Fixtures of the booking tests, among them a snapshot of the database for tests of refusals."""

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from django.db.models import Model

from apps.accounts.models import DriverProfile, SavedAddress, User
from apps.bookings.models import Booking, BookingEvent, BookingStop, CancelReason, Offer, TrackingPoint
from apps.core.models import OutboxEntry
from apps.fares.models import Promo, PromoRedemption
from apps.geo.models import DriverPosition
from apps.wallet.models import Posting
from config.env import env
from config.storage import media_storages
from tests.bookings.builders import credit_wallet, put_online
from tests.bookings.roads import Roads, driving_on

Snapshot = dict[str, list[dict[str, Any]]]
WATCHED: tuple[type[Model], ...] = (
    Booking,
    BookingEvent,
    BookingStop,
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
def snapshot(db: None) -> Callable[[], Snapshot]:
    """Return every row that a transition could change; two equal snapshots prove that nothing changed."""

    def picture() -> Snapshot:
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
    """A routing service that returns 7.5 km and 15 minutes for every quote."""
    with driving_on(Roads()) as roads:
        yield roads


@pytest.fixture
def media(settings: Any, tmp_path: Path) -> Path:
    """A media folder for this test only."""
    here = env.model_copy(update={"media_root": tmp_path})
    settings.STORAGES = {**settings.STORAGES, **media_storages(here, media_url="/media/")}
    return tmp_path


@pytest.fixture
def ready(ben: User) -> User:
    """ben, online at the pickup with money in the wallet."""
    credit_wallet(ben)
    put_online(ben)
    return ben
