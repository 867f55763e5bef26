"""The login pages after the password, and the user's own second factor."""

from collections.abc import Callable
from typing import TYPE_CHECKING, Any
from uuid import uuid4

from allauth.mfa.adapter import get_adapter
from django.contrib.auth import logout
from django.http import HttpRequest, HttpResponseBase, HttpResponseRedirect
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.csrf import csrf_protect
from django.views.decorators.debug import sensitive_post_parameters

from apps.accounts.django_admin.admin_login import (
    SHOW_CODES,
    begin_2fa,
    complete_login,
    may_enrol,
    pending_user,
)
from apps.accounts.django_admin.forms import CodeForm, EnrolForm
from apps.accounts.login.known_device import remember_device
from apps.accounts.models import User
from apps.accounts.services.second_factor import (
    enrol,
    remove_second_factor,
    renew_recovery_codes,
    totp_of,
    unused_recovery_codes,
)
from apps.core import audit
from apps.core.errors import Conflict
from apps.core.models import AuditEntry
from apps.core.qr_codes import qr_code

if TYPE_CHECKING:
    from apps.accounts.django_admin.site import DjangoAdminSite

View = Callable[[HttpRequest], HttpResponseBase]


def code_page(site: "DjangoAdminSite") -> View:
    """Request the code of a user whose password was correct."""

    @_before_login
    def view(request: HttpRequest) -> HttpResponseBase:
        user = pending_user(request)
        if user is None:
            return _to("login")
        totp = totp_of(user.pk)
        if totp is None:
            return _to("second_factor_enrol")
        form = CodeForm(request.POST or None, user=user, request=request)
        if request.method == "POST" and form.is_valid():
            target = complete_login(request, user, factor=totp, used=form.authenticator)
            return _with_known_device(HttpResponseRedirect(target), user)
        return site.page(request, "code.html", title=_("Two-factor login"), form=form, who=user)

    return view


def enrol_page(site: "DjangoAdminSite") -> View:
    """Require a user without a second factor to set one up."""

    @_before_login
    def view(request: HttpRequest) -> HttpResponseBase:
        user = pending_user(request)
        if user is None:
            return _to("login")
        if totp_of(user.pk) is not None:
            return _to("second_factor")
        if not may_enrol(request, user):
            return site.page(request, "app_needed.html", title=_("Two-factor login"), who=user)
        form = EnrolForm(request.POST or None, user=user)
        if request.method == "POST" and form.is_valid():
            try:
                totp = enrol(user=user, secret=form.secret, code=form.cleaned_data["code"])
            except Conflict:
                return _to("second_factor")
            complete_login(request, user, factor=totp, used=totp)
            request.session[SHOW_CODES] = True
            return _with_known_device(_to("second_factor_codes"), user)
        return site.page(
            request,
            "enrol.html",
            title=_("Set up two-factor login"),
            form=form,
            who=user,
            secret=form.secret,
            qr_code=qr_code(get_adapter().build_totp_url(user, form.secret)),
        )

    return view


def show_codes(site: "DjangoAdminSite") -> View:
    """Show the recovery codes, once."""

    def view(request: HttpRequest) -> HttpResponseBase:
        if not request.session.pop(SHOW_CODES, False):
            return _to("second_factor_mine")
        codes = unused_recovery_codes(_logged_in_user(request))
        return site.page(request, "codes.html", title=_("Recovery codes"), codes=codes)

    return view


def manage(site: "DjangoAdminSite") -> View:
    """Create new recovery codes or move to another phone, after a code."""

    @sensitive_post_parameters("code")
    def view(request: HttpRequest) -> HttpResponseBase:
        user = _logged_in_user(request)
        form = CodeForm(request.POST or None, user=user, request=request)
        if request.method == "POST" and form.is_valid():
            if request.POST.get("action") == "another":
                remove_second_factor(user=user)
                logout(request)
                begin_2fa(request, user, target=reverse("admin:index"), proven=True)
                return _to("second_factor_enrol")
            renew_recovery_codes(user=user)
            request.session[SHOW_CODES] = True
            return _to("second_factor_codes")
        totp = totp_of(user.pk)
        return site.page(
            request,
            "mine.html",
            title=_("Two-factor login"),
            form=form,
            since=totp.created_at,
            left=len(unused_recovery_codes(user)),
        )

    return view


def _before_login(view: View) -> View:
    """Protect a view that runs before the login, outside the site's own checks."""

    def recorded(request: HttpRequest) -> HttpResponseBase:
        with audit.through(AuditEntry.Source.DJANGO_ADMIN):
            return view(request)

    guarded: Any = never_cache(csrf_protect(sensitive_post_parameters("code")(recorded)))
    return guarded  # type: ignore[no-any-return]  # decorators without types


def _with_known_device(response: HttpResponseRedirect, user: User) -> HttpResponseRedirect:
    """Set the device cookie, so that other people's wrong passwords cannot lock the user out on this
    device.
    """
    remember_device(response, user_id=user.pk, family=f"django_admin {uuid4().hex}")
    return response


def _to(name: str) -> HttpResponseRedirect:
    return HttpResponseRedirect(reverse(f"admin:{name}"))


def _logged_in_user(request: HttpRequest) -> User:
    user = request.user
    if not isinstance(user, User):
        raise TypeError("only users of this platform can log in")
    return user
