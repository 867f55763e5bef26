"""URLs that name several hosts, which Python refuses if an IPv6 address is behind another host."""

import re
from typing import Final
from urllib.parse import SplitResult, urlsplit

_AUTHORITY: Final = re.compile(r"(?P<scheme>[a-z][a-z0-9+.-]*://)(?:(?P<login>[^/?#]*)@)?(?P<hosts>[^/?#]*)")


def split_hosts(url: str) -> tuple[SplitResult, str, list[str]]:
    """Return the parts of a URL without login and hosts, the login, and the hosts with their ports."""
    found = _AUTHORITY.match(url)
    if found is None:
        return urlsplit(url), "", []
    parts = urlsplit(found["scheme"] + url[found.end() :])
    return parts, found["login"] or "", found["hosts"].split(",")
