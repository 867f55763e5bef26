"""Fake of the base-settings service (document 1, section 7); rejects fields it does not list."""

import json
import time
from typing import Final

from embedded.loopback import Loopback, Refusal, Reply, Request

PROJECT: Final = "hansom-tests"
LICENSE: Final = "4cab-7777"
PATH: Final = "/baseset"
MINUTE_MS: Final = 60_000


class FakeBaseSettings(Loopback):
    """Knows one project, which is valid while `in_order` is true, and one licence."""

    in_order: bool = True

    @property
    def address(self) -> str:
        return self.url + PATH

    def answer(self, request: Request) -> Reply:
        if (request.method, request.path, dict(request.query)) != ("POST", PATH, {}):
            raise Refusal(Reply(404))
        if request.headers["Content-Type"] != "application/json":
            raise Refusal(Reply(415))
        body = json.loads(request.body)
        request_type = body.get("reqType")
        license_field = {"license"} if request_type == "settings" else set()
        if (
            request_type not in {"auth", "settings"}
            or body.keys() != {"projectId", "createTime", "reqType"} | license_field
        ):
            raise Refusal(Reply(400))
        created = body["createTime"]
        if type(created) is not int or abs(time.time() * 1000 - created) > MINUTE_MS:
            raise Refusal(Reply(400))
        known = body["projectId"] == PROJECT and self.in_order
        return Reply(200, {"success": known and body.get("license", LICENSE) == LICENSE})
