"""The forms of the Django admin's login."""

from typing import Any

from allauth.mfa.base.forms import BaseAuthenticateForm
from allauth.mfa.totp.forms import ActivateTOTPForm
from django.contrib.admin.forms import AdminAuthenticationForm
from django.contrib.admin.forms import AdminPasswordChangeForm as OwnPasswordChangeForm
from django.contrib.auth.forms import AdminPasswordChangeForm
from django.core.exceptions import ValidationError
from django.db import transaction
from django.http import HttpRequest
from django.utils.translation import gettext_lazy as _

from apps.accounts.models import DeviceSession
from apps.accounts.services.code_tries import Source
from apps.accounts.services.password_attempts import try_password
from apps.accounts.services.second_factor import check_code
from apps.accounts.services.sessions import end_all_sessions
from apps.core.errors import DomainError
from apps.core.platform import platform_settings


class PasswordForm(AdminAuthenticationForm):
    """Django's form with the rate limits of the API's login."""

    def clean(self) -> dict[str, Any]:
        email, password = self.cleaned_data.get("username"), self.cleaned_data.get("password")
        if email and password and self.request is not None:
            try:
                self.user_cache = try_password(request=self.request, email=email, password=password)
            except DomainError as error:
                # Django's form has no captcha, so an unknown device has to wait.
                raise ValidationError(_("Too many attempts. Try again in a few minutes.")) from error
            if self.user_cache is None:
                raise self.get_invalid_login_error()
            self.confirm_login_allowed(self.user_cache)
        return self.cleaned_data

    def confirm_login_allowed(self, user: Any) -> None:
        super().confirm_login_allowed(user)
        if platform_settings().is_demo_mode:
            raise ValidationError(_("This isn't available in demo mode."))
        # Staff roles do not govern the Django admin, so only owners enter it.
        if not user.approved or user.staff_role_id is not None:
            raise self.get_invalid_login_error()


class CodeForm(BaseAuthenticateForm):  # type: ignore[misc]  # allauth carries no types
    """Accepts each code of the authenticator app and each recovery code once; counts wrong codes."""

    authenticator: Any

    def __init__(self, *args: Any, request: HttpRequest, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.request = request
        _style_code_field(self)

    def clean_code(self) -> str:
        code: str = self.cleaned_data["code"]
        try:
            self.authenticator = check_code(
                user=self.user, code=code, source=Source.of_request(self.request, self.user)
            )
        except DomainError as error:
            raise ValidationError(str(error.detail), code=error.code) from error
        return code


class EnrolForm(ActivateTOTPForm):  # type: ignore[misc]  # as above
    """The first code of a newly set up authenticator app."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        _style_code_field(self)


class NewPasswordForm(AdminPasswordChangeForm):  # type: ignore[type-arg]  # not subscriptable at run time
    """Django's form for another user's password; ends the user's sessions."""

    def save(self, commit: bool = True) -> Any:
        with transaction.atomic():
            user = super().save(commit)
            end_all_sessions(user_id=user.pk, ending=DeviceSession.Ending.PASSWORD_CHANGED)
        return user


class OwnPasswordForm(OwnPasswordChangeForm):
    """Django's form for the user's own password; ends the user's sessions."""

    def save(self, commit: bool = True) -> Any:
        with transaction.atomic():
            user = super().save(commit)
            end_all_sessions(user_id=user.pk, ending=DeviceSession.Ending.PASSWORD_CHANGED)
        return user


def _style_code_field(form: Any) -> None:
    code = form.fields["code"]
    code.label = _("Code")
    code.widget.attrs = {
        "autocomplete": "one-time-code",
        "inputmode": "numeric",
        "autofocus": True,
        "dir": "ltr",
    }
