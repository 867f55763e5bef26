"""A driver's weekly earnings statements, for the driver and for staff."""

from django.http import HttpResponseBase
from django.utils import timezone
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import extend_schema
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from apps.accounts.authentication import current_user
from apps.accounts.choices import UserType
from apps.accounts.models import User
from apps.accounts.permissions import IsDriver
from apps.bookings.selectors import bookings_listed_for
from apps.bookings.views.pdf import PDF, pdf_response
from apps.core.platform import platform_settings
from apps.wallet.history.statements import TripsStatement, statement_of, trips_statement_of, weeks_of
from apps.wallet.serializers.statements import (
    StatementFormatSerializer,
    StatementSerializer,
    StatementWeeksSerializer,
)

STATEMENT_RESPONSES = {(200, "application/json"): StatementSerializer, (200, PDF): OpenApiTypes.BINARY}


class OwnStatementsView(APIView):
    permission_classes = (IsDriver,)

    @extend_schema(operation_id="me_statements", responses=StatementWeeksSerializer)
    def get(self, request: Request) -> Response:
        """List the weeks with a statement, the current one first."""
        return weeks_response(current_user(request))


class OwnStatementView(APIView):
    permission_classes = (IsDriver,)

    @extend_schema(
        operation_id="me_statement", parameters=[StatementFormatSerializer], responses=STATEMENT_RESPONSES
    )
    def get(self, request: Request, week: str) -> HttpResponseBase:
        """Return the statement of the week that starts on this Monday, as JSON or PDF: not_found."""
        return statement_response(request, current_user(request), week)


def weeks_response(driver: User) -> Response:
    weeks = weeks_of(driver.pk, platform_settings().tz)
    return Response(StatementWeeksSerializer({"results": weeks}).data)


def statement_response(request: Request, driver: User, week: str) -> HttpResponseBase:
    """Return a statement; for a fleet admin only the trips for the fleet, without the wallet."""
    form = StatementFormatSerializer(data=request.query_params)
    form.is_valid(raise_exception=True)
    settings, now = platform_settings(), timezone.now()
    reader = current_user(request)
    statement: TripsStatement
    if reader.user_type == UserType.FLEET_ADMIN:
        driven = bookings_listed_for(reader).filter(driver=driver).values("pk")
        statement = trips_statement_of(driver.pk, week, settings.tz, bookings=driven, now=now)
    else:
        statement = statement_of(driver.pk, week, settings.tz, now=now)
    if form.validated_data["format"] == "json":
        return Response(StatementSerializer(statement).data)
    # Imported here, because only processes that create PDFs need the fonts and text shaping.
    from apps.bookings.statement.pdf import statement_pdf

    content = statement_pdf(statement, driver=driver, settings=settings, at=now)
    return pdf_response(content, f"statement-{week}.pdf")
