"""Retention periods of logins, codes and documents."""

from datetime import datetime, timedelta
from importlib import import_module
from typing import Final

from django.conf import settings
from rest_framework_simplejwt.settings import api_settings

from apps.accounts.profile.outdated_documents import delete_outdated_documents
from apps.accounts.services.license_images import UNCLAIMED_LIFETIME, delete_unclaimed_license_images
from apps.accounts.services.phone_codes import CODE_PERIOD, delete_old_codes
from apps.accounts.services.sessions import delete_expired_sessions
from apps.core.privacy.retention import Retention


def _delete_web_sessions(before: datetime) -> int:
    # A session has the time of its expiry, and the store deletes all that are over at once.
    import_module(settings.SESSION_ENGINE).SessionStore.clear_expired()
    return 0


RETENTIONS: Final = (
    Retention(name="documents", setting="document_days", delete=delete_outdated_documents),
    Retention(name="license_uploads", fixed=UNCLAIMED_LIFETIME, delete=delete_unclaimed_license_images),
    Retention(name="phone_codes", fixed=CODE_PERIOD, delete=delete_old_codes),
    Retention(name="sessions", fixed=api_settings.REFRESH_TOKEN_LIFETIME, delete=delete_expired_sessions),
    Retention(
        name="web_sessions",
        fixed=timedelta(seconds=settings.SESSION_COOKIE_AGE),
        delete=_delete_web_sessions,
    ),
)
