"""Drafts of versions: written, changed, published and deleted by admins."""

from collections.abc import Mapping
from typing import Any, Final

from django.db import IntegrityError, transaction
from django.utils import timezone
from django.utils.translation import gettext as _

from apps.accounts.models import TermsVersion, User
from apps.core import audit
from apps.core.demo_mode import require_critical_edits
from apps.core.errors import BadInput, Conflict, NotFound
from apps.core.languages import offered_languages
from apps.core.platform import platform_settings

KIND: Final = "terms_version"


def write_draft(*, by: User, document: str, label: str, texts: Mapping[str, str]) -> TermsVersion:
    """Store a draft.

    Raises Forbidden demo_mode, BadInput terms_text_needed, terms_language_unknown, terms_label_exists.
    """
    require_critical_edits(platform_settings())
    version = TermsVersion(document=document, label=label.strip(), texts=_checked(texts))
    with transaction.atomic():
        _save(version)
        audit.record(
            by=by,
            action="added",
            kind=KIND,
            target_id=version.pk,
            label=str(version),
            after={"document": document, "label": version.label, "languages": sorted(version.texts)},
        )
    return version


def change_draft(*, by: User, version_id: int, changes: Mapping[str, Any]) -> TermsVersion:
    """Change the document, label or texts of a draft.

    Raises NotFound, Forbidden demo_mode, Conflict terms_published, and the errors of write_draft.
    """
    require_critical_edits(platform_settings())
    with transaction.atomic():
        version = _locked_draft(version_id)
        with audit.audited(version, by=by, kind=KIND, names=("document", "label", "texts")):
            for name, value in changes.items():
                setattr(version, name, _checked(value) if name == "texts" else value.strip())
            _save(version)
    return version


@transaction.atomic
def publish_version(*, by: User, version_id: int) -> TermsVersion:
    """Make a draft the current version of its document, to which everyone except admins has to agree.

    Raises NotFound, Forbidden demo_mode, Conflict terms_published, BadInput terms_text_needed.
    """
    require_critical_edits(platform_settings())
    version = _locked_draft(version_id)
    # The default language may have changed since the draft was written.
    _checked(version.texts)
    version.published_at, version.published_by = timezone.now(), by
    version.save(update_fields=("published_at", "published_by"))
    audit.record(
        by=by,
        action="published",
        kind=KIND,
        target_id=version.pk,
        label=str(version),
        after={"document": version.document, "label": version.label},
    )
    return version


@transaction.atomic
def delete_draft(*, by: User, version_id: int) -> None:
    """Delete a draft. Raises NotFound, Forbidden demo_mode, Conflict terms_published."""
    require_critical_edits(platform_settings())
    version = _locked_draft(version_id)
    version.delete()
    audit.record(
        by=by,
        action="deleted",
        kind=KIND,
        target_id=version_id,
        label=str(version),
        before={"document": version.document, "label": version.label},
    )


def _locked_draft(version_id: int) -> TermsVersion:
    version = TermsVersion.objects.select_for_update().filter(pk=version_id).first()
    if version is None:
        raise NotFound("not_found", _("Not found."))
    if version.published_at is not None:
        raise Conflict("terms_published", _("This version is published and can't change."))
    return version


def _checked(texts: Mapping[str, str]) -> dict[str, str]:
    """Return the texts that are not blank; one in the default language is required."""
    offered = offered_languages()
    written = {code: text.strip() for code, text in texts.items() if text.strip()}
    if unknown := sorted(written.keys() - offered.bases.keys()):
        sentence = _("This language isn't offered.")
        raise BadInput(
            "terms_language_unknown", sentence, fields={f"texts.{code}": sentence for code in unknown}
        )
    if offered.default not in written:
        sentence = _("Write the text in the default language.")
        raise BadInput("terms_text_needed", sentence, fields={f"texts.{offered.default}": sentence})
    return written


def _save(version: TermsVersion) -> None:
    try:
        with transaction.atomic():
            version.save()
    except IntegrityError as error:
        sentence = _("This document already has a version with this name.")
        raise BadInput("terms_label_exists", sentence, fields={"label": sentence}) from error
