"""Passkeys of users, removed by staff."""

from drf_spectacular.utils import extend_schema
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from apps.accounts.authentication import current_user
from apps.accounts.passkeys.services import remove_passkey_of
from apps.accounts.permissions import staff_may_use
from apps.accounts.staff_roles.areas import Area
from apps.backoffice.people.serializers import PersonSerializer
from apps.backoffice.people.views.person import managed_person, person_response


class PersonPasskeyView(APIView):
    permission_classes = (staff_may_use(Area.PEOPLE, Area.STAFF),)

    @extend_schema(operation_id="people_passkey_remove", request=None, responses={200: PersonSerializer})
    def delete(self, request: Request, pk: int, passkey_id: int) -> Response:
        """Remove a user's passkey; they are logged out and notified by email.

        Refused: forbidden for oneself, and for users of the Django admin unless by a superuser; demo_mode.
        """
        by = current_user(request)
        remove_passkey_of(user=managed_person(request, pk), passkey_id=passkey_id, by=by)
        return person_response(by, pk)
