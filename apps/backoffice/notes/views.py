"""Views of notes and flags about people and bookings."""

from collections.abc import Mapping
from typing import Any

from drf_spectacular.utils import extend_schema
from rest_framework import status
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from apps.accounts.authentication import current_user
from apps.accounts.models import User
from apps.accounts.permissions import staff_may_use
from apps.accounts.staff_roles.access import require_staff
from apps.accounts.staff_roles.areas import Area, Level
from apps.backoffice.notes.serializers import (
    NewNoteSerializer,
    NoteListSerializer,
    NoteSerializer,
    SubjectSerializer,
)
from apps.backoffice.notes.services import add_note, delete_note, notes_about


class NotesView(APIView):
    permission_classes = (staff_may_use(Area.PEOPLE, Area.BOOKINGS),)

    @extend_schema(operation_id="notes", parameters=[SubjectSerializer], responses=NoteListSerializer)
    def get(self, request: Request) -> Response:
        """List the notes about a person or a booking: flags first, then the newest."""
        form = SubjectSerializer(data=request.query_params.dict())
        form.is_valid(raise_exception=True)
        data = form.validated_data
        _require_level(current_user(request), data, Level.VIEW)
        notes = notes_about(person_id=data.get("person"), booking_id=data.get("booking"))
        return Response(NoteListSerializer({"results": notes}).data)

    @extend_schema(operation_id="notes_add", request=NewNoteSerializer, responses={201: NoteSerializer})
    def post(self, request: Request) -> Response:
        """Add a note or a flag. Refused: note_empty, flag_exists, too_many_notes."""
        form = NewNoteSerializer(data=request.data)
        form.is_valid(raise_exception=True)
        data = form.validated_data
        by = current_user(request)
        _require_level(by, data, Level.CHANGE)
        note = add_note(
            by=by,
            person_id=data.get("person"),
            booking_id=data.get("booking"),
            text=data["text"],
            flag=data["flag"],
        )
        return Response(NoteSerializer(note).data, status=status.HTTP_201_CREATED)


class NoteView(APIView):
    permission_classes = (staff_may_use(Area.PEOPLE, Area.BOOKINGS),)

    @extend_schema(operation_id="notes_delete", responses={204: None})
    def delete(self, request: Request, pk: int) -> Response:
        """Delete a note or a flag."""
        delete_note(by=current_user(request), note_id=pk)
        return Response(status=status.HTTP_204_NO_CONTENT)


def _require_level(by: User, subject: Mapping[str, Any], level: Level) -> None:
    """Require the level in the area of the subject. Raises Forbidden."""
    require_staff(by, Area.PEOPLE if subject.get("booking") is None else Area.BOOKINGS, level)
