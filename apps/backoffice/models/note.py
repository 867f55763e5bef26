from typing import ClassVar

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _

MAX_TEXT = 1000


class Flag(models.TextChoices):
    """What staff must know of a person at a glance."""

    WHEELCHAIR = "wheelchair", _("Needs a wheelchair-accessible vehicle")
    ASSISTANCE_ANIMAL = "assistance_animal", _("Travels with an assistance animal")
    ACCOUNT = "account", _("Pays on account")
    NO_SHOWS = "no_shows", _("Often doesn't show up")
    CAUTION = "caution", _("Caution")


class Note(models.Model):
    """What staff write down about a person or a booking; riders and drivers never see it.

    A note of a person may have a flag, which the screens show beside the name, and then needs no text.
    """

    person = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.CASCADE, null=True, blank=True, related_name="+"
    )
    booking = models.ForeignKey(
        "bookings.Booking", on_delete=models.CASCADE, null=True, blank=True, related_name="+"
    )
    flag = models.CharField(max_length=20, choices=Flag.choices, blank=True)
    text = models.CharField(max_length=MAX_TEXT, blank=True)
    by = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.SET_NULL, null=True, blank=True, related_name="+"
    )
    by_name = models.CharField(max_length=200, blank=True)
    created_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        constraints: ClassVar = [
            models.CheckConstraint(
                condition=Q(person__isnull=True) ^ Q(booking__isnull=True), name="note_about_one_subject"
            ),
            models.CheckConstraint(
                condition=Q(flag="") | Q(flag__in=Flag.values, person__isnull=False), name="note_flag_known"
            ),
            models.CheckConstraint(condition=~Q(flag="", text=""), name="note_says_something"),
            models.UniqueConstraint(
                fields=["person", "flag"], condition=~Q(flag=""), name="note_one_of_each_flag"
            ),
        ]

    def __str__(self) -> str:
        return self.text[:60] or self.flag
