"""The party of a ride: how many passengers with how much luggage, and whether a car type has room for it."""

from dataclasses import dataclass
from typing import Final

from django.utils.translation import gettext as _

from apps.core.errors import BadInput
from apps.fares.choices import Unavailable
from apps.fares.models import CarType

MAX_PASSENGERS: Final = 100
MAX_LUGGAGE: Final = 100
"""The most that a request can name; vehicles are recorded up to the same numbers."""


@dataclass(frozen=True, slots=True)
class Party:
    """The passengers of a trip and their large pieces of luggage."""

    passengers: int = 1
    luggage: int = 0

    @property
    def fits_everywhere(self) -> bool:
        """Return whether any vehicle has room, so that none has to be checked."""
        return self == ONE_PASSENGER


ONE_PASSENGER: Final = Party()


def unavailable_for(car_type: CarType, party: Party) -> Unavailable | None:
    """Return why the car type is too small; None if it has room or no recorded limit."""
    if car_type.seats is not None and party.passengers > car_type.seats:
        return Unavailable.TOO_MANY_PASSENGERS
    if car_type.luggage is not None and party.luggage > car_type.luggage:
        return Unavailable.TOO_MUCH_LUGGAGE
    return None


def require_room(car_type: CarType, party: Party) -> None:
    """Raise BadInput car_type_too_small if the party does not fit."""
    match unavailable_for(car_type, party):
        case Unavailable.TOO_MANY_PASSENGERS:
            text = _("Passenger seats in this car type: %(most)s. Choose a larger one.")
            raise _too_small("passengers", text % {"most": car_type.seats})
        case Unavailable.TOO_MUCH_LUGGAGE:
            text = _("Pieces of luggage in this car type: at most %(most)s. Choose a larger one.")
            raise _too_small("luggage", text % {"most": car_type.luggage})


def _too_small(field: str, sentence: str) -> BadInput:
    return BadInput("car_type_too_small", sentence, fields={field: sentence})
