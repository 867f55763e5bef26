"""Data of the sign-up form, before validation."""

from collections.abc import Sequence
from dataclasses import dataclass, field

from apps.accounts.choices import UserType


@dataclass(frozen=True, slots=True, kw_only=True)
class NewVehicle:
    vehicle_make: str = ""
    vehicle_model: str = ""
    vehicle_number: str = ""
    other_info: str = ""
    car_type: int | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Registration:
    first_name: str = ""
    last_name: str = ""
    email: str = ""
    password: str = field(default="", repr=False)
    country: str = ""
    phone: str = ""
    mobile: str = ""
    """The full number, in place of country and phone."""
    referral_id: str = ""
    referrer_uid: str = ""
    """The referrer's user id, in place of referral_id."""
    user_type: str = UserType.RIDER
    bank_name: str = ""
    bank_code: str = ""
    bank_account: str = ""
    driver: NewVehicle | None = None
    license_image: str = ""
    terms: Sequence[int] = ()
    """The versions that the user agreed to."""
