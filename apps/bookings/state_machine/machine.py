"""Applies transitions of the table (table/, joined in lifecycle.py); only it writes a booking's status."""

import secrets
from dataclasses import dataclass
from typing import Any, Final

from django.db import IntegrityError, transaction
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from apps.accounts.models import User
from apps.accounts.staff_roles.access import staff_may
from apps.accounts.staff_roles.areas import Level
from apps.bookings.models import Booking, BookingEvent
from apps.bookings.selectors import Visibility, bookings_visible_to, find_booking
from apps.bookings.state_machine import notices
from apps.bookings.state_machine.guards import WrongCode
from apps.bookings.state_machine.lifecycle import TRANSITIONS
from apps.bookings.state_machine.staff import area_of_action
from apps.bookings.state_machine.transitions import (
    Actor,
    Transition,
    TransitionContext,
    TransitionInput,
    actor_role,
)
from apps.core import audit
from apps.core.errors import Conflict, Forbidden, NotFound
from apps.core.monitoring import log_context
from apps.core.outbox import events
from apps.core.platform import Platform, platform_settings
from apps.core.transactions import atomic
from apps.notifications.delivery.notices import parts_of
from apps.notifications.services import Request, notices_together, rendered

NO_INPUT: Final = TransitionInput()

REFERENCE_ALPHABET: Final = "34679ACDEFGHJKMNPQRTUVWXY"
"""Without letters and digits that are easily confused in handwriting or on the phone."""
REFERENCE_LENGTH: Final = 6


@dataclass(frozen=True, slots=True)
class _Pending:
    """What effects and later steps leave to be written with the booking."""

    outbox: list[events.Row]
    requests: list[Request]
    languages: dict[int, str]
    """Of users who may be notified, as far as they are known."""


def apply_transition(
    name: str | tuple[str, ...],
    *,
    booking_id: int,
    by: User | None,
    inputs: TransitionInput = NO_INPUT,
    within: Visibility = bookings_visible_to,
) -> Booking:
    """Apply one transition to a booking in one database transaction and return the updated booking.

    Of several names, the one that the booking's status allows is applied; chained transitions follow it. `by`
    None is the platform. Raises NotFound outside `within(by)` (by default the bookings visible to `by`),
    Forbidden if the actor cannot make the transition, Conflict for the wrong status, and the errors of the
    guards. A wrong trip code is the only error that writes something: the attempt is counted.
    """
    refusal = None
    try:
        with atomic(), events.batched() as outbox, notices_together() as requests:
            booking = _locked(booking_id, by, within)
            writes = _Pending(outbox, requests, _languages(booking, by))
            context = _context_for(_name_for(booking, name), booking, by, inputs)
            transition = TRANSITIONS[context.name]
            try:
                _check(transition, context)
            except WrongCode as error:
                refusal = error
                context = _context_for("otp_failed", context.booking, by, inputs)
                transition = TRANSITIONS["otp_failed"]
            _apply(transition, context, writes)
            while next_name := transition.chain(context.booking):
                context, transition = (
                    _context_for(next_name, context.booking, None, NO_INPUT),
                    TRANSITIONS[next_name],
                )
                _check(transition, context)
                _apply(transition, context, writes)
    except IntegrityError as error:
        raise _refusal_of(error) from error
    if refusal is not None:
        raise refusal
    return context.booking


def require_possible(name: str, *, booking_id: int, by: User) -> None:
    """Raise the error that `apply_transition` would raise without input, before costly work."""
    booking = bookings_visible_to(by).filter(pk=booking_id).first()
    if booking is None:
        raise _not_found()
    _check(TRANSITIONS[name], _context_for(name, booking, by, NO_INPUT))


def begin(booking: Booking, *, by: User, name: str = "create") -> Booking:
    """Insert a complete booking, without reference and status, as its first transition.

    Raises Conflict driver_busy, and the errors of the guards.
    """
    transition = TRANSITIONS[name]
    try:
        with atomic(), events.batched() as outbox, notices_together() as requests:
            context = _context_for(name, booking, by, NO_INPUT)
            _check_actor(transition, context)
            _run_guards(transition, context)
            _apply(transition, context, _Pending(outbox, requests, {by.pk: by.language}))
    except IntegrityError as error:
        raise _refusal_of(error) from error
    log_context.bind(booking=booking.reference)
    return booking


def actions_for(user: User, booking: Booking, settings: Platform) -> list[str]:
    """Return the API names of the actions that `user` can request now, in table order."""
    actor = actor_role(user, booking)
    return [
        transition.action
        for transition in TRANSITIONS.values()
        if transition.action
        and (actor is not Actor.ADMIN or staff_may(user, area_of_action(transition.action), Level.CHANGE))
        and actor in transition.by
        and booking.status in transition.sources
        and transition.available_if(booking, settings)
    ]


def _locked(booking_id: int, by: User | None, within: Visibility) -> Booking:
    booking = find_booking(booking_id, by, within=within, lock=True)
    if booking is None:
        raise _not_found()
    log_context.bind(booking=booking.reference)
    return booking


def _languages(booking: Booking, by: User | None) -> dict[int, str]:
    """Return the languages of the booking's users, read with the lock, and of the actor."""
    known = {booking.customer_id: booking.customer_language}  # type: ignore[attr-defined]  # by find_booking
    if booking.driver_id is not None:
        known[booking.driver_id] = booking.driver_language  # type: ignore[attr-defined]  # as above
    if by is not None:
        known[by.pk] = by.language
    return known


def _not_found() -> NotFound:
    return NotFound("not_found", _("Booking not found."))


def _name_for(booking: Booking, name: str | tuple[str, ...]) -> str:
    """Return the first available transition for this status, or the first name, which is then rejected."""
    names = (name,) if isinstance(name, str) else name
    possible = [each for each in names if booking.status in TRANSITIONS[each].sources]
    if len(possible) > 1:
        settings = platform_settings()
        return next(
            (each for each in possible if TRANSITIONS[each].available_if(booking, settings)), possible[0]
        )
    return next(iter(possible), names[0])


def _context_for(name: str, booking: Booking, by: User | None, inputs: TransitionInput) -> TransitionContext:
    return TransitionContext(
        name=name,
        booking=booking,
        from_status=booking.status,
        to_status=TRANSITIONS[name].to or booking.status,
        by=by,
        at=timezone.now(),
        inputs=inputs,
        settings=platform_settings(),
    )


def _check(transition: Transition, context: TransitionContext) -> None:
    _check_actor(transition, context)
    if context.booking.status not in transition.sources:
        raise transition.on_wrong_status(context)
    _run_guards(transition, context)


def _check_actor(transition: Transition, context: TransitionContext) -> None:
    if actor_role(context.by, context.booking) not in transition.by:
        raise Forbidden("forbidden", _("You don't have permission."))


def _run_guards(transition: Transition, context: TransitionContext) -> None:
    for guard in transition.guards:
        guard(context)


def _apply(
    transition: Transition,
    context: TransitionContext,
    pending: _Pending,
) -> None:
    booking = context.booking
    before = _columns(booking)
    for effect in transition.effects:
        effect(context)
    booking.status = context.to_status
    booking.version += 1
    if booking._state.adding:
        _insert(booking)
    else:
        changed = {name: value for name, value in _columns(booking).items() if value != before[name]}
        context.writes.update_row(booking, changed)
    context.writes.insert_row(_event(context))
    notices.publish_booking_event(context, event=transition.event)
    for step in transition.after_commit:
        step(context)
    if pending.requests:
        for part in parts_of(rendered(pending.requests, pending.languages)):
            context.writes.add(part.statement, part.params, name=part.name)
        pending.requests.clear()
    # Last, which PostgreSQL runs first: the events of a booking precede those of its notifications.
    context.writes.add(events.INSERT, events.insert_params(pending.outbox))
    pending.outbox.clear()
    context.writes.run()
    if actor_role(context.by, booking) is Actor.ADMIN:
        _record_audit(context, before)


def _record_audit(context: TransitionContext, before: dict[str, Any]) -> None:
    booking, offered = context.booking, [offer.driver_id for offer in context.opened]
    after: dict[str, Any] = {"status": booking.status, **context.audit_after}
    if booking.reason and booking.reason != before["reason"]:
        after["reason"] = booking.reason
    elif context.inputs.reason:
        after["reason"] = context.inputs.reason
    if offered:
        after["offered"] = offered
    audit.record(
        by=context.by,
        action=context.name,
        kind="booking",
        target_id=booking.pk,
        label=booking.reference,
        before=({"status": context.from_status} if context.from_status else {}) | context.audit_before,
        after=after,
    )


def _event(context: TransitionContext) -> BookingEvent:
    return BookingEvent(
        booking=context.booking,
        version=context.booking.version,
        name=context.name,
        from_status=context.from_status,
        to_status=context.booking.status,
        actor=context.by,
        role=context.role,
        data=context.data,
        at=context.at,
    )


def _columns(booking: Booking) -> dict[str, Any]:
    # Not by getattr: a file's would make a new object of it.
    values = vars(booking)
    return {field.attname: values[field.attname] for field in booking._meta.concrete_fields}


def _insert(booking: Booking) -> None:
    """Insert the booking; retry if the reference is taken, one in twenty times at ten million bookings."""
    while True:
        booking.reference = "".join(secrets.choice(REFERENCE_ALPHABET) for _ in range(REFERENCE_LENGTH))
        try:
            with transaction.atomic():
                booking.save(force_insert=True)
        except IntegrityError as error:
            if _constraint(error) != "bookings_booking_reference_key":
                raise
        else:
            return


def _refusal_of(error: IntegrityError) -> Exception:
    """Return the refusal of a concurrent change that passed the guards, or the error itself."""
    if _constraint(error) == "booking_one_trip_a_driver":
        return Conflict("driver_busy", _("The driver is on another trip."))
    return error


def _constraint(error: IntegrityError) -> str | None:
    diagnosis = getattr(error.__cause__, "diag", None)
    return diagnosis.constraint_name if diagnosis is not None else None
