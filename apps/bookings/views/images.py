"""Uploads of a parcel's photos by the driver."""

from typing import ClassVar

from drf_spectacular.utils import extend_schema
from rest_framework.request import Request
from rest_framework.response import Response

from apps.accounts.authentication import current_user
from apps.accounts.serializers.uploads import ImageUploadSerializer
from apps.accounts.views.photo import UploadView, sent_image
from apps.bookings.choices import Photo
from apps.bookings.serializers.booking import BookingSerializer
from apps.bookings.services.photos import require_photo_possible, save_photo
from apps.bookings.views.bookings import booking_reply


class _BookingImageView(UploadView):
    photo: ClassVar[Photo]

    def _put(self, request: Request, pk: int) -> Response:
        user = current_user(request)
        require_photo_possible(booking_id=pk, photo=self.photo, by=user)
        booking = save_photo(booking_id=pk, photo=self.photo, file=sent_image(request), by=user)
        return booking_reply(user, booking)


class PickupImageView(_BookingImageView):
    photo = Photo.PICKUP

    @extend_schema(
        operation_id="bookings_pickup_image", request=ImageUploadSerializer, responses=BookingSerializer
    )
    def put(self, request: Request, pk: int) -> Response:
        """Upload the photo of the parcel at the pickup.

        Errors: wrong_status, image_invalid, image_too_large.
        """
        return self._put(request, pk)


class DeliverImageView(_BookingImageView):
    photo = Photo.DELIVER

    @extend_schema(
        operation_id="bookings_deliver_image", request=ImageUploadSerializer, responses=BookingSerializer
    )
    def put(self, request: Request, pk: int) -> Response:
        """Upload the photo of the parcel at the drop-off: wrong_status, image_invalid, image_too_large."""
        return self._put(request, pk)
