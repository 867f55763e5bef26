"""Adding people (addUser): one by hand, or many from a file."""

from collections.abc import Sequence
from typing import Final
from uuid import uuid4

from allauth.account.models import EmailAddress
from django.db import IntegrityError, transaction
from django.utils.translation import gettext_lazy as _

from apps.accounts.models import DriverProfile, User
from apps.accounts.outgoing import Letter, send_mail
from apps.accounts.services.existing_users import ISSUE
from apps.accounts.services.license_images import claim_license_image
from apps.accounts.services.referrals import new_referral_ids
from apps.backoffice.people.checks import NewPerson, drafted, known_of, problems_of
from apps.core.audit import columns_of, record, values_of
from apps.core.errors import Conflict
from apps.core.events import gathered
from apps.core.languages import current_language

KEPT_OF_USERS: Final = columns_of(
    User,
    but=(
        *("password", "last_login", "is_superuser", "is_staff", "is_active", "deleted_at", "created_at"),
        *("mobile_verified", "login_type", "language"),
    ),
)
KEPT_OF_DRIVERS: Final = (
    *("car_type", "fleet_admin", "vehicle_make", "vehicle_model", "vehicle_number", "other_info"),
)
"""What the trail tells of a person; documents and pictures have entries of their own."""


def add_person(*, by: User, person: NewPerson) -> User:
    """Add one; who gets no password here is asked for one by a letter.

    Raises BadInput proper_input_name, proper_email, password_alphaNumeric_check, mobile_no_blank_error,
    invalid, image_invalid; Conflict user_exists; Unavailable email_or_mobile_issue.
    """
    for problem in problems_of(person, known_of([person])):
        raise problem
    try:
        (user,) = insert_people(by=by, people=[person], letters=True)
    except IntegrityError as error:
        # Somebody was a moment quicker.
        for problem in problems_of(person, known_of([person])):
            raise problem from error
        raise
    return user


def add_many(*, by: User, people: Sequence[NewPerson], letters: bool) -> list[User]:
    """Add people who were all checked a moment ago, or none of them.

    Raises Conflict email_or_mobile_issue when one was added by somebody else meanwhile.
    """
    try:
        return insert_people(by=by, people=people, letters=letters)
    except IntegrityError as error:
        raise Conflict(ISSUE, _("Somebody of the list was added meanwhile. Look at it again.")) from error


@transaction.atomic
def insert_people(*, by: User, people: Sequence[NewPerson], letters: bool) -> list[User]:
    drafts = [drafted(person) for person in people]
    users = [user for user, _profile in drafts]
    language = current_language()
    ids = new_referral_ids([user.first_name for user in users])
    for user, person, referral_id in zip(users, people, ids, strict=True):
        user.referral_id = referral_id
        # The one that the office speaks: letters come in it.
        user.language = language
        user.set_password(person.password or None)
    User.objects.bulk_create(users)
    EmailAddress.objects.bulk_create(
        [
            EmailAddress(user=user, email=user.email, primary=True, verified=False)
            for user in users
            if user.email
        ]
    )
    for user, profile in drafts:
        if profile is not None:
            profile.user = user
    # The map hears of them when they go online.
    DriverProfile.objects.bulk_create([profile for _user, profile in drafts if profile is not None])
    for user, person in zip(users, people, strict=True):
        if person.license_image:
            claim_license_image(person.license_image, user)
    with gathered():
        for (user, profile), person in zip(drafts, people, strict=True):
            _write_down(by, user, profile)
            if letters and user.email and not person.password:
                _ask_for_password(user)
    return users


def _write_down(by: User, user: User, profile: DriverProfile | None) -> None:
    after = values_of(user, KEPT_OF_USERS) | (values_of(profile, KEPT_OF_DRIVERS) if profile else {})
    after = {name: value for name, value in after.items() if value not in ("", None)}
    record(by=by, action="added", kind="user", target_id=user.pk, label=str(user), after=after)


def _ask_for_password(user: User) -> None:
    send_mail(
        letter=Letter.RESET_PASSWORD,
        to=user.email or "",
        user_id=user.pk,
        params={"user_id": user.pk},
        key=f"reset_password:{user.pk}:{uuid4().hex}",
    )
