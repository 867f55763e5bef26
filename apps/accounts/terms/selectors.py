"""Reads of versions and consents, and which versions a user has yet to agree to."""

from collections.abc import Callable
from typing import Final

from django.db.models import Count, Q, QuerySet
from django.utils.translation import gettext as _

from apps.accounts.choices import UserType
from apps.accounts.models import Consent, TermsDocument, TermsVersion, User
from apps.core.compiled_queries import CompiledQuery
from apps.core.errors import Conflict, NotFound
from apps.core.languages import current_language, offered_languages

AGREEING: Final = (UserType.RIDER, UserType.DRIVER, UserType.FLEET_ADMIN)
"""Roles that agree to the terms; admins act for the operator, whose terms they are."""

TripCheck = Callable[[User], bool]
_trip_checks: list[TripCheck] = []


def register_trip_check(has_active_trip: TripCheck) -> None:
    """Register the function of a higher layer that returns whether a user is on a trip or waits for one."""
    _trip_checks[:] = [has_active_trip]


def current_versions() -> QuerySet[TermsVersion]:
    """Return the version of each document that was published last."""
    published = TermsVersion.objects.filter(published_at__isnull=False)
    latest = published.order_by("document", "-published_at", "-pk").distinct("document")
    return TermsVersion.objects.filter(pk__in=latest.values("pk")).order_by("-document")


def has_terms_of_use() -> bool:
    """Return whether terms of use are published."""
    return TermsVersion.objects.filter(document=TermsDocument.TERMS, published_at__isnull=False).exists()


def versions_not_agreed(user: User) -> list[TermsVersion]:
    """Return the current versions that a user has not agreed to; none for admins."""
    if user.user_type not in AGREEING:
        return []
    return _NOT_AGREED.all(user_id=user.pk)


_NOT_AGREED: Final = CompiledQuery(
    lambda user_id: current_versions().exclude(consents__user=user_id), user_id=-1
)


def versions_due(user: User) -> list[TermsVersion]:
    """Return the versions that a user has to agree to now: none during a trip."""
    missing = versions_not_agreed(user)
    return [] if missing and any(check(user) for check in _trip_checks) else missing


def require_terms_agreed(user: User) -> None:
    """Raise Conflict terms_due if the user has to agree to a version first."""
    if versions_due(user):
        raise Conflict("terms_due", _("Read and agree to the new terms first."))


def consents_of(user: User) -> QuerySet[Consent]:
    """Return a user's consents, the latest first."""
    return Consent.objects.filter(user=user).select_related("version").order_by("-given_at", "-pk")


def versions_for_staff() -> QuerySet[TermsVersion]:
    """Return all versions, drafts first, then the latest.

    With the number of users who agreed, and whether the version applies.
    """
    return (
        TermsVersion.objects.select_related("published_by")
        .annotate(agreed=Count("consents"), is_current=Q(pk__in=current_versions().values("pk")))
        .order_by("published_at", "pk")
        .reverse()
    )


def version_for_staff(version_id: int) -> TermsVersion:
    """Raises NotFound."""
    found = versions_for_staff().filter(pk=version_id).first()
    if found is None:
        raise NotFound("not_found", _("Not found."))
    return found


def text_in(version: TermsVersion, language: str = "") -> tuple[str, str]:
    """Return the language and the text that a reader sees.

    The given language, or the page's; else its base language, the default language, English, or any.
    """
    offered = offered_languages()
    wanted = language or current_language()
    for code in (wanted, offered.bases.get(wanted, ""), offered.default, "en", *version.texts):
        if version.texts.get(code):
            return code, version.texts[code]
    return offered.default, ""
