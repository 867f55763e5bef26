"""Masked recipients for the delivery log: distinguishable, but not usable as addresses."""

from urllib.parse import urlsplit

from apps.notifications.models import PushDevice


def masked_email(address: str) -> str:
    """Return an address such as a…@example.org."""
    name, _at, domain = address.rpartition("@")
    return f"{name[:1]}…@{domain}"


def masked_mobile(number: str) -> str:
    """Return a number such as +447…56."""
    return f"{number[:4]}…{number[-2:]}"


def masked_device(device: PushDevice) -> str:
    """Return platform and host, such as WEB fcm.googleapis.com."""
    return f"{device.platform} {urlsplit(device.address).hostname or device.kind}"
