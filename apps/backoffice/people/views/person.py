"""Views of one user: read, change, photo, delete."""

from typing import Any

from django.db.models import QuerySet
from drf_spectacular.utils import extend_schema, extend_schema_view
from rest_framework import status
from rest_framework.generics import ListAPIView
from rest_framework.permissions import SAFE_METHODS
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from apps.accounts.authentication import current_user
from apps.accounts.choices import UserType
from apps.accounts.models import User
from apps.accounts.permissions import staff_may_use, staff_or_fleet_admins
from apps.accounts.serializers.uploads import ImageUploadSerializer
from apps.accounts.services.second_factor import reset_second_factor
from apps.accounts.staff_roles.access import require_staff, sees_money
from apps.accounts.staff_roles.areas import Area, Level
from apps.accounts.staff_roles.rules import require_covered
from apps.accounts.views.photo import UploadView, sent_image
from apps.backoffice.people.delete import delete_person
from apps.backoffice.people.detail import facts_of, ratings_of
from apps.backoffice.people.driver_documents import set_person_photo
from apps.backoffice.people.lists import person_for
from apps.backoffice.people.rules import may_approve
from apps.backoffice.people.serializers import (
    PersonChangesSerializer,
    PersonRatingSerializer,
    PersonSerializer,
)
from apps.backoffice.people.update import edit_person
from apps.backoffice.selectors import fleet_of
from apps.bookings.models import Booking
from apps.core.audit import record_access
from apps.core.demo_mode import require_critical_edits
from apps.core.platform import platform_settings


class PersonView(APIView):
    permission_classes = (staff_or_fleet_admins(Area.PEOPLE, Area.STAFF),)

    @extend_schema(operation_id="people_retrieve", responses=PersonSerializer)
    def get(self, request: Request, pk: int) -> Response:
        """Get a user with counts; fleet admins see their own drivers."""
        by = current_user(request)
        record_access(by=by, person=managed_person(request, pk), action="viewed_profile")
        return person_response(by, pk)

    @extend_schema(operation_id="people_update", request=PersonChangesSerializer, responses=PersonSerializer)
    def patch(self, request: Request, pk: int) -> Response:
        """Change a user: proper_input_name, driver_on_trip, approval_by_admin, not_oneself, last_admin."""
        by = current_user(request)
        managed_person(request, pk)
        form = PersonChangesSerializer(data=request.data)
        form.is_valid(raise_exception=True)
        edit_person(by=by, person_id=pk, changes=form.validated_data)
        return person_response(by, pk)

    @extend_schema(operation_id="people_delete", request=None, responses={204: None})
    def delete(self, request: Request, pk: int) -> Response:
        """Delete a user: demo_mode, not_oneself, driver_on_trip, trip_open, wallet_not_empty."""
        managed_person(request, pk)
        delete_person(by=current_user(request), person_id=pk)
        return Response(status=status.HTTP_204_NO_CONTENT)


class PersonPhotoView(UploadView):
    permission_classes = (staff_or_fleet_admins(Area.PEOPLE, Area.STAFF),)

    @extend_schema(operation_id="people_photo", request=ImageUploadSerializer, responses=PersonSerializer)
    def put(self, request: Request, pk: int) -> Response:
        """Replace the photo: image_invalid, image_too_large."""
        by = current_user(request)
        managed_person(request, pk)
        set_person_photo(by=by, person_id=pk, file=sent_image(request))
        return person_response(by, pk)

    @extend_schema(operation_id="people_photo_remove", request=None, responses={200: PersonSerializer})
    def delete(self, request: Request, pk: int) -> Response:
        """Remove the photo."""
        by = current_user(request)
        managed_person(request, pk)
        set_person_photo(by=by, person_id=pk, file=None)
        return person_response(by, pk)


class PersonTwoFactorResetView(APIView):
    permission_classes = (staff_may_use(Area.PEOPLE, Area.STAFF),)

    @extend_schema(operation_id="people_two_factor_reset", request=None, responses=PersonSerializer)
    def post(self, request: Request, pk: int) -> Response:
        """Remove a user's authenticator app and passkeys; they are logged out and notified by email.

        Refused: nothing_enrolled; forbidden for oneself, and for users of the Django admin unless by a
        superuser; demo_mode.
        """
        by = current_user(request)
        person = managed_person(request, pk)
        require_critical_edits(platform_settings())
        reset_second_factor(user=person, by=by)
        return person_response(by, pk)


@extend_schema_view(get=extend_schema(operation_id="people_ratings_list"))
class PersonRatingsView(ListAPIView[Booking]):
    """List the ratings that a rider gave or a driver received, newest trip first."""

    permission_classes = (staff_or_fleet_admins(Area.PEOPLE, Area.STAFF),)
    serializer_class = PersonRatingSerializer
    queryset = Booking.objects.none()

    def get_queryset(self) -> QuerySet[Booking]:
        by = current_user(self.request)
        return ratings_of(managed_person(self.request, self.kwargs["pk"]), by=by)


def managed_person(request: Request, person_id: int) -> User:
    """Return the user of a request that `by` may read or, by its method, change. Raises NotFound, Forbidden.

    Admins belong to another area than riders, drivers and fleet admins; those with more permissions than `by`
    can only be read.
    """
    by = current_user(request)
    person = person_for(by, person_id)
    if by.user_type == UserType.ADMIN:
        is_read = request.method in SAFE_METHODS
        area = Area.STAFF if person.user_type == UserType.ADMIN else Area.PEOPLE
        require_staff(by, area, Level.VIEW if is_read else Level.CHANGE)
        if not is_read and person.pk != by.pk:
            require_covered(by, person)
    return person


def person_response(by: User, person_id: int, *, status: int = status.HTTP_200_OK) -> Response:
    """Return the user as staff sees them."""
    person, settings = person_for(by, person_id), platform_settings()
    context: dict[str, Any] = {
        "settings": settings,
        "fleet": fleet_of(by),
        "money": sees_money(by),
        "facts": facts_of(person, by=by),
        "may_approve": may_approve(by, settings),
    }
    return Response(PersonSerializer(person, context=context).data, status=status)
