"""The staff roles for admins who may see or change them."""

from typing import Any

from drf_spectacular.utils import extend_schema
from rest_framework import serializers, status
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from apps.accounts.authentication import current_user
from apps.accounts.models import StaffRole, User
from apps.accounts.permissions import staff_may_use
from apps.accounts.staff_roles import services
from apps.accounts.staff_roles.access import permissions_of
from apps.accounts.staff_roles.areas import Area, covers
from apps.accounts.staff_roles.serializers import (
    DeleteRoleSerializer,
    StaffRoleFormSerializer,
    StaffRoleListSerializer,
    StaffRoleSerializer,
)


class StaffRolesView(APIView):
    permission_classes = (staff_may_use(Area.STAFF),)

    @extend_schema(operation_id="staff_roles", responses=StaffRoleListSerializer)
    def get(self, request: Request) -> Response:
        """List the roles with the number of their admins; owners have no role."""
        context = _context(current_user(request))
        return Response(StaffRoleListSerializer({"results": services.staff_roles()}, context=context).data)

    @extend_schema(
        operation_id="staff_roles_create",
        request=StaffRoleFormSerializer,
        responses={201: StaffRoleSerializer},
    )
    def post(self, request: Request) -> Response:
        """Add a role. Refused: role_name_exists, role_exceeds_own, demo_mode."""
        by = current_user(request)
        role = services.add_role(by=by, **_given(StaffRoleFormSerializer, request.data))
        return _role(by, role.pk, status.HTTP_201_CREATED)


class StaffRoleView(APIView):
    permission_classes = (staff_may_use(Area.STAFF),)

    @extend_schema(
        operation_id="staff_roles_change", request=StaffRoleFormSerializer, responses=StaffRoleSerializer
    )
    def patch(self, request: Request, pk: int) -> Response:
        """Change a role; it counts from the next request of its admins on.

        Refused: own_role, role_name_exists, role_exceeds_own, demo_mode.
        """
        by = current_user(request)
        changes = _given(StaffRoleFormSerializer, request.data, partial=True)
        services.change_role(by=by, role_id=pk, changes=changes)
        return _role(by, pk)

    @extend_schema(
        operation_id="staff_roles_delete", parameters=[DeleteRoleSerializer], responses={204: None}
    )
    def delete(self, request: Request, pk: int) -> Response:
        """Delete a role; its admins get the one of `reassign_to`.

        Refused: own_role, role_in_use, role_exceeds_own, demo_mode.
        """
        given = _given(DeleteRoleSerializer, request.query_params.dict())
        services.delete_role(by=current_user(request), role_id=pk, **given)
        return Response(status=status.HTTP_204_NO_CONTENT)


def _given(serializer: type[serializers.Serializer[Any]], data: Any, *, partial: bool = False) -> Any:
    form = serializer(data=data, partial=partial)
    form.is_valid(raise_exception=True)
    return form.validated_data


def _context(by: User) -> dict[str, Any]:
    return {
        "may_edit": lambda role: services.may_edit_role(by, role),
        "may_give": lambda role: covers(permissions_of(by), role.permissions),
    }


def _role(by: User, pk: int, code: int = status.HTTP_200_OK) -> Response:
    role: StaffRole = services.staff_roles().get(pk=pk)
    return Response(StaffRoleSerializer(role, context=_context(by)).data, status=code)
