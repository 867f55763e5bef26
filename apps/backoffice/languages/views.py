"""Views of languages: public reads, and changes by admins."""

from typing import Any, Final

from django.http import HttpResponse
from django.utils.http import parse_etags
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import OpenApiParameter, OpenApiResponse, extend_schema
from rest_framework import status
from rest_framework.permissions import AllowAny, BasePermission
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from apps.accounts.authentication import current_user
from apps.accounts.permissions import staff_may_use
from apps.accounts.staff_roles.areas import Area
from apps.backoffice.languages import files, selectors, services
from apps.backoffice.languages.serializers import (
    ChangeLanguageSerializer,
    ImportedSerializer,
    ImportWordsSerializer,
    LanguageDetailSerializer,
    LanguageListSerializer,
    LanguageSerializer,
    SetWordsSerializer,
    TranslationsSerializer,
    WordsSerializer,
)

CACHE_FOREVER: Final = "public, max-age=31536000, immutable"
REVALIDATE: Final = "public, no-cache"


class LanguagesView(APIView):
    def get_permissions(self) -> list[BasePermission]:
        return [AllowAny() if self.request.method == "GET" else staff_may_use(Area.SETTINGS)()]

    @extend_schema(operation_id="languages_list", responses=LanguageListSerializer)
    def get(self, request: Request) -> Response:
        """List the languages."""
        return Response(LanguageListSerializer({"next": None, "results": selectors.languages()}).data)

    @extend_schema(
        operation_id="languages_add", request=LanguageSerializer, responses={201: LanguageSerializer}
    )
    def post(self, request: Request) -> Response:
        """Add a language with the default language's texts: demo_mode, invalid."""
        form = LanguageSerializer(data=request.data)
        form.is_valid(raise_exception=True)
        language = services.add_language(by=current_user(request), **form.validated_data)
        return Response(LanguageSerializer(language).data, status=status.HTTP_201_CREATED)


class LanguageView(APIView):
    permission_classes = (staff_may_use(Area.SETTINGS),)

    @extend_schema(operation_id="languages_one", responses=LanguageDetailSerializer)
    def get(self, request: Request, pk: int) -> Response:
        """Get a language with all its texts."""
        return Response(LanguageDetailSerializer(selectors.language_by_pk(pk)).data)

    @extend_schema(
        operation_id="languages_change", request=ChangeLanguageSerializer, responses=LanguageSerializer
    )
    def patch(self, request: Request, pk: int) -> Response:
        """Change the name, the locale or all texts: demo_mode, json_error, invalid."""
        form = ChangeLanguageSerializer(data=request.data, partial=True)
        form.is_valid(raise_exception=True)
        changes = dict(form.validated_data)
        user = current_user(request)
        if "key_value_pairs" in changes:
            language = services.replace_texts(by=user, pk=pk, words=changes.pop("key_value_pairs"))
        if changes or not form.validated_data:
            language = services.change_language(by=user, pk=pk, changes=changes)
        return Response(LanguageSerializer(language).data)

    @extend_schema(operation_id="languages_delete", responses={204: None})
    def delete(self, request: Request, pk: int) -> Response:
        """Delete a language: demo_mode, default_language."""
        services.delete_language(by=current_user(request), pk=pk)
        return Response(status=status.HTTP_204_NO_CONTENT)


class MakeDefaultView(APIView):
    permission_classes = (staff_may_use(Area.SETTINGS),)

    @extend_schema(operation_id="languages_make_default", request=None, responses=LanguageSerializer)
    def post(self, request: Request, pk: int) -> Response:
        """Make this language the default: demo_mode."""
        return Response(LanguageSerializer(services.make_default(by=current_user(request), pk=pk)).data)


class TranslationsView(APIView):
    authentication_classes = ()
    permission_classes = (AllowAny,)

    @extend_schema(
        operation_id="languages_translations",
        auth=[],
        parameters=[
            OpenApiParameter(
                "v", int, description="The version; a reply for a version may be cached forever."
            )
        ],
        responses={200: TranslationsSerializer, 304: OpenApiResponse(description="Not changed since.")},
    )
    def get(self, request: Request, code: str) -> HttpResponse:
        """Get the texts that differ from the release; browsers cache them until they change."""
        language = selectors.language_by_code(code)
        etag = f'"{language.pk}-{language.version}"'
        known = parse_etags(request.headers.get("If-None-Match", ""))
        response: HttpResponse
        if etag in known or f"W/{etag}" in known:
            response = HttpResponse(status=status.HTTP_304_NOT_MODIFIED)
        else:
            body = {
                "code": code,
                "version": language.version,
                "pairs": selectors.overrides(language),
            }
            response = Response(TranslationsSerializer(body).data)
        response["ETag"] = etag
        exact = request.query_params.get("v") == str(language.version)
        response["Cache-Control"] = CACHE_FOREVER if exact else REVALIDATE
        return response


class WordsView(APIView):
    permission_classes = (staff_may_use(Area.SETTINGS),)

    @extend_schema(operation_id="languages_words", responses=WordsSerializer)
    def get(self, request: Request, pk: int) -> Response:
        """List every text beside the default language's, for the translation editor."""
        # A serializer would be slow for fifteen hundred rows of text.
        return Response({"results": selectors.text_rows(selectors.language_by_pk(pk))})

    @extend_schema(
        operation_id="languages_set_words", request=SetWordsSerializer, responses=LanguageSerializer
    )
    def patch(self, request: Request, pk: int) -> Response:
        """Change some texts: demo_mode, invalid with a message per key."""
        form = SetWordsSerializer(data=request.data)
        form.is_valid(raise_exception=True)
        language = services.set_texts(by=current_user(request), pk=pk, words=form.validated_data["pairs"])
        return Response(LanguageSerializer(language).data)


class ExportWordsView(APIView):
    permission_classes = (staff_may_use(Area.SETTINGS),)

    @extend_schema(
        operation_id="languages_export",
        parameters=[OpenApiParameter("type", str, enum=["json", "csv"])],
        responses={(200, "text/csv"): OpenApiTypes.STR, (200, "application/json"): OpenApiTypes.OBJECT},
    )
    def get(self, request: Request, pk: int) -> HttpResponse:
        """Download a file for translators."""
        language = selectors.language_by_pk(pk)
        is_csv = request.query_params.get("type") == "csv"
        text = files.as_csv(language) if is_csv else files.as_json(language)
        kind, ending = ("text/csv", "csv") if is_csv else ("application/json", "json")
        response = HttpResponse(text, content_type=f"{kind}; charset=utf-8")
        response["Content-Disposition"] = f'attachment; filename="{language.code}.{ending}"'
        return response


class ImportWordsView(APIView):
    permission_classes = (staff_may_use(Area.SETTINGS),)

    @extend_schema(
        operation_id="languages_import", request=ImportWordsSerializer, responses=ImportedSerializer
    )
    def post(self, request: Request, pk: int) -> Response:
        """Import a translator's file, or preview it: demo_mode, json_error."""
        form = ImportWordsSerializer(data=request.data)
        form.is_valid(raise_exception=True)
        brought: Any = files.import_texts(by=current_user(request), pk=pk, **form.validated_data)
        return Response(ImportedSerializer(brought).data)
