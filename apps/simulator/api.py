"""A client of the public API for one user, with automatic refresh of the access token."""

import asyncio
from types import TracebackType
from typing import Any, Self
from uuid import uuid4

import httpx

TIMEOUT = httpx.Timeout(20, connect=5)
MAX_TRIES = 40
"""How often a request is retried, every half second, while the platform restarts."""


class Refused(Exception):
    """An error response of the platform."""

    def __init__(self, status: int, code: str, detail: str) -> None:
        super().__init__(f"{status} {code}: {detail}")
        self.status = status
        self.code = code


class Api:
    """The session of one user. Requests are retried while the platform is down; POSTs have an idempotency
    key.
    """

    def __init__(self, base_url: str, *, email: str, password: str) -> None:
        self.base_url = base_url.rstrip("/")
        self.email = email
        self.user: dict[str, Any] = {}
        self._password = password
        self._access = ""
        self._client = httpx.AsyncClient(base_url=f"{self.base_url}/api/v1/", timeout=TIMEOUT)

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        await self._client.aclose()

    async def sign_in(self) -> dict[str, Any]:
        """Log in and return the user; Refused for an unknown user."""
        body = {"email": self.email, "password": self._password}
        reply = await self._send("POST", "auth/sign-in/", body)
        self._access = reply["access"]
        self.user = reply["user"]
        return self.user

    async def get(self, path: str, **params: Any) -> Any:
        return await self._call("GET", path, params=params)

    async def post(self, path: str, body: dict[str, Any] | None = None) -> Any:
        return await self._call("POST", path, body=body or {}, key=uuid4().hex)

    async def put(self, path: str, body: dict[str, Any]) -> Any:
        return await self._call("PUT", path, body=body)

    async def put_image(self, path: str, content: bytes) -> Any:
        return await self._call("PUT", path, image=content)

    async def _call(
        self,
        method: str,
        path: str,
        *,
        body: dict[str, Any] | None = None,
        params: dict[str, Any] | None = None,
        key: str | None = None,
        image: bytes | None = None,
    ) -> Any:
        try:
            return await self._send(method, path, body, params, key, image)
        except Refused as refused:
            if refused.status != httpx.codes.UNAUTHORIZED:
                raise
        await self._renew()
        return await self._send(method, path, body, params, key, image)

    async def _renew(self) -> None:
        try:
            self._access = (await self._send("POST", "auth/refresh/", {}))["access"]
        except Refused:
            await self.sign_in()

    async def _send(
        self,
        method: str,
        path: str,
        body: dict[str, Any] | None = None,
        params: dict[str, Any] | None = None,
        key: str | None = None,
        image: bytes | None = None,
    ) -> Any:
        files = None if image is None else {"image": ("parcel.jpg", image, "image/jpeg")}
        headers = {"Authorization": f"Bearer {self._access}"} if self._access and "auth/" not in path else {}
        if key:
            headers["Idempotency-Key"] = key
        for attempt in range(MAX_TRIES):
            try:
                reply = await self._client.request(
                    method, path, json=body, params=params, headers=headers, files=files
                )
            except httpx.TransportError:
                if attempt == MAX_TRIES - 1:
                    raise
            else:
                if reply.status_code not in (
                    httpx.codes.TOO_MANY_REQUESTS,
                    httpx.codes.SERVICE_UNAVAILABLE,
                    httpx.codes.BAD_GATEWAY,
                ):
                    return _parse(reply)
            await asyncio.sleep(0.5)
        raise Refused(503, "unavailable", "the platform did not come back")


def _parse(reply: httpx.Response) -> Any:
    if reply.is_success:
        return reply.json() if reply.content else None
    try:
        problem = reply.json()
    except ValueError:
        problem = {"code": "error", "detail": reply.text[:200]}
    raise Refused(reply.status_code, problem.get("code", "error"), str(problem.get("detail", "")))
