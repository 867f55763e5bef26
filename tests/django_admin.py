"""Logging in to the Django admin."""

from typing import Any

from allauth.mfa.totp.internal import auth as totp
from django.conf import settings
from django.contrib.sessions.backends.db import SessionStore
from django.forms import CheckboxInput, FileInput, MultiWidget
from django.test import Client

from apps.accounts.django_admin.admin_login import FACTOR
from apps.accounts.django_admin.cookie import PATH
from apps.accounts.models import User
from apps.accounts.services.second_factor import enrol, totp_of

SECRET = "JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP"  # of no one


def code_of(secret: str = SECRET, *, steps: int = 0) -> str:
    """Return the code of an authenticator app for this secret, `steps` periods later."""
    counters = list(totp.yield_hotp_counters_from_time())
    code: str = totp.format_hotp_value(totp.hotp_value(secret, counters[len(counters) // 2] + steps))
    return code


def enter_django_admin(client: Client, user: User) -> Client:
    """Log the client in to the Django admin without the cost of hashing a password."""
    factor = totp_of(user.pk) or enrol(user=user, secret=SECRET, code="000000")
    client.force_login(user)
    held = client.cookies.pop(settings.SESSION_COOKIE_NAME).value
    session = SessionStore(held)
    session[FACTOR] = factor.pk
    session.save()
    client.cookies[settings.DJANGO_ADMIN_COOKIE] = held
    client.cookies[settings.DJANGO_ADMIN_COOKIE]["path"] = PATH
    return client


def form_of(page: Any) -> dict[str, Any]:
    """Return the unchanged form data of a change page."""
    sent: dict[str, Any] = {}
    for form in (
        page.context["adminform"].form,
        *(
            each
            for inline in page.context["inline_admin_formsets"]
            for each in (inline.formset.management_form, *inline.formset.forms)
        ),
    ):
        for bound in form:
            widget = getattr(bound.field.widget, "widget", bound.field.widget)
            value = bound.value()
            if isinstance(widget, MultiWidget):
                parts: Any = widget.decompress(value)
                sent |= {f"{bound.html_name}_{i}": part or "" for i, part in enumerate(parts)}
            elif isinstance(widget, CheckboxInput):
                sent |= {bound.html_name: "on"} if value else {}
            elif not isinstance(widget, FileInput):
                sent[bound.html_name] = "" if value is None else value
    return sent
