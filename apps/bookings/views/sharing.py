"""Links to live trips, and the trips that they show."""

from drf_spectacular.utils import extend_schema
from rest_framework import status
from rest_framework.permissions import AllowAny
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from apps.accounts.authentication import current_user
from apps.bookings.serializers.sharing import SharedTripSerializer, ShareLinkSerializer
from apps.bookings.services.sharing import share_of, share_trip, unshare_trip
from apps.bookings.trip.live import live_of
from apps.core.rate_limits.throttles import ScopedThrottle


class ShareView(APIView):
    @extend_schema(operation_id="bookings_share", request=None, responses=ShareLinkSerializer)
    def post(self, request: Request, pk: int) -> Response:
        """Return the rider's link to the live trip; repeated requests return the same link."""
        return Response(ShareLinkSerializer(share_trip(booking_id=pk, by=current_user(request))).data)

    @extend_schema(operation_id="bookings_unshare", responses={204: None})
    def delete(self, request: Request, pk: int) -> Response:
        """Revoke the link."""
        unshare_trip(booking_id=pk, by=current_user(request))
        return Response(status=status.HTTP_204_NO_CONTENT)


class SharedTripView(APIView):
    authentication_classes = ()
    permission_classes = (AllowAny,)
    throttle_classes = (ScopedThrottle,)
    throttle_scope = "shared_trip"

    @extend_schema(operation_id="shared_trip", responses=SharedTripSerializer, auth=[])
    def get(self, request: Request, token: str) -> Response:
        """Return the shared trip of a link: share_not_found."""
        booking = share_of(token).booking
        reply = Response(SharedTripSerializer(booking, context={"live": live_of(booking)}).data)
        reply["Cache-Control"] = "no-store"
        return reply
