"""How many codes may be sent to a number, and to the numbers of a country.

Starting codes is what is limited, for wrong guesses need codes to guess at; a code that is on its way
stays good whatever strangers do. Devices that the account knows are counted apart from strangers, so that
these cannot use up what is the owner's.
"""

from datetime import timedelta
from typing import Final

import phonenumbers
from django.conf import settings
from django.db import connection
from django.db.models import Count, Q
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from apps.accounts.countries import home_country
from apps.accounts.models import PhoneCode
from apps.core.errors import TooMany
from apps.core.platform import platform_settings

RESEND_AFTER: Final = timedelta(minutes=1)
LIFETIME: Final = timedelta(minutes=10)
DAY: Final = timedelta(days=1)
PER_NUMBER: Final = {RESEND_AFTER: 1, timedelta(hours=1): 5, DAY: 10}
PER_USER_AN_HOUR: Final = 5
"""Numbers that a person may try to change to."""
NORTH_AMERICA: Final = 1


def take_turn(mobile: str) -> None:
    """Wait until no other transaction is starting a code for this number."""
    with connection.cursor() as cursor:
        cursor.execute("SELECT pg_advisory_xact_lock(hashtextextended(%s, 0))", [f"phone_code:{mobile}"])


def check_send_limits(*, mobile: str, from_known_device: bool) -> None:
    """Raises TooMany too_many_requests where one code more would be one too many."""
    now = timezone.now()
    sent = PhoneCode.objects.filter(
        mobile=mobile, from_known_device=from_known_device, created_at__gt=now - DAY
    ).aggregate(
        **{str(span.total_seconds()): Count("pk", filter=Q(created_at__gt=now - span)) for span in PER_NUMBER}
    )
    if any(sent[str(span.total_seconds())] >= most for span, most in PER_NUMBER.items()):
        raise too_many_codes()
    prefix = dial_prefix(mobile)
    # The last hour's codes, by the index of when they run out.
    hour = now + LIFETIME - timedelta(hours=1)
    of_country = PhoneCode.objects.filter(
        expires_at__gt=hour, mobile__startswith=prefix, from_known_device=from_known_device
    )
    if of_country.count() >= _most_an_hour(mobile):
        raise too_many_codes()


def check_change_limits(user_id: int) -> None:
    """Raises TooMany too_many_requests for who has tried many numbers."""
    lately = PhoneCode.objects.filter(
        user=user_id,
        purpose=PhoneCode.Purpose.CHANGE_MOBILE,
        created_at__gt=timezone.now() - timedelta(hours=1),
    )
    if lately.count() >= PER_USER_AN_HOUR:
        raise too_many_codes()


def too_many_codes() -> TooMany:
    return TooMany("too_many_requests", _("Too many code requests. Try again later."))


def dial_prefix(mobile: str) -> str:
    """`+44`; in North America with the area code, for its islands are countries of their own."""
    number = _parsed(mobile)
    if number is None:
        return mobile[:4]
    if number.country_code == NORTH_AMERICA:
        return f"+1{str(number.national_number)[:3]}"
    return f"+{number.country_code}"


def _most_an_hour(mobile: str) -> int:
    """Plenty at home, few to where no one expects them: sending to paid numbers is a trade of its own."""
    return (
        settings.PHONE_CODES_AN_HOUR_AT_HOME if _is_at_home(mobile) else settings.PHONE_CODES_AN_HOUR_ABROAD
    )


def _is_at_home(mobile: str) -> bool:
    number, home = _parsed(mobile), home_country(platform_settings())
    if number is None or number.country_code != phonenumbers.country_code_for_region(home):
        return False
    # What shares a dial code is near, save in North America, where islands have prices of their own.
    return number.country_code != NORTH_AMERICA or phonenumbers.region_code_for_number(number) == home


def _parsed(mobile: str) -> phonenumbers.PhoneNumber | None:
    try:
        return phonenumbers.parse(mobile)
    except phonenumbers.NumberParseException:
        return None
