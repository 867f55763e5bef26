from typing import ClassVar

from django.conf import settings
from django.db import models
from django.utils import timezone
from django.utils.translation import gettext_lazy as _


class TermsDocument(models.TextChoices):
    TERMS = "terms", _("Terms of use")
    PRIVACY = "privacy", _("Privacy policy")


class ConsentSource(models.TextChoices):
    """Where a user agreed."""

    SIGN_UP = "sign_up", _("Sign-up form")
    IN_APP = "in_app", _("App or website")
    """When a version was published after the sign-up."""


class TermsVersion(models.Model):
    """A version of a document, a draft until it is published; a published one never changes.

    The version published last is the current one of its document.
    """

    document = models.CharField(max_length=10, choices=TermsDocument.choices)
    label = models.CharField(max_length=40)
    """The operator's name of the version, such as "2026-11"."""
    texts = models.JSONField(default=dict)
    """Text by language; always in the platform's default language at the time of publication."""
    created_at = models.DateTimeField(default=timezone.now, editable=False)
    published_at = models.DateTimeField(null=True, blank=True, editable=False)
    published_by = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        on_delete=models.SET_NULL,
        null=True,
        editable=False,
        related_name="+",
        db_index=False,
    )

    class Meta:
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["document", "label"], name="terms_version_label"),
        ]

    def __str__(self) -> str:
        return f"{self.get_document_display()} {self.label}"


class Consent(models.Model):
    """A user agreed to a version."""

    user = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="consents", db_index=False
    )
    version = models.ForeignKey(TermsVersion, on_delete=models.PROTECT, related_name="consents")
    given_at = models.DateTimeField(default=timezone.now, editable=False)
    source = models.CharField(max_length=10, choices=ConsentSource.choices)
    language = models.CharField(max_length=10)
    """The language of the text that was shown."""

    class Meta:
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["user", "version"], name="consent_once"),
        ]

    def __str__(self) -> str:
        return f"{self.version} ({self.user})"
