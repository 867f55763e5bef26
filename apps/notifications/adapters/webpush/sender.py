"""Web Push (RFC 8030): encrypted for one browser (RFC 8291) and signed by the platform (RFC 8292)."""

import asyncio
import logging
import ssl
import time
from email.utils import parseaddr
from functools import lru_cache
from typing import Final

import httpx
from django.conf import settings
from py_vapid import Vapid02
from pywebpush import WebPusher, WebPushException

from apps.core.errors import BadInput
from apps.core.platform import platform_settings
from apps.notifications.adapters import http
from apps.notifications.adapters.webpush.endpoint import check_endpoint, public_address
from apps.notifications.adapters.webpush.keys import vapid
from apps.notifications.delivery.payload import encoded
from apps.notifications.port import Gone, Push, Refused

log = logging.getLogger(__name__)

TOTAL_SECONDS: Final = 10.0
"""For all of it: a hostile endpoint could answer a byte at a time, for ever within each single time-out."""
TOKEN_SECONDS: Final = 12 * 3600
"""Of the 24 hours that RFC 8292 allows."""


class WebPushSender:
    name = "webpush"

    def send(self, push: Push) -> str:
        """Hand a message to the browser's push service; returns where that keeps it, if it says so."""
        pair = vapid()
        if pair is None:
            raise Refused("no VAPID key")
        url = httpx.URL(_checked(push.address))
        headers = {
            **_signature(pair, url),
            "Content-Encoding": "aes128gcm",
            "Content-Type": "application/octet-stream",
            "TTL": str(push.ttl_seconds),
            "Urgency": "high" if push.urgent else "normal",
            **({"Topic": push.topic} if push.topic else {}),
        }
        response = asyncio.run(_post(url, content=_encrypted(push), headers=headers))
        return _read(response)


def _checked(endpoint: str) -> str:
    # It was checked when it came, perhaps by an older and laxer rule.
    try:
        check_endpoint(endpoint)
    except BadInput as error:
        raise Gone("not the address of a push service") from error
    return endpoint


def _signature(pair: Vapid02, url: httpx.URL) -> dict[str, str]:
    claims = {
        "aud": f"{url.scheme}://{url.netloc.decode()}",
        "exp": int(time.time()) + TOKEN_SECONDS,
        "sub": settings.VAPID_SUBJECT or f"mailto:{_contact()}",
    }
    signed: dict[str, str] = pair.sign(claims)
    return signed


def _contact() -> str:
    return platform_settings().contact_email or parseaddr(settings.DEFAULT_FROM_EMAIL)[1]


def _encrypted(push: Push) -> bytes:
    subscription = {"endpoint": push.address, "keys": {"p256dh": push.p256dh, "auth": push.auth}}
    try:
        body: bytes = WebPusher(subscription).encode(encoded(push))["body"]
    except (WebPushException, ValueError) as error:
        raise Gone("keys that nothing can be encrypted for") from error
    return body


async def _post(url: httpx.URL, *, content: bytes, headers: dict[str, str]) -> httpx.Response:
    """Post to the address that the name leads to now, once it is found public; redirects lead nowhere."""
    port = url.port or (443 if url.scheme == "https" else 80)
    address = await asyncio.to_thread(public_address, url.host, port)
    try:
        async with asyncio.timeout(TOTAL_SECONDS), _client() as client:
            request = client.build_request(
                "POST",
                url.copy_with(host=address),
                content=content,
                headers={**headers, "Host": url.netloc.decode()},
                # The certificate must be the name's, not the number's.
                extensions={"sni_hostname": url.host},
            )
            response = await client.send(request, stream=True)
            # What it says besides is of no use, and may be endless.
            await response.aclose()
            return response
    except (*http.FAILURES, TimeoutError) as error:
        raise http.no_answer(error) from error


def _client() -> httpx.AsyncClient:
    # A proxy would look the name up again; so none is used.
    return httpx.AsyncClient(
        verify=_certificates(), timeout=http.TIMEOUT, follow_redirects=False, trust_env=False
    )


@lru_cache(maxsize=1)
def _certificates() -> ssl.SSLContext:
    return httpx.create_ssl_context()


def _read(response: httpx.Response) -> str:
    status = response.status_code
    if status in (200, 201, 202, 204):
        return str(response.headers.get("Location", ""))
    if status in (404, 410):
        raise Gone(str(status))
    if status in (401, 403):
        log.error("a push service does not accept our VAPID key status=%s", status)
    raise http.failure(response, str(status))
