"""The names of this app's tables and columns in the Django admin."""

from django.utils.translation import gettext_lazy as _

from apps.core.django_admin.labels import name_model
from apps.fleet.models import (
    PastDemand,
    Rank,
    RankQueueEntry,
    Requirement,
    Shift,
    ShiftBreak,
    Vehicle,
    VehicleAssignment,
)

name_model(
    Vehicle,
    _("vehicle"),
    _("vehicles"),
    plate=_("Plate"),
    licence_number=_("Licence plate number"),
    make=_("Vehicle make"),
    model=_("Vehicle model"),
    colour=_("Colour"),
    year=_("Year"),
    seats=_("Seats"),
    wheelchair=_("Wheelchair access"),
    child_seat=_("Child seat"),
    pets=_("Pets allowed"),
    luggage=_("Pieces of luggage"),
    car_type=_("Car type"),
    fleet_admin=_("Fleet admin"),
    active=_("Active"),
    created_at=_("Created"),
)

name_model(
    VehicleAssignment,
    _("vehicle assignment"),
    _("vehicle assignments"),
    vehicle=_("Vehicle"),
    driver=_("Driver"),
    starts_at=_("Starts"),
    ends_at=_("Ends"),
    in_force=_("In force"),
    created_by=_("Created by"),
)

name_model(
    Requirement,
    _("required document"),
    _("required documents"),
    subject=_("Applies to"),
    kind=_("Document type"),
    effect=_("Effect"),
    grace_days=_("Grace days"),
    car_type=_("Car type"),
    fleet_admin=_("Fleet admin"),
    created_at=_("Created"),
)

name_model(
    Shift,
    _("shift"),
    _("shifts"),
    driver=_("Driver"),
    started_at=_("Starts"),
    ended_at=_("Ends"),
)

name_model(
    ShiftBreak,
    _("break"),
    _("breaks"),
    shift=_("Shift"),
    started_at=_("Starts"),
    ended_at=_("Ends"),
)

name_model(
    Rank,
    _("taxi rank"),
    _("taxi ranks"),
    name=_("Name"),
    lat=_("Latitude"),
    lng=_("Longitude"),
    radius_m=_("Radius (metres)"),
    max_drivers=_("Most drivers"),
    active=_("Active"),
    created_at=_("Created"),
)

name_model(
    RankQueueEntry,
    _("place in a queue"),
    _("places in queues"),
    rank=_("Taxi rank"),
    driver=_("Driver"),
    automatic=_("Checked in automatically"),
    entered_at=_("Checked in"),
    missed_offers=_("Offers not taken"),
    outside_since=_("Outside since"),
    ended_at=_("Ends"),
    end_reason=_("Reason"),
    note=_("Note"),
)

name_model(
    PastDemand,
    _("past demand"),
    _("past demand"),
    kind=_("Area type"),
    name=_("Name"),
    weekday=_("Weekday"),
    hour=_("Hour"),
    requests=_("Requests"),
    hours=_("Hours counted"),
    weeks=_("Weeks"),
    computed_at=_("Calculated"),
)
