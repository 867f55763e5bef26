"""Facebook: authorization code, then /me with a proof that the app knows its secret."""

import hashlib
import hmac
import secrets
from dataclasses import dataclass, field

from config.social import FACEBOOK_VERSION
from embedded.loopback import Reply
from tests.fakes.social.people import Grant
from tests.fakes.social.server import Asked, Page, Provider, refusal

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

    def dialog(self, asked: Asked) -> Reply:
        self.check_app(asked)
        asked.only("response_type", "code")
        back = {"state": asked.params["state"]}
        if not self.consents:
            back |= {"error": "access_denied", "error_code": "200", "error_reason": "user_denied"}
        else:
            scope = set(asked.params["scope"].split(","))
            back["code"] = self.grants.give(Grant(self.person, self.app, scope))
        return self.back(back)

    def token(self, asked: Asked) -> Reply:
        asked.only("client_id", self.app.client_id, "OAuthException")
        asked.only("client_secret", self.app.secret, "OAuthException")
        asked.need("code", "redirect_uri")
        grant = self.grants.take(asked.params["code"])
        if grant is None:
            raise refusal(400, "OAuthException", "This authorization code has been used.")
        asked.only("redirect_uri", grant.app.redirect_uri, "OAuthException")
        token = f"EAA{secrets.token_hex(16)}"
        self.tokens[token] = grant
        return Reply(200, {"access_token": token, "token_type": "bearer", "expires_in": 5183944})

    def me(self, asked: Asked) -> Reply:
        token = asked.params.get("access_token", "")
        grant = self.tokens.get(token)
        if grant is None:
            raise refusal(400, "OAuthException", "Invalid OAuth access token.")
        proof = hmac.new(self.app.secret.encode(), token.encode(), hashlib.sha256).hexdigest()
        asked.only("appsecret_proof", proof, "GraphMethodException")
        wanted = set(asked.params.get("fields", "id,name").split(","))
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
