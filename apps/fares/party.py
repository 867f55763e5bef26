"""The party of a ride: passengers, children among them, luggage, and whether a car type has room for it."""

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
    """Children included."""
    luggage: int = 0
    children: int = 0
    child_seats: int = 0
    """For some of the children."""

    @property
    def fits_everywhere(self) -> bool:
        """Return whether any vehicle has room, so that none has to be checked."""
        return self.passengers <= 1 and self.luggage == 0


ONE_PASSENGER: Final = Party()


def require_possible_party(party: Party) -> None:
    """Require no more children than passengers and no more child seats than children.

    Raises BadInput select_proper.
    """
    if party.children > party.passengers:
        sentence = _("Children are counted as passengers too: at most %(most)s.") % {"most": party.passengers}
        raise BadInput("select_proper", sentence, fields={"children": sentence})
    if party.child_seats > party.children:
        sentence = _("At most one child seat for each child.")
        raise BadInput("select_proper", sentence, fields={"child_seats": sentence})


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
