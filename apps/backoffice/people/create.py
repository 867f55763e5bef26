"""Creates users (addUser), one by one or from an import file."""

from collections.abc import Sequence
from typing import Final
from uuid import uuid4

from allauth.account.models import EmailAddress
from django.db import IntegrityError, transaction
from django.utils.translation import gettext_lazy as _

from apps.accounts.choices import UserType
from apps.accounts.models import DriverProfile, StaffRole, User
from apps.accounts.outgoing import EmailTemplate, send_mail
from apps.accounts.services.existing_users import ISSUE
from apps.accounts.services.license_images import claim_license_image
from apps.accounts.services.referrals import new_referral_ids
from apps.accounts.staff_roles.rules import require_may_give, role_by_id
from apps.backoffice.people.validation import NewPerson, drafted, known_of, problems_of
from apps.core.audit import columns_of, record, values_of
from apps.core.errors import Conflict
from apps.core.languages import current_language
from apps.core.outbox.events import batched

AUDITED_USER_FIELDS: Final = columns_of(
    User,
    exclude=(
        *("password", "last_login", "is_superuser", "is_staff", "is_active", "deleted_at", "created_at"),
        *("mobile_verified", "login_type", "language"),
    ),
)
AUDITED_DRIVER_FIELDS: Final = (
    *("car_type", "fleet_admin", "vehicle_make", "vehicle_model", "vehicle_number", "other_info"),
)
"""Fields recorded in the audit log; documents and photos have their own entries."""


def add_person(*, by: User, person: NewPerson) -> User:
    """Create a user; one without a password gets an email to set it.

    Raises BadInput proper_input_name, proper_email, password_alphaNumeric_check, mobile_no_blank_error,
    invalid, image_invalid; Conflict user_exists; Unavailable email_or_mobile_issue;
    Forbidden role_exceeds_own.
    """
    for problem in problems_of(person, known_of([person])):
        raise problem
    try:
        (user,) = insert_people(by=by, people=[person], send_emails=True)
    except IntegrityError as error:
        # A concurrent request created the user first.
        for problem in problems_of(person, known_of([person])):
            raise problem from error
        raise
    return user


def add_many(*, by: User, people: Sequence[NewPerson], send_emails: bool) -> list[User]:
    """Create validated users, all or none.

    Raises Conflict email_or_mobile_issue when one of them was added in the meantime.
    """
    try:
        return insert_people(by=by, people=people, send_emails=send_emails)
    except IntegrityError as error:
        raise Conflict(ISSUE, _("Someone on the list has since been added. Preview it again.")) from error


@transaction.atomic
def insert_people(*, by: User, people: Sequence[NewPerson], send_emails: bool) -> list[User]:
    roles = {person.email: _role_for(by, person) for person in people if person.user_type == UserType.ADMIN}
    drafts = [drafted(person) for person in people]
    users = [user for user, _profile in drafts]
    language = current_language()
    ids = new_referral_ids([user.first_name for user in users])
    for user, person, referral_id in zip(users, people, ids, strict=True):
        user.referral_id = referral_id
        user.staff_role = roles.get(person.email)
        # Emails use the admin's language.
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
    # Drivers appear on the map when they go online.
    DriverProfile.objects.bulk_create([profile for _user, profile in drafts if profile is not None])
    for user, person in zip(users, people, strict=True):
        if person.license_image:
            claim_license_image(person.license_image, user)
    with batched():
        for (user, profile), person in zip(drafts, people, strict=True):
            _record_added(by, user, profile)
            if send_emails and user.email and not person.password:
                _send_password_email(user)
    return users


def _role_for(by: User, person: NewPerson) -> StaffRole | None:
    """Return the role of a new admin. Raises BadInput invalid, Forbidden role_exceeds_own."""
    role = role_by_id(person.staff_role)
    require_may_give(by, role)
    return role


def _record_added(by: User, user: User, profile: DriverProfile | None) -> None:
    after = values_of(user, AUDITED_USER_FIELDS) | (
        values_of(profile, AUDITED_DRIVER_FIELDS) if profile else {}
    )
    after = {name: value for name, value in after.items() if value not in ("", None)}
    record(by=by, action="added", kind="user", target_id=user.pk, label=str(user), after=after)


def _send_password_email(user: User) -> None:
    send_mail(
        template=EmailTemplate.RESET_PASSWORD,
        to=user.email or "",
        user_id=user.pk,
        params={"user_id": user.pk},
        key=f"reset_password:{user.pk}:{uuid4().hex}",
    )
