"""Asking the base-settings service that the environment names."""

from typing import Final

from django.conf import settings
from django.utils.translation import gettext_lazy as _

from apps.accounts.base_settings.adapters.http import HttpBaseSettings
from apps.accounts.base_settings.adapters.none import NobodyToAsk
from apps.accounts.base_settings.port import BaseSettings, Refused, Request, Unreachable
from apps.core.errors import BadInput, Forbidden

# Fixed texts of document 1, section 8: the same in every language.
REFUSED: Final = "Base Settings Error 1"
UNREACHABLE: Final = "Base Settings Error 2"


def base_settings() -> BaseSettings:
    """The service of this installation, or no one."""
    if not settings.BASE_SETTINGS_URL:
        return NobodyToAsk()
    return HttpBaseSettings(settings.BASE_SETTINGS_URL, project_id=settings.BASE_SETTINGS_PROJECT_ID)


def can_check_license() -> bool:
    """Whether there is a service that could say yes to a licence."""
    return bool(settings.BASE_SETTINGS_URL)


def check_installation() -> None:
    """Let a login go on; raises Forbidden base_settings_error_1 when refused, _2 without an answer."""
    try:
        base_settings().check(Request.AUTH)
    except Refused as error:
        raise Forbidden("base_settings_error_1", REFUSED) from error
    except Unreachable as error:
        raise Forbidden("base_settings_error_2", UNREACHABLE) from error


def check_license(license: str) -> None:
    """Let a licence be stored in the settings; raises BadInput wrong_code unless the service says yes.

    Without a service no one can say yes.
    """
    if not can_check_license():
        sentence = _("No license service is set up to check purchase codes.")
        raise BadInput("wrong_code", sentence, fields={"license": sentence})
    try:
        base_settings().check(Request.SETTINGS, license=license)
    except (Refused, Unreachable) as error:
        sentence = _("This purchase code is not valid.")
        raise BadInput("wrong_code", sentence, fields={"license": sentence}) from error
