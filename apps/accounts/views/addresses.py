"""Saved addresses."""

from drf_spectacular.utils import extend_schema
from rest_framework import status
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from apps.accounts import selectors
from apps.accounts.authentication import current_user
from apps.accounts.serializers.addresses import (
    AddressNameSerializer,
    NewAddressSerializer,
    SavedAddressListSerializer,
    SavedAddressSerializer,
)
from apps.accounts.services.addresses import delete_address, rename_address, save_address


class AddressesView(APIView):
    @extend_schema(responses=SavedAddressListSerializer)
    def get(self, request: Request) -> Response:
        """List saved addresses, the most used first."""
        addresses = selectors.addresses_of(current_user(request).pk)
        return Response(SavedAddressListSerializer({"results": addresses}).data)

    @extend_schema(request=NewAddressSerializer, responses={201: SavedAddressSerializer})
    def post(self, request: Request) -> Response:
        """Save an address: too_many_addresses after fifty."""
        form = NewAddressSerializer(data=request.data)
        form.is_valid(raise_exception=True)
        address = save_address(user_id=current_user(request).pk, **form.validated_data)
        return Response(SavedAddressSerializer(address).data, status=status.HTTP_201_CREATED)


class AddressView(APIView):
    @extend_schema(request=AddressNameSerializer, responses=SavedAddressSerializer)
    def patch(self, request: Request, pk: int) -> Response:
        """Rename an address; 404 for other users' addresses."""
        form = AddressNameSerializer(data=request.data)
        form.is_valid(raise_exception=True)
        address = rename_address(user_id=current_user(request).pk, address_id=pk, **form.validated_data)
        return Response(SavedAddressSerializer(address).data)

    @extend_schema(responses={204: None})
    def delete(self, request: Request, pk: int) -> Response:
        """Delete an address; 404 for other users' addresses."""
        delete_address(user_id=current_user(request).pk, address_id=pk)
        return Response(status=status.HTTP_204_NO_CONTENT)
