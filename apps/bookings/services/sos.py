"""SOS alerts from live trips, and their handling by operators."""

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext as _

from apps.accounts.models import User
from apps.accounts.selectors import operators_for
from apps.accounts.staff_roles.areas import Area
from apps.bookings.choices import ON_TRIP
from apps.bookings.models import SosAlert
from apps.bookings.selectors import bookings_listed_for
from apps.bookings.state_machine.transitions import Actor, actor_role
from apps.core import audit
from apps.core.errors import Conflict, Forbidden, NotFound
from apps.core.outbox import events
from apps.notifications.choices import Occasion, Screen
from apps.notifications.services import notices_together, notify

TOPIC = "bookings"


@transaction.atomic
def raise_sos_alert(*, booking_id: int, by: User, lat: float | None, lng: float | None) -> SosAlert:
    """Notify all operators of an SOS alert; another request updates its position.

    Raises NotFound, Forbidden for users who are not on the trip, Conflict wrong_status.
    """
    # NO KEY: inserts of rows that reference the booking do not wait for this lock.
    bookings = bookings_listed_for(by).select_for_update(of=("self",), no_key=True)
    booking = bookings.filter(pk=booking_id).first()
    if booking is None:
        raise NotFound("not_found", _("Booking not found."))
    if actor_role(by, booking) not in (Actor.RIDER, Actor.DRIVER):
        raise Forbidden("forbidden", _("You don't have permission."))
    if booking.status not in ON_TRIP:
        raise Conflict("wrong_status", _("Not possible while the booking is %s.") % booking.status)
    alert = SosAlert.objects.filter(booking=booking, by=by, handled_at__isnull=True).first()
    is_new = alert is None
    alert = alert or SosAlert(booking=booking, by=by)
    if lat is not None and lng is not None:
        alert.lat, alert.lng = lat, lng
    alert.save()
    _publish("sos.raised", alert)
    if is_new:
        params = {"booking_id": booking.pk, "reference": booking.reference, "sender_name": by.full_name}
        with notices_together():
            for admin_id in operators_for(Area.CASES).values_list("pk", flat=True):
                notify(
                    user_id=admin_id,
                    occasion=Occasion.SOS,
                    screen=Screen.BOOKING_CAB,
                    params=params,
                    key=f"sos:{alert.pk}",
                )
    return alert


@transaction.atomic
def handle_sos_alert(*, alert_id: int, by: User) -> SosAlert:
    """Mark the alert as handled; the first operator stays recorded."""
    alert = SosAlert.objects.select_for_update().filter(pk=alert_id).first()
    if alert is None:
        raise NotFound("not_found", _("Alert not found."))
    if alert.handled_at is None:
        alert.handled_at, alert.handled_by = timezone.now(), by
        alert.save(update_fields=["handled_at", "handled_by"])
        _publish("sos.handled", alert)
        audit.record(
            by=by,
            action="sos_handled",
            kind="booking",
            target_id=alert.booking_id,
            label=alert.booking.reference,
            after={"raised_by": str(alert.by), "raised_at": alert.created_at},
        )
    return alert


def _publish(event: str, alert: SosAlert) -> None:
    events.publish(TOPIC, event, {"id": alert.pk, "booking_id": alert.booking_id})
