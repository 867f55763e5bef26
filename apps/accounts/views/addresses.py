"""Places that people go to often."""

from drf_spectacular.utils import extend_schema
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from apps.accounts import selectors
from apps.accounts.authentication import current_user
from apps.accounts.serializers.addresses import SavedAddressListSerializer


class AddressesView(APIView):
    @extend_schema(responses=SavedAddressListSerializer)
    def get(self, request: Request) -> Response:
        """Saved addresses, the most used first."""
        addresses = selectors.addresses_of(current_user(request).pk)
        return Response(SavedAddressListSerializer({"results": addresses}).data)
