"""What the delivery log shows of a recipient: enough to tell two apart, too little to write to them."""

from urllib.parse import urlsplit

from apps.notifications.models import PushDevice


def masked_email(address: str) -> str:
    """a…@example.org"""
    name, _at, domain = address.rpartition("@")
    return f"{name[:1]}…@{domain}"


def masked_mobile(number: str) -> str:
    """+447…56"""
    return f"{number[:4]}…{number[-2:]}"


def masked_device(device: PushDevice) -> str:
    """WEB fcm.googleapis.com"""
    return f"{device.platform} {urlsplit(device.address).hostname or device.kind}"
