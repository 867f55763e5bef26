"""Login by a code that was sent to one's phone."""

from django.db import transaction
from django.utils.translation import gettext_lazy as _

from apps.accounts.countries import home_mobile, stripped
from apps.accounts.devices import Device
from apps.accounts.models import DeviceSession, PhoneCode, User
from apps.accounts.services.entry import check_may_enter
from apps.accounts.services.phone_codes import check_code, code_expired, send_code, use_up
from apps.accounts.services.sessions import Session
from apps.accounts.services.two_factor_login import TwoFactorChallenge, log_in
from apps.core.errors import BadInput, Forbidden
from apps.core.platform import platform_settings

PURPOSE = PhoneCode.Purpose.SIGN_IN


def send_sign_in_code(*, mobile: str, device: Device) -> PhoneCode:
    """Have a code sent to a person's number. The caller has limited how often one may ask.

    Raises Forbidden mobile_login_disabled; BadInput user_does_not_exists for a number that no one has;
    TooMany too_many_requests.
    """
    require_phone_sign_in()
    user = person_with(mobile)
    if user is None or user.mobile is None:
        sentence = _("No account uses this phone number.")
        raise BadInput("user_does_not_exists", sentence, fields={"mobile": sentence})
    return send_code(
        user=user, mobile=user.mobile, purpose=PURPOSE, from_known_device=is_known_device(user, device)
    )


def sign_in_by_code(*, verification_id: str, code: str, device: Device) -> Session | TwoFactorChallenge:
    """Log in whose code this is; their number is verified by it.

    Raises what check_code and check_may_enter raise; a refusal leaves a right code unused.
    """
    require_phone_sign_in()
    phone_code = check_code(verification_id=verification_id, code=code, purpose=PURPOSE)
    user = phone_code.user
    if user.mobile != phone_code.mobile or not user.is_active:
        raise code_expired()
    check_may_enter(user, "phone")
    with transaction.atomic():
        use_up(phone_code)
        User.objects.filter(pk=user.pk, mobile=phone_code.mobile, mobile_verified=False).update(
            mobile_verified=True
        )
        return log_in(user=user, method="phone", device=device)


def require_phone_sign_in() -> None:
    """Raises Forbidden mobile_login_disabled where the settings have it off."""
    if not platform_settings().mobile_login_enabled:
        raise Forbidden("mobile_login_disabled", _("Phone login is turned off."))


def person_with(mobile: str) -> User | None:
    """Who has this number, however it is spelt; a disabled account is no one's."""
    spellings = {stripped(mobile), home_mobile(mobile)} - {None, ""}
    return User.objects.filter(mobile__in=spellings, is_active=True).order_by("pk").first()


def is_known_device(user: User, device: Device) -> bool:
    """Whether the account's user has logged in on this device, or lately at this address."""
    if device.known_user_id == user.pk:
        return True
    return device.ip is not None and DeviceSession.objects.filter(user=user, ip=device.ip).exists()
