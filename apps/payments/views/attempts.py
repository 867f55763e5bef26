"""One payment attempt, for admins."""

from django.utils.translation import gettext as _
from drf_spectacular.utils import extend_schema
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from apps.accounts.permissions import staff_may_use
from apps.accounts.staff_roles.areas import Area
from apps.core.errors import NotFound
from apps.payments.admin_serializers import AttemptDetailSerializer
from apps.payments.models import Attempt


class AttemptView(APIView):
    permission_classes = (staff_may_use(Area.MONEY),)

    @extend_schema(operation_id="payments_attempts_retrieve", responses=AttemptDetailSerializer)
    def get(self, request: Request, ref: str) -> Response:
        """Return an attempt with its notifications and refunds."""
        attempt = Attempt.objects.select_related("user", "booking").filter(ref=ref).first()
        if attempt is None:
            raise NotFound("not_found", _("Not found."))
        return Response(AttemptDetailSerializer(attempt).data)
