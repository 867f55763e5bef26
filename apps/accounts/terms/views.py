"""The terms in force, a user's consents, and the versions for admins."""

from typing import Any

from django.utils.cache import patch_vary_headers
from drf_spectacular.utils import extend_schema
from rest_framework import serializers, status
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from apps.accounts.authentication import current_user
from apps.accounts.models import User
from apps.accounts.permissions import staff_may_use
from apps.accounts.staff_roles.areas import Area
from apps.accounts.terms import edits, selectors
from apps.accounts.terms.consenting import agree
from apps.accounts.terms.serializers import (
    AgreeSerializer,
    DraftSerializer,
    LanguageSerializer,
    OwnConsentsSerializer,
    TermsSerializer,
    VersionListSerializer,
    VersionRowSerializer,
)
from apps.accounts.views.auth import PublicAuthView


def _given(serializer: type[serializers.Serializer[Any]], data: Any, *, partial: bool = False) -> Any:
    form = serializer(data=data, partial=partial)
    form.is_valid(raise_exception=True)
    return form.validated_data


class TermsView(PublicAuthView):
    @extend_schema(parameters=[LanguageSerializer], responses=TermsSerializer, auth=[])
    def get(self, request: Request) -> Response:
        """Return the current version of each document; none if nothing is published."""
        language = _given(LanguageSerializer, request.query_params)["language"]
        found = TermsSerializer({"results": selectors.current_versions()}, context={"language": language})
        response = Response(found.data)
        patch_vary_headers(response, ["Accept-Language"])
        return response


class OwnConsentsView(APIView):
    @extend_schema(
        operation_id="me_consents", parameters=[LanguageSerializer], responses=OwnConsentsSerializer
    )
    def get(self, request: Request) -> Response:
        """Return what you have to agree to, and what you agreed to."""
        language = _given(LanguageSerializer, request.query_params)["language"]
        return _own(current_user(request), language)

    @extend_schema(operation_id="me_consents_give", request=AgreeSerializer, responses=OwnConsentsSerializer)
    def post(self, request: Request) -> Response:
        """Agree to versions by their ids; again is no error. Refused: terms_outdated."""
        given = _given(AgreeSerializer, request.data)
        user = current_user(request)
        agree(user=user, version_ids=given["versions"], language=given["language"])
        return _own(user, given["language"])


def _own(user: User, language: str) -> Response:
    found = {"due": selectors.versions_due(user), "given": selectors.consents_of(user)}
    return Response(OwnConsentsSerializer(found, context={"language": language}).data)


class VersionsView(APIView):
    permission_classes = (staff_may_use(Area.CONTENT),)

    @extend_schema(operation_id="terms_versions", responses=VersionListSerializer)
    def get(self, request: Request) -> Response:
        """List all versions, drafts first, then the latest."""
        return Response(VersionListSerializer({"results": selectors.versions_for_staff()}).data)

    @extend_schema(
        operation_id="terms_versions_create", request=DraftSerializer, responses={201: VersionRowSerializer}
    )
    def post(self, request: Request) -> Response:
        """Write a draft. Refused: terms_text_needed, terms_language_unknown, terms_label_exists."""
        version = edits.write_draft(by=current_user(request), **_given(DraftSerializer, request.data))
        return _row(version.pk, status.HTTP_201_CREATED)


class VersionView(APIView):
    permission_classes = (staff_may_use(Area.CONTENT),)

    @extend_schema(
        operation_id="terms_versions_change", request=DraftSerializer, responses=VersionRowSerializer
    )
    def patch(self, request: Request, pk: int) -> Response:
        """Change a draft. Refused: terms_published, and the errors of a new draft."""
        changes = _given(DraftSerializer, request.data, partial=True)
        edits.change_draft(by=current_user(request), version_id=pk, changes=changes)
        return _row(pk)

    @extend_schema(operation_id="terms_versions_delete", responses={204: None})
    def delete(self, request: Request, pk: int) -> Response:
        """Delete a draft. Refused: terms_published."""
        edits.delete_draft(by=current_user(request), version_id=pk)
        return Response(status=status.HTTP_204_NO_CONTENT)


class PublishVersionView(APIView):
    permission_classes = (staff_may_use(Area.CONTENT),)

    @extend_schema(operation_id="terms_versions_publish", request=None, responses=VersionRowSerializer)
    def post(self, request: Request, pk: int) -> Response:
        """Publish a draft; riders, drivers and fleet admins must agree at their next visit.

        Refused: terms_published, terms_text_needed.
        """
        edits.publish_version(by=current_user(request), version_id=pk)
        return _row(pk)


def _row(version_id: int, code: int = status.HTTP_200_OK) -> Response:
    return Response(VersionRowSerializer(selectors.version_for_staff(version_id)).data, status=code)
