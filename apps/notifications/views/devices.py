"""The user's own push devices."""

from drf_spectacular.utils import extend_schema
from rest_framework import status
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from apps.accounts.authentication import current_family, current_user
from apps.notifications.adapters.webpush.keys import vapid_public_key
from apps.notifications.choices import DeviceKind
from apps.notifications.delivery.senders import is_push_configured
from apps.notifications.selectors import devices_of
from apps.notifications.serializers.devices import (
    NewPushDeviceSerializer,
    PushConfigSerializer,
    PushDeviceListSerializer,
    PushDeviceSerializer,
)
from apps.notifications.services.devices import register_device, remove_device


class DevicesView(APIView):
    @extend_schema(responses=PushDeviceListSerializer)
    def get(self, request: Request) -> Response:
        """List the user's devices, the last used first."""
        devices = devices_of(current_user(request).pk)
        return Response(PushDeviceListSerializer({"results": devices}, context=_context(request)).data)

    @extend_schema(request=NewPushDeviceSerializer, responses={201: PushDeviceSerializer})
    def post(self, request: Request) -> Response:
        """Register a device for push messages: push_endpoint_refused, push_not_configured."""
        form = NewPushDeviceSerializer(data=request.data)
        form.is_valid(raise_exception=True)
        device = register_device(
            user_id=current_user(request).pk, family=current_family(request), registration=form.registration
        )
        shown = PushDeviceSerializer(device, context=_context(request))
        return Response(shown.data, status=status.HTTP_201_CREATED)


class DeviceView(APIView):
    @extend_schema(responses={204: None})
    def delete(self, request: Request, pk: int) -> Response:
        """Delete the device."""
        remove_device(user_id=current_user(request).pk, device_id=pk)
        return Response(status=status.HTTP_204_NO_CONTENT)


class PushConfigView(APIView):
    @extend_schema(responses=PushConfigSerializer)
    def get(self, request: Request) -> Response:
        """Return the configuration for registering a device."""
        config = {
            "vapid_public_key": vapid_public_key() if is_push_configured(DeviceKind.WEB_PUSH) else None,
            "fcm": is_push_configured(DeviceKind.FCM),
        }
        return Response(PushConfigSerializer(config).data)


def _context(request: Request) -> dict[str, str]:
    return {"family": current_family(request)}
