"""Uploads of photos for messages in cases."""

from drf_spectacular.utils import extend_schema
from rest_framework import status
from rest_framework.request import Request
from rest_framework.response import Response

from apps.accounts.authentication import current_user
from apps.accounts.permissions import anyone_but_staff_may
from apps.accounts.serializers.uploads import ImageUploadSerializer
from apps.accounts.staff_roles.areas import Area
from apps.accounts.views.photo import UploadView, sent_image
from apps.backoffice.cases.photos import store_case_photo
from apps.backoffice.cases.serializers import CasePhotoSerializer


class CasePhotosView(UploadView):
    permission_classes = (anyone_but_staff_may(Area.CASES),)

    @extend_schema(
        operation_id="me_case_photos_add",
        request={"multipart/form-data": ImageUploadSerializer},
        responses={201: CasePhotoSerializer},
    )
    def post(self, request: Request) -> Response:
        """Upload a photo for the message that you send next; deleted after a day without one.

        Refused: image_invalid, image_too_large.
        """
        photo = store_case_photo(by=current_user(request), file=sent_image(request))
        return Response(CasePhotoSerializer(photo).data, status=status.HTTP_201_CREATED)
