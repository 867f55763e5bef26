"""RequestPushMsg of document 1 under its original name."""

from typing import Any

from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from apps.accounts.authentication import current_user
from apps.core.rate_limits.throttles import ScopedThrottle
from apps.notifications.choices import Screen
from apps.notifications.services.push_request import request_push


class PushRequestSerializer(serializers.Serializer[Any]):
    token = serializers.CharField(max_length=1024, help_text="The pushToken of a device.")
    title = serializers.CharField(max_length=120)
    msg = serializers.CharField(max_length=500)
    screen = serializers.ChoiceField(choices=Screen.choices, default=Screen.BOOKING_CAB)


class PushRequestedSerializer(serializers.Serializer[Any]):
    success = serializers.BooleanField()


class SendNotificationView(APIView):
    throttle_classes = (ScopedThrottle,)
    throttle_scope = "send_notification"

    @extend_schema(
        operation_id="functions_send_notification",
        request=PushRequestSerializer,
        responses={200: PushRequestedSerializer},
    )
    def post(self, request: Request) -> Response:
        """Return the same response always: errors are only logged, and owners of tokens are not revealed."""
        form = PushRequestSerializer(data=request.data)
        form.is_valid(raise_exception=True)
        request_push(sender=current_user(request), **form.validated_data)
        return Response({"success": True})
