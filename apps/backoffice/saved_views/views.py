"""Saved views of the back office's lists."""

from drf_spectacular.utils import OpenApiParameter, extend_schema
from rest_framework import status
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from apps.accounts.authentication import current_user
from apps.accounts.permissions import IsStaff
from apps.backoffice.saved_views.serializers import (
    KeepViewSerializer,
    SavedViewListSerializer,
    SavedViewSerializer,
)
from apps.backoffice.saved_views.services import delete_view, save_view, views_of
from apps.core.http.query_params import text_param


class SavedViewsView(APIView):
    permission_classes = (IsStaff,)

    @extend_schema(
        parameters=[OpenApiParameter("list", str, required=True, description="The list's name.")],
        responses=SavedViewListSerializer,
    )
    def get(self, request: Request) -> Response:
        """List one's own views of a list."""
        kept = views_of(current_user(request).pk, text_param(request, "list", most=40))
        return Response(SavedViewListSerializer({"results": kept}).data)

    @extend_schema(request=KeepViewSerializer, responses={201: SavedViewSerializer})
    def post(self, request: Request) -> Response:
        """Save a view, replacing one of the same name: too_many_views above twenty per list."""
        form = KeepViewSerializer(data=request.data)
        form.is_valid(raise_exception=True)
        known = dict(form.validated_data)
        view = save_view(user_id=current_user(request).pk, list_name=known.pop("list"), **known)
        return Response(SavedViewSerializer(view).data, status=status.HTTP_201_CREATED)


class SavedViewView(APIView):
    permission_classes = (IsStaff,)

    @extend_schema(responses={204: None})
    def delete(self, request: Request, pk: int) -> Response:
        """Delete one's own view; 404 for another user's."""
        delete_view(user_id=current_user(request).pk, view_id=pk)
        return Response(status=status.HTTP_204_NO_CONTENT)
