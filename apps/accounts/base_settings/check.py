"""Checks by the base-settings service that the environment configures."""

from typing import Final

from django.conf import settings
from django.utils.translation import gettext_lazy as _

from apps.accounts.base_settings.adapters.http import HttpBaseSettings
from apps.accounts.base_settings.adapters.none import NoBaseSettings
from apps.accounts.base_settings.port import BaseSettings, Refused, Request, Unreachable
from apps.core.errors import BadInput, Forbidden

# Fixed texts of document 1, section 8, in every language.
REFUSED: Final = "Base Settings Error 1"
UNREACHABLE: Final = "Base Settings Error 2"


def base_settings() -> BaseSettings:
    """Return the configured service, or one that accepts everything."""
    if not settings.BASE_SETTINGS_URL:
        return NoBaseSettings()
    return HttpBaseSettings(settings.BASE_SETTINGS_URL, project_id=settings.BASE_SETTINGS_PROJECT_ID)


def can_check_license() -> bool:
    """Return whether a service is configured that can check licences."""
    return bool(settings.BASE_SETTINGS_URL)


def check_installation() -> None:
    """Raise Forbidden base_settings_error_1 if the service refuses, base_settings_error_2 if it does not
    answer.
    """
    try:
        base_settings().check(Request.AUTH)
    except Refused as error:
        raise Forbidden("base_settings_error_1", REFUSED) from error
    except Unreachable as error:
        raise Forbidden("base_settings_error_2", UNREACHABLE) from error


def check_license(license: str) -> None:
    """Raise BadInput wrong_code unless the service accepts the licence; without a service, always."""
    if not can_check_license():
        sentence = _("No license service is set up to check purchase codes.")
        raise BadInput("wrong_code", sentence, fields={"license": sentence})
    try:
        base_settings().check(Request.SETTINGS, license=license)
    except (Refused, Unreachable) as error:
        sentence = _("This purchase code is not valid.")
        raise BadInput("wrong_code", sentence, fields={"license": sentence}) from error
