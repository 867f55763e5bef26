"""Notes of staff about a person or a booking."""

from typing import Final

from django.contrib.postgres.expressions import ArraySubquery
from django.db import transaction
from django.db.models import OuterRef, QuerySet
from django.utils.translation import gettext as _

from apps.accounts.models import User
from apps.accounts.staff_roles.access import require_staff
from apps.accounts.staff_roles.areas import Area, Level
from apps.backoffice.models import Note
from apps.bookings.models import Booking
from apps.core.audit import record
from apps.core.errors import BadInput, Conflict, NotFound

MAX_NOTES: Final = 100
"""Maximum notes per person or booking."""


def notes_about(*, person_id: int | None = None, booking_id: int | None = None) -> QuerySet[Note]:
    """Return the notes of the person or booking: flags first, then the newest."""
    about = {"person": person_id} if booking_id is None else {"booking": booking_id}
    return Note.objects.filter(**about).order_by("-flag", "-id")


def flags_about(person: OuterRef) -> ArraySubquery:
    """Return the expression of a person's flags, for a row that names the person."""
    return ArraySubquery(Note.objects.filter(person=person).exclude(flag="").order_by("flag").values("flag"))


@transaction.atomic
def add_note(
    *, by: User, person_id: int | None, booking_id: int | None, text: str = "", flag: str = ""
) -> Note:
    """Add a note about the person or the booking, whichever is given.

    Raises NotFound, BadInput note_empty without text and flag, Conflict flag_exists and too_many_notes.
    """
    text = text.strip()
    if not text and not flag:
        raise BadInput("note_empty", _("Write a note or choose a flag."))
    label = _subject(person_id, booking_id)
    notes = notes_about(person_id=person_id, booking_id=booking_id)
    if flag and notes.filter(flag=flag).exists():
        raise Conflict("flag_exists", _("This person has the flag already."))
    if notes.count() >= MAX_NOTES:
        raise Conflict("too_many_notes", _("There are %s notes. Delete one first.") % MAX_NOTES)
    note = Note.objects.create(
        person_id=person_id, booking_id=booking_id, text=text, flag=flag, by=by, by_name=by.full_name
    )
    _record(note, by, "note_added", label)
    return note


@transaction.atomic
def delete_note(*, by: User, note_id: int) -> None:
    """Delete a note. Raises NotFound, Forbidden."""
    note = Note.objects.select_for_update(no_key=True).filter(pk=note_id).first()
    if note is None:
        raise NotFound("not_found", _("Not found."))
    require_staff(by, Area.BOOKINGS if note.person_id is None else Area.PEOPLE, Level.CHANGE)
    _record(note, by, "note_deleted", _subject(note.person_id, note.booking_id))
    note.delete()


def _subject(person_id: int | None, booking_id: int | None) -> str:
    """Lock the person or booking, so that concurrent notes are counted one by one, and return its name."""
    if person_id is not None:
        person = (
            User.objects.select_for_update(no_key=True).filter(pk=person_id, deleted_at__isnull=True).first()
        )
        if person is not None:
            return person.full_name
    elif booking_id is not None:
        booking = Booking.objects.select_for_update(no_key=True).filter(pk=booking_id).first()
        if booking is not None:
            return booking.reference
    raise NotFound("not_found", _("Not found."))


def _record(note: Note, by: User, action: str, label: str) -> None:
    """Record the change without the text, which may contain personal data and is deleted with the note."""
    about_person = note.person_id is not None
    record(
        by=by,
        action=action,
        kind="user" if about_person else "booking",
        target_id=note.person_id if about_person else note.booking_id,
        label=label,
        after={"flag": note.flag} if note.flag else None,
    )
