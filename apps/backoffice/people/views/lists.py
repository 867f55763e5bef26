"""The four user lists, and adding users."""

from functools import cached_property
from typing import Any, ClassVar

from django.db.models import QuerySet
from drf_spectacular.utils import OpenApiParameter, extend_schema, extend_schema_view
from rest_framework import status
from rest_framework.generics import ListAPIView
from rest_framework.request import Request
from rest_framework.response import Response

from apps.accounts.authentication import current_user
from apps.accounts.choices import UserType
from apps.accounts.models import User
from apps.accounts.permissions import HasUserType, IsAdmin, IsAdminOrFleetAdmin
from apps.backoffice.people.create import add_person
from apps.backoffice.people.lists import people_for
from apps.backoffice.people.rules import may_approve
from apps.backoffice.people.serializers import (
    DriversQuerySerializer,
    NewDriverSerializer,
    NewPersonSerializer,
    PeopleQuerySerializer,
    PersonRowSerializer,
    PersonSerializer,
)
from apps.backoffice.people.validation import NewPerson
from apps.backoffice.people.views.person import person_response
from apps.backoffice.selectors import fleet_of
from apps.core.http.idempotency import idempotent
from apps.core.paging.keyset import Ordering
from apps.core.paging.pagination import OrderedPagination
from apps.core.platform import platform_settings

IDEMPOTENCY_KEY = OpenApiParameter("Idempotency-Key", str, OpenApiParameter.HEADER)


class PeopleView(ListAPIView[User]):
    """Users of one role, newest first by default; masked in demo mode."""

    permission_classes: tuple[type[HasUserType], ...] = (IsAdmin,)
    serializer_class = PersonRowSerializer
    pagination_class = OrderedPagination
    queryset = User.objects.none()
    user_type: ClassVar[UserType]
    query_class: ClassVar[type[PeopleQuerySerializer]] = PeopleQuerySerializer
    form_class: ClassVar[type[NewPersonSerializer]] = NewPersonSerializer

    @cached_property
    def query(self) -> PeopleQuerySerializer:
        form = self.query_class(data=self.request.query_params.dict())
        form.is_valid(raise_exception=True)
        return form

    def get_queryset(self) -> QuerySet[User]:
        by = current_user(self.request)
        return people_for(by, self.user_type, self.query.filters(), platform_settings())

    def get_ordering(self) -> Ordering:
        return self.query.filters().order()

    def get_serializer_context(self) -> dict[str, Any]:
        return {"settings": platform_settings(), "fleet": fleet_of(current_user(self.request))}

    def add(self, request: Request) -> Response:
        form = self.form_class(data=request.data)
        form.is_valid(raise_exception=True)
        by, given = current_user(request), dict(form.validated_data)
        if by.user_type != UserType.ADMIN:
            # A fleet admin's driver joins the fleet and awaits approval if the settings require it.
            given |= {"fleet_admin": by.pk}
            given["approved"] = given["approved"] and may_approve(by, platform_settings())
        user = add_person(by=by, person=NewPerson(user_type=self.user_type, **given))
        return person_response(by, user.pk, status=status.HTTP_201_CREATED)


@extend_schema_view(get=extend_schema(operation_id="riders_list", parameters=[PeopleQuerySerializer]))
class RidersView(PeopleView):
    user_type = UserType.RIDER

    @extend_schema(
        operation_id="riders_add",
        parameters=[IDEMPOTENCY_KEY],
        request=NewPersonSerializer,
        responses={201: PersonSerializer},
    )
    @idempotent
    def post(self, request: Request) -> Response:
        """Add a rider: proper_input_name, proper_email, mobile_no_blank_error, user_exists."""
        return self.add(request)


@extend_schema_view(get=extend_schema(operation_id="drivers_list", parameters=[DriversQuerySerializer]))
class DriversView(PeopleView):
    """Drivers; fleet admins see only their own."""

    permission_classes = (IsAdminOrFleetAdmin,)
    user_type = UserType.DRIVER
    query_class = DriversQuerySerializer
    form_class = NewDriverSerializer

    @extend_schema(
        operation_id="drivers_add",
        parameters=[IDEMPOTENCY_KEY],
        request=NewDriverSerializer,
        responses={201: PersonSerializer},
    )
    @idempotent
    def post(self, request: Request) -> Response:
        """Add a driver: proper_input_name, proper_email, mobile_no_blank_error, user_exists."""
        return self.add(request)


@extend_schema_view(get=extend_schema(operation_id="fleet_admins_list", parameters=[PeopleQuerySerializer]))
class FleetAdminsView(PeopleView):
    user_type = UserType.FLEET_ADMIN

    @extend_schema(
        operation_id="fleet_admins_add",
        parameters=[IDEMPOTENCY_KEY],
        request=NewPersonSerializer,
        responses={201: PersonSerializer},
    )
    @idempotent
    def post(self, request: Request) -> Response:
        """Add a fleet admin: proper_input_name, proper_email, user_exists."""
        return self.add(request)


@extend_schema_view(get=extend_schema(operation_id="admins_list", parameters=[PeopleQuerySerializer]))
class AdminsView(PeopleView):
    user_type = UserType.ADMIN

    @extend_schema(
        operation_id="admins_add",
        parameters=[IDEMPOTENCY_KEY],
        request=NewPersonSerializer,
        responses={201: PersonSerializer},
    )
    @idempotent
    def post(self, request: Request) -> Response:
        """Add an admin: proper_input_name, proper_email, user_exists."""
        return self.add(request)
