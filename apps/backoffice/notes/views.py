"""Views of notes and flags; for admins only."""

from drf_spectacular.utils import extend_schema
from rest_framework import status
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from apps.accounts.authentication import current_user
from apps.accounts.permissions import IsAdmin
from apps.backoffice.notes.serializers import (
    NewNoteSerializer,
    NoteListSerializer,
    NoteSerializer,
    SubjectSerializer,
)
from apps.backoffice.notes.services import add_note, delete_note, notes_about


class NotesView(APIView):
    permission_classes = (IsAdmin,)

    @extend_schema(operation_id="notes", parameters=[SubjectSerializer], responses=NoteListSerializer)
    def get(self, request: Request) -> Response:
        """List the notes about a person or a booking: flags first, then the newest."""
        form = SubjectSerializer(data=request.query_params.dict())
        form.is_valid(raise_exception=True)
        given = form.validated_data
        notes = notes_about(person_id=given.get("person"), booking_id=given.get("booking"))
        return Response(NoteListSerializer({"results": notes}).data)

    @extend_schema(operation_id="notes_add", request=NewNoteSerializer, responses={201: NoteSerializer})
    def post(self, request: Request) -> Response:
        """Add a note or a flag. Refused: note_empty, flag_exists, too_many_notes."""
        form = NewNoteSerializer(data=request.data)
        form.is_valid(raise_exception=True)
        given = form.validated_data
        note = add_note(
            by=current_user(request),
            person_id=given.get("person"),
            booking_id=given.get("booking"),
            text=given["text"],
            flag=given["flag"],
        )
        return Response(NoteSerializer(note).data, status=status.HTTP_201_CREATED)


class NoteView(APIView):
    permission_classes = (IsAdmin,)

    @extend_schema(operation_id="notes_delete", responses={204: None})
    def delete(self, request: Request, pk: int) -> Response:
        """Delete a note or a flag."""
        delete_note(by=current_user(request), note_id=pk)
        return Response(status=status.HTTP_204_NO_CONTENT)
