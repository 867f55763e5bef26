"""Sign-up of riders and drivers, checked in the order of document 2, section 5."""

import logging
from dataclasses import dataclass
from typing import Final

from allauth.account.models import EmailAddress
from django.db import DatabaseError, IntegrityError, transaction
from django.utils.translation import gettext_lazy as _

from apps.accounts.choices import UserType
from apps.accounts.models import DriverProfile, User
from apps.accounts.services import registration_checks as checks
from apps.accounts.services.availability import sync_driver_position
from apps.accounts.services.email_addresses import is_email_verified, send_verification_email
from apps.accounts.services.existing_users import taken
from apps.accounts.services.license_images import claim_license_image
from apps.accounts.services.referrals import (
    enqueue_referral_bonus,
    referrer_by_uid,
    referrer_of,
    save_with_referral_id,
)
from apps.accounts.services.repeated_sign_ups import earlier_sign_up, remember_sign_up
from apps.accounts.sign_up.password_policy import check_password_policy
from apps.accounts.sign_up.registration import NewVehicle, Registration
from apps.accounts.terms.consenting import record_sign_up, require_agreement
from apps.core.errors import Conflict, DomainError, Unavailable
from apps.core.languages import current_language
from apps.core.platform import platform_settings

log = logging.getLogger(__name__)

CREATED: Final = "account_create_successfully"
VERIFY_FIRST: Final = "email_verify_message"
APPROVAL_FIRST: Final = "require_approval"


@dataclass(frozen=True, slots=True)
class SignedUp:
    user: User
    code: str
    """account_create_successfully, or what is missing for a login: email_verify_message, require_approval."""

    @property
    def may_log_in(self) -> bool:
        return self.code == CREATED


def sign_up(form: Registration, *, request_key: str = "", address_hash: str = "") -> SignedUp:
    """Create a rider or a driver; a refusal writes nothing.

    The same form with the same `request_key` returns the same user, for clients that lost the first response.
    Raises the first that applies: BadInput proper_input_name, proper_email, password_alphaNumeric_check,
    mobile_no_blank_error; Conflict user_exists; Unavailable email_or_mobile_issue if the lookup fails;
    BadInput referer_not_found, terms_due; BadInput or Unavailable reg_error for everything else.
    """
    try:
        user = _sign_up(form, request_key, address_hash)
    except Conflict:
        earlier = earlier_sign_up(form, request_key)
        if earlier is None:
            raise
        user = earlier
    if platform_settings().email_verify and not is_email_verified(user):
        return SignedUp(user, VERIFY_FIRST)
    return SignedUp(user, CREATED if user.approved else APPROVAL_FIRST)


def _sign_up(form: Registration, request_key: str, address_hash: str) -> User:
    platform = platform_settings()
    user = User(
        first_name=form.first_name.strip(),
        last_name=form.last_name.strip(),
        email=form.email.strip().lower(),
        user_type=form.user_type,
        approved=not (form.user_type == UserType.DRIVER and platform.driver_approval),
        # The page's language is used for emails.
        language=current_language(),
        bank_name=form.bank_name.strip(),
        bank_code=form.bank_code.strip(),
        bank_account=form.bank_account.strip(),
        sign_up_address_hash=address_hash,
    )
    checks.check_names(user)
    checks.check_email(user)
    check_password_policy(form.password, user)
    user.mobile = checks.checked_mobile(form, platform)
    _require_new(user)
    user.signup_via_referral = _referrer(form)
    checks.check_rest(user, form, platform)
    versions = require_agreement(form.terms)
    user.set_password(form.password)
    try:
        with transaction.atomic():
            _create(user, form, verify=platform.email_verify)
            record_sign_up(user, versions)
            remember_sign_up(user, form, request_key)
    except IntegrityError as error:
        # A concurrent sign-up took the address or the number.
        _require_new(user)
        raise _failed() from error
    except DatabaseError as error:
        log.exception("sign-up failed")
        raise _failed() from error
    return user


def _create(user: User, form: Registration, *, verify: bool) -> None:
    save_with_referral_id(user)
    address = EmailAddress.objects.create(user=user, email=user.email, primary=True, verified=False)
    if user.user_type == UserType.DRIVER:
        _create_driver(user, form)
    if verify:
        # The bonus waits for the verification, to prevent bonuses for invented addresses.
        send_verification_email(address)
    else:
        enqueue_referral_bonus(user)


def _create_driver(user: User, form: Registration) -> None:
    vehicle = form.driver or NewVehicle()
    DriverProfile.objects.create(
        user=user,
        car_type_id=vehicle.car_type,
        vehicle_make=vehicle.vehicle_make.strip(),
        vehicle_model=vehicle.vehicle_model.strip(),
        vehicle_number=vehicle.vehicle_number.strip(),
        other_info=vehicle.other_info.strip(),
    )
    if form.license_image:
        try:
            claim_license_image(form.license_image, user)
        except DomainError as error:
            raise checks.reg_error({"license_image": error.detail}) from error
    sync_driver_position(driver_id=user.pk)


def _require_new(user: User) -> None:
    found = taken(email=user.email or "", mobile=user.mobile or "")
    if found:
        sentence = _("Someone else already uses this.")
        raise Conflict("user_exists", sentence, fields=dict.fromkeys(sorted(found), sentence))


def _referrer(form: Registration) -> User | None:
    if form.referral_id.strip():
        return referrer_of(form.referral_id)
    return referrer_by_uid(form.referrer_uid) if form.referrer_uid else None


def _failed() -> Unavailable:
    return Unavailable("reg_error", _("We couldn't create the account. Try again in a moment."))
