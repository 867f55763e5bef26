"""Outbox jobs. They call gateways, so they run outside of a transaction."""

from apps.core.outbox.jobs import Retry, job
from apps.payments.services.checking import CHECK, check
from apps.payments.services.closing import close_attempts
from apps.payments.services.receiving import HANDLE, TryAgain, handle
from apps.payments.services.refunding import SEND, send_refund


@job(HANDLE, outside_transaction=True)
def handle_notification(*, notification_id: int) -> None:
    try:
        handle(notification_id=notification_id)
    except TryAgain as error:
        raise Retry(str(error), delay_seconds=30) from error


@job(CHECK, outside_transaction=True)
def check_attempt(*, attempt_id: int) -> None:
    check(attempt_id=attempt_id)


@job("payments.close_attempts", outside_transaction=True)
def close_open_attempts(*, booking_id: int) -> None:
    close_attempts(booking_id=booking_id)


@job(SEND, outside_transaction=True)
def send(*, refund_id: int) -> None:
    send_refund(refund_id=refund_id)
