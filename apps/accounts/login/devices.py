"""The device that sent a request, and its display name."""

from dataclasses import dataclass
from ipaddress import ip_address
from typing import Final, Literal, NamedTuple

from django.http import HttpRequest
from django.utils.translation import gettext as _
from ua_parser import parse

from apps.accounts.login.known_device import known_user_of

USER_AGENT_LENGTH: Final = 400
DeviceKind = Literal["phone", "computer"]
PHONE_SYSTEMS: Final = frozenset({"Android", "iOS"})


@dataclass(frozen=True, slots=True)
class Device:
    """The device that a login comes from."""

    user_agent: str = ""
    ip: str | None = None
    known_user_id: int | None = None
    """The user who last logged in on it, from its cookie."""


class DeviceName(NamedTuple):
    text: str
    """For example Chrome on Android."""
    kind: DeviceKind


def device_of(request: HttpRequest) -> Device:
    """Return the device of a request; the ASGI server has already replaced a proxy's address."""
    return Device(
        user_agent=request.headers.get("User-Agent", "").replace("\x00", "")[:USER_AGENT_LENGTH],
        ip=_address(request.META.get("REMOTE_ADDR", "")),
        known_user_id=known_user_of(request),
    )


def device_name(user_agent: str) -> DeviceName:
    """Return browser and operating system as text."""
    parsed = parse(user_agent)
    system = parsed.os.family if parsed.os else ""
    kind: DeviceKind = "phone" if system in PHONE_SYSTEMS else "computer"
    # "Chrome Mobile", "Mobile Safari": the operating system already shows that it is a phone.
    browser = parsed.user_agent.family.replace("Mobile", "").strip() if parsed.user_agent else ""
    if browser and system:
        return DeviceName(_("%(browser)s on %(system)s") % {"browser": browser, "system": system}, kind)
    return DeviceName(browser or system or _("Unknown device"), kind)


def _address(text: str) -> str | None:
    try:
        return str(ip_address(text))
    except ValueError:
        return None
