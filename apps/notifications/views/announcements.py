"""Views of announcements for admins."""

from django.utils.translation import gettext_lazy as _
from drf_spectacular.utils import extend_schema
from rest_framework import status
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.throttling import BaseThrottle
from rest_framework.views import APIView

from apps.accounts.authentication import current_user
from apps.accounts.permissions import staff_may_use
from apps.accounts.staff_roles.areas import Area, Level
from apps.core.errors import NotFound
from apps.core.rate_limits.throttles import ScopedThrottle
from apps.exports.lists import ListView
from apps.notifications.announcements.announcement_list import NOTIFICATIONS
from apps.notifications.announcements.audience import audience
from apps.notifications.models import Announcement
from apps.notifications.selectors import announcements
from apps.notifications.serializers.announcements import (
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


class AnnouncementsView(ListView):
    """All announcements with their progress, the newest first by default."""

    spec = NOTIFICATIONS
    throttle_scope = "announcements"

    def get_throttles(self) -> list[BaseThrottle]:
        return [ScopedThrottle()] if self.request.method == "POST" else []

    @extend_schema(
        operation_id="notifications_create",
        request=AnnouncementFormSerializer,
        responses={201: AnnouncementSerializer},
    )
    def post(self, request: Request) -> Response:
        """Create an announcement and send it at once (in demo mode only create it): no_user_match."""
        form = AnnouncementFormSerializer(data=request.data)
        form.is_valid(raise_exception=True)
        added = add_announcement(by=current_user(request), **form.validated_data)
        return Response(AnnouncementSerializer(added).data, status=status.HTTP_201_CREATED)


class AudienceView(APIView):
    permission_classes = (staff_may_use(Area.CONTENT, level=Level.VIEW),)

    @extend_schema(
        operation_id="notifications_count", request=AudienceQuerySerializer, responses=AudienceSerializer
    )
    def post(self, request: Request) -> Response:
        """Return the number of users with a push token who match now."""
        form = AudienceQuerySerializer(data=request.data)
        form.is_valid(raise_exception=True)
        return Response(AudienceSerializer(audience(**form.validated_data)).data)


class AnnouncementView(APIView):
    permission_classes = (staff_may_use(Area.CONTENT),)

    @extend_schema(operation_id="notifications_retrieve", responses=AnnouncementSerializer)
    def get(self, request: Request, pk: int) -> Response:
        """Return one announcement with its progress."""
        return Response(AnnouncementSerializer(_announcement(pk)).data)

    @extend_schema(
        operation_id="notifications_update",
        request=AnnouncementFormSerializer,
        responses=AnnouncementSerializer,
    )
    def patch(self, request: Request, pk: int) -> Response:
        """Change an announcement for its next round: demo_mode, announcement_sending."""
        form = AnnouncementFormSerializer(data=request.data, partial=True)
        form.is_valid(raise_exception=True)
        changed = change_announcement(by=current_user(request), announcement_id=pk, **form.validated_data)
        return Response(AnnouncementSerializer(changed).data)

    @extend_schema(operation_id="notifications_delete", request=None, responses={204: None})
    def delete(self, request: Request, pk: int) -> Response:
        """Delete an announcement; inboxes are not changed: demo_mode, announcement_sending."""
        delete_announcement(by=current_user(request), announcement_id=pk)
        return Response(status=status.HTTP_204_NO_CONTENT)


class SendAnnouncementView(APIView):
    permission_classes = (staff_may_use(Area.CONTENT),)
    throttle_classes = (ScopedThrottle,)
    throttle_scope = "announcements"

    @extend_schema(operation_id="notifications_send", request=None, responses=AnnouncementSerializer)
    def post(self, request: Request, pk: int) -> Response:
        """Send it again: demo_mode, no_user_match, announcement_sending, announcement_too_soon."""
        sent = send_announcement(by=current_user(request), announcement_id=pk)
        return Response(AnnouncementSerializer(sent).data)


def _announcement(pk: int) -> Announcement:
    announcement = announcements().filter(pk=pk).first()
    if announcement is None:
        raise NotFound("not_found", _("Not found."))
    return announcement
