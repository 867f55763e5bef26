"""The endpoints of gateways and returning browsers. Requests are stored and verified later."""

from typing import Any
from urllib.parse import urlsplit

from django.db import transaction
from django.db.models import Q
from django.http import HttpResponse, HttpResponseRedirect, QueryDict
from django.shortcuts import render
from django.utils.translation import gettext_lazy as _
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import OpenApiParameter, OpenApiResponse, extend_schema, extend_schema_view
from rest_framework import serializers
from rest_framework.negotiation import DefaultContentNegotiation
from rest_framework.permissions import AllowAny
from rest_framework.request import Request
from rest_framework.views import APIView

from apps.core.errors import BadInput, NotFound
from apps.core.outbox import events
from apps.core.rate_limits.throttles import ScopedThrottle
from apps.payments.attempts.orders import checkout_url, payment_page_url
from apps.payments.choices import WAITING, Purpose
from apps.payments.gateways.credentials import Unreadable
from apps.payments.gateways.registry import adapter_of, provider_label, provider_type
from apps.payments.models import Attempt, ProviderAccount
from apps.payments.port import Inbound
from apps.payments.services.checking import CHECK
from apps.payments.services.receiving import receive

NOWHERE = "/payments/unknown"
FORM = "application/x-www-form-urlencoded"
ANY_BODY = {"application/json": OpenApiTypes.ANY, FORM: OpenApiTypes.OBJECT, "text/plain": OpenApiTypes.STR}
"""Each gateway has its own format."""
RECEIVED = OpenApiResponse(str, description="Stored, to be verified with the gateway.")
HTML = (200, "text/html")


def redirects(name: str, *, request: Any = None, responses: dict[Any, Any] | None = None) -> Any:
    """Return the schema of an endpoint that redirects browsers with 303."""
    location = OpenApiParameter("Location", str, OpenApiParameter.HEADER, response=[303])
    redirect = OpenApiResponse(description="Redirects to the payment's page, or to the gateway.")
    return extend_schema(
        operation_id=f"payments_{name}",
        parameters=[location],
        request=request,
        responses={303: redirect, **(responses or {})},
        auth=[],
    )


class SeeOther(HttpResponseRedirect):
    status_code = 303


def inbound_of(request: Request) -> Inbound:
    """Return the request with its unparsed body."""
    plain = request._request
    check_storable(plain.GET)
    return Inbound(
        method=plain.method or "",
        headers={name.lower(): value for name, value in plain.headers.items()},
        query={name: plain.GET[name] for name in plain.GET},
        body=plain.body,
        remote_addr=plain.META.get("REMOTE_ADDR", ""),
    )


def check_storable(values: QueryDict) -> None:
    """Raise BadInput invalid for a NUL character, which PostgreSQL does not accept."""
    if any("\0" in text for name, texts in values.lists() for text in (name, *texts)):
        raise BadInput("invalid", _("Some values aren't allowed."))


class AnyAnswer(DefaultContentNegotiation):
    """Ignore the Accept header."""

    def select_renderer(
        self, request: Request, renderers: Any, format_suffix: str | None = None
    ) -> tuple[Any, str]:
        return renderers[0], renderers[0].media_type


class StartFormSerializer(serializers.Serializer[Any]):
    order_id = serializers.CharField(help_text="The reference of a started payment.")
    cust_id = serializers.CharField(required=False)
    email = serializers.CharField(required=False)
    mobile_no = serializers.CharField(required=False)


class _PublicView(APIView):
    """A public endpoint; requests are verified by their signature where it matters."""

    authentication_classes = ()
    content_negotiation_class = AnyAnswer
    permission_classes = (AllowAny,)


class _StoreThrottle(ScopedThrottle):
    """Limits an address's POST requests, because each is stored."""

    def allow_request(self, request: Request, view: APIView) -> bool:
        return request.method != "POST" or super().allow_request(request, view)


@extend_schema_view(
    post=extend_schema(
        operation_id="payments_webhook",
        request=ANY_BODY,
        responses={(200, "text/plain"): RECEIVED},
        auth=[],
    ),
    get=extend_schema(
        operation_id="payments_webhook_challenge", responses={(200, "text/plain"): str}, auth=[]
    ),
)
class WebhookView(_PublicView):
    """Stores webhooks and responds at once. Gateways retry after too_many_requests."""

    throttle_classes = (_StoreThrottle,)
    throttle_scope = "payment_webhook"

    def post(self, request: Request, provider: str) -> HttpResponse:
        provider_type(provider)
        receive(provider=provider, inbound=inbound_of(request))
        return HttpResponse("OK", content_type="text/plain")

    def get(self, request: Request, provider: str) -> HttpResponse:
        """Respond to a gateway that verifies the webhook address."""
        provider_type(provider)
        for account in ProviderAccount.objects.filter(provider=provider):
            try:
                answer = adapter_of(account).challenge(inbound_of(request))
            except Unreadable:
                continue
            if answer is not None:
                return HttpResponse(answer, content_type="text/plain")
        raise NotFound("not_found", "This address receives notifications.")


@extend_schema_view(get=redirects("return"), post=redirects("return_form", request=ANY_BODY))
class ReturnView(_PublicView):
    """Receives the payer's browser from the gateway, by link or form."""

    throttle_classes = (_StoreThrottle,)
    throttle_scope = "payment_webhook"

    def get(self, request: Request, provider: str, ref: str) -> HttpResponse:
        attempt = _attempt(provider, ref)
        if attempt is None:
            return SeeOther(NOWHERE)
        with transaction.atomic():
            events.enqueue(CHECK, attempt_id=attempt.pk)
        return SeeOther(payment_page_url(attempt))

    def post(self, request: Request, provider: str, ref: str) -> HttpResponse:
        attempt = _attempt(provider, ref)
        if attempt is None or not provider_type(provider).signed_returns:
            return self.get(request, provider, ref)
        receive(provider=provider, inbound=inbound_of(request))
        return SeeOther(payment_page_url(attempt))


@extend_schema_view(get=redirects("cancel"), post=redirects("cancel_form", request=ANY_BODY))
class CancelView(_PublicView):
    """Receives a payer who cancelled. The attempt stays open, because only the gateway can decide."""

    def get(self, request: Request, provider: str, ref: str) -> HttpResponse:
        attempt = _attempt(provider, ref)
        return SeeOther(NOWHERE if attempt is None else f"{payment_page_url(attempt)}?cancelled=1")

    def post(self, request: Request, provider: str, ref: str) -> HttpResponse:
        return self.get(request, provider, ref)


@extend_schema_view(post=redirects("start", request={FORM: StartFormSerializer}))
class StartView(_PublicView):
    """The specification's form (section 7): order_id is a started payment; amounts are ignored.

    It only redirects the browser to the gateway, so it requires no login. A booking's id and short reference
    can be guessed, so with those the form must also identify the payer.
    """

    def post(self, request: Request, provider: str) -> HttpResponse:
        form = request._request.POST
        check_storable(form)
        attempt = _attempt_of_form(form, provider)
        if attempt is None or not attempt.action:
            return SeeOther(NOWHERE)
        return SeeOther(checkout_url(attempt))


@extend_schema_view(get=redirects("go", responses={HTML: str}))
class GoView(_PublicView):
    """A page that submits the gateway's form automatically, or by a button without JavaScript."""

    def get(self, request: Request, provider: str, ref: str) -> HttpResponse:
        attempt = _attempt(provider, ref)
        if attempt is None or not attempt.is_waiting or attempt.action.get("kind") != "post":
            return SeeOther(NOWHERE if attempt is None else payment_page_url(attempt))
        to = urlsplit(attempt.action["url"])
        fields = attempt.action["fields"]
        context = {
            "url": attempt.action["url"],
            "fields": [(name, fields[name]) for name in attempt.action.get("order", fields)],
            "provider": provider_label(provider),
        }
        response = render(request._request, "payments/go.html", context)
        response.headers["Cache-Control"] = "no-store"
        response._csp_update = {"form-action": [f"{to.scheme}://{to.netloc}"]}  # type: ignore[attr-defined]  # read by django-csp
        return response


def _attempt_of_form(form: QueryDict, provider: str) -> Attempt | None:
    """Return the open attempt by its reference, a top-up's reference, or a booking's with its payer."""
    order_id = form.get("order_id", "")[:60]
    named = Q(ref=order_id) | Q(reference=order_id, purpose=Purpose.TOP_UP)
    if payer := _payer(form):
        of_booking = Q(reference=order_id) | (Q(booking_id=order_id) if _is_number(order_id) else Q())
        named |= Q(purpose=Purpose.BOOKING) & of_booking & payer
    waiting = Attempt.objects.filter(named, provider=provider, state__in=WAITING)
    return waiting.order_by("-id").first()


def _payer(form: QueryDict) -> Q | None:
    """Return the filter by payer: the id, and an email or a phone that others do not know."""
    cust_id, email, mobile = (form.get(name, "") for name in ("cust_id", "email", "mobile_no"))
    if not (_is_number(cust_id) and (email or mobile)):
        return None
    return Q(user_id=cust_id) & (Q(user__email__iexact=email or None) | Q(user__mobile=mobile or None))


def _is_number(text: str) -> bool:
    return text.isascii() and text.isdigit() and len(text) < 19


def _attempt(provider: str, ref: str) -> Attempt | None:
    return Attempt.objects.filter(provider=provider, ref=ref).first()
