"""The card page's scripts and sources: braintree-web's documented hosts, or Hansom's sandbox."""

from pathlib import Path
from typing import Final

from apps.payments.port import CardPage

VERSION: Final = "3.144.0"
PARTS: Final = ("client", "hosted-fields", "three-d-secure", "data-collector")
ASSETS: Final = "https://assets.braintreegateway.com"
CARDINAL: Final = {
    False: ("https://songbirdstag.cardinalcommerce.com", "https://cas.static.client.cardinaltrusted.com"),
    True: ("https://songbird.cardinalcommerce.com", "https://static.client.cardinaltrusted.com"),
}
TEMPLATE: Final = Path(__file__).with_name("card.html")


def page(*, sandbox_url: str, live: bool) -> CardPage:
    """Return the scripts of a pinned version, and exactly the sources of their CSP chapter."""
    if sandbox_url:
        origin = "/".join(sandbox_url.split("/")[:3])
        scripts = tuple(f"{sandbox_url}/js/{part}.min.js" for part in PARTS)
        return CardPage(TEMPLATE, scripts, {"script-src": (origin,), "connect-src": (origin,)})
    web = "https://js.braintreegateway.com"
    api = "https://{}braintreegateway.com"
    stage = "" if live else "sandbox."
    return CardPage(
        TEMPLATE,
        tuple(f"{web}/web/{VERSION}/js/{part}.min.js" for part in PARTS),
        {
            "script-src": (web, ASSETS, *CARDINAL[live], "https://*.paypal.com"),
            "img-src": (ASSETS, "data:"),
            "connect-src": (
                api.format(f"api.{stage}"),
                api.format(f"client-analytics.{stage}"),
                "https://*.braintree-api.com",
                "https://*.cardinalcommerce.com",
                "https://*.cardinaltrusted.com",
            ),
            # 3-D Secure embeds and posts to the page of the card's bank, for which no list of hosts exists.
            "frame-src": ("https:",),
            "form-action": ("https:",),
        },
    )
