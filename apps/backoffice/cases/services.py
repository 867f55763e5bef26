"""Opens cases and carries their messages, with one lock on the case for each change."""

from collections.abc import Sequence
from datetime import datetime
from typing import Final
from uuid import uuid4

from django.db import transaction
from django.utils import timezone
from django.utils.text import Truncator
from django.utils.translation import gettext as _

from apps.accounts.choices import UserType
from apps.accounts.models import User
from apps.backoffice.cases.live import publish_change
from apps.backoffice.cases.photos import attach_photos
from apps.backoffice.cases.selectors import bookings_of, cases_visible_to, is_of_driver, other_person
from apps.backoffice.cases.states import ANSWER_WITHIN, Move, apply_move
from apps.backoffice.models import Audience, Case, CaseKind, CaseMessage, CaseState
from apps.core.audit import audited, record
from apps.core.errors import BadInput, Conflict, Forbidden, NotFound
from apps.notifications.choices import Occasion, Screen
from apps.notifications.services import notify

MAX_OPEN: Final = 5
"""Maximum cases of a person that are not closed; staff may open more."""
MAX_MESSAGES: Final = 200
NOTICE_LENGTH: Final = 200


@transaction.atomic
def open_case(
    *,
    by: User,
    person_id: int,
    kind: str,
    text: str,
    booking_id: int | None = None,
    photo_ids: Sequence[int] = (),
) -> Case:
    """Open a case with its first message, by the person or by staff for the person.

    Raises NotFound for a person or a booking that is not theirs; BadInput booking_needed for lost property
    without a booking; Conflict case_exists for a second one of the kind about the booking, too_many_cases;
    and the errors of the photos.
    """
    person = (
        User.objects.select_for_update(no_key=True)
        .filter(pk=person_id, deleted_at__isnull=True, user_type__in=(UserType.RIDER, UserType.DRIVER))
        .first()
    )
    if person is None:
        raise NotFound("not_found", _("User not found."))
    if kind == CaseKind.LOST_PROPERTY and booking_id is None:
        sentence = _("Choose the trip.")
        raise BadInput("booking_needed", sentence, fields={"booking": sentence})
    if booking_id is not None and not bookings_of(person).filter(pk=booking_id).exists():
        raise NotFound("not_found", _("Booking not found."))
    unclosed = Case.objects.filter(person=person).exclude(state=CaseState.CLOSED)
    if booking_id is not None and unclosed.filter(booking_id=booking_id, kind=kind).exists():
        raise Conflict("case_exists", _("There is an open case about this trip already."))
    own = by.pk == person.pk
    if own and unclosed.count() >= MAX_OPEN:
        raise Conflict("too_many_cases", _("You have too many open cases. Reply in one of them."))
    now = timezone.now()
    case = Case.objects.create(
        kind=kind,
        person=person,
        booking_id=booking_id,
        owner=None if own else by,
        due_at=now + ANSWER_WITHIN,
        created_at=now,
    )
    write(case, by=by, by_staff=not own, text=text, photo_ids=photo_ids)
    if not own:
        record(by=by, action="case_opened", kind="case", target_id=case.pk, label=str(case))
        notify_person(case, text)
    publish_change(case)
    return case


@transaction.atomic
def reply_as_person(*, by: User, case_id: int, text: str, photo_ids: Sequence[int] = ()) -> Case:
    """Add a message of the person; a closed case opens again.

    Raises NotFound for a case of someone else; Conflict case_closed long after its end, too_many_messages;
    and the errors of the photos.
    """
    case = locked_case(case_id)
    if case.person_id != by.pk:
        raise NotFound("not_found", _("Not found."))
    now = timezone.now()
    apply_move(case, Move.PERSON_REPLY, now=now)
    _require_room(case)
    case.save()
    write(case, by=by, by_staff=False, text=text, photo_ids=photo_ids)
    publish_change(case)
    return case


@transaction.atomic
def reply_as_staff(
    *,
    by: User,
    case_id: int,
    text: str,
    audience: str = Audience.PERSON,
    photo_ids: Sequence[int] = (),
) -> Case:
    """Add a message of staff, which is sent to the person or to the other person of the trip.

    A message for staff only, or to the other person, leaves the state. The first staff member to write
    becomes the owner. Raises NotFound; Conflict case_closed, no_other_person, too_many_messages;
    and the errors of the photos.
    """
    case = locked_case(case_id)
    now = timezone.now()
    if audience == Audience.PERSON:
        apply_move(case, Move.STAFF_REPLY, now=now)
    _require_room(case)
    if case.owner_id is None and case.state != CaseState.CLOSED:
        case.owner = by
    case.save()
    write_as_staff(case, by=by, text=text, audience=audience, photo_ids=photo_ids)
    _finish_reply(case, by=by, audience=audience, photo_ids=photo_ids)
    return case


@transaction.atomic
def change_case(
    *, by: User, case_id: int, owner_id: int | None = None, due_at: datetime | None = None
) -> Case:
    """Change the owner or the due time of a case.

    Raises NotFound for a case or an admin that does not exist; Conflict case_not_open for a due time of a
    case that does not wait for staff; BadInput past_time.
    """
    case = locked_case(case_id)
    with audited(case, by=by, kind="case", names=("owner_id", "due_at"), label=str(case)):
        if owner_id is not None:
            admins = User.objects.filter(user_type=UserType.ADMIN, deleted_at__isnull=True)
            if not admins.filter(pk=owner_id).exists():
                raise NotFound("not_found", _("User not found."))
            case.owner_id = owner_id
        if due_at is not None:
            if case.state != CaseState.OPEN:
                raise Conflict("case_not_open", _("Only open cases have a due time."))
            if due_at <= timezone.now():
                sentence = _("This time is in the past.")
                raise BadInput("past_time", sentence, fields={"due_at": sentence})
            case.due_at = due_at
        case.save()
    # The person sees neither.
    publish_change(case, audience=Audience.FLEET)
    return case


@transaction.atomic
def reopen_case(*, by: User, case_id: int) -> Case:
    """Open a case again. Raises NotFound, Conflict case_open."""
    case = locked_case(case_id)
    apply_move(case, Move.REOPEN, now=timezone.now())
    case.save()
    record(by=by, action="case_reopened", kind="case", target_id=case.pk, label=str(case))
    publish_change(case)
    return case


def locked_case(case_id: int) -> Case:
    case = (
        Case.objects.select_for_update(of=("self",), no_key=True)
        .select_related("booking")
        .filter(pk=case_id)
        .first()
    )
    if case is None:
        raise NotFound("not_found", _("Not found."))
    return case


@transaction.atomic
def reply_as_fleet(
    *,
    by: User,
    case_id: int,
    text: str,
    audience: str,
    photo_ids: Sequence[int] = (),
) -> Case:
    """Add a message of a fleet admin to the driver of the fleet, or a note that staff read too.

    State, owner and due time stay: staff decide the case. Raises NotFound; Forbidden fleet_writes_driver for
    other readers; Conflict driver_left_fleet, case_closed, too_many_messages; and the errors of the photos.
    """
    case = locked_case(case_id)
    if not cases_visible_to(by).filter(pk=case.pk).exists():
        raise NotFound("not_found", _("Not found."))
    if audience != Audience.FLEET:
        if audience != (Audience.PERSON if is_of_driver(case) else Audience.OTHER):
            raise Forbidden(
                "fleet_writes_driver", _("You can write to your driver, or a note. Support writes to others.")
            )
        driver = case.person if is_of_driver(case) else other_person(case)
        drivers = User.objects.filter(driver_profile__fleet_admin=by, deleted_at__isnull=True)
        if driver is None or not drivers.filter(pk=driver.pk).exists():
            raise Conflict("driver_left_fleet", _("This driver is no longer in your fleet."))
        if case.state == CaseState.CLOSED:
            raise Conflict("case_closed", _("This case is closed."))
    _require_room(case)
    case.save()
    write_as_staff(case, by=by, text=text, audience=audience, photo_ids=photo_ids)
    _finish_reply(case, by=by, audience=audience, photo_ids=photo_ids)
    return case


def _finish_reply(case: Case, *, by: User, audience: str, photo_ids: Sequence[int]) -> None:
    """Record a message of staff or of a fleet admin, and update the pages of its readers."""
    publish_change(case, audience=audience)
    record(
        by=by,
        action="case_replied",
        kind="case",
        target_id=case.pk,
        label=str(case),
        after={"audience": str(audience)} | ({"photos": len(set(photo_ids))} if photo_ids else {}),
    )


def write_as_staff(
    case: Case,
    *,
    by: User,
    text: str,
    audience: str = Audience.PERSON,
    photo_ids: Sequence[int] = (),
) -> None:
    """Store a message of staff and notify whom it is for.

    Raises Conflict no_other_person, and the errors of the photos.
    """
    other = other_person(case) if audience == Audience.OTHER else None
    if audience == Audience.OTHER and other is None:
        raise Conflict("no_other_person", _("This case has no other person."))
    write(case, by=by, by_staff=True, text=text, audience=audience, photo_ids=photo_ids)
    if audience == Audience.PERSON:
        notify_person(case, text)
    elif other is not None and case.booking is not None:
        notify(
            user_id=other.pk,
            occasion=Occasion.CASE_MESSAGE,
            screen=Screen.BOOKED_CAB,
            params={
                "text": Truncator(text).chars(NOTICE_LENGTH),
                "booking_id": case.booking.pk,
                "reference": case.booking.reference,
            },
            key=f"case:{case.pk}:{uuid4()}",
        )


def notify_person(case: Case, text: str, occasion: Occasion = Occasion.CASE_REPLY) -> None:
    notify(
        user_id=case.person_id,
        occasion=occasion,
        screen=Screen.CASES,
        params={"number": case.pk, "text": Truncator(text).chars(NOTICE_LENGTH)},
        key=f"case:{case.pk}:{uuid4()}",
    )


def _require_room(case: Case) -> None:
    """Raise Conflict too_many_messages for another reply; a case can always be closed."""
    if case.messages.count() >= MAX_MESSAGES:
        raise Conflict("too_many_messages", _("This case has too many messages. Open a new one."))


def write(
    case: Case,
    *,
    by: User,
    by_staff: bool,
    text: str,
    audience: str = Audience.PERSON,
    photo_ids: Sequence[int] = (),
) -> None:
    message = CaseMessage.objects.create(
        case=case,
        audience=audience,
        by_staff=by_staff,
        by_fleet=by.user_type == UserType.FLEET_ADMIN,
        author=by,
        author_name=by.full_name[:200],
        text=text.strip(),
    )
    attach_photos(message, by=by, photo_ids=photo_ids)
