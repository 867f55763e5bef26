"""The four user lists, and adding users."""

from typing import ClassVar

from drf_spectacular.utils import extend_schema
from rest_framework import status
from rest_framework.request import Request
from rest_framework.response import Response

from apps.accounts.authentication import current_user
from apps.accounts.choices import UserType
from apps.backoffice.people.create import add_person
from apps.backoffice.people.list_specs import ADMINS, DRIVERS, FLEET_ADMINS, RIDERS
from apps.backoffice.people.rules import may_approve
from apps.backoffice.people.serializers import (
    NewAdminSerializer,
    NewDriverSerializer,
    NewPersonSerializer,
    PersonSerializer,
)
from apps.backoffice.people.validation import NewPerson
from apps.backoffice.people.views.person import person_response
from apps.core.api_schema.parameters import IDEMPOTENCY_KEY
from apps.core.http.idempotency import idempotent
from apps.core.platform import platform_settings
from apps.exports.lists import ListView


class PeopleView(ListView):
    """Users of one role, newest first by default; masked in demo mode."""

    user_type: ClassVar[UserType]
    form_class: ClassVar[type[NewPersonSerializer]] = NewPersonSerializer

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


class RidersView(PeopleView):
    spec = RIDERS
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


class DriversView(PeopleView):
    """Drivers; fleet admins see only their own."""

    spec = DRIVERS
    user_type = UserType.DRIVER
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


class FleetAdminsView(PeopleView):
    spec = FLEET_ADMINS
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


class AdminsView(PeopleView):
    spec = ADMINS
    user_type = UserType.ADMIN
    form_class = NewAdminSerializer

    @extend_schema(
        operation_id="admins_add",
        parameters=[IDEMPOTENCY_KEY],
        request=NewAdminSerializer,
        responses={201: PersonSerializer},
    )
    @idempotent
    def post(self, request: Request) -> Response:
        """Add an admin: proper_input_name, proper_email, user_exists, role_exceeds_own."""
        return self.add(request)
