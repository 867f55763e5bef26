"""Social login adapter for django-allauth."""

from typing import Any, Final

from allauth.account.models import EmailAddress
from allauth.core.exceptions import ImmediateHttpResponse
from allauth.socialaccount.adapter import DefaultSocialAccountAdapter
from allauth.socialaccount.models import SocialApp, SocialLogin
from allauth.socialaccount.providers.base import AuthError
from django.db import transaction
from django.http import HttpRequest, HttpResponseRedirect

from apps.accounts.allauth_adapters.sandbox import use_sandbox
from apps.accounts.login.two_factor_policy import STAFF
from apps.accounts.models import User
from apps.accounts.services.referrals import save_with_referral_id
from apps.accounts.services.social import account_of_email, login_page
from apps.core.languages import current_language
from config.social import COMPANY

STORED_FIELDS: Final = (
    "sub",
    "id",
    "email",
    "email_verified",
    "name",
    "given_name",
    "family_name",
    "is_private_email",
)
"""Fields of a provider's data to store; Apple's data also contains its tokens."""
CANCELLED: Final = frozenset({"access_denied", "user_cancelled_authorize"})


class SocialAdapter(DefaultSocialAccountAdapter):  # type: ignore[misc]  # allauth carries no types
    def list_apps(self, request: HttpRequest, provider: Any = None, client_id: Any = None) -> list[SocialApp]:
        """Read keys only from the environment: a row in the Django admin must not compete with them."""
        apps = super().list_apps(request, provider=provider, client_id=client_id)
        return [app for app in apps if app.pk is None]

    def get_requests_session(self) -> Any:
        return use_sandbox(super().get_requests_session())

    def populate_user(self, request: HttpRequest, sociallogin: SocialLogin, data: Any) -> User:
        """Return the new user: an approved rider who logs in by this provider."""
        user: User = super().populate_user(request, sociallogin, data)
        answer = sociallogin.account.extra_data
        if _is_company(sociallogin):
            # django-allauth nests the data of OpenID Connect.
            answer = answer.get("userinfo") or answer["id_token"]
        sociallogin.account.extra_data = {name: answer[name] for name in STORED_FIELDS if name in answer}
        user.email = user.email or None
        user.login_type = sociallogin.account.provider
        user.language = current_language()
        return user

    def pre_social_login(self, request: HttpRequest, sociallogin: SocialLogin) -> None:
        """Refuse the company's people who have no staff account: only an admin adds staff."""
        if _is_company(sociallogin) and not (sociallogin.is_existing and _is_staff(sociallogin.user)):
            raise refused("not_staff")

    def authenticate_by_email(self, sociallogin: SocialLogin) -> tuple[User, str] | None:
        """Return the account with an address that the provider verified; pending addresses do not count."""
        for address in sociallogin.email_addresses:
            if address.verified and self.can_authenticate_by_email(sociallogin, address.email):
                if _is_company(sociallogin) and not _is_staff(_user_of(address.email)):
                    continue
                user = account_of_email(address.email)
                if user is not None:
                    return user, address.email
        return None

    def is_auto_signup_allowed(self, request: HttpRequest, sociallogin: SocialLogin) -> bool:
        """Return True, so that no form is shown; refuse an address that another user has."""
        user: User = sociallogin.user
        if user.email:
            others = EmailAddress.objects.filter(email=user.email)
            is_verified_by_provider = any(
                each.verified and each.email == user.email for each in sociallogin.email_addresses
            )
            if is_verified_by_provider:
                # Unverified claims of others must not block the address's owner.
                others.filter(verified=False).exclude(user__email=user.email).delete()
            if others.exists() or User.objects.filter(email=user.email).exists():
                raise refused("user_exists")
        return True

    @transaction.atomic
    def save_user(self, request: HttpRequest, sociallogin: SocialLogin, form: Any = None) -> User:
        user: User = sociallogin.user
        user.set_unusable_password()
        save_with_referral_id(user)
        sociallogin.save(request)
        return user

    def on_authentication_error(
        self,
        request: HttpRequest,
        provider: Any,
        error: Any = None,
        exception: Any = None,
        extra_context: Any = None,
    ) -> None:
        is_cancelled = error == AuthError.CANCELLED or request.GET.get("error") in CANCELLED
        raise refused("social_cancelled" if is_cancelled else "social_failed")


def _is_company(sociallogin: SocialLogin) -> bool:
    return bool(sociallogin.account.provider == COMPANY)


def _is_staff(user: User | None) -> bool:
    return user is not None and user.user_type in STAFF


def _user_of(email: str) -> User | None:
    return User.objects.filter(email=email.lower()).first()


def refused(code: str) -> ImmediateHttpResponse:
    """Return a redirect to the login page, which shows the reason."""
    return ImmediateHttpResponse(HttpResponseRedirect(login_page(social_error=code)))
