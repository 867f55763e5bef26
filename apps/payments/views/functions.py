"""GET /functions/get_providers, specified in document 1, section 7."""

from drf_spectacular.utils import extend_schema
from rest_framework.permissions import AllowAny
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from apps.payments.serializers import ProviderLinkSerializer
from apps.payments.views.payers import offered_providers


class GetProvidersView(APIView):
    permission_classes = (AllowAny,)

    @extend_schema(operation_id="functions_get_providers", responses=ProviderLinkSerializer(many=True))
    def get(self, request: Request) -> Response:
        """List the enabled payment providers' names and links."""
        return Response([{"name": found["name"], "link": found["link"]} for found in offered_providers()])
