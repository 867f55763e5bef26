"""The declaration of every platform setting.

Everything else follows from it: the columns of PlatformSettings, the fields of the API, the browser's form
(frontend/src/api/settings-form.ts) and docs/settings.md. CONTRIBUTING.md, "A setting", lists the steps.
"""

from collections.abc import Mapping
from dataclasses import dataclass, fields, replace
from decimal import Decimal
from functools import cache
from typing import Any, Final
from zoneinfo import ZoneInfo, available_timezones

from django.core.exceptions import ValidationError
from django.core.validators import RegexValidator
from django.db.models import TextChoices
from django.utils.translation import gettext_lazy as _

from apps.core.brand import BRAND_COLOR, COLOR
from apps.core.money import MONEY_PLACES, MOST_MONEY
from apps.core.setting_kinds import (
    METADATA,
    Amounts,
    Choice,
    Distance,
    Email,
    Group,
    Limit,
    Lines,
    Link,
    Logo,
    Money,
    Setting,
    Text,
    Toggle,
    Whole,
    setting,
)

DEFAULT_DRIVER_RADIUS: Final = Decimal(10)
TIP_SUGGESTIONS: Final = 3
DAYS: Final = Whole(0, 3650)
"""A retention period; 0 disables the deletion."""

validate_one_line = RegexValidator(r"[\x00-\x1f\x7f\x85\u2028\u2029]", _("Use one line."), inverse_match=True)
"""For names in the headers of emails."""
validate_color = RegexValidator(rf"\A{COLOR}\Z", _("Enter a colour as #rrggbb, for example #1c5fd4."))


@cache
def _time_zones() -> frozenset[str]:
    # Reads a directory tree, and new zones need a new release of Python's tzdata anyway.
    return frozenset(available_timezones())


def validate_time_zone(name: str) -> None:
    if name not in _time_zones():
        raise ValidationError(_("Time zone not found."))


def default_tip_suggestions() -> list[str]:
    return ["10", "15", "20"]


class AppCategory(TextChoices):
    TAXI = "taxi", _("Taxi")
    DELIVERY = "delivery", _("Delivery")


class DispatchPolicy(TextChoices):
    BROADCAST = "broadcast", _("Broadcast")
    WAVES = "waves", _("Waves")
    BATCH = "batch", _("Batch")
    SOON_FREE = "soon_free", _("Soon free")


class TipKind(TextChoices):
    PERCENT = "percent", _("Percent")
    AMOUNT = "amount", _("Amount")


class PasswordPolicy(TextChoices):
    ALPHANUMERIC = "alphanumeric", _("Alphanumeric")
    """6 to 30 letters and digits, @, * and # (document 2, section 5)."""
    MODERN = "modern", _("Modern")
    """At least eight characters of any kind, no common passwords (NIST SP 800-63B)."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Platform:
    """The settings in force, as code reads them; `platform_settings()` returns it."""

    # Currency and time
    symbol: str = setting(Group.CURRENCY, Text(8), default="$", public=True)
    code: str = setting(Group.CURRENCY, Text(3, picker="currency"), default="USD", public=True)
    decimal: int = setting(Group.CURRENCY, Whole(0, MONEY_PLACES), default=2, public=True)
    swipe_symbol: bool = setting(Group.CURRENCY, Toggle(), default=False, public=True)
    time_zone: str = setting(
        Group.CURRENCY,
        Text(64, picker="zone", validators=[validate_time_zone]),
        default="UTC",
        public=True,
        job_on_change="accounts.refresh_fitness",
    )

    # Sign-up and security
    otp_secure: bool = setting(Group.SECURITY, Toggle(), default=False, public=True)
    driver_approval: bool = setting(Group.SECURITY, Toggle(), default=False)
    email_verify: bool = setting(Group.SECURITY, Toggle(), default=False)
    bonus: Decimal = setting(Group.SECURITY, Money(), default=10, help_text="Blank is proper_bonus.")
    referral_period_days: int = setting(Group.SECURITY, Whole(1, 365), default=30)
    referral_max_per_month: int = setting(Group.SECURITY, Whole(0, 1000), default=10)
    max_sign_ups_per_hour: int = setting(
        Group.SECURITY,
        Whole(1, 10_000),
        default=60,
        db_default=True,
        help_text="Sign-ups per hour from one IP address.",
    )
    max_sockets: int = setting(
        Group.SECURITY, Whole(1, 100), default=10, db_default=True, help_text="Open sockets per user."
    )
    license: str = setting(Group.SECURITY, Text(200, ltr=True), secret=True)
    password_policy: str = setting(Group.SECURITY, Choice(PasswordPolicy, 12), default="alphanumeric")
    staff_two_factor: bool = setting(Group.SECURITY, Toggle(), default=False)
    facebook_login_enabled: bool = setting(Group.SECURITY, Toggle(), default=True, public=True)
    google_login_enabled: bool = setting(Group.SECURITY, Toggle(), default=True)
    apple_login_enabled: bool = setting(Group.SECURITY, Toggle(), default=True)
    mobile_login_enabled: bool = setting(Group.SECURITY, Toggle(), default=True, public=True)

    # Country
    country: str = setting(
        Group.COUNTRY,
        Text(80, picker="country"),
        public=True,
        help_text="Its English name or two-letter code.",
    )
    restrict_country: str = setting(Group.COUNTRY, Text(2, picker="country"))
    allow_country_selection: bool = setting(Group.COUNTRY, Toggle(), default=True)

    # Dispatch and trips
    app_category: str = setting(Group.DISPATCH, Choice(AppCategory, 10), default="taxi", public=True)
    auto_dispatch: bool = setting(
        Group.DISPATCH, Toggle(), default=True, public=True, job_on_change="bookings.resume_searches"
    )
    dispatch_policy: str = setting(Group.DISPATCH, Choice(DispatchPolicy, 10), default="broadcast")
    offer_seconds: int = setting(Group.DISPATCH, Whole(5, page_maximum=3600), default=60, public=True)
    free_waiting_minutes: int = setting(Group.DISPATCH, Whole(0, 120), default=5)
    no_show_fee: Decimal = setting(
        Group.DISPATCH,
        Money(page_maximum=MOST_MONEY),
        default=0,
        help_text="Zero or null: the car type's cancellation fee tiers.",
    )
    driver_radius: Decimal | None = setting(
        Group.DISPATCH,
        Distance(),
        default=10,
        public=True,
        help_text="In km, or in miles with convert_to_mile; null means 10.",
    )
    max_open_bookings: int = setting(
        Group.DISPATCH,
        Whole(1, 1000),
        default=20,
        db_default=True,
        help_text="Open or unpaid bookings per rider; staff may book beyond it.",
    )
    max_stops: int = setting(
        Group.DISPATCH,
        Whole(0, 5),
        default=3,
        public=True,
        db_default=True,
        only="taxi",
        help_text="The most stops between pickup and drop-off of a ride; 0 offers none.",
    )
    max_return_wait_minutes: int = setting(
        Group.DISPATCH,
        Whole(0, 240),
        default=60,
        public=True,
        db_default=True,
        only="taxi",
        help_text="The longest wait before the drive back of a round trip, in minutes; 0 offers none.",
    )
    street_trips: bool = setting(
        Group.DISPATCH,
        Toggle(),
        default=False,
        public=True,
        db_default=True,
        only="taxi",
        help_text="Drivers may start a metered trip for a passenger who flags them down.",
    )
    guest_links: bool = setting(
        Group.DISPATCH,
        Toggle(),
        default=True,
        db_default=True,
        help_text="Riders without the app get a link by SMS to the bookings that staff make for them.",
    )
    shifts: bool = setting(
        Group.DISPATCH,
        Toggle(),
        default=False,
        db_default=True,
        public=True,
        job_on_change="accounts.refresh_fitness",
        help_text="Going online starts a shift, and the limits below apply.",
    )
    shift_hours: int = setting(
        Group.DISPATCH,
        Whole(0, 24),
        default=0,
        db_default=True,
        job_on_change="accounts.refresh_fitness",
        help_text="Working hours in 24 hours; 0: no limit.",
    )
    shift_rest_hours: int = setting(
        Group.DISPATCH, Whole(0, 24), default=0, db_default=True, help_text="Between shifts; 0: no limit."
    )
    shift_break_after_hours: int = setting(
        Group.DISPATCH,
        Whole(0, 24),
        default=0,
        db_default=True,
        job_on_change="accounts.refresh_fitness",
        help_text="Hours without a break; 0: no break is required.",
    )
    shift_break_minutes: int = setting(
        Group.DISPATCH,
        Whole(1, 240),
        default=30,
        db_default=True,
        job_on_change="accounts.refresh_fitness",
        help_text="Shorter breaks do not count.",
    )
    release_by_drive_time: bool = setting(
        Group.DISPATCH,
        Toggle(),
        default=False,
        db_default=True,
        help_text="The driver search of a scheduled trip starts earlier if the nearest drivers need longer.",
    )
    rank_auto_check_in: bool = setting(
        Group.DISPATCH,
        Toggle(),
        default=False,
        db_default=True,
        only="taxi",
        help_text="Drivers who enter a taxi rank get a place in its queue.",
    )
    rank_grace_seconds: int = setting(
        Group.DISPATCH,
        Whole(0, 3600),
        default=120,
        db_default=True,
        only="taxi",
        help_text="How long a queued driver may be outside the rank.",
    )
    driver_heat_map: bool = setting(
        Group.DISPATCH,
        Toggle(),
        default=True,
        public=True,
        db_default=True,
        help_text="Drivers can show areas with many requests on their map.",
    )
    convert_to_mile: bool = setting(Group.DISPATCH, Toggle(), default=False, public=True)
    car_horn_repeat: bool = setting(Group.DISPATCH, Toggle(), default=True, public=True)

    # Photos and payments
    allow_delivery_pickup_image_capture: bool = setting(
        Group.PAYMENTS, Toggle(), default=False, public=True, only="delivery"
    )
    allow_final_delivery_image_capture: bool = setting(
        Group.PAYMENTS, Toggle(), default=False, public=True, only="delivery"
    )
    prepaid: bool = setting(Group.PAYMENTS, Toggle(), default=False, public=True)
    email_receipts: bool = setting(Group.PAYMENTS, Toggle(), default=True, db_default=True)
    negative_balance: bool = setting(Group.PAYMENTS, Toggle(), default=False)
    bank_fields: bool = setting(Group.PAYMENTS, Toggle(), default=False)
    rider_withdraw: bool = setting(Group.PAYMENTS, Toggle(), default=False)
    unpaid_alert_hours: int = setting(Group.PAYMENTS, Whole(1, 720), default=24)
    quick_amounts: list[Any] = setting(
        Group.PAYMENTS, Amounts(8), default=list, public=True, help_text="For topping up a wallet."
    )
    tips: bool = setting(Group.PAYMENTS, Toggle(), default=False)
    tip_kind: str = setting(Group.PAYMENTS, Choice(TipKind, 10), default="percent")
    tip_suggestions: list[Any] = setting(
        Group.PAYMENTS,
        Amounts(TIP_SUGGESTIONS, TIP_SUGGESTIONS),
        default=default_tip_suggestions,
        help_text="Three values: percentages of the fare, or amounts, depending on tip_kind.",
    )
    approval_refund_limit: Decimal | None = setting(
        Group.PAYMENTS,
        Limit(),
        default=None,
        help_text="Refunds of a trip above it in total need a second admin; empty: none does.",
    )
    approval_payout_limit: Decimal | None = setting(
        Group.PAYMENTS,
        Limit(),
        default=None,
        help_text="A withdrawal or bank file above it needs a second admin; empty: none does.",
    )
    approval_wallet_limit: Decimal | None = setting(
        Group.PAYMENTS,
        Limit(),
        default=None,
        help_text="A credit or debit by staff above it needs a second admin; empty: none does.",
    )

    # Surge (apps.fares.surge)
    surge: bool = setting(Group.SURGE, Toggle(), default=False, db_default=True, only="taxi")
    surge_threshold: int = setting(
        Group.SURGE,
        Whole(1, 100),
        default=2,
        db_default=True,
        only="taxi",
        help_text="Waiting requests per free car of each step.",
    )
    surge_step: int = setting(
        Group.SURGE,
        Whole(1, 100),
        default=10,
        db_default=True,
        only="taxi",
        help_text="In percent of the usual price.",
    )
    surge_cap: int = setting(
        Group.SURGE,
        Whole(100, 500),
        default=150,
        db_default=True,
        only="taxi",
        help_text="The highest price in percent of the usual one.",
    )
    surge_minutes: int = setting(
        Group.SURGE,
        Whole(0, 240),
        default=10,
        db_default=True,
        only="taxi",
        help_text="How long a factor stays before it may fall.",
    )
    surge_stopped: bool = setting(
        Group.SURGE,
        Toggle(),
        default=False,
        db_default=True,
        only="taxi",
        help_text="The emergency switch: all prices are the usual ones.",
    )

    # Retention: days until the data is deleted (apps.core.privacy.retention)
    trip_point_days: int = setting(Group.PRIVACY, DAYS, default=180, db_default=True)
    chat_days: int = setting(Group.PRIVACY, DAYS, default=180, db_default=True)
    photo_days: int = setting(Group.PRIVACY, DAYS, default=180, db_default=True)
    document_days: int = setting(Group.PRIVACY, DAYS, default=365, db_default=True)
    notification_days: int = setting(Group.PRIVACY, DAYS, default=180, db_default=True)
    delivery_log_days: int = setting(Group.PRIVACY, DAYS, default=30, db_default=True)
    audit_days: int = setting(Group.PRIVACY, DAYS, default=1095, db_default=True)
    surge_days: int = setting(Group.PRIVACY, DAYS, default=365, db_default=True)
    webhook_days: int = setting(Group.PRIVACY, DAYS, default=730, db_default=True)
    forged_webhook_days: int = setting(Group.PRIVACY, DAYS, default=7, db_default=True)
    record_quotes: bool = setting(
        Group.PRIVACY,
        Toggle(),
        default=True,
        db_default=True,
        help_text="Prices shown to clients are recorded, with rounded places and without the person.",
    )
    quote_days: int = setting(Group.PRIVACY, DAYS, default=365, db_default=True)
    record_presence: bool = setting(
        Group.PRIVACY,
        Toggle(),
        default=True,
        db_default=True,
        help_text="When drivers are online, on a trip and offline is recorded.",
    )
    presence_days: int = setting(Group.PRIVACY, DAYS, default=365, db_default=True)
    record_positions: bool = setting(
        Group.PRIVACY,
        Toggle(),
        default=False,
        db_default=True,
        help_text="The positions of online drivers are recorded, one in 30 seconds.",
    )
    position_days: int = setting(Group.PRIVACY, DAYS, default=30, db_default=True)
    export_days: int = setting(Group.PRIVACY, Whole(1, 30), default=1, db_default=True)

    # Demo mode and emergency
    panic: str = setting(Group.DEMO, Text(40, ltr=True), public=True, only="taxi")
    allow_critical_edits_admin: bool = setting(
        Group.DEMO, Toggle(), default=True, public=True, help_text="False is demo mode."
    )

    # App and company
    app_name: str = setting(
        Group.COMPANY, Text(80, validators=[validate_one_line]), default="Hansom", public=True
    )
    company_name: str = setting(Group.COMPANY, Text(120, validators=[validate_one_line]), public=True)
    company_website: str = setting(Group.COMPANY, Link(), public=True)
    company_terms: str = setting(Group.COMPANY, Link(), public=True)
    contact_email: str = setting(Group.COMPANY, Email(), public=True)

    # Brand of emails, receipts and statements
    logo: str = setting(Group.BRAND, Logo(), db_default=True)
    brand_color: str = setting(
        Group.BRAND,
        Text(7, picker="color", validators=[validate_color]),
        default=BRAND_COLOR,
        db_default=True,
    )
    postal_address: str = setting(Group.BRAND, Lines(300), db_default=True)

    # Social networks and stores
    facebook_handle: str = setting(Group.SOCIAL, Link(), public=True)
    twitter_handle: str = setting(Group.SOCIAL, Link(), public=True)
    instagram_handle: str = setting(Group.SOCIAL, Link(), public=True)
    apple_store_link: str = setting(Group.STORES, Link(), public=True)
    play_store_link: str = setting(Group.STORES, Link(), public=True)

    @property
    def radius(self) -> Decimal:
        """The driver radius in force, in km, or in miles with `convert_to_mile`."""
        return DEFAULT_DRIVER_RADIUS if self.driver_radius is None else self.driver_radius

    @property
    def tz(self) -> ZoneInfo:
        return ZoneInfo(self.time_zone)

    @property
    def is_demo_mode(self) -> bool:
        return not self.allow_critical_edits_admin


SETTINGS: Final[Mapping[str, Setting]] = {
    field.name: replace(field.metadata[METADATA], name=field.name) for field in fields(Platform)
}
"""Every setting by its name, in the order of the form."""
