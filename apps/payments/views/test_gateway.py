"""The page of the test gateway, for the payer."""

from django.utils.translation import gettext as _
from drf_spectacular.utils import extend_schema
from rest_framework.permissions import AllowAny
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from apps.core.errors import NotFound
from apps.core.rate_limits.throttles import ScopedThrottle
from apps.payments.attempts.orders import payment_page_url
from apps.payments.gateways.registry import provider_type
from apps.payments.models import Attempt
from apps.payments.serializers import PressSerializer, TestPaymentSerializer
from apps.payments.services.test_gateway import BUTTONS, press
from apps.payments.views.payers import own_attempt


def _test_attempt(request: Request, ref: str) -> Attempt:
    attempt = Attempt.objects.filter(ref=ref, by_guest=True).first()
    if attempt is None and request.user.is_authenticated:
        attempt = own_attempt(request, ref)
    if attempt is None or attempt.provider != "test" or not provider_type("test").is_available():
        raise NotFound("not_found", _("Payment not found."))
    return attempt


def _page(attempt: Attempt) -> Response:
    page = {
        "ref": attempt.ref,
        "amount": attempt.amount,
        "currency": attempt.currency,
        "state": attempt.state,
        "next_url": payment_page_url(attempt),
        "buttons": list(BUTTONS),
    }
    return Response(TestPaymentSerializer(page).data)


class TestGatewayView(APIView):
    """A guest's payment is open to anyone who has its reference, like the page of a real gateway."""

    __test__ = False
    permission_classes = (AllowAny,)
    throttle_classes = (ScopedThrottle,)
    throttle_scope = "payment_check"

    @extend_schema(operation_id="payments_test_page", responses=TestPaymentSerializer)
    def get(self, request: Request, ref: str) -> Response:
        """Return the payment and its buttons."""
        return _page(_test_attempt(request, ref))

    @extend_schema(
        operation_id="payments_test_press", request=PressSerializer, responses=TestPaymentSerializer
    )
    def post(self, request: Request, ref: str) -> Response:
        """Apply a button, with the webhook of a real gateway."""
        attempt = _test_attempt(request, ref)
        form = PressSerializer(data=request.data)
        form.is_valid(raise_exception=True)
        press(attempt=attempt, button=form.validated_data["button"])
        attempt.refresh_from_db()
        return _page(attempt)
