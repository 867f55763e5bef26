"""The numbers of quotes and bookings."""

from datetime import UTC, datetime, timedelta
from typing import Final

from django.utils import timezone
from django.utils.translation import gettext_lazy as _
from drf_spectacular.utils import extend_schema
from rest_framework.exceptions import ValidationError
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from apps.core.fields import DayOrTimeField
from apps.core.paging.filters import OPTIONAL, FilterSet
from apps.recording.quotes.quote_list import PERMISSION
from apps.recording.quotes.summary import quote_summary
from apps.recording.serializers import QuoteSummarySerializer

USUAL: Final = timedelta(days=28)
LONGEST: Final = timedelta(days=400)
BEGINNING: Final = datetime.min.replace(tzinfo=UTC)


class QuotePeriod(FilterSet):
    from_ = DayOrTimeField(help_text="28 days before the end by default.", **OPTIONAL)
    to = DayOrTimeField(end=True, help_text="Now by default.", **OPTIONAL)


class QuoteSummaryView(APIView):
    permission_classes = (PERMISSION,)

    @extend_schema(operation_id="quotes_summary", parameters=[QuotePeriod], responses=QuoteSummarySerializer)
    def get(self, request: Request) -> Response:
        """Return quotes, bookings and conversion of at most 400 days by hour, area and car type.

        Numbers with fewer than three riders are not shown.
        """
        given = QuotePeriod.parse(request.query_params.dict()).validated_data
        until = given["to"] or timezone.now()
        since = given["from"] or max(until, BEGINNING + USUAL) - USUAL
        if not timedelta(0) <= until - since <= LONGEST:
            raise ValidationError({"from": _("Choose at most 400 days.")})
        return Response(QuoteSummarySerializer(quote_summary(since, until)).data)
