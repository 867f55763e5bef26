"""Personal data of recording: drivers' presence and positions, and the quotes behind a rider's trips."""

from typing import Final

from apps.accounts.models import User
from apps.accounts.privacy.registry import PersonalData, all_columns
from apps.recording.models import PositionSample, PresenceChange, PresenceSpan, QuoteRecord


def _erase_presence(user: User) -> None:
    PresenceChange.objects.filter(driver_id=user.pk).delete()
    PresenceSpan.objects.filter(driver=user).delete()


def _erase_samples(user: User) -> None:
    PositionSample.objects.filter(driver=user).delete()


PERSONAL_DATA: Final = (
    PersonalData(
        name="quotes",
        contents="prices shown before a rider's trips, with rounded places",
        rows=lambda user: all_columns(
            QuoteRecord.objects.filter(booking__customer=user), exclude=("rider_token",)
        ),
        after_erasure="rounded places and prices, as a part of the trip",
    ),
    PersonalData(
        name="presence",
        contents="when a driver was online, on a trip and offline",
        rows=lambda user: all_columns(PresenceSpan.objects.filter(driver=user)),
        erase=_erase_presence,
        after_erasure="nothing",
    ),
    PersonalData(
        name="position_samples",
        contents="positions of a driver while online, one in 30 seconds, if the platform records them",
        rows=lambda user: all_columns(PositionSample.objects.filter(driver=user)),
        erase=_erase_samples,
        after_erasure="nothing",
    ),
)
