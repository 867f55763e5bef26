"""Car types and promos, for admins who change them."""

from functools import cached_property
from typing import Any

from django.db.models import QuerySet
from drf_spectacular.utils import extend_schema, extend_schema_view
from rest_framework import status
from rest_framework.generics import ListAPIView
from rest_framework.permissions import AllowAny, BasePermission
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from apps.accounts.authentication import current_user
from apps.accounts.permissions import IsAdmin, IsRiderOrAdmin
from apps.accounts.serializers.uploads import ImageUploadSerializer
from apps.accounts.views.photo import UploadView, sent_image
from apps.core.paging.keyset import Ordering
from apps.core.paging.pagination import OrderedPagination
from apps.core.rate_limits.throttles import ScopedThrottle
from apps.fares.admin_api import selectors
from apps.fares.admin_api.serializers import (
    CarTypeFormSerializer,
    FarePreviewQuerySerializer,
    FarePreviewSerializer,
    MoveToSerializer,
    OfficeCarTypeListSerializer,
    OfficeCarTypeSerializer,
    OfficePromoSerializer,
    PromoFilterSerializer,
    PromoFormSerializer,
)
from apps.fares.car_types import car_type_edits
from apps.fares.models import Promo
from apps.fares.promos.promo_edits import add_promo, change_promo, delete_promo
from apps.fares.views import CarTypesView, PromosView


class CarTypesDoor(CarTypesView):
    """The list for everybody, and its one change for admins."""

    def get_permissions(self) -> list[BasePermission]:
        return [IsAdmin()] if self.request.method == "POST" else [AllowAny()]

    @extend_schema(
        operation_id="car_types_create",
        request=CarTypeFormSerializer,
        responses={201: OfficeCarTypeSerializer},
    )
    def post(self, request: Request) -> Response:
        """Offer a new kind of car: car_type_exists."""
        form = CarTypeFormSerializer(data=request.data)
        form.is_valid(raise_exception=True)
        added = car_type_edits.add_car_type(by=current_user(request), **form.validated_data)
        return _car_type(added.pk, request, status=status.HTTP_201_CREATED)


class AllCarTypesView(APIView):
    permission_classes = (IsAdmin,)

    @extend_schema(operation_id="car_types_all", responses=OfficeCarTypeListSerializer)
    def get(self, request: Request) -> Response:
        """Those of taxis and of deliveries, in the operator's order."""
        body = OfficeCarTypeListSerializer(
            {"results": selectors.all_car_types()}, context={"request": request}
        )
        return Response(body.data)


class CarTypeView(APIView):
    permission_classes = (IsAdmin,)

    @extend_schema(
        operation_id="car_types_update", request=CarTypeFormSerializer, responses=OfficeCarTypeSerializer
    )
    def patch(self, request: Request, pk: int) -> Response:
        """Change what it is and asks; sub-tables come whole: demo_mode, car_type_exists."""
        form = CarTypeFormSerializer(data=request.data, partial=True)
        form.is_valid(raise_exception=True)
        car_type_edits.change_car_type(by=current_user(request), car_type_id=pk, **form.validated_data)
        return _car_type(pk, request)

    @extend_schema(operation_id="car_types_delete", request=None, responses={204: None})
    def delete(self, request: Request, pk: int) -> Response:
        """Offer it no more: demo_mode, car_type_in_use."""
        car_type_edits.delete_car_type(by=current_user(request), car_type_id=pk)
        return Response(status=status.HTTP_204_NO_CONTENT)


class CarTypeMoveView(APIView):
    permission_classes = (IsAdmin,)

    @extend_schema(
        operation_id="car_types_move", request=MoveToSerializer, responses=OfficeCarTypeListSerializer
    )
    def post(self, request: Request, pk: int) -> Response:
        """Put it at another place of the list: demo_mode."""
        form = MoveToSerializer(data=request.data)
        form.is_valid(raise_exception=True)
        car_type_edits.move_car_type(by=current_user(request), car_type_id=pk, **form.validated_data)
        body = OfficeCarTypeListSerializer(
            {"results": selectors.all_car_types()}, context={"request": request}
        )
        return Response(body.data)


class CarTypeImageView(UploadView):
    permission_classes = (IsAdmin,)

    @extend_schema(
        operation_id="car_types_image", request=ImageUploadSerializer, responses=OfficeCarTypeSerializer
    )
    def put(self, request: Request, pk: int) -> Response:
        """Show another picture of it: demo_mode, image_invalid, image_too_large."""
        car_type_edits.set_car_type_image(by=current_user(request), car_type_id=pk, file=sent_image(request))
        return _car_type(pk, request)

    @extend_schema(
        operation_id="car_types_image_remove", request=None, responses={200: OfficeCarTypeSerializer}
    )
    def delete(self, request: Request, pk: int) -> Response:
        """Show the house's drawing again: demo_mode."""
        car_type_edits.remove_car_type_image(by=current_user(request), car_type_id=pk)
        return _car_type(pk, request)


class FarePreviewView(APIView):
    permission_classes = (IsAdmin,)
    throttle_classes = (ScopedThrottle,)
    throttle_scope = "estimates"

    @extend_schema(
        operation_id="car_types_preview",
        request=FarePreviewQuerySerializer,
        responses=FarePreviewSerializer,
    )
    def post(self, request: Request) -> Response:
        """What a trip would cost at these figures; nothing is kept."""
        form = FarePreviewQuerySerializer(data=request.data)
        form.is_valid(raise_exception=True)
        asked = form.validated_data
        previewed = selectors.preview_fare(
            form.rates(),
            distance=asked["distance"],
            duration_seconds=int(asked["minutes"] * 60),
            parcel_amount=asked["parcel_amount"],
            option_amount=asked["option_amount"],
        )
        return Response(FarePreviewSerializer(previewed).data)


class PromosDoor(PromosView):
    """The list for who may use promos, and its one change for admins."""

    def get_permissions(self) -> list[BasePermission]:
        return [IsAdmin()] if self.request.method == "POST" else [IsRiderOrAdmin()]

    @extend_schema(
        operation_id="promos_create", request=PromoFormSerializer, responses={201: OfficePromoSerializer}
    )
    def post(self, request: Request) -> Response:
        """A new promo: promo_exists."""
        form = PromoFormSerializer(data=request.data)
        form.is_valid(raise_exception=True)
        added = add_promo(by=current_user(request), **form.validated_data)
        return Response(_promo(added), status=status.HTTP_201_CREATED)


class PromoView(APIView):
    permission_classes = (IsAdmin,)

    @extend_schema(operation_id="promos_update", request=PromoFormSerializer, responses=OfficePromoSerializer)
    def patch(self, request: Request, pk: int) -> Response:
        """Change it for who uses it from now on: demo_mode, promo_exists."""
        form = PromoFormSerializer(data=request.data, partial=True)
        form.is_valid(raise_exception=True)
        changed = change_promo(by=current_user(request), promo_id=pk, **form.validated_data)
        return Response(_promo(changed))

    @extend_schema(operation_id="promos_delete", request=None, responses={204: None})
    def delete(self, request: Request, pk: int) -> Response:
        """Remove one that no booking uses: demo_mode, promo_in_use."""
        delete_promo(by=current_user(request), promo_id=pk)
        return Response(status=status.HTTP_204_NO_CONTENT)


@extend_schema_view(get=extend_schema(operation_id="promos_all", parameters=[PromoFilterSerializer]))
class AllPromosView(ListAPIView[Promo]):
    """All promos with how often they are used, the newest first unless asked otherwise."""

    permission_classes = (IsAdmin,)
    serializer_class = OfficePromoSerializer
    pagination_class = OrderedPagination
    queryset = Promo.objects.none()

    @cached_property
    def query(self) -> PromoFilterSerializer:
        form = PromoFilterSerializer(data=self.request.query_params.dict())
        form.is_valid(raise_exception=True)
        return form

    def get_queryset(self) -> QuerySet[Promo]:
        return selectors.filter_promos(self.query.filters())

    def get_ordering(self) -> Ordering:
        return self.query.filters().order()

    def get_serializer_context(self) -> dict[str, Any]:
        return {"today": selectors.platform_today()}


def _car_type(pk: int, request: Request, *, status: int = status.HTTP_200_OK) -> Response:
    row = selectors.all_car_types().get(pk=pk)
    return Response(OfficeCarTypeSerializer(row, context={"request": request}).data, status=status)


def _promo(promo: Promo) -> Any:
    promo.refresh_from_db()
    return OfficePromoSerializer(promo, context={"today": selectors.platform_today()}).data
