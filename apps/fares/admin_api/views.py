"""Views of car types and promos for admins."""

from typing import Any

from drf_spectacular.utils import extend_schema
from rest_framework import status
from rest_framework.permissions import AllowAny, BasePermission
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from apps.accounts.authentication import current_user
from apps.accounts.permissions import staff_may_use
from apps.accounts.serializers.uploads import ImageUploadSerializer
from apps.accounts.staff_roles.areas import Area, Level
from apps.accounts.views.photo import UploadView, sent_image
from apps.core.rate_limits.throttles import ScopedThrottle
from apps.fares.admin_api import selectors
from apps.fares.admin_api.serializers import (
    AdminCarTypeListSerializer,
    AdminCarTypeSerializer,
    AdminPromoSerializer,
    CarTypeFormSerializer,
    FarePreviewQuerySerializer,
    FarePreviewSerializer,
    MoveToSerializer,
    PromoFormSerializer,
)
from apps.fares.car_types import car_type_edits
from apps.fares.models import Promo
from apps.fares.promos.promo_edits import add_promo, change_promo, delete_promo
from apps.fares.views import PROMO_READERS, CarTypesView, PromosView


class EditableCarTypesView(CarTypesView):
    """The public list of car types, and their creation by admins."""

    def get_permissions(self) -> list[BasePermission]:
        return [staff_may_use(Area.TARIFFS)()] if self.request.method == "POST" else [AllowAny()]

    @extend_schema(
        operation_id="car_types_create",
        request=CarTypeFormSerializer,
        responses={201: AdminCarTypeSerializer},
    )
    def post(self, request: Request) -> Response:
        """Add a car type: car_type_exists."""
        form = CarTypeFormSerializer(data=request.data)
        form.is_valid(raise_exception=True)
        added = car_type_edits.add_car_type(by=current_user(request), **form.validated_data)
        return _car_type(added.pk, request, status=status.HTTP_201_CREATED)


class AllCarTypesView(APIView):
    permission_classes = (staff_may_use(Area.TARIFFS),)

    @extend_schema(operation_id="car_types_all", responses=AdminCarTypeListSerializer)
    def get(self, request: Request) -> Response:
        """List the car types of both categories in the operator's order."""
        body = AdminCarTypeListSerializer(
            {"results": selectors.all_car_types()}, context={"request": request}
        )
        return Response(body.data)


class CarTypeView(APIView):
    permission_classes = (staff_may_use(Area.TARIFFS),)

    @extend_schema(
        operation_id="car_types_update", request=CarTypeFormSerializer, responses=AdminCarTypeSerializer
    )
    def patch(self, request: Request, pk: int) -> Response:
        """Change a car type; a given sub-table replaces the stored one: demo_mode, car_type_exists."""
        form = CarTypeFormSerializer(data=request.data, partial=True)
        form.is_valid(raise_exception=True)
        car_type_edits.change_car_type(by=current_user(request), car_type_id=pk, **form.validated_data)
        return _car_type(pk, request)

    @extend_schema(operation_id="car_types_delete", request=None, responses={204: None})
    def delete(self, request: Request, pk: int) -> Response:
        """Delete a car type: demo_mode, car_type_in_use."""
        car_type_edits.delete_car_type(by=current_user(request), car_type_id=pk)
        return Response(status=status.HTTP_204_NO_CONTENT)


class CarTypeMoveView(APIView):
    permission_classes = (staff_may_use(Area.TARIFFS),)

    @extend_schema(
        operation_id="car_types_move", request=MoveToSerializer, responses=AdminCarTypeListSerializer
    )
    def post(self, request: Request, pk: int) -> Response:
        """Move a car type to another position: demo_mode."""
        form = MoveToSerializer(data=request.data)
        form.is_valid(raise_exception=True)
        car_type_edits.move_car_type(by=current_user(request), car_type_id=pk, **form.validated_data)
        body = AdminCarTypeListSerializer(
            {"results": selectors.all_car_types()}, context={"request": request}
        )
        return Response(body.data)


class CarTypeImageView(UploadView):
    permission_classes = (staff_may_use(Area.TARIFFS),)

    @extend_schema(
        operation_id="car_types_image", request=ImageUploadSerializer, responses=AdminCarTypeSerializer
    )
    def put(self, request: Request, pk: int) -> Response:
        """Replace the image: demo_mode, image_invalid, image_too_large."""
        car_type_edits.set_car_type_image(by=current_user(request), car_type_id=pk, file=sent_image(request))
        return _car_type(pk, request)

    @extend_schema(
        operation_id="car_types_image_remove", request=None, responses={200: AdminCarTypeSerializer}
    )
    def delete(self, request: Request, pk: int) -> Response:
        """Remove the image, so that the icon is shown again: demo_mode."""
        car_type_edits.remove_car_type_image(by=current_user(request), car_type_id=pk)
        return _car_type(pk, request)


class FarePreviewView(APIView):
    permission_classes = (staff_may_use(Area.TARIFFS, level=Level.VIEW),)
    throttle_classes = (ScopedThrottle,)
    throttle_scope = "estimates"

    @extend_schema(
        operation_id="car_types_preview",
        request=FarePreviewQuerySerializer,
        responses=FarePreviewSerializer,
    )
    def post(self, request: Request) -> Response:
        """Return the fare at these rates without storing them."""
        form = FarePreviewQuerySerializer(data=request.data)
        form.is_valid(raise_exception=True)
        query = form.validated_data
        previewed = selectors.preview_fare(
            form.rates(),
            distance=query["distance"],
            duration_seconds=int(query["minutes"] * 60),
            parcel_amount=query["parcel_amount"],
            option_amount=query["option_amount"],
        )
        return Response(FarePreviewSerializer(previewed).data)


class EditablePromosView(PromosView):
    """The list of promos, and their creation by admins."""

    def get_permissions(self) -> list[BasePermission]:
        is_new = self.request.method == "POST"
        return [staff_may_use(Area.TARIFFS)() if is_new else PROMO_READERS()]

    @extend_schema(
        operation_id="promos_create", request=PromoFormSerializer, responses={201: AdminPromoSerializer}
    )
    def post(self, request: Request) -> Response:
        """Add a promo: promo_exists."""
        form = PromoFormSerializer(data=request.data)
        form.is_valid(raise_exception=True)
        added = add_promo(by=current_user(request), **form.validated_data)
        return Response(_promo(added), status=status.HTTP_201_CREATED)


class PromoView(APIView):
    permission_classes = (staff_may_use(Area.TARIFFS),)

    @extend_schema(operation_id="promos_update", request=PromoFormSerializer, responses=AdminPromoSerializer)
    def patch(self, request: Request, pk: int) -> Response:
        """Change a promo for future uses: demo_mode, promo_exists."""
        form = PromoFormSerializer(data=request.data, partial=True)
        form.is_valid(raise_exception=True)
        changed = change_promo(by=current_user(request), promo_id=pk, **form.validated_data)
        return Response(_promo(changed))

    @extend_schema(operation_id="promos_delete", request=None, responses={204: None})
    def delete(self, request: Request, pk: int) -> Response:
        """Delete a promo that no booking uses: demo_mode, promo_in_use."""
        delete_promo(by=current_user(request), promo_id=pk)
        return Response(status=status.HTTP_204_NO_CONTENT)


def _car_type(pk: int, request: Request, *, status: int = status.HTTP_200_OK) -> Response:
    row = selectors.all_car_types().get(pk=pk)
    return Response(AdminCarTypeSerializer(row, context={"request": request}).data, status=status)


def _promo(promo: Promo) -> Any:
    promo.refresh_from_db()
    return AdminPromoSerializer(promo, context={"today": selectors.platform_today()}).data
