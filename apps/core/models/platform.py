from typing import ClassVar
from zoneinfo import available_timezones

from django.core.exceptions import ValidationError
from django.core.validators import MaxValueValidator, MinValueValidator
from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _

from apps.core.money import MONEY_PLACES


def validate_time_zone(name: str) -> None:
    if name not in available_timezones():
        raise ValidationError(_("There is no such time zone."))


class PlatformSettings(models.Model):
    """The settings of the whole platform (document 2 section 3): one row, always there."""

    class AppCategory(models.TextChoices):
        TAXI = "taxi"
        DELIVERY = "delivery"

    class DispatchPolicy(models.TextChoices):
        BROADCAST = "broadcast"
        WAVES = "waves"
        BATCH = "batch"

    class PasswordPolicy(models.TextChoices):
        ALPHANUMERIC = "alphanumeric"
        """6 to 30 letters and digits, @, * and # (document 2, section 5)."""
        MODERN = "modern"
        """Eight characters or more of any kind, none of the common ones (NIST SP 800-63B)."""

    # Currency and display.
    symbol = models.CharField(max_length=8, default="$")
    code = models.CharField(max_length=3, default="USD")
    decimal = models.PositiveSmallIntegerField(default=2, validators=[MaxValueValidator(MONEY_PLACES)])
    swipe_symbol = models.BooleanField(default=False)
    time_zone = models.CharField(max_length=64, default="UTC", validators=[validate_time_zone])

    # Security and sign-up.
    otp_secure = models.BooleanField(default=False)
    driver_approval = models.BooleanField(default=False)
    email_verify = models.BooleanField(default=False)
    bonus = models.DecimalField(
        max_digits=18, decimal_places=4, default=10, validators=[MinValueValidator(0)]
    )
    license = models.CharField(max_length=200, blank=True)
    facebook_login_enabled = models.BooleanField(default=True)
    google_login_enabled = models.BooleanField(default=True)
    apple_login_enabled = models.BooleanField(default=True)
    mobile_login_enabled = models.BooleanField(default=True)
    password_policy = models.CharField(
        max_length=12, choices=PasswordPolicy.choices, default=PasswordPolicy.ALPHANUMERIC
    )

    # Country.
    country = models.CharField(max_length=80, blank=True)
    restrict_country = models.CharField(max_length=2, blank=True)
    allow_country_selection = models.BooleanField(default=True)

    # Dispatch and trip behaviour.
    app_category = models.CharField(max_length=10, choices=AppCategory.choices, default=AppCategory.TAXI)
    auto_dispatch = models.BooleanField(default=True)
    dispatch_policy = models.CharField(
        max_length=10, choices=DispatchPolicy.choices, default=DispatchPolicy.BROADCAST
    )
    offer_seconds = models.PositiveSmallIntegerField(default=60, validators=[MinValueValidator(5)])
    car_horn_repeat = models.BooleanField(default=True)
    convert_to_mile = models.BooleanField(default=False)
    driver_radius = models.DecimalField(
        max_digits=8, decimal_places=2, null=True, blank=True, default=10, validators=[MinValueValidator(0)]
    )

    # Capture and payments.
    allow_delivery_pickup_image_capture = models.BooleanField(default=False)
    allow_final_delivery_image_capture = models.BooleanField(default=False)
    rider_withdraw = models.BooleanField(default=False)
    negative_balance = models.BooleanField(default=False)
    bank_fields = models.BooleanField(default=False)
    prepaid = models.BooleanField(default=False)
    quick_amounts = models.JSONField(default=list, blank=True)

    # False is demo mode.
    allow_critical_edits_admin = models.BooleanField(default=True)

    # Application info.
    panic = models.CharField(max_length=40, blank=True)
    app_name = models.CharField(max_length=80, default="Hansom")
    company_name = models.CharField(max_length=120, blank=True)
    company_website = models.URLField(blank=True)
    company_terms = models.URLField(blank=True)
    contact_email = models.EmailField(blank=True)
    facebook_handle = models.URLField(blank=True)
    twitter_handle = models.URLField(blank=True)
    instagram_handle = models.URLField(blank=True)
    apple_store_link = models.URLField(blank=True)
    play_store_link = models.URLField(blank=True)

    updated_at = models.DateTimeField(auto_now=True)

    class Meta:
        verbose_name_plural = "platform settings"
        constraints: ClassVar = [
            models.CheckConstraint(condition=Q(pk=1), name="platform_settings_one_row"),
            models.CheckConstraint(condition=Q(bonus__gte=0), name="platform_settings_bonus_not_negative"),
            models.CheckConstraint(
                condition=Q(decimal__lte=4), name="platform_settings_decimal_fits_columns"
            ),
            models.CheckConstraint(
                condition=Q(driver_radius__isnull=True) | Q(driver_radius__gte=0),
                name="platform_settings_radius_not_negative",
            ),
        ]

    def __str__(self) -> str:
        return self.app_name
