"""The pages between the password and the raw admin, and those about one's own second factor."""

import base64
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

from apps.accounts.known_device import remember_device
from apps.accounts.models import User
from apps.accounts.raw_admin.door import SHOW_CODES, let_in, wait_at_door, who_waits
from apps.accounts.raw_admin.forms import CodeForm, EnrolForm
from apps.accounts.services.second_factor import (
    enrol,
    give_up,
    renew_recovery_codes,
    totp_of,
    unused_recovery_codes,
)
from apps.core import audit
from apps.core.errors import Conflict
from apps.core.models import AuditEntry

if TYPE_CHECKING:
    from apps.accounts.raw_admin.site import RawAdminSite

View = Callable[[HttpRequest], HttpResponseBase]


def ask_for_code(site: "RawAdminSite") -> View:
    """Whoever has shown the password shows a code."""

    @_of_the_door
    def view(request: HttpRequest) -> HttpResponseBase:
        user = who_waits(request)
        if user is None:
            return _to("login")
        totp = totp_of(user.pk)
        if totp is None:
            return _to("second_factor_enrol")
        form = CodeForm(request.POST or None, user=user, request=request)
        if request.method == "POST" and form.is_valid():
            target = let_in(request, user, factor=totp, used=form.authenticator)
            return _remembered(HttpResponseRedirect(target), user)
        return site.page(request, "code.html", title=_("Second factor"), form=form, who=user)

    return view


def ask_to_enrol(site: "RawAdminSite") -> View:
    """Whoever has no second factor gets one before anything else."""

    @_of_the_door
    def view(request: HttpRequest) -> HttpResponseBase:
        user = who_waits(request)
        if user is None:
            return _to("login")
        if totp_of(user.pk) is not None:
            return _to("second_factor")
        form = EnrolForm(request.POST or None, user=user)
        if request.method == "POST" and form.is_valid():
            try:
                totp = enrol(user=user, secret=form.secret, code=form.cleaned_data["code"])
            except Conflict:
                return _to("second_factor")
            let_in(request, user, factor=totp, used=totp)
            request.session[SHOW_CODES] = True
            return _remembered(_to("second_factor_codes"), user)
        adapter = get_adapter()
        svg = adapter.build_totp_svg(adapter.build_totp_url(user, form.secret))
        return site.page(
            request,
            "enrol.html",
            title=_("Set up your second factor"),
            form=form,
            who=user,
            secret=form.secret,
            qr_code=base64.b64encode(svg.encode()).decode(),
        )

    return view


def show_codes(site: "RawAdminSite") -> View:
    """The recovery codes, once."""

    def view(request: HttpRequest) -> HttpResponseBase:
        if not request.session.pop(SHOW_CODES, False):
            return _to("second_factor_mine")
        codes = unused_recovery_codes(_inside(request))
        return site.page(request, "codes.html", title=_("Recovery codes"), codes=codes)

    return view


def manage(site: "RawAdminSite") -> View:
    """New recovery codes, or another telephone, for who shows a code once more."""

    @sensitive_post_parameters("code")
    def view(request: HttpRequest) -> HttpResponseBase:
        user = _inside(request)
        form = CodeForm(request.POST or None, user=user, request=request)
        if request.method == "POST" and form.is_valid():
            if request.POST.get("deed") == "another":
                give_up(user=user)
                logout(request)
                wait_at_door(request, user, target=reverse("admin:index"))
                return _to("second_factor_enrol")
            renew_recovery_codes(user=user)
            request.session[SHOW_CODES] = True
            return _to("second_factor_codes")
        totp = totp_of(user.pk)
        return site.page(
            request,
            "mine.html",
            title=_("Second factor"),
            form=form,
            since=totp.created_at,
            left=len(unused_recovery_codes(user)),
        )

    return view


def _of_the_door(view: View) -> View:
    """Not below the site's own guard, for nobody is signed in yet; otherwise as careful."""

    def recorded(request: HttpRequest) -> HttpResponseBase:
        with audit.through(AuditEntry.Door.RAW_ADMIN):
            return view(request)

    guarded: Any = never_cache(csrf_protect(sensitive_post_parameters("code")(recorded)))
    return guarded  # type: ignore[no-any-return]  # decorators without types


def _remembered(response: HttpResponseRedirect, user: User) -> HttpResponseRedirect:
    """Strangers' wrong passwords do not keep the user out here from now on."""
    remember_device(response, user_id=user.pk, family=f"raw_admin {uuid4().hex}")
    return response


def _to(name: str) -> HttpResponseRedirect:
    return HttpResponseRedirect(reverse(f"admin:{name}"))


def _inside(request: HttpRequest) -> User:
    user = request.user
    if not isinstance(user, User):
        raise TypeError("the site lets nobody else in")
    return user
