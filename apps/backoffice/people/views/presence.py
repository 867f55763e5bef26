"""How long a driver was online and on trips."""

from django.utils.translation import gettext as _
from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from apps.accounts.authentication import current_user
from apps.accounts.choices import UserType
from apps.accounts.permissions import staff_or_fleet_admins
from apps.accounts.staff_roles.areas import Area
from apps.backoffice.people.lists import person_for
from apps.core.errors import NotFound
from apps.core.paging.filters import OPTIONAL, FilterSet
from apps.recording.presence.hours import week_of_driver
from apps.recording.serializers import PresenceWeekSerializer


class PresenceQuery(FilterSet):
    week = serializers.DateField(help_text="A day of the week; today by default.", **OPTIONAL)


class PersonPresenceView(APIView):
    permission_classes = (staff_or_fleet_admins(Area.PEOPLE),)

    @extend_schema(
        operation_id="people_presence", parameters=[PresenceQuery], responses=PresenceWeekSerializer
    )
    def get(self, request: Request, pk: int) -> Response:
        """Return how long a driver was free and on trips on each day of a week: not_found.

        Fleet admins see their own drivers.
        """
        person = person_for(current_user(request), pk)
        if person.user_type != UserType.DRIVER:
            raise NotFound("not_found", _("User not found."))
        week = PresenceQuery.parse(request.query_params.dict()).validated_data["week"]
        return Response(PresenceWeekSerializer(week_of_driver(person.pk, week)).data)
