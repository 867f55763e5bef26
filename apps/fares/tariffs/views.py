"""Views of tariffs and public holidays for admins."""

from typing import Any

from django.http import HttpResponse
from django.utils import timezone
from django.utils.translation import gettext_lazy as _
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import OpenApiResponse, extend_schema
from rest_framework import status
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from apps.accounts.authentication import current_user
from apps.accounts.permissions import staff_may_use
from apps.accounts.staff_roles.areas import Area, Level
from apps.core.errors import BadInput
from apps.core.rate_limits.throttles import ScopedThrottle
from apps.exports.lists import ListView
from apps.fares.models import CarType, Tariff
from apps.fares.party import Party, require_possible_party
from apps.fares.tariffs import edits, holidays, publishing, selectors
from apps.fares.tariffs.checking import check_document, file_of
from apps.fares.tariffs.comparing import Booked, Cancelled, Run, compare, preview, preview_fees
from apps.fares.tariffs.lists import PUBLIC_HOLIDAYS, TARIFFS
from apps.fares.tariffs.serializers import (
    PublicHolidaySerializer,
    TariffChangeSerializer,
    TariffChecksSerializer,
    TariffCompareQuerySerializer,
    TariffCompareSerializer,
    TariffCreateSerializer,
    TariffDocumentSerializer,
    TariffFeesQuerySerializer,
    TariffFeesSerializer,
    TariffPeriodListSerializer,
    TariffPreviewQuerySerializer,
    TariffPreviewSerializer,
    TariffPublishSerializer,
    TariffSerializer,
    ValidFromSerializer,
)


class TariffsView(ListView):
    """The list of tariffs, and their creation."""

    spec = TARIFFS

    @extend_schema(
        operation_id="tariffs_create", request=TariffCreateSerializer, responses={201: TariffSerializer}
    )
    def post(self, request: Request) -> Response:
        """Create a draft of a file's document, of another tariff or of the car types' numbers.

        Refused: tariff_invalid, no_car_types.
        """
        form = TariffCreateSerializer(data=request.data)
        form.is_valid(raise_exception=True)
        created = edits.create_draft(by=current_user(request), **form.validated_data)
        return Response(_tariff(created.pk), status=status.HTTP_201_CREATED)


class TariffView(APIView):
    permission_classes = (staff_may_use(Area.TARIFFS),)

    @extend_schema(operation_id="tariffs_read", responses=TariffSerializer)
    def get(self, request: Request, pk: int) -> Response:
        """Return a tariff with its document."""
        return Response(_tariff(pk))

    @extend_schema(operation_id="tariffs_update", request=TariffChangeSerializer, responses=TariffSerializer)
    def patch(self, request: Request, pk: int) -> Response:
        """Save a draft: demo_mode, tariff_published, tariff_changed, tariff_invalid."""
        form = TariffChangeSerializer(data=request.data)
        form.is_valid(raise_exception=True)
        edits.change_draft(by=current_user(request), tariff_id=pk, **form.validated_data)
        return Response(_tariff(pk))

    @extend_schema(operation_id="tariffs_delete", request=None, responses={204: None})
    def delete(self, request: Request, pk: int) -> Response:
        """Delete a draft: demo_mode, tariff_published."""
        edits.delete_draft(by=current_user(request), tariff_id=pk)
        return Response(status=status.HTTP_204_NO_CONTENT)


class TariffCheckView(APIView):
    permission_classes = (staff_may_use(Area.TARIFFS, level=Level.VIEW),)

    @extend_schema(
        operation_id="tariffs_check", request=TariffDocumentSerializer, responses=TariffChecksSerializer
    )
    def post(self, request: Request) -> Response:
        """Return errors and probable mistakes of a document without storing it."""
        form = TariffDocumentSerializer(data=request.data)
        form.is_valid(raise_exception=True)
        checks = check_document(form.validated_data["document"], at=timezone.now())
        return Response(TariffChecksSerializer(checks).data)


class TariffFileView(APIView):
    permission_classes = (staff_may_use(Area.TARIFFS),)

    @extend_schema(
        operation_id="tariffs_file",
        responses={(200, "application/json"): OpenApiResponse(OpenApiTypes.OBJECT)},
    )
    def get(self, request: Request, pk: int) -> HttpResponse:
        """Download the tariff as a file, which another platform can import."""
        tariff = _row(pk)
        reply = HttpResponse(file_of(tariff.document), content_type="application/json")
        number = f"draft-{tariff.pk}" if tariff.version is None else str(tariff.version)
        reply["Content-Disposition"] = f'attachment; filename="tariff-{number}.json"'
        return reply


class TariffPreviewView(APIView):
    permission_classes = (staff_may_use(Area.TARIFFS, level=Level.VIEW),)
    throttle_classes = (ScopedThrottle,)
    throttle_scope = "estimates"

    @extend_schema(
        operation_id="tariffs_preview",
        request=TariffPreviewQuerySerializer,
        responses=TariffPreviewSerializer,
    )
    def post(self, request: Request, pk: int) -> Response:
        """Price a test trip by a draft or a published tariff: tariff_no_rate."""
        form = TariffPreviewQuerySerializer(data=request.data)
        form.is_valid(raise_exception=True)
        priced = preview(_row(pk), **_test_trip(dict(form.validated_data)))
        return Response(TariffPreviewSerializer(priced).data)


class TariffFeesView(APIView):
    permission_classes = (staff_may_use(Area.TARIFFS, level=Level.VIEW),)
    throttle_classes = (ScopedThrottle,)
    throttle_scope = "estimates"

    @extend_schema(
        operation_id="tariffs_fees", request=TariffFeesQuerySerializer, responses=TariffFeesSerializer
    )
    def post(self, request: Request, pk: int) -> Response:
        """Return what a test trip costs if it is cancelled, by the tariff's own rules."""
        form = TariffFeesQuerySerializer(data=request.data)
        form.is_valid(raise_exception=True)
        query: dict[str, Any] = dict(form.validated_data)
        names = ("after_minutes", "way", "minutes_to_pickup", "waited_minutes")
        cancelled = Cancelled(**{name: query.pop(name) for name in names if name in query})
        fees = preview_fees(_row(pk), **_test_trip(query), cancelled=cancelled)
        return Response(TariffFeesSerializer({"results": fees}).data)


class TariffCompareView(APIView):
    permission_classes = (staff_may_use(Area.TARIFFS, level=Level.VIEW),)
    throttle_classes = (ScopedThrottle,)
    throttle_scope = "estimates"

    @extend_schema(
        operation_id="tariffs_compare",
        request=TariffCompareQuerySerializer,
        responses=TariffCompareSerializer,
    )
    def post(self, request: Request) -> Response:
        """Price runs at several times by a tariff and by another one, the car type's numbers without any."""
        form = TariffCompareQuerySerializer(data=request.data)
        form.is_valid(raise_exception=True)
        query = form.validated_data
        other_id = query.get("other_id")
        if other_id is None:
            other_id = selectors.current_period(timezone.now()).values_list("tariff_id", flat=True).first()
        runs = [Run(**run) for run in query["runs"]]
        rows = compare(
            _row(query["tariff_id"]),
            None if other_id is None else _row(other_id),
            car_type=_car_type(query["car_type_id"]),
            runs=runs,
            times=query["times"],
        )
        named = [{"name": run.name, "cells": row} for run, row in zip(runs, rows, strict=True)]
        return Response(TariffCompareSerializer({"other_id": other_id, "rows": named}).data)


class TariffPublishView(APIView):
    permission_classes = (staff_may_use(Area.TARIFFS),)

    @extend_schema(
        operation_id="tariffs_publish", request=TariffPublishSerializer, responses=TariffSerializer
    )
    def post(self, request: Request, pk: int) -> Response:
        """Publish a draft, or an earlier version again, now or at a time: demo_mode, tariff_changed,
        tariff_has_warnings, tariff_time_taken, past_time.
        """
        form = TariffPublishSerializer(data=request.data)
        form.is_valid(raise_exception=True)
        publishing.publish_tariff(by=current_user(request), tariff_id=pk, **form.validated_data)
        return Response(_tariff(pk))


class TariffPeriodsView(APIView):
    permission_classes = (staff_may_use(Area.TARIFFS),)

    @extend_schema(operation_id="tariffs_periods", responses=TariffPeriodListSerializer)
    def get(self, request: Request) -> Response:
        """List from when on which tariff prices trips, the latest first."""
        return Response(TariffPeriodListSerializer({"results": selectors.periods()[:200]}).data)


class TariffPeriodView(APIView):
    permission_classes = (staff_may_use(Area.TARIFFS),)

    @extend_schema(operation_id="tariffs_withdraw", request=None, responses={204: None})
    def delete(self, request: Request, pk: int) -> Response:
        """Withdraw a tariff that is published for later: demo_mode, period_begun."""
        publishing.withdraw_period(by=current_user(request), period_id=pk)
        return Response(status=status.HTTP_204_NO_CONTENT)


class CarTypeNumbersView(APIView):
    permission_classes = (staff_may_use(Area.TARIFFS),)

    @extend_schema(
        operation_id="tariffs_use_car_types",
        request=ValidFromSerializer,
        responses=TariffPeriodListSerializer,
    )
    def post(self, request: Request) -> Response:
        """Price trips by the car types' numbers from a time on: demo_mode, tariff_time_taken, past_time."""
        form = ValidFromSerializer(data=request.data)
        form.is_valid(raise_exception=True)
        publishing.use_car_types(by=current_user(request), **form.validated_data)
        return Response(TariffPeriodListSerializer({"results": selectors.periods()[:200]}).data)


class PublicHolidaysView(ListView):
    """The public holidays, and their creation."""

    spec = PUBLIC_HOLIDAYS

    @extend_schema(
        operation_id="public_holidays_create",
        request=PublicHolidaySerializer,
        responses={201: PublicHolidaySerializer},
    )
    def post(self, request: Request) -> Response:
        """Add a public holiday: demo_mode, holiday_exists."""
        form = PublicHolidaySerializer(data=request.data)
        form.is_valid(raise_exception=True)
        added = holidays.add_holiday(by=current_user(request), **form.validated_data)
        return Response(PublicHolidaySerializer(added).data, status=status.HTTP_201_CREATED)


class PublicHolidayView(APIView):
    permission_classes = (staff_may_use(Area.TARIFFS),)

    @extend_schema(operation_id="public_holidays_delete", request=None, responses={204: None})
    def delete(self, request: Request, pk: int) -> Response:
        """Delete a public holiday: demo_mode."""
        holidays.delete_holiday(by=current_user(request), holiday_id=pk)
        return Response(status=status.HTTP_204_NO_CONTENT)


def _row(pk: int) -> Tariff:
    tariff = Tariff.objects.filter(pk=pk).first()
    if tariff is None:
        raise edits.not_found()
    return tariff


def _tariff(pk: int) -> Any:
    tariff = selectors.listed_tariffs().filter(pk=pk).first()
    if tariff is None:
        raise edits.not_found()
    return TariffSerializer(tariff).data


def _test_trip(query: dict[str, Any]) -> dict[str, Any]:
    """Return the arguments of a test trip."""
    return {
        "car_type": _car_type(query.pop("car_type_id")),
        "run": Run(**query.pop("run")),
        "at": query.pop("at"),
        "booked": _booked(**query | {"needs": frozenset(query.get("needs", ()))}),
    }


def _booked(**values: Any) -> Booked:
    booked = Booked(**values)
    require_possible_party(Party(booked.passengers, children=booked.children))
    return booked


def _car_type(pk: int) -> CarType:
    car_type = CarType.objects.filter(pk=pk).first()
    if car_type is None:
        sentence = _("Car type not found.")
        raise BadInput("select_proper", sentence, fields={"car_type_id": sentence})
    return car_type
