"""The setup of an empty platform in the browser, with the link of `manage.py setup --link`."""

from drf_spectacular.utils import extend_schema
from rest_framework import status
from rest_framework.permissions import AllowAny
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from apps.backoffice.setup.choices import country_choices, currency_choices
from apps.backoffice.setup.links import check_key
from apps.backoffice.setup.serializers import SetupDoneSerializer, SetupSerializer, SetupStateSerializer
from apps.backoffice.setup.services import AlreadySetUp, NewPlatform, SetupRefused, is_set_up, set_up
from apps.core.errors import BadInput, Conflict
from apps.core.rate_limits.throttles import ScopedThrottle


class SetupView(APIView):
    authentication_classes = ()
    permission_classes = (AllowAny,)
    throttle_classes = (ScopedThrottle,)
    throttle_scope = "recovery"

    @extend_schema(operation_id="setup", responses=SetupStateSerializer, auth=[])
    def get(self, request: Request) -> Response:
        """Get whether the platform has to be set up, and the choices of the form."""
        needed = not is_set_up()
        state = {
            "needed": needed,
            "countries": country_choices() if needed else [],
            "currencies": currency_choices() if needed else [],
        }
        return Response(SetupStateSerializer(state).data)

    @extend_schema(
        operation_id="setup_create", request=SetupSerializer, responses={201: SetupDoneSerializer}, auth=[]
    )
    def post(self, request: Request) -> Response:
        """Store settings, default car types and reasons, and the first admin.

        Refused: setup_link_invalid, setup_refused with the field, already_set_up.
        """
        form = SetupSerializer(data=request.data)
        form.is_valid(raise_exception=True)
        values = dict(form.validated_data)
        check_key(values.pop("key"))
        try:
            done = set_up(NewPlatform(**values))
        except AlreadySetUp as error:
            raise Conflict("already_set_up", str(error)) from error
        except SetupRefused as error:
            raise BadInput("setup_refused", str(error), fields={error.field: str(error)}) from error
        reply = SetupDoneSerializer({"email": done.admin.email})
        return Response(reply.data, status=status.HTTP_201_CREATED)
