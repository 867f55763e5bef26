"""Pictures that people send: the only calls that take multipart/form-data."""

from django.core.exceptions import RequestDataTooBig, TooManyFilesSent
from django.core.files.uploadedfile import UploadedFile
from django.utils.translation import gettext_lazy as _
from drf_spectacular.utils import extend_schema
from rest_framework import status
from rest_framework.parsers import MultiPartParser
from rest_framework.permissions import AllowAny
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from apps.accounts.authentication import current_user
from apps.accounts.permissions import IsDriver
from apps.accounts.serializers.me import MeSerializer
from apps.accounts.serializers.uploads import ImageUploadSerializer, LicenseTokenSerializer
from apps.accounts.services.license_images import (
    TOKEN_SECONDS,
    license_token,
    replace_license_image,
    store_license_image,
)
from apps.accounts.services.photo import remove_photo, set_photo
from apps.accounts.views.me import me_response
from apps.core.errors import BadInput
from apps.core.throttles import ScopedThrottle
from apps.core.uploads import too_many_bytes


class UploadView(APIView):
    parser_classes = (MultiPartParser,)
    throttle_classes = (ScopedThrottle,)
    throttle_scope = "uploads"


class PhotoView(UploadView):
    @extend_schema(request=ImageUploadSerializer, responses=MeSerializer)
    def put(self, request: Request) -> Response:
        """Show another photograph of oneself: image_invalid, image_too_large."""
        set_photo(user_id=current_user(request).pk, file=sent_image(request))
        return me_response(request)

    @extend_schema(request=None, responses={200: MeSerializer})
    def delete(self, request: Request) -> Response:
        """Show no photograph of oneself."""
        remove_photo(user_id=current_user(request).pk)
        return me_response(request)


class LicenseImageView(UploadView):
    permission_classes = (IsDriver,)

    @extend_schema(request=ImageUploadSerializer, responses=MeSerializer)
    def put(self, request: Request) -> Response:
        """Send one's licence, or a new one: image_invalid, image_too_large."""
        replace_license_image(user_id=current_user(request).pk, file=sent_image(request))
        return me_response(request)


class NewLicenseImageView(UploadView):
    authentication_classes = ()
    permission_classes = (AllowAny,)
    throttle_scope = "license_images"

    @extend_schema(request=ImageUploadSerializer, responses={201: LicenseTokenSerializer}, auth=[])
    def post(self, request: Request) -> Response:
        """Send one's licence before one signs up: image_invalid, image_too_large."""
        token = license_token(store_license_image(sent_image(request)))
        reply = LicenseTokenSerializer({"token": token, "expires_in": TOKEN_SECONDS})
        return Response(reply.data, status=status.HTTP_201_CREATED)


def sent_image(request: Request) -> "UploadedFile[bytes]":
    """The file of a multipart call; raises BadInput image_invalid, TooLarge image_too_large."""
    try:
        image = request.FILES.get("image")
    except (RequestDataTooBig, TooManyFilesSent) as error:
        raise too_many_bytes() from error
    if not isinstance(image, UploadedFile):
        raise BadInput("image_invalid", _("Choose a photo."), fields={"image": _("Choose a photo.")})
    return image
