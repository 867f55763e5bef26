"""Web Push (RFC 8030), encrypted for one browser (RFC 8291) and signed by the platform (RFC 8292)."""

import asyncio
import logging
import time
from email.utils import parseaddr
from typing import Final

import httpx
from django.conf import settings
from py_vapid import Vapid02
from pywebpush import WebPusher, WebPushException

from apps.core.errors import BadInput
from apps.core.platform import platform_settings
from apps.core.security.certificates import trusted_certificates
from apps.notifications.adapters import http
from apps.notifications.adapters.webpush.endpoint import check_endpoint, public_address
from apps.notifications.adapters.webpush.keys import vapid
from apps.notifications.delivery.payload import encoded
from apps.notifications.port import Gone, Push, Refused

log = logging.getLogger(__name__)

TOTAL_SECONDS: Final = 10.0
"""The total timeout, because a hostile endpoint could send single bytes within each read timeout."""
TOKEN_SECONDS: Final = 12 * 3600
"""RFC 8292 allows up to 24 hours."""


class WebPushSender:
    name = "webpush"

    def send(self, push: Push) -> str:
        """Send a message to the browser's push service and return its location there, if any."""
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
        return _message_location(response)


def _checked(endpoint: str) -> str:
    # Checked at registration too, but perhaps by an older rule.
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
    header: dict[str, str] = pair.sign(claims)
    return header


def _contact() -> str:
    return platform_settings().contact_email or parseaddr(settings.DEFAULT_FROM_EMAIL)[1]


def _encrypted(push: Push) -> bytes:
    subscription = {"endpoint": push.address, "keys": {"p256dh": push.p256dh, "auth": push.auth}}
    try:
        body: bytes = WebPusher(subscription).encode(encoded(push))["body"]
    except (WebPushException, ValueError) as error:
        raise Gone("invalid keys") from error
    return body


async def _post(url: httpx.URL, *, content: bytes, headers: dict[str, str]) -> httpx.Response:
    """Post to a checked public address of the name; redirects are not followed."""
    port = url.port or (443 if url.scheme == "https" else 80)
    address = await asyncio.to_thread(public_address, url.host, port)
    try:
        async with asyncio.timeout(TOTAL_SECONDS), _client() as client:
            request = client.build_request(
                "POST",
                url.copy_with(host=address),
                content=content,
                headers={**headers, "Host": url.netloc.decode()},
                # The certificate must be valid for the name, not the address.
                extensions={"sni_hostname": url.host},
            )
            response = await client.send(request, stream=True)
            # The body is not used, and may be endless.
            await response.aclose()
            return response
    except (*http.FAILURES, TimeoutError) as error:
        raise http.no_answer(error) from error


def _client() -> httpx.AsyncClient:
    # No proxy, because it would resolve the name again.
    return httpx.AsyncClient(
        verify=trusted_certificates(), timeout=http.TIMEOUT, follow_redirects=False, trust_env=False
    )


def _message_location(response: httpx.Response) -> str:
    status = response.status_code
    if status in (200, 201, 202, 204):
        return str(response.headers.get("Location", ""))
    if status in (404, 410):
        raise Gone(str(status))
    if status in (401, 403):
        log.error("a push service rejects the VAPID key status=%s", status)
    raise http.failure(response, str(status))
