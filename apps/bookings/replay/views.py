"""Views of replays for admins: request, progress, results, cancel."""

from typing import Any, Final

from django.http.response import HttpResponseBase
from django.utils.translation import gettext_lazy as _
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import extend_schema
from rest_framework import status
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from apps.accounts.authentication import current_user
from apps.accounts.models import User
from apps.accounts.permissions import staff_may_use
from apps.accounts.staff_roles.areas import Area
from apps.bookings.models import ReplayRun
from apps.bookings.replay.driver import driver_under
from apps.bookings.replay.files import drivers_table, riders_table
from apps.bookings.replay.running import work_of
from apps.bookings.replay.serializers import (
    ReplayCreateSerializer,
    ReplayDriverDetailSerializer,
    ReplayResultsSerializer,
    ReplayRunListSerializer,
    ReplayRunSerializer,
)
from apps.bookings.replay.services import delete_replay, find_replay, start_replay
from apps.bookings.replay.summary import NO_FEES
from apps.core.errors import Conflict
from apps.exports.choices import ExportFormat
from apps.exports.direct import direct_export

MOST_RIDERS: Final = 100_000
"""The riders of a file, which has a short row for each."""


class ReplaysView(APIView):
    permission_classes = (staff_may_use(Area.TARIFFS),)

    @extend_schema(operation_id="replays_list", responses=ReplayRunListSerializer)
    def get(self, request: Request) -> Response:
        """List the last 50 replays, the latest first."""
        runs = (
            ReplayRun.objects.select_related("requested_by")
            .defer("document", "results", "accounts")
            .order_by("-id")
        )
        return Response(ReplayRunListSerializer({"results": runs[:50]}).data)

    @extend_schema(
        operation_id="replays_create", request=ReplayCreateSerializer, responses={201: ReplayRunSerializer}
    )
    def post(self, request: Request) -> Response:
        """Price the trips of a period by a tariff: replay_period, replay_running, replay_no_trips,
        replay_too_many_trips.
        """
        form = ReplayCreateSerializer(data=request.data)
        form.is_valid(raise_exception=True)
        run = start_replay(by=current_user(request), **form.validated_data)
        return Response(ReplayRunSerializer(run).data, status=status.HTTP_201_CREATED)


class ReplayView(APIView):
    permission_classes = (staff_may_use(Area.TARIFFS),)

    @extend_schema(operation_id="replays_read", responses=ReplayRunSerializer)
    def get(self, request: Request, pk: int) -> Response:
        """Return the progress."""
        return Response(ReplayRunSerializer(find_replay(pk)).data)

    @extend_schema(operation_id="replays_delete", request=None, responses={204: None})
    def delete(self, request: Request, pk: int) -> Response:
        """Cancel the replay or delete its results."""
        delete_replay(run_id=pk)
        return Response(status=status.HTTP_204_NO_CONTENT)


class ReplayResultsView(APIView):
    permission_classes = (staff_may_use(Area.TARIFFS),)

    @extend_schema(operation_id="replays_results", responses=ReplayResultsSerializer)
    def get(self, request: Request, pk: int) -> Response:
        """Return what the trips cost and would have cost: replay_not_done."""
        return Response(ReplayResultsSerializer(_results(pk)).data)


class ReplayDriversView(APIView):
    permission_classes = (staff_may_use(Area.TARIFFS),)

    @extend_schema(operation_id="replays_drivers", responses={(200, "text/csv"): OpenApiTypes.BINARY})
    def get(self, request: Request, pk: int) -> HttpResponseBase:
        """Download the shares of all drivers as CSV: replay_not_done."""
        drivers = _results(pk)["drivers"]
        return direct_export(f"replay-{pk}", ExportFormat.CSV, drivers_table(drivers))


class ReplayDriverView(APIView):
    permission_classes = (staff_may_use(Area.TARIFFS),)

    @extend_schema(operation_id="replays_driver", responses=ReplayDriverDetailSerializer)
    def get(self, request: Request, pk: int, driver_id: int) -> Response:
        """Return a driver's days and trips under the tariff: not_found, replay_not_done."""
        found = driver_under(work_of(_done(pk)), driver_id=driver_id)
        return Response(ReplayDriverDetailSerializer(found).data)


class ReplayRidersView(APIView):
    permission_classes = (staff_may_use(Area.TARIFFS),)

    @extend_schema(operation_id="replays_riders", responses={(200, "text/csv"): OpenApiTypes.BINARY})
    def get(self, request: Request, pk: int) -> HttpResponseBase:
        """Download what each rider paid and would have paid as CSV, the largest change first:
        replay_not_done.
        """
        rows = [
            {"rider_id": rider, "trips": trips, "own": own, "new": new}
            for rider, trips, own, new in (_done(pk).accounts or ())[:MOST_RIDERS]
        ]
        _name([("rider_id", row) for row in rows])
        return direct_export(
            f"replay-riders-{pk}", ExportFormat.CSV, riders_table(rows), max_rows=MOST_RIDERS
        )


def _results(run_id: int) -> dict[str, Any]:
    """Return the stored results with the drivers' names. Raises NotFound, Conflict replay_not_done."""
    results: dict[str, Any] = NO_FEES | (_done(run_id).results or {})
    people = [("driver_id", row) for row in results["drivers"]]
    people += [("rider_id", row) for row in results["riders"]]
    _name(people)
    return results


def _done(run_id: int) -> ReplayRun:
    run = find_replay(run_id)
    if run.results is None:
        raise Conflict("replay_not_done", _("This replay has no results yet."))
    return run


def _name(people: list[tuple[str, dict[str, Any]]]) -> None:
    """Add the name to each row; the first of each pair is the key of its id."""
    ids = {row[name] for name, row in people}
    names = {user.pk: user.full_name for user in User.objects.filter(pk__in=ids)}
    for name, row in people:
        row["name"] = names.get(row[name], "")
