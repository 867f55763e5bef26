"""Drivers' weekly earnings statements, for admins and for fleet admins of their own drivers."""

from django.http import HttpResponseBase
from django.utils.translation import gettext as _
from drf_spectacular.utils import extend_schema
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from apps.accounts.authentication import current_user
from apps.accounts.choices import UserType
from apps.accounts.models import User
from apps.accounts.permissions import staff_or_fleet_admins
from apps.accounts.staff_roles.areas import Area
from apps.backoffice.people.lists import person_for
from apps.bookings.views.statements import STATEMENT_RESPONSES, statement_response, weeks_response
from apps.core.errors import NotFound
from apps.wallet.serializers.statements import StatementFormatSerializer, StatementWeeksSerializer


class DriverStatementsView(APIView):
    permission_classes = (staff_or_fleet_admins(Area.REPORTS),)

    @extend_schema(operation_id="driver_statements", responses=StatementWeeksSerializer)
    def get(self, request: Request, pk: int) -> Response:
        """List the weeks that have a statement, latest first: not_found for another fleet's driver."""
        return weeks_response(_driver(request, pk))


class DriverStatementView(APIView):
    permission_classes = (staff_or_fleet_admins(Area.REPORTS),)

    @extend_schema(
        operation_id="driver_statement", parameters=[StatementFormatSerializer], responses=STATEMENT_RESPONSES
    )
    def get(self, request: Request, pk: int, week: str) -> HttpResponseBase:
        """Get the statement of the week that starts on a Monday, as JSON or as a PDF in the request's
        language: not_found.
        """
        return statement_response(request, _driver(request, pk), week)


def _driver(request: Request, pk: int) -> User:
    person = person_for(current_user(request), pk)
    if person.user_type != UserType.DRIVER:
        raise NotFound("not_found", _("User not found."))
    return person
