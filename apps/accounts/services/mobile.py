"""Change of one's mobile number, which counts once a code that was sent to it has come back."""

from django.db import IntegrityError, transaction
from django.utils.translation import gettext_lazy as _

from apps.accounts.countries import home_mobile, one_spelling
from apps.accounts.devices import Device
from apps.accounts.models import PhoneCode, User
from apps.accounts.services.phone_codes import check_code, send_code, use_up
from apps.accounts.services.phone_limits import check_change_limits
from apps.accounts.services.phone_sign_in import is_known_device, person_with
from apps.accounts.services.profile import EMAIL_LOGIN
from apps.accounts.services.registration_checks import WRONG_MOBILE
from apps.core import events
from apps.core.demo_mode import require_critical_edits
from apps.core.errors import BadInput, Conflict
from apps.core.platform import platform_settings

PURPOSE = PhoneCode.Purpose.CHANGE_MOBILE


def send_mobile_code(*, user: User, mobile: str, device: Device) -> PhoneCode:
    """Have a code sent to a number that is to become one's own, or to the own one to have it verified.

    Raises BadInput mobile_no_blank_error, and invalid for a new number of who logs in by email
    (document 1, section 2: read-only); Conflict user_exists; TooMany too_many_requests; Forbidden
    demo_mode for who has another one.
    """
    wanted = home_mobile(mobile)
    if wanted is None:
        sentence = WRONG_MOBILE
        raise BadInput("mobile_no_blank_error", sentence, fields={"mobile": sentence})
    is_own = user.mobile is not None and wanted in {user.mobile, one_spelling(user.mobile)}
    if user.login_type == EMAIL_LOGIN and not is_own:
        raise BadInput(
            "invalid", _("Some values aren't allowed."), fields={"mobile": _("This can't be changed here.")}
        )
    if user.mobile and not is_own:
        require_critical_edits(platform_settings())
    holder = person_with(wanted)
    if (holder is not None and holder.pk != user.pk) or _is_taken(wanted, user.pk):
        raise _somebody_else_has_it()
    check_change_limits(user.pk)
    return send_code(
        user=user,
        mobile=wanted,
        purpose=PURPOSE,
        from_known_device=is_own and is_known_device(user, device),
    )


def confirm_mobile(*, user_id: int, verification_id: str, code: str) -> None:
    """Make the number one's own that this code was sent to.

    Raises what check_code raises; Conflict user_exists.
    """
    phone_code = check_code(verification_id=verification_id, code=code, purpose=PURPOSE, user_id=user_id)
    try:
        with transaction.atomic():
            use_up(phone_code)
            User.objects.filter(pk=user_id).update(mobile=phone_code.mobile, mobile_verified=True)
            events.publish(f"user:{user_id}", "profile.changed", {})
    except IntegrityError as error:
        raise _somebody_else_has_it() from error


def _is_taken(mobile: str, user_id: int) -> bool:
    """A disabled account keeps its number."""
    return User.objects.filter(mobile=mobile).exclude(pk=user_id).exists()


def _somebody_else_has_it() -> Conflict:
    sentence = _("Someone else already uses this.")
    return Conflict("user_exists", sentence, fields={"mobile": sentence})
