"""Prices, for everybody who may want a ride."""

from django.utils.translation import gettext_lazy as _
from drf_spectacular.utils import extend_schema
from rest_framework.permissions import AllowAny
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.throttling import ScopedRateThrottle
from rest_framework.views import APIView

from apps.accounts.choices import UserType
from apps.accounts.models import User
from apps.core.errors import BadInput, Forbidden
from apps.fares.estimates import estimate
from apps.fares.selectors import car_types
from apps.fares.serializers import CarTypeListSerializer, EstimateQuerySerializer, EstimateSerializer

BOOKERS = frozenset({UserType.RIDER, UserType.ADMIN})


class CarTypesView(APIView):
    permission_classes = (AllowAny,)

    @extend_schema(operation_id="car_types_list", responses=CarTypeListSerializer)
    def get(self, request: Request) -> Response:
        """The kinds of car and what they ask."""
        body = CarTypeListSerializer({"results": car_types()})
        return Response(body.data)


class EstimatesView(APIView):
    permission_classes = (AllowAny,)
    throttle_classes = (ScopedRateThrottle,)
    throttle_scope = "estimates"

    @extend_schema(
        operation_id="estimates_create", request=EstimateQuerySerializer, responses=EstimateSerializer
    )
    def post(self, request: Request) -> Response:
        """Price a trip, for a visitor too; refused with select_proper, no_route_found,
        place_to_coords_error, and for drivers and fleet admins user_issue_contact_admin."""
        user = request.user if isinstance(request.user, User) else None
        if user is not None and user.user_type not in BOOKERS:
            raise Forbidden("user_issue_contact_admin", _("Only riders can book. Ask the operator."))
        form = EstimateQuerySerializer(data=request.data)
        if not form.is_valid():
            sentence = _("Choose pickup, drop and car type.")
            raise BadInput("select_proper", sentence, fields=dict.fromkeys(form.errors, sentence))
        found = estimate(**form.validated_data, user_id=None if user is None else user.pk)
        return Response(EstimateSerializer(found).data)
