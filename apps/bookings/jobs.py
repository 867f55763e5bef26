"""Jobs that transitions enqueue; each handler runs while its outbox row is locked."""

from apps.accounts.models import DriverProfile
from apps.accounts.outgoing import SecretExpired
from apps.accounts.services.availability import DRIVER_OFFLINE
from apps.accounts.services.email_addresses import is_email_verified
from apps.bookings.delivery.recipient import TEMPLATE as RECIPIENT_TEMPLATE
from apps.bookings.delivery.recipient import (
    TEXT_RECIPIENT,
    USEFUL_SECONDS,
    is_on_its_way,
    recipient_mobile,
    recipient_text,
)
from apps.bookings.guests.links import open_guest_link
from apps.bookings.guests.text import TEMPLATE as GUEST_TEMPLATE
from apps.bookings.guests.text import TEXT_GUEST, guest_message, guest_mobile
from apps.bookings.guests.text import USEFUL_SECONDS as GUEST_USEFUL_SECONDS
from apps.bookings.models import Booking
from apps.bookings.receipt.facts import is_paid
from apps.bookings.receipt.mail import SEND_RECEIPT, render_receipt
from apps.bookings.receipt.mail import TEMPLATE as RECEIPT_TEMPLATE
from apps.bookings.replay.running import run_replay
from apps.bookings.replay.services import RUN
from apps.bookings.selectors import find_booking
from apps.bookings.services import dispatching, housekeeping
from apps.bookings.services.measurement import finish_waiting, recompute_fare
from apps.bookings.services.sharing import share_trip
from apps.bookings.timing import CHECK_FOR_POINTS_EVERY
from apps.core.errors import DomainError
from apps.core.outbox.jobs import Outside, Retry, job
from apps.fleet.choices import QueueEnd
from apps.fleet.ranks.queue import end_place
from apps.geo.port import Retryable
from apps.notifications.delivery.mailing import mail_to, text_to


@job("bookings.dispatch")
def dispatch(*, booking_id: int) -> None:
    dispatching.dispatch_booking(booking_id=booking_id)


@job("bookings.dispatch_once")
def dispatch_once(*, booking_id: int) -> None:
    dispatching.dispatch_once(booking_id=booking_id)


@job("bookings.resume_searches")
def resume_searches() -> None:
    dispatching.resume_searches()


@job("bookings.resume_search")
def resume_search(*, booking_id: int) -> None:
    dispatching.resume_search(booking_id=booking_id)


@job(DRIVER_OFFLINE)
def withdraw_offers(*, driver_id: int) -> None:
    """Withdraw the offers of a driver who is still offline, and end the place in a queue."""
    if not DriverProfile.objects.filter(pk=driver_id, active=True).exists():
        housekeeping.withdraw_offers(driver_id=driver_id)
        end_place(driver_id=driver_id, reason=QueueEnd.OFFLINE)


@job("bookings.recalculate_fare")
def recalculate_fare(*, booking_id: int) -> None:
    """Retry while the routing service fails and the trip is unpaid."""
    try:
        recompute_fare(booking_id=booking_id)
    except Retryable as error:
        raise Retry(str(error), delay_seconds=15) from error


@job("bookings.points_arrived")
def points_arrived(*, booking_id: int) -> None:
    """Retry until the trip is settled or a difference is left to pay."""
    if not finish_waiting(booking_id=booking_id):
        raise Retry("positions are awaited", delay_seconds=CHECK_FOR_POINTS_EVERY.total_seconds())


@job(RUN, outside_transaction=True)
def replay(*, run_id: int) -> None:
    run_replay(run_id=run_id)


@job(SEND_RECEIPT)
def send_receipt(*, booking_id: int, requested: bool = False) -> Outside | None:
    """Send the receipt, without a request only to a verified address because it contains locations."""
    booking = find_booking(booking_id, None)
    if booking is None or not is_paid(booking):
        return None
    rider = booking.customer
    if not rider.email or not rider.is_active or not (requested or is_email_verified(rider)):
        return None
    # Within the transaction: the email is a page of text, and its reads need no commit of their own.
    email = render_receipt(booking)
    return mail_to(rider.email, user_id=rider.pk, template=RECEIPT_TEMPLATE, render=lambda: email)


@job(TEXT_RECIPIENT)
def text_recipient(*, booking_id: int) -> Outside | None:
    booking = Booking.objects.select_related("customer", "driver").filter(pk=booking_id).first()
    mobile = recipient_mobile(booking) if booking and is_on_its_way(booking) else None
    if booking is None or mobile is None:
        return None

    def render() -> str:
        try:
            link = share_trip(booking_id=booking_id, by=booking.customer).url
        except DomainError as error:
            # The trip has ended meanwhile, so the link is no longer needed.
            raise SecretExpired from error
        return recipient_text(booking, link=link)

    return text_to(
        mobile,
        user_id=booking.customer_id,
        template=RECIPIENT_TEMPLATE,
        render=render,
        useful_seconds=USEFUL_SECONDS,
    )


@job(TEXT_GUEST)
def text_guest(*, booking_id: int, requested: bool = False) -> Outside | None:
    booking = Booking.objects.select_related("customer").filter(pk=booking_id).first()
    mobile = guest_mobile(booking, requested=requested) if booking else None
    if booking is None or mobile is None:
        return None

    def render() -> str:
        try:
            link = open_guest_link(booking_id=booking_id, by=None)
        except DomainError as error:
            # The booking has ended meanwhile, so the link is no longer needed.
            raise SecretExpired from error
        return guest_message(booking, link=link)

    return text_to(
        mobile,
        user_id=booking.customer_id,
        template=GUEST_TEMPLATE,
        render=render,
        useful_seconds=GUEST_USEFUL_SECONDS,
    )
