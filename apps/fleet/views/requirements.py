"""Views of requirements, for admins."""

from drf_spectacular.utils import extend_schema
from rest_framework import status
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from apps.accounts.authentication import current_user
from apps.accounts.permissions import staff_may_use
from apps.accounts.staff_roles.areas import Area
from apps.exports.lists import ListView
from apps.fleet.lists import REQUIREMENTS
from apps.fleet.requirements.edits import add_requirement, delete_requirement, edit_requirement
from apps.fleet.serializers.requirements import RequirementFormSerializer, RequirementSerializer


class RequirementsView(ListView):
    """All required documents, the newest first."""

    spec = REQUIREMENTS

    @extend_schema(
        operation_id="requirements_create",
        request=RequirementFormSerializer,
        responses={201: RequirementSerializer},
    )
    def post(self, request: Request) -> Response:
        """Require a document: requirement_exists, demo_mode."""
        form = RequirementFormSerializer(data=request.data)
        form.is_valid(raise_exception=True)
        added = add_requirement(by=current_user(request), values=form.validated_data)
        return Response(RequirementSerializer(added).data, status=status.HTTP_201_CREATED)


class RequirementView(APIView):
    permission_classes = (staff_may_use(Area.FLEET),)

    @extend_schema(
        operation_id="requirements_update", request=RequirementFormSerializer, responses=RequirementSerializer
    )
    def patch(self, request: Request, pk: int) -> Response:
        """Change a required document: requirement_exists, demo_mode."""
        form = RequirementFormSerializer(data=request.data, partial=True)
        form.is_valid(raise_exception=True)
        changed = edit_requirement(by=current_user(request), requirement_id=pk, changes=form.validated_data)
        return Response(RequirementSerializer(changed).data)

    @extend_schema(operation_id="requirements_delete", request=None, responses={204: None})
    def delete(self, request: Request, pk: int) -> Response:
        """Delete a required document: demo_mode."""
        delete_requirement(by=current_user(request), requirement_id=pk)
        return Response(status=status.HTTP_204_NO_CONTENT)
