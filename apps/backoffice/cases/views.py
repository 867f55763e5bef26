"""Cases for admins, and a person's own cases."""

from typing import Any

from drf_spectacular.utils import extend_schema
from rest_framework import serializers, status
from rest_framework.permissions import SAFE_METHODS, BasePermission
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from apps.accounts.authentication import current_user
from apps.accounts.choices import UserType
from apps.accounts.permissions import HasWallet, staff_may_use, staff_or_fleet_admins
from apps.accounts.staff_roles.areas import Area
from apps.backoffice.cases import services
from apps.backoffice.cases.case_list import CASES
from apps.backoffice.cases.closing import Closing, close_case
from apps.backoffice.cases.selectors import case_for_person, case_for_staff, cases_of, has_photos
from apps.backoffice.cases.serializers import (
    CaseSerializer,
    ChangeCaseSerializer,
    CloseCaseSerializer,
    NewCaseSerializer,
    OwnCaseListSerializer,
    OwnCaseSerializer,
    OwnMessageSerializer,
    OwnNewCaseSerializer,
    StaffMessageSerializer,
)
from apps.core.api_schema.parameters import IDEMPOTENCY_KEY
from apps.core.audit import record_access
from apps.core.http.idempotency import idempotent
from apps.exports.lists import ListView


class _DecidedByStaff(APIView):
    """Fleet admins read the cases of their fleet; what changes a case itself is up to admins."""

    def get_permissions(self) -> list[BasePermission]:
        reads = self.request.method in SAFE_METHODS
        return [(staff_or_fleet_admins if reads else staff_may_use)(Area.CASES)()]


def _given(serializer: type[serializers.Serializer[Any]], request: Request) -> dict[str, Any]:
    form = serializer(data=request.data)
    form.is_valid(raise_exception=True)
    given: dict[str, Any] = form.validated_data
    return given


def _for_staff(request: Request, case_id: int, status_code: int = status.HTTP_200_OK) -> Response:
    case = case_for_staff(current_user(request), case_id)
    if has_photos(case):
        record_access(by=current_user(request), person=case.person, action="viewed_case_photos")
    return Response(CaseSerializer(case).data, status=status_code)


class CasesView(_DecidedByStaff, ListView):
    """The cases of riders and drivers, the newest first; for fleet admins, those about their trips."""

    spec = CASES

    @extend_schema(
        operation_id="cases_open",
        parameters=[IDEMPOTENCY_KEY],
        request=NewCaseSerializer,
        responses={201: CaseSerializer},
    )
    @idempotent
    def post(self, request: Request) -> Response:
        """Open a case for a rider or driver.

        Refused: booking_needed, case_exists, photo_missing, too_many_photos.
        """
        given = _given(NewCaseSerializer, request)
        case = services.open_case(
            by=current_user(request),
            person_id=given["person"],
            kind=given["kind"],
            text=given["text"],
            booking_id=given["booking"],
            photo_ids=given["photos"],
        )
        return _for_staff(request, case.pk, status.HTTP_201_CREATED)


class CaseView(_DecidedByStaff):
    permission_classes = (staff_or_fleet_admins(Area.CASES),)

    @extend_schema(operation_id="cases_read", responses=CaseSerializer)
    def get(self, request: Request, pk: int) -> Response:
        """Return a case with its messages."""
        return _for_staff(request, pk)

    @extend_schema(operation_id="cases_change", request=ChangeCaseSerializer, responses=CaseSerializer)
    def patch(self, request: Request, pk: int) -> Response:
        """Change the owner or the due time. Refused: case_not_open, past_time."""
        given = _given(ChangeCaseSerializer, request)
        services.change_case(
            by=current_user(request), case_id=pk, owner_id=given.get("owner"), due_at=given.get("due_at")
        )
        return _for_staff(request, pk)


class CaseMessagesView(APIView):
    permission_classes = (staff_or_fleet_admins(Area.CASES),)

    @extend_schema(
        operation_id="cases_reply",
        parameters=[IDEMPOTENCY_KEY],
        request=StaffMessageSerializer,
        responses={201: CaseSerializer},
    )
    @idempotent
    def post(self, request: Request, pk: int) -> Response:
        """Write to the person, to the other person of the trip, or a note; fleet admins to their driver only.

        Refused: case_closed, no_other_person, too_many_messages, fleet_writes_driver, driver_left_fleet,
        photo_missing, photos_not_shown, too_many_photos.
        """
        user, given = current_user(request), _given(StaffMessageSerializer, request)
        is_fleet = user.user_type == UserType.FLEET_ADMIN
        (services.reply_as_fleet if is_fleet else services.reply_as_staff)(
            by=user,
            case_id=pk,
            text=given["text"],
            audience=given["audience"],
            photo_ids=given["photos"],
        )
        return _for_staff(request, pk, status.HTTP_201_CREATED)


class CloseCaseView(APIView):
    permission_classes = (staff_may_use(Area.CASES),)

    @extend_schema(
        operation_id="cases_close",
        parameters=[IDEMPOTENCY_KEY],
        request=CloseCaseSerializer,
        responses=CaseSerializer,
    )
    @idempotent
    def post(self, request: Request, pk: int) -> Response:
        """Close a case, carry out its outcome and answer the person.

        Refused: case_closed, warning_needed, no_booking, no_other_person, photo_missing, too_many_photos,
        and the errors of a refund, of a debit and of withdrawing an approval.
        """
        close_case(
            by=current_user(request), case_id=pk, closing=Closing(**_given(CloseCaseSerializer, request))
        )
        return _for_staff(request, pk)


class ReopenCaseView(APIView):
    permission_classes = (staff_may_use(Area.CASES),)

    @extend_schema(operation_id="cases_reopen", request=None, responses=CaseSerializer)
    def post(self, request: Request, pk: int) -> Response:
        """Open a case again. Refused: case_open."""
        services.reopen_case(by=current_user(request), case_id=pk)
        return _for_staff(request, pk)


class OwnCasesView(APIView):
    permission_classes = (HasWallet,)

    @extend_schema(operation_id="me_cases", responses=OwnCaseListSerializer)
    def get(self, request: Request) -> Response:
        """List your cases, the newest first."""
        return Response(OwnCaseListSerializer({"results": cases_of(current_user(request))[:100]}).data)

    @extend_schema(
        operation_id="me_cases_open",
        parameters=[IDEMPOTENCY_KEY],
        request=OwnNewCaseSerializer,
        responses={201: OwnCaseSerializer},
    )
    @idempotent
    def post(self, request: Request) -> Response:
        """Report something lost, a complaint or a question.

        Refused: booking_needed, case_exists, too_many_cases, photo_missing, too_many_photos.
        """
        user, given = current_user(request), _given(OwnNewCaseSerializer, request)
        case = services.open_case(
            by=user,
            person_id=user.pk,
            kind=given["kind"],
            text=given["text"],
            booking_id=given["booking"],
            photo_ids=given["photos"],
        )
        return _own(request, case.pk, status.HTTP_201_CREATED)


class OwnCaseView(APIView):
    permission_classes = (HasWallet,)

    @extend_schema(operation_id="me_cases_read", responses=OwnCaseSerializer)
    def get(self, request: Request, pk: int) -> Response:
        """Return one of your cases with its messages."""
        return _own(request, pk)


class OwnCaseMessagesView(APIView):
    permission_classes = (HasWallet,)

    @extend_schema(
        operation_id="me_cases_reply",
        parameters=[IDEMPOTENCY_KEY],
        request=OwnMessageSerializer,
        responses={201: OwnCaseSerializer},
    )
    @idempotent
    def post(self, request: Request, pk: int) -> Response:
        """Write in one of your cases; a closed one opens again.

        Refused: case_closed, too_many_messages, photo_missing, too_many_photos.
        """
        given = _given(OwnMessageSerializer, request)
        services.reply_as_person(
            by=current_user(request), case_id=pk, text=given["text"], photo_ids=given["photos"]
        )
        return _own(request, pk, status.HTTP_201_CREATED)


def _own(request: Request, pk: int, status_code: int = status.HTTP_200_OK) -> Response:
    case = case_for_person(current_user(request), pk)
    return Response(OwnCaseSerializer(case).data, status=status_code)
