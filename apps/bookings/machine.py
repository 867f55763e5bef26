"""Makes the moves of apps.bookings.lifecycle: the only code that writes a booking's status."""

import secrets
from typing import Any, Final

from django.db import IntegrityError, transaction
from django.db.models import QuerySet
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from apps.accounts.models import User
from apps.bookings import notices
from apps.bookings.change import Change, Facts, Move, Party, party_of
from apps.bookings.guards import WrongCode
from apps.bookings.lifecycle import TRANSITIONS
from apps.bookings.models import Booking, BookingEvent
from apps.bookings.selectors import bookings_visible_to
from apps.core import audit, events
from apps.core.errors import Conflict, Forbidden, NotFound
from apps.core.models import OutboxEntry
from apps.core.platform import Platform, platform_settings

NO_FACTS: Final = Facts()

REFERENCE_ALPHABET: Final = "34679ACDEFGHJKMNPQRTUVWXY"
"""Letters and digits that nobody takes for one another, in handwriting or on the telephone."""
REFERENCE_LENGTH: Final = 6


def apply_transition(
    name: str | tuple[str, ...],
    *,
    booking_id: int,
    by: User | None,
    facts: Facts = NO_FACTS,
    within: QuerySet[Booking] | None = None,
) -> Booking:
    """Make one move of a booking, whole or not at all, and return the booking as it is now.

    Of several names it is the move that the booking's status has; what follows by itself is made with it.
    `by` None is the platform itself. Raises NotFound outside `within` (what `by` may see, unless
    another set is given), Forbidden for somebody whose move it is not, Conflict at the wrong time,
    and what the guards raise. A wrong trip code alone leaves a trace: the try is counted.
    """
    refusal = None
    try:
        with transaction.atomic(), events.gathered() as outbox:
            booking = _locked(booking_id, by, within)
            change = _change(_name_for(booking, name), booking, by, facts)
            move = TRANSITIONS[change.name]
            try:
                _check(move, change)
            except WrongCode as wrong:
                refusal = wrong
                change = _change("mistype_otp", change.booking, by, facts)
                move = TRANSITIONS["mistype_otp"]
            _make(move, change, outbox)
            while follow := move.then(change.booking):
                change, move = _change(follow, change.booking, None, NO_FACTS), TRANSITIONS[follow]
                _check(move, change)
                _make(move, change, outbox)
    except IntegrityError as error:
        # Guards look before they leap; what slips between the two is stopped by the database.
        if _constraint(error) == "booking_one_trip_a_driver":
            raise Conflict("driver_busy", _("The driver is on another trip.")) from error
        raise
    if refusal is not None:
        raise refusal
    return change.booking


def require_possible(name: str, *, booking_id: int, by: User) -> None:
    """Refuse as `apply_transition` would now, before work that a refusal would waste; facts aside."""
    booking = bookings_visible_to(by).filter(pk=booking_id).first()
    if booking is None:
        raise _not_there()
    _check(TRANSITIONS[name], _change(name, booking, by, NO_FACTS))


@transaction.atomic
def begin(booking: Booking, *, by: User, name: str = "create") -> Booking:
    """Insert a booking that is filled in but for reference and status, as its first move."""
    move = TRANSITIONS[name]
    with events.gathered() as outbox:
        change = _change(name, booking, by, NO_FACTS)
        if party_of(by, booking) not in move.by:
            raise Forbidden("forbidden", _("You may not do this."))
        _make(move, change, outbox)
    return booking


def actions_for(user: User, booking: Booking, settings: Platform) -> list[str]:
    """What this viewer may ask of the booking now, by the API's names, in the order of the table."""
    party = party_of(user, booking)
    return [
        move.action
        for move in TRANSITIONS.values()
        if move.action
        and party in move.by
        and booking.status in move.sources
        and move.shown_if(booking, settings)
    ]


def _locked(booking_id: int, by: User | None, within: QuerySet[Booking] | None) -> Booking:
    if within is None:
        within = Booking.objects.all() if by is None else bookings_visible_to(by)
    # NO KEY: rows that merely point at the booking need not wait for it.
    booking = within.select_for_update(of=("self",), no_key=True).filter(pk=booking_id).first()
    if booking is None:
        raise _not_there()
    return booking


def _not_there() -> NotFound:
    return NotFound("not_found", _("There is no such booking."))


def _name_for(booking: Booking, name: str | tuple[str, ...]) -> str:
    """The move that the status has, of several the one that is offered; none: the first, to refuse it."""
    names = (name,) if isinstance(name, str) else name
    possible = [each for each in names if booking.status in TRANSITIONS[each].sources]
    if len(possible) > 1:
        settings = platform_settings()
        return next((each for each in possible if TRANSITIONS[each].shown_if(booking, settings)), possible[0])
    return next(iter(possible), names[0])


def _change(name: str, booking: Booking, by: User | None, facts: Facts) -> Change:
    return Change(
        name=name,
        booking=booking,
        from_status=booking.status,
        to_status=TRANSITIONS[name].to or booking.status,
        by=by,
        at=timezone.now(),
        facts=facts,
        settings=platform_settings(),
    )


def _check(move: Move, change: Change) -> None:
    if party_of(change.by, change.booking) not in move.by:
        raise Forbidden("forbidden", _("You may not do this."))
    if change.booking.status not in move.sources:
        raise move.otherwise(change)
    for guard in move.guards:
        guard(change)


def _make(move: Move, change: Change, outbox: list[OutboxEntry]) -> None:
    booking = change.booking
    before = _columns(booking)
    for effect in move.effects:
        effect(change)
    booking.status = change.to_status
    booking.version += 1
    if booking.pk is None:
        _insert(booking)
    else:
        changed = {name: value for name, value in _columns(booking).items() if value != before[name]}
        change.writes.update(Booking.objects.filter(pk=booking.pk), **changed)
    change.writes.insert([_event(change)])
    notices.tell_watchers(change, event=move.event)
    for tell in move.after_commit:
        tell(change)
    change.writes.insert(outbox, ignore_conflicts=True)
    outbox.clear()
    change.writes.run()
    if party_of(change.by, booking) is Party.ADMIN:
        _tell_the_trail(change, before)


def _tell_the_trail(change: Change, before: dict[str, Any]) -> None:
    booking, asked = change.booking, [offer.driver_id for offer in change.opened]
    after: dict[str, Any] = {"status": booking.status, **change.audit_after}
    if booking.reason and booking.reason != before["reason"]:
        after["reason"] = booking.reason
    elif change.facts.reason:
        after["reason"] = change.facts.reason
    if asked:
        after["asked"] = asked
    audit.record(
        by=change.by,
        action=change.name,
        kind="booking",
        target_id=booking.pk,
        label=booking.reference,
        before=({"status": change.from_status} if change.from_status else {}) | change.audit_before,
        after=after,
    )


def _event(change: Change) -> BookingEvent:
    return BookingEvent(
        booking=change.booking,
        version=change.booking.version,
        name=change.name,
        from_status=change.from_status,
        to_status=change.booking.status,
        actor=change.by,
        role=change.role,
        data=change.data,
        at=change.at,
    )


def _columns(booking: Booking) -> dict[str, Any]:
    return {field.attname: getattr(booking, field.attname) for field in booking._meta.concrete_fields}


def _insert(booking: Booking) -> None:
    """A reference that is taken costs another try; one in twenty at ten million bookings."""
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


def _constraint(error: IntegrityError) -> str | None:
    diagnosis = getattr(error.__cause__, "diag", None)
    return diagnosis.constraint_name if diagnosis is not None else None
