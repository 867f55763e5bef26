"""The user's own inbox."""

from typing import Any

from django.db.models import QuerySet
from drf_spectacular.utils import extend_schema
from rest_framework import status
from rest_framework.generics import ListAPIView
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from apps.accounts.authentication import current_user
from apps.notifications.models import InboxMessage
from apps.notifications.selectors import inbox_of
from apps.notifications.serializers.inbox import InboxMessageSerializer, InboxReadSerializer
from apps.notifications.services.desk_messages import record_delivery
from apps.notifications.services.inbox import mark_inbox_read


class InboxView(ListAPIView[InboxMessage]):
    """The messages, newest first."""

    serializer_class = InboxMessageSerializer
    queryset = InboxMessage.objects.none()

    def get_queryset(self) -> QuerySet[InboxMessage]:
        return inbox_of(current_user(self.request).pk)

    def paginate_queryset(self, queryset: Any) -> Any:
        page = super().paginate_queryset(queryset)
        record_delivery(page or [])
        return page


class InboxReadView(APIView):
    @extend_schema(request=InboxReadSerializer, responses={204: None})
    def post(self, request: Request) -> Response:
        """Mark messages as read."""
        form = InboxReadSerializer(data=request.data)
        form.is_valid(raise_exception=True)
        mark_inbox_read(user_id=current_user(request).pk, up_to=form.validated_data.get("up_to"))
        return Response(status=status.HTTP_204_NO_CONTENT)
