"""The platform's settings as one typed, frozen object, and the one way to change them."""

import time
from dataclasses import dataclass, fields
from decimal import Decimal
from typing import Any, Final
from zoneinfo import ZoneInfo

from django.db import transaction

from apps.core.files.stored_files import forget_file
from apps.core.media import PUBLIC
from apps.core.models import PlatformSettings
from apps.core.outbox import events

CACHE_SECONDS: Final = 1.0
"""How long another process may still see a value after it was changed."""

DEFAULT_DRIVER_RADIUS: Final = Decimal(10)


@dataclass(frozen=True, slots=True, kw_only=True)
class Platform:
    """A snapshot of PlatformSettings; field by field the same names."""

    symbol: str
    code: str
    decimal: int
    swipe_symbol: bool
    time_zone: str
    otp_secure: bool
    driver_approval: bool
    email_verify: bool
    bonus: Decimal
    referral_period_days: int
    referral_max_per_month: int
    unpaid_alert_hours: int
    max_open_bookings: int
    max_sockets: int
    max_sign_ups_per_hour: int
    license: str
    facebook_login_enabled: bool
    google_login_enabled: bool
    apple_login_enabled: bool
    mobile_login_enabled: bool
    password_policy: str
    staff_two_factor: bool
    country: str
    restrict_country: str
    allow_country_selection: bool
    app_category: str
    auto_dispatch: bool
    dispatch_policy: str
    offer_seconds: int
    free_waiting_minutes: int
    no_show_fee: Decimal
    car_horn_repeat: bool
    convert_to_mile: bool
    driver_radius: Decimal | None
    allow_delivery_pickup_image_capture: bool
    allow_final_delivery_image_capture: bool
    rider_withdraw: bool
    negative_balance: bool
    bank_fields: bool
    prepaid: bool
    email_receipts: bool
    quick_amounts: list[Any]
    tips: bool
    tip_kind: str
    tip_suggestions: list[Any]
    allow_critical_edits_admin: bool
    panic: str
    app_name: str
    company_name: str
    company_website: str
    company_terms: str
    contact_email: str
    facebook_handle: str
    twitter_handle: str
    instagram_handle: str
    apple_store_link: str
    play_store_link: str
    logo: str
    """The name of its file in the public storage."""
    brand_color: str
    postal_address: str

    @property
    def radius(self) -> Decimal:
        """The driver radius, in km or in miles as `convert_to_mile` says (default 10)."""
        return DEFAULT_DRIVER_RADIUS if self.driver_radius is None else self.driver_radius

    @property
    def tz(self) -> ZoneInfo:
        return ZoneInfo(self.time_zone)

    @property
    def is_demo_mode(self) -> bool:
        return not self.allow_critical_edits_admin


FOLLOW_UPS: Final[dict[str, str]] = {
    "auto_dispatch": "bookings.resume_searches",
    "time_zone": "accounts.refresh_fitness",
}
"""Jobs of the apps above that follow a change of a setting."""

_cached: tuple[float, Platform] | None = None


def platform_settings() -> Platform:
    """The settings in force, at most CACHE_SECONDS old."""
    global _cached
    if _cached is not None and time.monotonic() - _cached[0] < CACHE_SECONDS:
        return _cached[1]
    names = [field.name for field in fields(Platform)]
    row = PlatformSettings.objects.values(*names).filter(pk=1).first()
    if row is None:
        PlatformSettings.objects.get_or_create(pk=1)
        row = PlatformSettings.objects.values(*names).get(pk=1)
    platform = Platform(**row)
    _cached = (time.monotonic(), platform)
    return platform


def clear_platform_cache() -> None:
    """Forget the snapshot, so that the next read asks the database."""
    global _cached
    _cached = None


@transaction.atomic
def update_platform_settings(**changes: Any) -> Platform:
    """Validate and store the changes, tell every client, and return the settings in force.

    Raises django.core.exceptions.ValidationError when a value is not allowed.
    """
    PlatformSettings.objects.get_or_create(pk=1)
    row = PlatformSettings.objects.select_for_update().get(pk=1)
    before = {name: getattr(row, name) for name in FOLLOW_UPS}
    logo = row.logo.name or ""
    for name, value in changes.items():
        if name not in {field.name for field in fields(Platform)}:
            raise TypeError(f"no such setting: {name}")
        setattr(row, name, value)
    row.full_clean()
    row.save()
    if logo and row.logo.name != logo:
        forget_file(PUBLIC, logo)
    for name, job in FOLLOW_UPS.items():
        if name in changes and changes[name] != before[name]:
            # Until then a web process may go by the settings of a moment ago.
            events.enqueue(job, delay_seconds=CACHE_SECONDS + 1)
    events.publish("settings", "settings.changed", {"changed": sorted(changes)})
    transaction.on_commit(clear_platform_cache)
    clear_platform_cache()
    return platform_settings()
