"""Views of ranks, for admins, and of a driver's own place."""

from drf_spectacular.utils import extend_schema
from rest_framework import status
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from apps.accounts.authentication import current_user
from apps.accounts.permissions import IsDriver, staff_may_use
from apps.accounts.staff_roles.areas import Area
from apps.exports.lists import ListView
from apps.fleet.lists import RANKS
from apps.fleet.ranks.edits import add_rank, delete_rank, edit_rank
from apps.fleet.ranks.queue import check_in, leave, remove_driver
from apps.fleet.ranks.selectors import ended_places, own_rank, queue_for, rank_for
from apps.fleet.serializers.ranks import (
    CheckInSerializer,
    EndedPlacesFilterSerializer,
    EndedPlacesSerializer,
    OwnRankSerializer,
    RankFormSerializer,
    RankQueueSerializer,
    RankRemovalSerializer,
    RankSerializer,
)


class RanksView(ListView):
    """All taxi ranks with the number of queued drivers, by name."""

    spec = RANKS

    @extend_schema(operation_id="ranks_create", request=RankFormSerializer, responses={201: RankSerializer})
    def post(self, request: Request) -> Response:
        """Add a taxi rank: rank_name_taken, demo_mode."""
        form = RankFormSerializer(data=request.data)
        form.is_valid(raise_exception=True)
        added = add_rank(by=current_user(request), values=form.validated_data)
        return Response(RankSerializer(rank_for(added.pk)).data, status=status.HTTP_201_CREATED)


class RankView(APIView):
    permission_classes = (staff_may_use(Area.FLEET),)

    @extend_schema(operation_id="ranks_retrieve", responses=RankSerializer)
    def get(self, request: Request, pk: int) -> Response:
        """Return one taxi rank."""
        return Response(RankSerializer(rank_for(pk)).data)

    @extend_schema(operation_id="ranks_update", request=RankFormSerializer, responses=RankSerializer)
    def patch(self, request: Request, pk: int) -> Response:
        """Change a taxi rank; one that is no longer active loses its queue: rank_name_taken, demo_mode."""
        form = RankFormSerializer(data=request.data, partial=True)
        form.is_valid(raise_exception=True)
        edit_rank(by=current_user(request), rank_id=pk, changes=form.validated_data)
        return Response(RankSerializer(rank_for(pk)).data)

    @extend_schema(operation_id="ranks_delete", request=None, responses={204: None})
    def delete(self, request: Request, pk: int) -> Response:
        """Delete a taxi rank that no driver has used: rank_in_use, demo_mode."""
        delete_rank(by=current_user(request), rank_id=pk)
        return Response(status=status.HTTP_204_NO_CONTENT)


class RankQueueView(APIView):
    permission_classes = (staff_may_use(Area.FLEET),)

    @extend_schema(operation_id="ranks_queue", responses=RankQueueSerializer)
    def get(self, request: Request, pk: int) -> Response:
        """Return the queue of a taxi rank."""
        return Response(RankQueueSerializer({"entries": queue_for(pk)}).data)


class EndedPlacesView(APIView):
    permission_classes = (staff_may_use(Area.FLEET),)

    @extend_schema(
        operation_id="ranks_places", parameters=[EndedPlacesFilterSerializer], responses=EndedPlacesSerializer
    )
    def get(self, request: Request, pk: int) -> Response:
        """Return the places that ended on a day, the last first: who queued, when, and why it ended."""
        form = EndedPlacesFilterSerializer(data=request.query_params.dict())
        form.is_valid(raise_exception=True)
        ended = ended_places(pk, day=form.validated_data.get("day"))
        return Response(EndedPlacesSerializer({"entries": ended}).data)


class RankRemovalView(APIView):
    permission_classes = (staff_may_use(Area.FLEET),)

    @extend_schema(operation_id="ranks_queue_remove", request=RankRemovalSerializer, responses={204: None})
    def post(self, request: Request, pk: int) -> Response:
        """Remove a driver from the queue by the place's id: not_queued."""
        form = RankRemovalSerializer(data=request.data)
        form.is_valid(raise_exception=True)
        remove_driver(by=current_user(request), entry_id=pk, note=form.validated_data["reason"])
        return Response(status=status.HTTP_204_NO_CONTENT)


class OwnRankView(APIView):
    permission_classes = (IsDriver,)

    @extend_schema(operation_id="me_rank_retrieve", responses=OwnRankSerializer)
    def get(self, request: Request) -> Response:
        """Return the driver's place in a queue, or the taxi rank at or near the driver."""
        return _own(request)

    @extend_schema(operation_id="me_rank_check_in", request=CheckInSerializer, responses=OwnRankSerializer)
    def post(self, request: Request) -> Response:
        """Check in at a taxi rank: already_queued, driver_busy, driver_not_fit, driver_offline, not_in_rank,
        rank_full.
        """
        form = CheckInSerializer(data=request.data)
        form.is_valid(raise_exception=True)
        check_in(driver_id=current_user(request).pk, rank_id=form.validated_data["rank"])
        return _own(request)


class LeaveRankView(APIView):
    permission_classes = (IsDriver,)

    @extend_schema(operation_id="me_rank_leave", request=None, responses=OwnRankSerializer)
    def post(self, request: Request) -> Response:
        """Leave the queue: not_queued."""
        leave(driver_id=current_user(request).pk)
        return _own(request)


def _own(request: Request) -> Response:
    return Response(OwnRankSerializer(own_rank(current_user(request).pk)).data)
