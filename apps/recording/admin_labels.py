"""The names of this app's tables and columns in the Django admin."""

from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from apps.core.django_admin.labels import name_model
from apps.recording.models import PresenceChange, PresenceSpan, QuoteRecord

name_model(
    QuoteRecord,
    _("quote"),
    _("quotes"),
    reference=pgettext_lazy("quote", "Reference"),
    at=_("Time"),
    requester=pgettext_lazy("quote", "Requested by"),
    rider_token=_("Rider of the day"),
    pickup_cell=_("Pickup cell"),
    drop_cell=_("Drop-off cell"),
    pickup_name=_("Pickup"),
    drop_name=_("Drop-off"),
    stop_count=_("Stops"),
    for_later=_("Scheduled"),
    distance_km=_("Distance (km)"),
    duration_seconds=_("Duration (seconds)"),
    currency=_("Currency"),
    options=_("Prices"),
    booking=_("Booking"),
)
name_model(
    PresenceSpan,
    _("time of presence"),
    _("times of presence"),
    driver=_("Driver"),
    state=_("Status"),
    started_at=_("Started"),
    ended_at=_("Ended"),
    booking=_("Booking"),
)
name_model(
    PresenceChange,
    _("change of presence"),
    _("changes of presence"),
    driver_id=_("Driver"),
    at=_("Time"),
    active=_("Online"),
    busy=_("On a trip"),
)
