from typing import ClassVar

from django.db import models
from django.utils import timezone

from apps.notifications.choices import Channel


class KeptMessage(models.Model):
    """A message stored instead of sent, for the page at /dev/outbox/.

    Only in development and demos, because it contains codes and links.
    """

    channel = models.CharField(max_length=10, choices=Channel.choices)
    to = models.CharField(max_length=320, db_index=True)
    """An email address, a phone number, or the owner of a device."""
    subject = models.CharField(max_length=300, blank=True)
    text = models.TextField(blank=True)
    html = models.TextField(blank=True)
    data = models.JSONField(default=dict)
    """The data of a push message: screen, data, urgency and others."""
    code = models.CharField(max_length=12, blank=True)
    link = models.TextField(blank=True)
    created_at = models.DateTimeField(default=timezone.now, editable=False)

    class Meta:
        ordering: ClassVar = ["-id"]

    def __str__(self) -> str:
        return f"{self.channel} to {self.to}: {self.subject or self.text[:40]}"

    @property
    def framed_html(self) -> str:
        """Return the email's HTML for a frame, with links that open outside of it."""
        return self.html.replace("<head>", '<head><base target="_blank">', 1)
