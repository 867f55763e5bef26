"""A rider's usual places, for bookings by phone."""

from drf_spectacular.utils import extend_schema
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from apps.accounts.authentication import current_user
from apps.accounts.permissions import staff_may_use
from apps.accounts.selectors import addresses_of
from apps.accounts.serializers.addresses import SavedAddressListSerializer
from apps.accounts.staff_roles.areas import Area
from apps.backoffice.people.lists import person_for
from apps.core.audit import record_access

MAX_PLACES = 6


class RiderPlacesView(APIView):
    permission_classes = (staff_may_use(Area.PEOPLE),)

    @extend_schema(operation_id="riders_places", responses=SavedAddressListSerializer)
    def get(self, request: Request, pk: int) -> Response:
        """List the places that a rider travels to, the most used first."""
        by = current_user(request)
        rider = person_for(by, pk)
        record_access(by=by, person=rider, action="viewed_profile")
        places = addresses_of(rider.pk)[:MAX_PLACES]
        return Response(SavedAddressListSerializer({"results": places}).data)
