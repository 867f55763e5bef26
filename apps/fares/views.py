"""Public views of car types, estimates and promos."""

from typing import Any, cast

from django.utils.translation import gettext_lazy as _
from drf_spectacular.utils import extend_schema
from rest_framework.exceptions import ValidationError
from rest_framework.permissions import AllowAny
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from apps.accounts.authentication import current_user
from apps.accounts.choices import UserType
from apps.accounts.models import User
from apps.accounts.permissions import riders_or_staff
from apps.accounts.staff_roles.access import staff_may
from apps.accounts.staff_roles.areas import Area, Level
from apps.core.errors import BadInput, Forbidden
from apps.core.platform import platform_settings
from apps.core.rate_limits.throttles import ScopedThrottle
from apps.core.reused_serializers import validated
from apps.fares.estimates.nearby import free_cars
from apps.fares.estimates.quotes import read_quote
from apps.fares.estimates.reply import estimate_reply
from apps.fares.estimates.shown import estimate_for
from apps.fares.promos.redemption import all_promos, check_promo, promos_for
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
# Staff who book choose from them too.
PROMO_READERS = riders_or_staff(Area.TARIFFS, Area.BOOKINGS)


class CarTypesView(APIView):
    permission_classes = (AllowAny,)

    @extend_schema(operation_id="car_types_list", responses=CarTypeListSerializer)
    def get(self, request: Request) -> Response:
        """List the car types and their rates."""
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
        """Return the price of a trip, also for visitors.

        Errors: select_proper, too_many_stops, stops_not_allowed, hire_not_offered, not_for_hire,
        no_route_found, place_to_coords_error; for drivers and fleet admins user_issue_contact_admin.
        """
        user = request.user if isinstance(request.user, User) else None
        if user is not None and user.user_type not in BOOKERS:
            raise Forbidden("user_issue_contact_admin", _("Only riders can book. Contact support."))
        try:
            query = validated(EstimateQuerySerializer, request.data)
        except ValidationError as error:
            sentence = _("Choose a pickup, drop-off and car type.")
            fields = dict.fromkeys(cast(dict[str, Any], error.detail), sentence)
            raise BadInput("select_proper", sentence, fields=fields) from error
        estimated = estimate_for(
            query,
            user_id=None if user is None else user.pk,
            by_staff=user is not None and staff_may(user, Area.BOOKINGS),
        )
        return Response(estimate_reply(estimated))


class FreeCarsView(APIView):
    permission_classes = (AllowAny,)
    throttle_classes = (ScopedThrottle,)
    throttle_scope = "free_cars"

    @extend_schema(
        operation_id="free_cars_list", parameters=[FreeCarsQuerySerializer], responses=FreeCarListSerializer
    )
    def get(self, request: Request) -> Response:
        """List a few free cars near a pickup, anonymous and at approximate positions."""
        form = FreeCarsQuerySerializer(data=request.query_params)
        form.is_valid(raise_exception=True)
        cars = free_cars(
            at=LatLng(form.validated_data["lat"], form.validated_data["lng"]),
            car_types=car_types(),
            settings=platform_settings(),
        )
        return Response(FreeCarListSerializer({"results": cars}).data)


class PromosView(APIView):
    permission_classes = (PROMO_READERS,)

    @extend_schema(operation_id="promos_list", responses=PromoListSerializer)
    def get(self, request: Request) -> Response:
        """List the promos valid today for a rider, or all promos for an admin."""
        user = current_user(request)
        promos = all_promos() if user.user_type == UserType.ADMIN else promos_for(user.pk)
        return Response(PromoListSerializer({"results": promos}).data)


class CheckPromoView(APIView):
    permission_classes = (riders_or_staff(Area.BOOKINGS, level=Level.VIEW),)

    @extend_schema(
        operation_id="promos_check", request=CheckPromoSerializer, responses=CheckedPromoSerializer
    )
    def post(self, request: Request) -> Response:
        """Return the discount of a promo on a price; reserves nothing.

        Errors: promo_not_found, promo_expired, promo_min_order, promo_already_used, promo_limit_reached.
        """
        user = current_user(request)
        form = CheckPromoSerializer(data=request.data)
        form.is_valid(raise_exception=True)
        query = form.validated_data
        rider_id = query.get("customer_id") if user.user_type == UserType.ADMIN else user.pk
        if "quote_id" in query:
            trip_cost = read_quote(query["quote_id"], user_id=user.pk).trip_cost
        else:
            trip_cost = query["trip_cost"]
        checked = check_promo(promo_name=query["promo_name"], trip_cost=trip_cost, user_id=rider_id)
        return Response(CheckedPromoSerializer(checked).data)
