"""Personal data of the back office: a staff member's saved views, and notes about people."""

from typing import Final

from django.db.models import Q, QuerySet

from apps.accounts.models import User
from apps.accounts.privacy.registry import PersonalData, all_columns
from apps.backoffice.models import Note, SavedView


def _erase_views(user: User) -> None:
    SavedView.objects.filter(user=user).delete()


def _notes_about(user: User) -> QuerySet[Note]:
    """Return the notes about the user, and about the bookings of a rider."""
    return Note.objects.filter(Q(person=user) | Q(booking__customer=user)).order_by("pk")


def _erase_notes(user: User) -> None:
    _notes_about(user).delete()
    Note.objects.filter(by=user).update(by_name="")


PERSONAL_DATA: Final = (
    PersonalData(
        name="saved_views",
        contents="a staff member's saved filters of lists",
        rows=lambda user: all_columns(SavedView.objects.filter(user=user)),
        erase=_erase_views,
        after_erasure="nothing",
    ),
    PersonalData(
        name="notes",
        contents="notes and flags of staff about a person or a rider's bookings",
        rows=lambda user: all_columns(_notes_about(user), exclude=("person_id", "by_id", "by_name")),
        erase=_erase_notes,
        after_erasure="nothing; the author of other notes is no longer named",
    ),
)
