"""Closes cases: the outcome takes effect in the transaction that records it."""

from collections.abc import Sequence
from dataclasses import dataclass
from decimal import Decimal

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext as _

from apps.accounts.models import User
from apps.backoffice.cases.live import publish_change
from apps.backoffice.cases.selectors import other_person
from apps.backoffice.cases.services import locked_case, notify_person, write, write_as_staff
from apps.backoffice.cases.states import Move, apply_move
from apps.backoffice.models import Audience, Case, Outcome
from apps.backoffice.people.update import edit_person
from apps.bookings.models import Booking
from apps.bookings.state_machine.machine import apply_transition
from apps.bookings.state_machine.transitions import TransitionInput
from apps.core.audit import record
from apps.core.errors import BadInput, Conflict
from apps.notifications.choices import Occasion
from apps.wallet.corrections import debit_by_admin


@dataclass(frozen=True, slots=True, kw_only=True)
class Closing:
    outcome: str
    text: str
    """The answer to the person."""
    amount: Decimal | None = None
    """Of a refund or a fee."""
    from_driver: bool = False
    """The driver bears the refund."""
    warning: str = ""
    """The text for the other person of the trip."""
    photos: Sequence[int] = ()
    """Those sent with the answer."""


def close_case(*, by: User, case_id: int, closing: Closing) -> Case:
    """Close a case, carry out its outcome and send the answer.

    A refund goes to the rider of the trip; a fee is debited from the other person's wallet; a warning is sent
    to them; a block withdraws their approval. If the outcome is refused, the case stays as it is.

    Raises NotFound; BadInput warning_needed, invalid_amount; Conflict case_closed, no_other_person and those
    of the refund, the debit and the block; Forbidden demo_mode; and the errors of the photos.
    """
    with transaction.atomic():
        case = locked_case(case_id)
        # Refused before money moves.
        apply_move(case, Move.CLOSE, now=timezone.now(), outcome=closing.outcome)
        _carry_out(case, by=by, closing=closing)
        case.owner_id = case.owner_id or by.pk
        case.save()
        write(case, by=by, by_staff=True, text=closing.text, photo_ids=closing.photos)
        notify_person(case, closing.text, Occasion.CASE_CLOSED)
        publish_change(case)
        record(
            by=by,
            action="case_closed",
            kind="case",
            target_id=case.pk,
            label=str(case),
            after={"outcome": closing.outcome}
            | ({"amount": closing.amount} if closing.outcome in WITH_AMOUNT else {}),
        )
    return case


WITH_AMOUNT = (Outcome.REFUNDED, Outcome.FEE)


def _carry_out(case: Case, *, by: User, closing: Closing) -> None:
    reason = _("Case %s") % case
    match closing.outcome:
        case Outcome.REFUNDED:
            apply_transition(
                "refund_trip",
                booking_id=_booking_of(case).pk,
                by=by,
                inputs=TransitionInput(amount=closing.amount, from_driver=closing.from_driver, reason=reason),
            )
        case Outcome.FEE:
            if closing.amount is None:
                sentence = _("Enter an amount.")
                raise BadInput("invalid_amount", sentence, fields={"amount": sentence})
            debit_by_admin(
                user_id=_other_of(case).pk,
                amount=closing.amount,
                note=reason,
                by=by,
                key=f"case:{case.pk}:{case.messages.count()}",
            )
        case Outcome.WARNED:
            if not closing.warning.strip():
                sentence = _("Write the warning.")
                raise BadInput("warning_needed", sentence, fields={"warning": sentence})
            write_as_staff(case, by=by, text=closing.warning, audience=Audience.OTHER)
        case Outcome.BLOCKED:
            edit_person(by=by, person_id=_other_of(case).pk, changes={"approved": False})


def _booking_of(case: Case) -> Booking:
    if case.booking is None:
        raise Conflict("no_booking", _("This case has no trip."))
    return case.booking


def _other_of(case: Case) -> User:
    other = other_person(case)
    if other is None:
        raise Conflict("no_other_person", _("This case has no other person."))
    return other
