"""What a request tells of the device that sent it, and how people would call it."""

from dataclasses import dataclass
from ipaddress import ip_address
from typing import Final, Literal, NamedTuple

from django.http import HttpRequest
from django.utils.translation import gettext as _
from ua_parser import parse

from apps.accounts.login.known_device import known_user_of

USER_AGENT_LENGTH: Final = 400
DeviceKind = Literal["phone", "computer"]
TELEPHONES: Final = frozenset({"Android", "iOS"})


@dataclass(frozen=True, slots=True)
class Device:
    """Where a login comes from."""

    user_agent: str = ""
    ip: str | None = None
    known_user_id: int | None = None
    """Who has logged in on it last, by its cookie."""


class DeviceName(NamedTuple):
    text: str
    """Chrome on Android"""
    kind: DeviceKind


def device_of(request: HttpRequest) -> Device:
    """The device behind a request; the ASGI server has put the caller's address in place of a proxy's."""
    return Device(
        user_agent=request.headers.get("User-Agent", "").replace("\x00", "")[:USER_AGENT_LENGTH],
        ip=_address(request.META.get("REMOTE_ADDR", "")),
        known_user_id=known_user_of(request),
    )


def name_of_device(user_agent: str) -> DeviceName:
    """Browser and system in a few words."""
    parsed = parse(user_agent)
    system = parsed.os.family if parsed.os else ""
    kind: DeviceKind = "phone" if system in TELEPHONES else "computer"
    # "Chrome Mobile", "Mobile Safari": which of the two it is, the system says already.
    browser = parsed.user_agent.family.replace("Mobile", "").strip() if parsed.user_agent else ""
    if browser and system:
        return DeviceName(_("%(browser)s on %(system)s") % {"browser": browser, "system": system}, kind)
    return DeviceName(browser or system or _("Unknown device"), kind)


def _address(text: str) -> str | None:
    try:
        return str(ip_address(text))
    except ValueError:
        return None
