from typing import ClassVar, Final
from zoneinfo import available_timezones

from django.core.exceptions import ValidationError
from django.core.validators import MaxValueValidator, MinValueValidator, RegexValidator
from django.db import models
from django.db.models import Q
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from apps.core.brand import BRAND_COLOR, COLOR, logo_path
from apps.core.image_fields import PictureField
from apps.core.money import MONEY_PLACES, round_money
from apps.core.numbers import parse_amount
from apps.core.validation_messages import NUMBER

TIP_SUGGESTIONS: Final = 3
MOST_PERCENT: Final = 100
LONGEST_ADDRESS: Final = 300

validate_one_line = RegexValidator(r"[\x00-\x1f\x7f\x85\u2028\u2029]", _("Use one line."), inverse_match=True)
"""Of a name that goes into the headers of emails."""
validate_color = RegexValidator(rf"\A{COLOR}\Z", _("Enter a colour as #rrggbb, for example #1c5fd4."))


def default_tip_suggestions() -> list[str]:
    return ["10", "15", "20"]


def validate_time_zone(name: str) -> None:
    if name not in available_timezones():
        raise ValidationError(_("Time zone not found."))


class PlatformSettings(models.Model):
    """The settings of the whole platform (document 2 section 3): one row, always there."""

    class AppCategory(models.TextChoices):
        TAXI = "taxi"
        DELIVERY = "delivery"

    class DispatchPolicy(models.TextChoices):
        BROADCAST = "broadcast"
        WAVES = "waves"
        BATCH = "batch"

    class TipKind(models.TextChoices):
        PERCENT = "percent"
        AMOUNT = "amount"

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
    referral_period_days = models.PositiveSmallIntegerField(
        default=30, validators=[MinValueValidator(1), MaxValueValidator(365)]
    )
    """How long a referral bonus waits for the guest's proven contact and paid trip."""
    referral_max_per_month = models.PositiveSmallIntegerField(
        default=10, validators=[MaxValueValidator(1000)]
    )
    """Bonuses that one person's referrals are paid in a calendar month."""
    unpaid_alert_hours = models.PositiveSmallIntegerField(
        default=24, validators=[MinValueValidator(1), MaxValueValidator(720)]
    )
    """After how many hours an unpaid trip is an alert in the back office."""
    max_open_bookings = models.PositiveSmallIntegerField(
        default=20, db_default=20, validators=[MinValueValidator(1), MaxValueValidator(1000)]
    )
    """Bookings that a rider may have made and not yet paid; staff may book beyond it."""
    max_sockets = models.PositiveSmallIntegerField(
        default=10, db_default=10, validators=[MinValueValidator(1), MaxValueValidator(100)]
    )
    """Sockets that one user may have open."""
    max_sign_ups_per_hour = models.PositiveSmallIntegerField(
        default=60, db_default=60, validators=[MinValueValidator(1), MaxValueValidator(10_000)]
    )
    """Sign-ups that one network address may send."""
    license = models.CharField(max_length=200, blank=True)
    facebook_login_enabled = models.BooleanField(default=True)
    google_login_enabled = models.BooleanField(default=True)
    apple_login_enabled = models.BooleanField(default=True)
    mobile_login_enabled = models.BooleanField(default=True)
    password_policy = models.CharField(
        max_length=12, choices=PasswordPolicy.choices, default=PasswordPolicy.ALPHANUMERIC
    )
    staff_two_factor = models.BooleanField(default=False)
    """Admins and fleet admins need an authenticator app to work in the back office."""

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
    free_waiting_minutes = models.PositiveSmallIntegerField(default=5, validators=[MaxValueValidator(120)])
    """How long a driver waits at the pickup before the rider counts as a no-show."""
    no_show_fee = models.DecimalField(
        max_digits=18, decimal_places=4, default=0, validators=[MinValueValidator(0)]
    )
    """What a no-show costs; zero stands for the car type's cancellation slabs."""
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
    email_receipts = models.BooleanField(default=True, db_default=True)
    """Riders get the receipt by email once the trip is paid."""
    quick_amounts = models.JSONField(default=list, blank=True)
    tips = models.BooleanField(default=False)
    """Riders may tip the driver once a trip is paid."""
    tip_kind = models.CharField(max_length=10, choices=TipKind.choices, default=TipKind.PERCENT)
    tip_suggestions = models.JSONField(default=default_tip_suggestions)
    """Three values: percents of the fare, or amounts."""

    # False is demo mode.
    allow_critical_edits_admin = models.BooleanField(default=True)

    # Application info.
    panic = models.CharField(max_length=40, blank=True)
    app_name = models.CharField(max_length=80, default="Hansom", validators=[validate_one_line])
    company_name = models.CharField(max_length=120, blank=True, validators=[validate_one_line])
    company_website = models.URLField(blank=True)
    company_terms = models.URLField(blank=True)
    contact_email = models.EmailField(blank=True)
    facebook_handle = models.URLField(blank=True)
    twitter_handle = models.URLField(blank=True)
    instagram_handle = models.URLField(blank=True)
    apple_store_link = models.URLField(blank=True)
    play_store_link = models.URLField(blank=True)

    # How emails, receipts and statements look.
    logo = PictureField(upload_to=logo_path, blank=True, db_default="")
    brand_color = models.CharField(
        max_length=7, default=BRAND_COLOR, db_default=BRAND_COLOR, validators=[validate_color]
    )
    postal_address = models.TextField(max_length=LONGEST_ADDRESS, blank=True, db_default="")

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
            # Every email has it in its styles.
            models.CheckConstraint(
                condition=Q(brand_color__regex=f"^{COLOR}$"), name="platform_settings_brand_color"
            ),
        ]

    def __str__(self) -> str:
        return self.app_name

    def clean(self) -> None:
        """Suggested tips fit their kind, whichever of the settings was changed."""
        super().clean()
        if wrong := self._wrong_tips():
            raise ValidationError({"tip_suggestions": wrong})
        if not _are_amounts(self.quick_amounts):
            raise ValidationError({"quick_amounts": NUMBER})

    def _wrong_tips(self) -> str | Promise:
        try:
            values = [parse_amount(str(value)) for value in self.tip_suggestions]
        except (ValueError, TypeError):
            values = []
        sound = all(value > 0 for value in values)
        if len(set(values)) != TIP_SUGGESTIONS or len(values) != TIP_SUGGESTIONS or not sound:
            return _("Enter three different values above zero.")
        if self.tip_kind == self.TipKind.PERCENT:
            return _("Enter percentages up to 100.") if max(values) > MOST_PERCENT else ""
        too_fine = any(value != round_money(value, decimals=self.decimal) for value in values)
        return _("Enter amounts no finer than the currency.") if too_fine else ""


def _are_amounts(values: object) -> bool:
    if not values:
        return True
    try:
        return isinstance(values, list) and all(parse_amount(str(value)) > 0 for value in values)
    except ValueError:
        return False
