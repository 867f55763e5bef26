"""The receipt of a paid trip."""

from django.http import HttpResponse, HttpResponseBase
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import extend_schema
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from apps.accounts.authentication import current_user
from apps.bookings.receipt.facts import Receipt, receipt_of
from apps.bookings.receipt.mail import send_receipt_again
from apps.bookings.serializers.receipt import (
    ReceiptEmailSerializer,
    ReceiptFormatSerializer,
    ReceiptSerializer,
)
from apps.bookings.views.bookings import own_booking
from apps.bookings.views.pdf import PDF, pdf_response
from apps.core.platform import platform_settings


class ReceiptView(APIView):
    @extend_schema(
        operation_id="bookings_receipt",
        parameters=[ReceiptFormatSerializer],
        responses={(200, "application/json"): ReceiptSerializer, (200, PDF): OpenApiTypes.BINARY},
    )
    def get(self, request: Request, pk: int) -> HttpResponseBase:
        """Return the receipt as JSON, or as a PDF in the language of the request: no_receipt."""
        form = ReceiptFormatSerializer(data=request.query_params)
        form.is_valid(raise_exception=True)
        user = current_user(request)
        receipt = receipt_of(own_booking(user, pk), reader=user, settings=platform_settings())
        return receipt_response(receipt, form.validated_data["format"])


class ReceiptEmailView(APIView):
    @extend_schema(operation_id="bookings_email_receipt", request=None, responses=ReceiptEmailSerializer)
    def post(self, request: Request, pk: int) -> Response:
        """Email the receipt to the rider: no_receipt, no_email, too_many_requests."""
        user = current_user(request)
        return Response({"email": send_receipt_again(own_booking(user, pk), by=user)})


def receipt_response(receipt: Receipt, format: str) -> HttpResponseBase:
    return _as_pdf(receipt) if format == "pdf" else Response(ReceiptSerializer(receipt).data)


def _as_pdf(receipt: Receipt) -> HttpResponse:
    # Imported here, because only processes that create PDFs need the fonts and text shaping.
    from apps.bookings.receipt.pdf import receipt_pdf

    return pdf_response(receipt_pdf(receipt), f"receipt-{receipt.booking.reference}.pdf")
