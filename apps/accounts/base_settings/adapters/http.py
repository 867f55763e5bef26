import logging
import time
from typing import Any, Final

import httpx

from apps.accounts.base_settings.port import Refused, Request, Unreachable
from apps.core.security.certificates import trusted_certificates

TIMEOUT: Final = httpx.Timeout(5.0, connect=2.0)

log = logging.getLogger(__name__)


class HttpBaseSettings:
    """Sends POST {projectId, createTime, reqType[, license]} and expects {success}.

    createTime is the current time in milliseconds, like every time in document 1.
    """

    def __init__(self, url: str, *, project_id: str) -> None:
        self._url = url
        self._project_id = project_id

    def check(self, request: Request, *, license: str | None = None) -> None:
        body: dict[str, Any] = {
            "projectId": self._project_id,
            "createTime": time.time_ns() // 1_000_000,
            "reqType": request.value,
        }
        if license is not None:
            body["license"] = license
        try:
            # No redirects: the licence must only reach the configured service.
            reply = httpx.post(
                self._url, json=body, timeout=TIMEOUT, follow_redirects=False, verify=trusted_certificates()
            )
            answer = reply.json() if reply.is_success else None
        except (httpx.HTTPError, ValueError) as error:
            log.warning("base settings not checked error=%r", error)
            raise Unreachable from error
        success = answer.get("success") if isinstance(answer, dict) else None
        if success is True:
            return
        if success is False:
            raise Refused
        log.warning("base settings not checked status=%s", reply.status_code)
        raise Unreachable
