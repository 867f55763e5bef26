from typing import ClassVar

from django.db import models
from django.utils import timezone

from apps.notifications.choices import Channel


class KeptMessage(models.Model):
    """A message that stayed on this machine, whole, for the page at /dev/outbox/.

    Written in development and demos alone: codes and links are in it.
    """

    channel = models.CharField(max_length=10, choices=Channel.choices)
    to = models.CharField(max_length=320, db_index=True)
    """An email address, a phone number, or whose device."""
    subject = models.CharField(max_length=300, blank=True)
    text = models.TextField(blank=True)
    html = models.TextField(blank=True)
    data = models.JSONField(default=dict)
    """What goes along with a push message: screen, data, urgency and the like."""
    code = models.CharField(max_length=12, blank=True)
    link = models.TextField(blank=True)
    created_at = models.DateTimeField(default=timezone.now, editable=False)

    class Meta:
        ordering: ClassVar = ["-id"]

    def __str__(self) -> str:
        return f"{self.channel} to {self.to}: {self.subject or self.text[:40]}"

    @property
    def framed_html(self) -> str:
        """The email for a frame of its own, whose links open beside it."""
        return self.html.replace("<head>", '<head><base target="_blank">', 1)
