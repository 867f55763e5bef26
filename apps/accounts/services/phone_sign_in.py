"""Login by a code sent to a phone."""

from django.db import transaction
from django.utils.translation import gettext_lazy as _

from apps.accounts.login.devices import Device
from apps.accounts.models import DeviceSession, PhoneCode, User
from apps.accounts.phone_numbers.countries import home_mobile, stripped
from apps.accounts.services.entry import require_login_allowed
from apps.accounts.services.phone_codes import check_code, code_expired, send_code, use_up
from apps.accounts.services.sessions import Session
from apps.accounts.services.two_factor_login import TwoFactorChallenge, log_in
from apps.core.errors import BadInput, Forbidden
from apps.core.platform import platform_settings

PURPOSE = PhoneCode.Purpose.SIGN_IN


def send_sign_in_code(*, mobile: str, device: Device) -> PhoneCode:
    """Send a login code to a user's number; the caller limits the rate.

    Raises Forbidden mobile_login_disabled; BadInput user_does_not_exists for an unknown number; TooMany
    too_many_requests.
    """
    require_phone_sign_in()
    user = user_with_mobile(mobile)
    if user is None or user.mobile is None:
        sentence = _("No account uses this phone number.")
        raise BadInput("user_does_not_exists", sentence, fields={"mobile": sentence})
    return send_code(
        user=user, mobile=user.mobile, purpose=PURPOSE, from_known_device=is_known_device(user, device)
    )


def sign_in_by_code(*, verification_id: str, code: str, device: Device) -> Session | TwoFactorChallenge:
    """Log in the user of the code, which also verifies the number.

    Raises what check_code and require_login_allowed raise; a refused login does not use up the code.
    """
    require_phone_sign_in()
    phone_code = check_code(verification_id=verification_id, code=code, purpose=PURPOSE)
    user = phone_code.user
    if user.mobile != phone_code.mobile or not user.is_active:
        raise code_expired()
    require_login_allowed(user, "phone")
    with transaction.atomic():
        use_up(phone_code)
        User.objects.filter(pk=user.pk, mobile=phone_code.mobile, mobile_verified=False).update(
            mobile_verified=True
        )
        return log_in(user=user, method="phone", device=device)


def require_phone_sign_in() -> None:
    """Raise Forbidden mobile_login_disabled if the settings switch phone login off."""
    if not platform_settings().mobile_login_enabled:
        raise Forbidden("mobile_login_disabled", _("Phone login is turned off."))


def user_with_mobile(mobile: str) -> User | None:
    """Return the active user with this number, in any spelling."""
    spellings = {stripped(mobile), home_mobile(mobile)} - {None, ""}
    return User.objects.filter(mobile__in=spellings, is_active=True).order_by("pk").first()


def is_known_device(user: User, device: Device) -> bool:
    """Return whether the user has logged in on this device, or recently from its address."""
    if device.known_user_id == user.pk:
        return True
    return device.ip is not None and DeviceSession.objects.filter(user=user, ip=device.ip).exists()
