"""Records consents; only this module writes them."""

from collections.abc import Collection, Iterable

from django.db import transaction
from django.utils.translation import gettext as _

from apps.accounts.models import Consent, ConsentSource, TermsVersion, User
from apps.accounts.terms.selectors import current_versions, text_in
from apps.core.errors import BadInput, Conflict


@transaction.atomic
def agree(*, user: User, version_ids: Collection[int], language: str = "") -> None:
    """Record that a user agrees to these versions; those agreed to before stay as they are.

    Raises Conflict terms_outdated unless all are current versions.
    """
    versions = [version for version in current_versions() if version.pk in version_ids]
    if {version.pk for version in versions} != set(version_ids):
        raise Conflict("terms_outdated", _("These terms have changed. Read the current version."))
    _record(user, versions, ConsentSource.IN_APP, language)


def require_agreement(version_ids: Collection[int]) -> list[TermsVersion]:
    """Return the current versions for a sign-up. Raises BadInput terms_due if one is not agreed to."""
    versions = list(current_versions())
    if not {version.pk for version in versions} <= set(version_ids):
        raise BadInput(
            "terms_due",
            _("Read and agree to the terms first."),
            fields={"terms": _("Agree to the current terms.")},
        )
    return versions


def record_sign_up(user: User, versions: Iterable[TermsVersion]) -> None:
    """Record the consents of a new user, in the transaction that creates them."""
    _record(user, versions, ConsentSource.SIGN_UP, "")


def _record(user: User, versions: Iterable[TermsVersion], source: str, language: str) -> None:
    Consent.objects.bulk_create(
        [
            Consent(user=user, version=version, source=source, language=text_in(version, language)[0])
            for version in versions
        ],
        ignore_conflicts=True,
    )
