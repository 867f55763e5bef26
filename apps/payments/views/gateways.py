"""Where gateways and returning browsers come to. Nothing is believed here: it is stored, and asked about."""

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

from apps.core import events
from apps.core.errors import BadInput, NotFound
from apps.core.throttles import ScopedThrottle
from apps.payments.choices import WAITING, Purpose
from apps.payments.credentials import Unreadable
from apps.payments.models import Attempt, ProviderAccount
from apps.payments.orders import page_of, way_of
from apps.payments.port import Inbound
from apps.payments.registry import opened, provider_type
from apps.payments.services.checking import CHECK
from apps.payments.services.receiving import receive

NOWHERE = "/payments/unknown"
FORM = "application/x-www-form-urlencoded"
ANY_BODY = {"application/json": OpenApiTypes.ANY, FORM: OpenApiTypes.OBJECT, "text/plain": OpenApiTypes.STR}
"""Each gateway has a form of its own."""
RECEIVED = OpenApiResponse(str, description="Stored; what it says is then looked up at the gateway.")
HTML = (200, "text/html")


def sends_on(name: str, *, request: Any = None, responses: dict[Any, Any] | None = None) -> Any:
    """A call of browsers in the schema: 303 to the payment's page, or to the gateway."""
    location = OpenApiParameter("Location", str, OpenApiParameter.HEADER, response=[303])
    on = OpenApiResponse(description="On to the payment's page, or to the gateway.")
    return extend_schema(
        operation_id=f"payments_{name}",
        parameters=[location],
        request=request,
        responses={303: on, **(responses or {})},
        auth=[],
    )


class SeeOther(HttpResponseRedirect):
    status_code = 303


def inbound_of(request: Request) -> Inbound:
    """The request in its own bytes; nothing has parsed it before."""
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
    """Raises BadInput invalid for a NUL character, which PostgreSQL neither stores nor looks for."""
    if any("\0" in text for name, texts in values.lists() for text in (name, *texts)):
        raise BadInput("invalid", _("Some values aren't allowed."))


class AnyAnswer(DefaultContentNegotiation):
    """Browsers and gateways get what there is, whatever they say they accept."""

    def select_renderer(
        self, request: Request, renderers: Any, format_suffix: str | None = None
    ) -> tuple[Any, str]:
        return renderers[0], renderers[0].media_type


class StartFormSerializer(serializers.Serializer[Any]):
    order_id = serializers.CharField(help_text="Of a payment that was begun.")
    cust_id = serializers.CharField(required=False)
    email = serializers.CharField(required=False)
    mobile_no = serializers.CharField(required=False)


class _OpenView(APIView):
    """Called by strangers: who they are shows in what they sign, or does not matter."""

    authentication_classes = ()
    content_negotiation_class = AnyAnswer
    permission_classes = (AllowAny,)


class _KeepingThrottle(ScopedThrottle):
    """Counts what an address leaves with us, for all of it is stored; looking is free."""

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
class WebhookView(_OpenView):
    """Keeps what comes, and answers at once; too_many_requests is for gateways a reason to come again."""

    throttle_classes = (_KeepingThrottle,)
    throttle_scope = "payment_webhook"

    def post(self, request: Request, provider: str) -> HttpResponse:
        provider_type(provider)
        receive(provider=provider, inbound=inbound_of(request))
        return HttpResponse("OK", content_type="text/plain")

    def get(self, request: Request, provider: str) -> HttpResponse:
        """Some gateways ask first whether the address is ours."""
        provider_type(provider)
        for account in ProviderAccount.objects.filter(provider=provider):
            try:
                answer = opened(account).challenge(inbound_of(request))
            except Unreadable:
                continue
            if answer is not None:
                return HttpResponse(answer, content_type="text/plain")
        raise NotFound("not_found", "This address takes notifications.")


@extend_schema_view(get=sends_on("return"), post=sends_on("return_form", request=ANY_BODY))
class ReturnView(_OpenView):
    """The browser is back, by a link or by a form; who it is does not matter, the reference does."""

    throttle_classes = (_KeepingThrottle,)
    throttle_scope = "payment_webhook"

    def get(self, request: Request, provider: str, ref: str) -> HttpResponse:
        attempt = _attempt(provider, ref)
        if attempt is None:
            return SeeOther(NOWHERE)
        with transaction.atomic():
            events.enqueue(CHECK, attempt_id=attempt.pk)
        return SeeOther(page_of(attempt))

    def post(self, request: Request, provider: str, ref: str) -> HttpResponse:
        attempt = _attempt(provider, ref)
        if attempt is None or not provider_type(provider).signed_returns:
            return self.get(request, provider, ref)
        receive(provider=provider, inbound=inbound_of(request))
        return SeeOther(page_of(attempt))


@extend_schema_view(get=sends_on("cancel"), post=sends_on("cancel_form", request=ANY_BODY))
class CancelView(_OpenView):
    """The payer turned back. That is a wish, no fact: the attempt stays open until the gateway says no."""

    def get(self, request: Request, provider: str, ref: str) -> HttpResponse:
        attempt = _attempt(provider, ref)
        return SeeOther(NOWHERE if attempt is None else f"{page_of(attempt)}?cancelled=1")

    def post(self, request: Request, provider: str, ref: str) -> HttpResponse:
        return self.get(request, provider, ref)


@extend_schema_view(post=sends_on("start", request={FORM: StartFormSerializer}))
class StartView(_OpenView):
    """The documents' form (section 7): order_id names a payment that was begun, no amount in it counts.

    It only sends the browser on to the gateway, so it asks no one who they are. A booking's id and its
    short reference can be guessed, though: with those the form has to name its payer.
    """

    def post(self, request: Request, provider: str) -> HttpResponse:
        form = request._request.POST
        check_storable(form)
        attempt = _named(form, provider)
        if attempt is None or not attempt.action:
            return SeeOther(NOWHERE)
        return SeeOther(way_of(attempt))


@extend_schema_view(get=sends_on("go", responses={HTML: str}))
class GoView(_OpenView):
    """Posts what a gateway wants posted, by itself; without script there is a button."""

    def get(self, request: Request, provider: str, ref: str) -> HttpResponse:
        attempt = _attempt(provider, ref)
        if attempt is None or not attempt.is_waiting or attempt.action.get("kind") != "post":
            return SeeOther(NOWHERE if attempt is None else page_of(attempt))
        to = urlsplit(attempt.action["url"])
        fields = attempt.action["fields"]
        context = {
            "url": attempt.action["url"],
            "fields": [(name, fields[name]) for name in attempt.action.get("order", fields)],
            "provider": provider_type(provider).label,
        }
        response = render(request._request, "payments/go.html", context)
        response.headers["Cache-Control"] = "no-store"
        response._csp_update = {"form-action": [f"{to.scheme}://{to.netloc}"]}  # type: ignore[attr-defined]  # read by django-csp
        return response


def _named(form: QueryDict, provider: str) -> Attempt | None:
    """The payment that a form is about: by ours or a top-up's reference, or a booking's with its payer."""
    order_id = form.get("order_id", "")[:60]
    named = Q(ref=order_id) | Q(reference=order_id, purpose=Purpose.TOP_UP)
    if payer := _payer(form):
        of_booking = Q(reference=order_id) | (Q(booking_id=order_id) if _is_number(order_id) else Q())
        named |= Q(purpose=Purpose.BOOKING) & of_booking & payer
    waiting = Attempt.objects.filter(named, provider=provider, state__in=WAITING)
    return waiting.order_by("-id").first()


def _payer(form: QueryDict) -> Q | None:
    """By number, and by an address or a phone that strangers do not know."""
    cust_id, email, mobile = (form.get(name, "") for name in ("cust_id", "email", "mobile_no"))
    if not (_is_number(cust_id) and (email or mobile)):
        return None
    return Q(user_id=cust_id) & (Q(user__email__iexact=email or None) | Q(user__mobile=mobile or None))


def _is_number(text: str) -> bool:
    return text.isascii() and text.isdigit() and len(text) < 19


def _attempt(provider: str, ref: str) -> Attempt | None:
    return Attempt.objects.filter(provider=provider, ref=ref).first()
