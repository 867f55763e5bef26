"""Which addresses a push message may be posted to: they come from browsers, so none is trusted.

What can be told from the text alone is refused when a device is registered. Where the name leads is
looked at when a message is sent, for every message again, and the connection goes to the very address that
was looked at: a name that changes its mind in between (DNS rebinding) gains nothing.
"""

import ipaddress
import socket
from collections.abc import Iterator
from typing import Final
from urllib.parse import urlsplit

from django.conf import settings
from django.utils.translation import gettext_lazy as _

from apps.core.errors import BadInput
from apps.notifications.port import Refused, Retryable

HTTPS_PORT: Final = 443
HOME_NAMES: Final = (".localhost", ".local", ".internal", ".lan", ".home", ".intranet", ".corp", ".arpa")
"""Ends of names that mean something in a private network only."""
NAT64: Final = ipaddress.ip_network("64:ff9b::/96")

Address = ipaddress.IPv4Address | ipaddress.IPv6Address


def check_endpoint(endpoint: str) -> None:
    """Raises BadInput push_endpoint_refused for what cannot be the address of a push service."""
    if not _may_be_push_service(endpoint):
        raise BadInput("push_endpoint_refused", _("This isn't the address of a push service."))


def public_address(host: str, port: int) -> str:
    """The address that a name leads to, once all that it leads to are found public.

    Raises Retryable when the name cannot be looked up now, Refused when it leads into a private network.
    """
    try:
        found = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)
    except (OSError, UnicodeError) as error:
        raise Retryable("name not found") from error
    addresses = [str(entry[4][0]) for entry in found]
    if not addresses or not all(_is_allowed(ipaddress.ip_address(text)) for text in addresses):
        raise Refused("private address")
    return addresses[0]


def _may_be_push_service(endpoint: str) -> bool:
    try:
        parts = urlsplit(endpoint)
        host, port = parts.hostname or "", parts.port
    except ValueError:
        return False
    plain = endpoint.isascii() and endpoint.isprintable() and " " not in endpoint and "\\" not in endpoint
    if not plain or parts.username is not None or parts.password is not None or parts.fragment:
        return False
    if settings.WEB_PUSH_ALLOW_LOOPBACK:
        return parts.scheme in ("https", "http") and bool(host)
    return parts.scheme == "https" and port in (None, HTTPS_PORT) and _is_public_name(host)


def _is_public_name(host: str) -> bool:
    name = host.rstrip(".")
    # An address in any spelling that some resolver understands (10.0.0.1, 0x7f.1) ends in a number.
    is_number = ":" in name or name.rpartition(".")[2][:1].isdigit()
    return "." in name and not is_number and not name.endswith(HOME_NAMES)


def _is_allowed(address: Address) -> bool:
    if settings.WEB_PUSH_ALLOW_LOOPBACK and address.is_loopback:
        return True
    return all(part.is_global and not part.is_multicast and not part.is_reserved for part in _meant(address))


def _meant(address: Address) -> Iterator[Address]:
    """The address, and the IPv4 address that gateways would read out of it."""
    if isinstance(address, ipaddress.IPv6Address):
        inner = address.ipv4_mapped or address.sixtofour
        if inner is None and address in NAT64:
            yield ipaddress.IPv4Address(int(address) & 0xFFFFFFFF)
            return
        if inner is not None:
            yield inner
            return
    yield address
