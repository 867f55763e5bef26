"""Merging a caller with the account of the same person."""

from drf_spectacular.utils import extend_schema
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from apps.accounts.authentication import current_user
from apps.accounts.permissions import staff_may_use
from apps.accounts.staff_roles.access import sees_money
from apps.accounts.staff_roles.areas import Area
from apps.backoffice.people.merge import merge_caller, preview_merge
from apps.backoffice.people.serializers import MergePreviewSerializer, MergeSerializer, PersonSerializer
from apps.backoffice.people.views.person import person_response


class PersonMergeView(APIView):
    permission_classes = (staff_may_use(Area.PEOPLE),)

    @extend_schema(
        operation_id="people_merge_preview", parameters=[MergeSerializer], responses=MergePreviewSerializer
    )
    def get(self, request: Request, pk: int) -> Response:
        """Return what a merge would move to the account `into`: not_a_caller, not_mergeable, trip_open,
        payment_open.
        """
        by = current_user(request)
        form = MergeSerializer(data=request.query_params.dict())
        form.is_valid(raise_exception=True)
        found = preview_merge(by=by, caller_id=pk, account_id=form.validated_data["into"])
        return Response(MergePreviewSerializer(found, context={"money": sees_money(by)}).data)

    @extend_schema(operation_id="people_merge", request=MergeSerializer, responses=PersonSerializer)
    def post(self, request: Request, pk: int) -> Response:
        """Move a caller's bookings, wallet and notes to the account `into`, and return the account:
        not_a_caller, not_mergeable, trip_open, payment_open, demo_mode.
        """
        by = current_user(request)
        form = MergeSerializer(data=request.data)
        form.is_valid(raise_exception=True)
        account = merge_caller(by=by, caller_id=pk, account_id=form.validated_data["into"])
        return person_response(by, account.pk)
