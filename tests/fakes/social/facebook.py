"""Facebook: authorization code, then /me with a proof that the app knows its secret."""

import hashlib
import hmac
import secrets
from dataclasses import dataclass, field

from config.social import FACEBOOK_VERSION
from embedded.loopback import Reply
from tests.fakes.social.people import Grant
from tests.fakes.social.server import Page, PageRequest, Provider, refusal

FIELDS = {"id", "email", "name", "first_name", "last_name"}


@dataclass
class Facebook(Provider):
    tokens: dict[str, Grant] = field(default_factory=dict)

    def pages(self) -> dict[str, Page]:
        graph = f"/{FACEBOOK_VERSION}"
        return {
            f"GET www.facebook.com{graph}/dialog/oauth": self.dialog,
            f"GET graph.facebook.com{graph}/oauth/access_token": self.token,
            f"GET graph.facebook.com{graph}/me": self.me,
        }

    def dialog(self, request: PageRequest) -> Reply:
        self.check_app(request)
        request.require_value("response_type", "code")
        params = {"state": request.params["state"]}
        if not self.consents:
            params |= {"error": "access_denied", "error_code": "200", "error_reason": "user_denied"}
        else:
            scope = set(request.params["scope"].split(","))
            params["code"] = self.grants.issue(Grant(self.person, self.app, scope))
        return self.redirect(params)

    def token(self, request: PageRequest) -> Reply:
        request.require_value("client_id", self.app.client_id, "OAuthException")
        request.require_value("client_secret", self.app.secret, "OAuthException")
        request.require("code", "redirect_uri")
        grant = self.grants.redeem(request.params["code"])
        if grant is None:
            raise refusal(400, "OAuthException", "This authorization code has been used.")
        request.require_value("redirect_uri", grant.app.redirect_uri, "OAuthException")
        token = f"EAA{secrets.token_hex(16)}"
        self.tokens[token] = grant
        return Reply(200, {"access_token": token, "token_type": "bearer", "expires_in": 5183944})

    def me(self, request: PageRequest) -> Reply:
        token = request.params.get("access_token", "")
        grant = self.tokens.get(token)
        if grant is None:
            raise refusal(400, "OAuthException", "Invalid OAuth access token.")
        proof = hmac.new(self.app.secret.encode(), token.encode(), hashlib.sha256).hexdigest()
        request.require_value("appsecret_proof", proof, "GraphMethodException")
        wanted = set(request.params.get("fields", "id,name").split(","))
        if unknown := wanted - FIELDS:
            raise refusal(400, "OAuthException", f"Tried accessing nonexisting field {unknown}")
        person = grant.person
        known = {
            "id": person.id,
            "name": f"{person.first_name} {person.last_name}",
            "first_name": person.first_name,
            "last_name": person.last_name,
        }
        if "email" in grant.scope and person.email:
            known["email"] = person.email
        return Reply(200, {name: value for name, value in known.items() if name in wanted | {"id"}})
