"""Prices, for everybody who may want a ride."""

from django.utils.translation import gettext_lazy as _
from drf_spectacular.utils import extend_schema
from rest_framework.permissions import AllowAny
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from apps.accounts.authentication import current_user
from apps.accounts.choices import UserType
from apps.accounts.models import User
from apps.accounts.permissions import IsRiderOrAdmin
from apps.core.errors import BadInput, Forbidden
from apps.core.platform import platform_settings
from apps.core.throttles import ScopedThrottle
from apps.fares.estimates import estimate
from apps.fares.nearby import free_cars
from apps.fares.promos import all_promos, check_promo, promos_for
from apps.fares.quotes import read_quote
from apps.fares.selectors import car_types, listed_car_types
from apps.fares.serializers import (
    CarTypeListSerializer,
    CheckedPromoSerializer,
    CheckPromoSerializer,
    EstimateQuerySerializer,
    EstimateSerializer,
    FreeCarListSerializer,
    FreeCarsQuerySerializer,
    PromoListSerializer,
)
from apps.geo.port import LatLng

BOOKERS = frozenset({UserType.RIDER, UserType.ADMIN})


class CarTypesView(APIView):
    permission_classes = (AllowAny,)

    @extend_schema(operation_id="car_types_list", responses=CarTypeListSerializer)
    def get(self, request: Request) -> Response:
        """The kinds of car and what they ask."""
        body = CarTypeListSerializer({"results": listed_car_types()})
        return Response(body.data)


class EstimatesView(APIView):
    permission_classes = (AllowAny,)
    throttle_classes = (ScopedThrottle,)
    throttle_scope = "estimates"

    @extend_schema(
        operation_id="estimates_create", request=EstimateQuerySerializer, responses=EstimateSerializer
    )
    def post(self, request: Request) -> Response:
        """Price a trip, for a visitor too; refused with select_proper, no_route_found,
        place_to_coords_error, and for drivers and fleet admins user_issue_contact_admin."""
        user = request.user if isinstance(request.user, User) else None
        if user is not None and user.user_type not in BOOKERS:
            raise Forbidden("user_issue_contact_admin", _("Only riders can book. Contact support."))
        form = EstimateQuerySerializer(data=request.data)
        if not form.is_valid():
            sentence = _("Choose a pickup, drop-off and car type.")
            raise BadInput("select_proper", sentence, fields=dict.fromkeys(form.errors, sentence))
        found = estimate(
            **form.validated_data,
            user_id=None if user is None else user.pk,
            by_staff=user is not None and user.user_type == UserType.ADMIN,
        )
        return Response(EstimateSerializer(found).data)


class FreeCarsView(APIView):
    permission_classes = (AllowAny,)
    throttle_classes = (ScopedThrottle,)
    throttle_scope = "free_cars"

    @extend_schema(
        operation_id="free_cars_list", parameters=[FreeCarsQuerySerializer], responses=FreeCarListSerializer
    )
    def get(self, request: Request) -> Response:
        """A few free cars near a pickup, at about their places and without names."""
        form = FreeCarsQuerySerializer(data=request.query_params)
        form.is_valid(raise_exception=True)
        cars = free_cars(
            at=LatLng(form.validated_data["lat"], form.validated_data["lng"]),
            car_types=car_types(),
            settings=platform_settings(),
        )
        return Response(FreeCarListSerializer({"results": cars}).data)


class PromosView(APIView):
    permission_classes = (IsRiderOrAdmin,)

    @extend_schema(operation_id="promos_list", responses=PromoListSerializer)
    def get(self, request: Request) -> Response:
        """The promos valid today, for a rider; all that there are, for an admin."""
        user = current_user(request)
        promos = all_promos() if user.user_type == UserType.ADMIN else promos_for(user.pk)
        return Response(PromoListSerializer({"results": promos}).data)


class CheckPromoView(APIView):
    permission_classes = (IsRiderOrAdmin,)

    @extend_schema(
        operation_id="promos_check", request=CheckPromoSerializer, responses=CheckedPromoSerializer
    )
    def post(self, request: Request) -> Response:
        """What a promo takes off a price; refused with promo_not_found, promo_expired, promo_min_order,
        promo_already_used, promo_limit_reached. Nothing is reserved."""
        user = current_user(request)
        form = CheckPromoSerializer(data=request.data)
        form.is_valid(raise_exception=True)
        asked = form.validated_data
        rider_id = asked.get("customer_id") if user.user_type == UserType.ADMIN else user.pk
        if "quote_id" in asked:
            trip_cost = read_quote(asked["quote_id"], user_id=user.pk).trip_cost
        else:
            trip_cost = asked["trip_cost"]
        checked = check_promo(promo_name=asked["promo_name"], trip_cost=trip_cost, user_id=rider_id)
        return Response(CheckedPromoSerializer(checked).data)
