"""The check of a webhook's source address, for gateways that publish host names."""

import contextlib
import ipaddress
import logging
import socket
from collections.abc import Iterable
from urllib.parse import urlsplit

from apps.payments.port import Forged, OutcomeUnknown

log = logging.getLogger(__name__)


def check_sender_ip(address: str, hosts: Iterable[str], *, label: str, sandbox_url: str = "") -> None:
    """Check that a webhook came from one of these hosts, or from `sandbox_url` if there is one.

    Raises Forged, OutcomeUnknown if no host resolves. A private address belongs to a proxy that is missing
    from FORWARDED_ALLOW_IPS and proves nothing: then the signature and the gateway's API decide, so that no
    payment is lost.
    """
    if sandbox_url:
        hosts = (urlsplit(sandbox_url).hostname or "",)
    known: set[str] = set()
    for host in hosts:
        # One host may no longer resolve; the others still count.
        with contextlib.suppress(OSError):
            known |= {_plain_address(str(found[4][0])) for found in socket.getaddrinfo(host, None)}
    if not known:
        raise OutcomeUnknown(f"the addresses of {label} do not resolve")
    caller = _plain_address(address) if address else ""
    if caller in known:
        return
    if caller and ipaddress.ip_address(caller).is_global:
        raise Forged(f"from {caller}, which is not an address of {label}")
    log.warning("a webhook of %s came through the proxy %r: see FORWARDED_ALLOW_IPS", label, caller)


def _plain_address(text: str) -> str:
    """Normalize an address; an IPv4 address on an IPv6 socket stays IPv4."""
    address = ipaddress.ip_address(text)
    return str(getattr(address, "ipv4_mapped", None) or address)
