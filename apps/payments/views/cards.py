"""The page with a gateway's card fields. Hansom never receives card numbers."""

import logging
from functools import cache
from pathlib import Path
from typing import Any, Final

from csp.constants import NONCE, NONE, SELF
from django.http import HttpResponse
from django.template import engines
from django.urls import reverse
from django.utils import timezone, translation
from django.utils.decorators import method_decorator
from django.views.decorators.csrf import csrf_protect
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import extend_schema_view
from rest_framework.permissions import AllowAny
from rest_framework.request import Request
from rest_framework.views import APIView

from apps.core.errors import BadInput, DomainError
from apps.core.languages import django_language
from apps.core.platform import platform_settings
from apps.core.rate_limits.throttles import ScopedThrottle
from apps.notifications.messages.wording import display_money
from apps.payments.amounts import exponent
from apps.payments.attempts.orders import payment_page_url
from apps.payments.gateways.credentials import Unreadable
from apps.payments.gateways.registry import adapter_for, provider_label
from apps.payments.models import Attempt
from apps.payments.port import CardPage, OutcomeUnknown, ProviderError, StepUp
from apps.payments.services.checking import submit
from apps.payments.views.gateways import FORM, HTML, NOWHERE, AnyAnswer, SeeOther, redirects

log = logging.getLogger(__name__)

FIELDS: Final = ("token", "device", "device_data", "authentication")
MAX_LENGTH: Final = 4000
POLICY: Final[dict[str, tuple[Any, ...]]] = {
    "default-src": (NONE,),
    "script-src": (NONCE,),
    # The gateways' scripts add style elements to the page.
    "style-src": (SELF, "'unsafe-inline'"),
    "form-action": (SELF,),
    "base-uri": (NONE,),
    "frame-ancestors": (NONE,),
}
"""The policy of every card page; the gateway's sources are added."""


@extend_schema_view(
    get=redirects("card", responses={HTML: str}),
    post=redirects(
        "card_form",
        request={FORM: OpenApiTypes.OBJECT},
        responses={HTML: str, (403, "text/html"): str, (409, "text/html"): str},
    ),
)
@method_decorator(csrf_protect, name="dispatch")
class CardView(APIView):
    """The card page of an attempt. Its reference cannot be guessed and allows only to pay.

    A browser that follows a link sends no access token (docs/decisions/0023). The CSRF token protects the
    form from other sites.
    """

    authentication_classes = ()
    permission_classes = (AllowAny,)
    content_negotiation_class = AnyAnswer
    throttle_classes = (ScopedThrottle,)
    throttle_scope = "payment_check"

    def get(self, request: Request, provider: str, ref: str) -> HttpResponse:
        attempt = _attempt(provider, ref)
        if attempt is None or not _accepts_card(attempt):
            return SeeOther(NOWHERE if attempt is None else payment_page_url(attempt))
        return _page(request, attempt)

    def post(self, request: Request, provider: str, ref: str) -> HttpResponse:
        attempt = _attempt(provider, ref)
        if attempt is None or not _accepts_card(attempt):
            return SeeOther(NOWHERE if attempt is None else payment_page_url(attempt))
        form = request._request.POST
        data = {name: form[name][:MAX_LENGTH] for name in FIELDS if form.get(name)}
        try:
            submit(attempt=attempt, data=data)
        except StepUp:
            return _page(request, attempt, step_up=data)
        except OutcomeUnknown as error:
            # Polling finds the result; the payment's page shows it as pending.
            log.warning("gateway %s did not respond to a card payment ref=%s: %s", provider, ref, error)
        except (ProviderError, BadInput) as error:
            log.warning("gateway %s refused the card ref=%s: %s", provider, ref, error)
            return _page(request, attempt, refused=True)
        except DomainError as error:
            log.info("the attempt accepts no card ref=%s: %s", ref, error.code)
        return SeeOther(payment_page_url(attempt))


def _attempt(provider: str, ref: str) -> Attempt | None:
    return Attempt.objects.select_related("user").filter(provider=provider, ref=ref).first()


def _accepts_card(attempt: Attempt) -> bool:
    """Return whether the attempt is paid on this page and no token was submitted."""
    has_card_page = attempt.action.get("kind") == "page"
    return (
        has_card_page
        and attempt.is_waiting
        and not attempt.session_id
        and attempt.expires_at > timezone.now()
    )


def _page(
    request: Request, attempt: Attempt, *, step_up: dict[str, str] | None = None, refused: bool = False
) -> HttpResponse:
    """Render the page. With `step_up` it requests 3-D Secure and submits the same token again."""
    try:
        card = adapter_for(attempt).page()
    except Unreadable:
        return SeeOther(payment_page_url(attempt))
    own = attempt.user.language
    with translation.override(django_language(own) if own else translation.get_language()):
        language = translation.get_language() or "en"
        context = {
            "amount": _amount(attempt),
            "cancel": reverse("payment-cancel", args=[attempt.provider, attempt.ref]),
            "provider": provider_label(attempt.provider),
            "reference": attempt.reference,
            "refused": refused,
            "settings": _settings(attempt, card, step_up),
        }
        page = _template(card.template).render(context, request._request)
        response = HttpResponse(page, status=409 if refused else 200)
    response.headers["Content-Language"] = language
    response.headers["Cache-Control"] = "no-store"
    # The URL gives access to the payment, so gateways must not receive it; the CSRF check needs the Origin.
    response.headers["Referrer-Policy"] = "same-origin"
    names = {*POLICY, *card.sources}
    policy = {name: (*POLICY.get(name, ()), *card.sources.get(name, ())) for name in names}
    response._csp_config = policy  # type: ignore[attr-defined]  # read by django-csp
    return response


@cache
def _template(path: Path) -> Any:
    """Return the compiled template in a gateway's folder."""
    return engines["django"].from_string(path.read_text())


def _settings(attempt: Attempt, card: CardPage, step_up: dict[str, str] | None) -> dict[str, Any]:
    """Return the public settings of the page's script."""
    return {
        **attempt.action["fields"],
        "currency": attempt.currency,
        "step_up": step_up or {},
        "scripts": card.scripts,
        "title": platform_settings().app_name,
    }


def _amount(attempt: Attempt) -> str:
    """Format the amount like the platform, left to right in every language."""
    platform = platform_settings()
    text = (
        display_money(attempt.amount, platform)
        if attempt.currency == platform.code
        else f"{attempt.amount:.{exponent(attempt.currency)}f} {attempt.currency}"
    )
    return f"\u2066{text}\u2069"
