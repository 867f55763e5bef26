"""The devices where a user is logged in."""

from typing import ClassVar

from drf_spectacular.utils import extend_schema
from rest_framework import status
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from apps.accounts import selectors
from apps.accounts.authentication import current_family, current_user
from apps.accounts.serializers.sessions import DeviceSessionListSerializer
from apps.accounts.services.sessions import end_all_sessions, end_session_of_device
from apps.accounts.views.auth import delete_refresh_cookie


class SessionsView(APIView):
    @extend_schema(responses=DeviceSessionListSerializer)
    def get(self, request: Request) -> Response:
        """List the user's devices, the last seen first."""
        sessions = selectors.device_sessions_of(current_user(request).pk)
        context = {"family": current_family(request)}
        return Response(DeviceSessionListSerializer({"results": sessions}, context=context).data)


class SessionView(APIView):
    @extend_schema(responses={204: None})
    def delete(self, request: Request, family: str) -> Response:
        """Log out one of the user's devices; 404 for others."""
        end_session_of_device(user_id=current_user(request).pk, family=family)
        return Response(status=status.HTTP_204_NO_CONTENT)


class SignOutEverywhereView(APIView):
    before_two_factor_setup: ClassVar = frozenset({"POST"})

    @extend_schema(request=None, responses={204: None})
    def post(self, request: Request) -> Response:
        """Log out on all devices, including this one."""
        end_all_sessions(user_id=current_user(request).pk)
        return delete_refresh_cookie(Response(status=status.HTTP_204_NO_CONTENT))
