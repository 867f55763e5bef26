"""Personal data of the back office: saved views of staff, and notes, cases and approvals about people."""

from collections.abc import Iterable
from typing import Final

from django.db.models import Q, QuerySet

from apps.accounts.models import User
from apps.accounts.privacy.registry import PersonalData, StoredFile, all_columns
from apps.backoffice.cases.photos import delete_cases, delete_photos
from apps.backoffice.models import Approval, Audience, Case, CaseMessage, CasePhoto, Note, SavedView
from apps.core.media import PRIVATE


def _erase_views(user: User) -> None:
    SavedView.objects.filter(user=user).delete()


def _notes_about(user: User) -> QuerySet[Note]:
    """Return the notes about the user, and about the bookings of a rider."""
    return Note.objects.filter(Q(person=user) | Q(booking__customer=user)).order_by("pk")


def _erase_notes(user: User) -> None:
    _notes_about(user).delete()
    Note.objects.filter(by=user).update(by_name="")


def _case_messages(user: User) -> QuerySet[CaseMessage]:
    """Return the messages that the person may read in their own cases."""
    return CaseMessage.objects.filter(case__person=user, audience=Audience.PERSON).order_by("pk")


def _case_photos(user: User) -> QuerySet[CasePhoto]:
    """Return the photos of these messages, and those that the person uploaded and did not send."""
    sent = Q(message__case__person=user, message__audience=Audience.PERSON)
    return CasePhoto.objects.filter(sent | Q(uploaded_by=user, message=None)).order_by("pk")


def _case_photo_files(user: User) -> Iterable[StoredFile]:
    for name in _case_photos(user).values_list("image", flat=True):
        yield StoredFile(PRIVATE, name)


def _erase_cases(user: User) -> None:
    delete_cases(Case.objects.filter(person=user))
    delete_photos(CasePhoto.objects.filter(uploaded_by=user, message=None))
    CaseMessage.objects.filter(author=user).update(author_name="")


def _erase_approvals(user: User) -> None:
    Approval.objects.filter(person=user).update(reason="", decision_reason="")


PERSONAL_DATA: Final = (
    PersonalData(
        name="approvals",
        contents="refunds, payouts and wallet changes of the person that needed a second admin",
        rows=lambda user: all_columns(
            Approval.objects.filter(person=user).order_by("pk"),
            exclude=("person_id", "requested_by_id", "decided_by_id"),
        ),
        erase=_erase_approvals,
        after_erasure="the amounts, dates and decisions, without texts",
    ),
    PersonalData(
        name="cases",
        contents="the person's cases with staff: lost property, complaints and questions",
        rows=lambda user: all_columns(
            Case.objects.filter(person=user).order_by("pk"), exclude=("person_id", "owner_id")
        ),
        erase=_erase_cases,
        after_erasure="nothing; the author of messages in other cases is no longer named",
    ),
    PersonalData(
        name="case_messages",
        contents="the messages of these cases that the person can read",
        rows=lambda user: all_columns(_case_messages(user), exclude=("author_id", "author_name")),
        erase=lambda user: None,
        after_erasure="nothing",
    ),
    PersonalData(
        name="case_photos",
        contents="the photos of these messages",
        rows=lambda user: all_columns(_case_photos(user), exclude=("uploaded_by_id",)),
        files=_case_photo_files,
        erase=lambda user: None,
        after_erasure="nothing",
    ),
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
