"""Announcements of admins: written, counted, sent, watched."""

from functools import cached_property

from django.db.models import QuerySet
from django.utils.translation import gettext_lazy as _
from drf_spectacular.utils import extend_schema, extend_schema_view
from rest_framework import status
from rest_framework.generics import ListAPIView
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.throttling import BaseThrottle
from rest_framework.views import APIView

from apps.accounts.authentication import current_user
from apps.accounts.permissions import IsAdmin
from apps.core.errors import NotFound
from apps.core.keyset import Ordering
from apps.core.pagination import OrderedPagination
from apps.core.throttles import ScopedThrottle
from apps.notifications.audience import audience
from apps.notifications.models import Announcement
from apps.notifications.selectors import filter_announcements
from apps.notifications.serializers.announcements import (
    AnnouncementFilterSerializer,
    AnnouncementFormSerializer,
    AnnouncementSerializer,
    AudienceQuerySerializer,
    AudienceSerializer,
)
from apps.notifications.services.announcements import (
    add_announcement,
    change_announcement,
    delete_announcement,
    send_announcement,
)


@extend_schema_view(
    get=extend_schema(operation_id="notifications_list", parameters=[AnnouncementFilterSerializer])
)
class AnnouncementsView(ListAPIView[Announcement]):
    """All announcements with how far they are, the newest first unless asked otherwise."""

    permission_classes = (IsAdmin,)
    serializer_class = AnnouncementSerializer
    pagination_class = OrderedPagination
    queryset = Announcement.objects.none()
    throttle_scope = "announcements"

    @cached_property
    def query(self) -> AnnouncementFilterSerializer:
        form = AnnouncementFilterSerializer(data=self.request.query_params.dict())
        form.is_valid(raise_exception=True)
        return form

    def get_throttles(self) -> list[BaseThrottle]:
        return [ScopedThrottle()] if self.request.method == "POST" else []

    def get_queryset(self) -> QuerySet[Announcement]:
        asked = self.query.filters()
        return filter_announcements(search=asked.search, state=asked.state, user_type=asked.user_type)

    def get_ordering(self) -> Ordering:
        return self.query.filters().order()

    @extend_schema(
        operation_id="notifications_create",
        request=AnnouncementFormSerializer,
        responses={201: AnnouncementSerializer},
    )
    def post(self, request: Request) -> Response:
        """Write one and send it at once, in demo mode only the former: no_user_match."""
        form = AnnouncementFormSerializer(data=request.data)
        form.is_valid(raise_exception=True)
        added = add_announcement(by=current_user(request), **form.validated_data)
        return Response(AnnouncementSerializer(added).data, status=status.HTTP_201_CREATED)


class AudienceView(APIView):
    permission_classes = (IsAdmin,)

    @extend_schema(
        operation_id="notifications_count", request=AudienceQuerySerializer, responses=AudienceSerializer
    )
    def post(self, request: Request) -> Response:
        """Whom it would reach now: people with a push token who match."""
        form = AudienceQuerySerializer(data=request.data)
        form.is_valid(raise_exception=True)
        return Response(AudienceSerializer(audience(**form.validated_data)).data)


class AnnouncementView(APIView):
    permission_classes = (IsAdmin,)

    @extend_schema(operation_id="notifications_retrieve", responses=AnnouncementSerializer)
    def get(self, request: Request, pk: int) -> Response:
        """One announcement, and how far it is."""
        return Response(AnnouncementSerializer(_announcement(pk)).data)

    @extend_schema(
        operation_id="notifications_update",
        request=AnnouncementFormSerializer,
        responses=AnnouncementSerializer,
    )
    def patch(self, request: Request, pk: int) -> Response:
        """Word it otherwise for the next time: demo_mode, announcement_sending."""
        form = AnnouncementFormSerializer(data=request.data, partial=True)
        form.is_valid(raise_exception=True)
        changed = change_announcement(by=current_user(request), announcement_id=pk, **form.validated_data)
        return Response(AnnouncementSerializer(changed).data)

    @extend_schema(operation_id="notifications_delete", request=None, responses={204: None})
    def delete(self, request: Request, pk: int) -> Response:
        """Forget it; inboxes keep what they got: demo_mode, announcement_sending."""
        delete_announcement(by=current_user(request), announcement_id=pk)
        return Response(status=status.HTTP_204_NO_CONTENT)


class SendAnnouncementView(APIView):
    permission_classes = (IsAdmin,)
    throttle_classes = (ScopedThrottle,)
    throttle_scope = "announcements"

    @extend_schema(operation_id="notifications_send", request=None, responses=AnnouncementSerializer)
    def post(self, request: Request, pk: int) -> Response:
        """Send it again: demo_mode, no_user_match, announcement_sending, announcement_too_soon."""
        sent = send_announcement(by=current_user(request), announcement_id=pk)
        return Response(AnnouncementSerializer(sent).data)


def _announcement(pk: int) -> Announcement:
    found = filter_announcements().filter(pk=pk).first()
    if found is None:
        raise NotFound("not_found", _("Not found."))
    return found
