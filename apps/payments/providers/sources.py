"""Where a notification came from, for gateways that say so by the names of their hosts."""

import contextlib
import ipaddress
import logging
import socket
from collections.abc import Iterable

from apps.payments.port import Forged, Unsure

log = logging.getLogger(__name__)


def check_source(address: str, hosts: Iterable[str], *, label: str) -> None:
    """Whether a notification came from one of these hosts. Raises Forged, or Unsure without their addresses.

    An address of a private network is a proxy's that FORWARDED_ALLOW_IPS does not name: it tells nothing.
    Then the gateway's signature and its own answer decide, rather than that money is lost.
    """
    theirs: set[str] = set()
    for host in hosts:
        # One name may be gone; the others still tell.
        with contextlib.suppress(OSError):
            theirs |= {_plain_address(str(found[4][0])) for found in socket.getaddrinfo(host, None)}
    if not theirs:
        raise Unsure(f"the addresses of {label} cannot be looked up")
    caller = _plain_address(address) if address else ""
    if caller in theirs:
        return
    if caller and ipaddress.ip_address(caller).is_global:
        raise Forged(f"from {caller}, which is no address of {label}")
    log.warning("a notification of %s came through the proxy %r: see FORWARDED_ALLOW_IPS", label, caller)


def _plain_address(text: str) -> str:
    """One spelling; an IPv4 address stays one in a socket of IPv6."""
    address = ipaddress.ip_address(text)
    return str(getattr(address, "ipv4_mapped", None) or address)
