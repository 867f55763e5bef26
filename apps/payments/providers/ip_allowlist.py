"""Source IP check of notifications, for gateways that publish host names."""

import contextlib
import ipaddress
import logging
import socket
from collections.abc import Iterable

from apps.payments.port import Forged, Unsure

log = logging.getLogger(__name__)


def check_sender_ip(address: str, hosts: Iterable[str], *, label: str) -> None:
    """Check that a notification came from one of these hosts. Raises Forged, or Unsure if none resolves.

    A private address belongs to a proxy missing from FORWARDED_ALLOW_IPS, so it proves nothing.
    Then the gateway's signature and its own response decide, so that no payment is lost.
    """
    theirs: set[str] = set()
    for host in hosts:
        # One host may no longer resolve; the others still count.
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
    """Normalize an address; an IPv4 address on an IPv6 socket stays IPv4."""
    address = ipaddress.ip_address(text)
    return str(getattr(address, "ipv4_mapped", None) or address)
