from django.urls import path

from apps.payments.guests import views as guests
from apps.payments.views import admin, attempts, bookings, cards, gateways, payers, test_gateway

urlpatterns = [
    path("payment-providers/", payers.ProvidersView.as_view(), name="payment-providers"),
    path("payment-accounts/", admin.AccountsView.as_view(), name="payment-accounts"),
    path(
        "payment-accounts/<slug:provider>/<slug:mode>/",
        admin.AccountView.as_view(),
        name="payment-account",
    ),
    path(
        "payment-accounts/<slug:provider>/<slug:mode>/check/",
        admin.AccountCheckView.as_view(),
        name="payment-account-check",
    ),
    path("me/wallet/top-ups/", payers.TopUpsView.as_view(), name="top-ups"),
    path("payments/bookings/<int:pk>/", bookings.BookingPaymentsView.as_view(), name="booking-payments"),
    path("guest/<str:token>/payment/", guests.GuestPaymentView.as_view(), name="guest-payment"),
    path(
        "guest/<str:token>/payment/check/",
        guests.GuestPaymentCheckView.as_view(),
        name="guest-payment-check",
    ),
    path("payments/attempts/<slug:ref>/", attempts.AttemptView.as_view(), name="attempt"),
    path("payments/checkouts/<slug:ref>/", payers.CheckoutView.as_view(), name="checkout"),
    path("payments/checkouts/<slug:ref>/check/", payers.CheckView.as_view(), name="checkout-check"),
    path("payments/checkouts/<slug:ref>/submit/", payers.SubmitView.as_view(), name="checkout-submit"),
    path("payments/checkouts/<slug:ref>/refund/", admin.RefundView.as_view(), name="checkout-refund"),
    path("payments/test/pages/<slug:ref>/", test_gateway.TestGatewayView.as_view(), name="payment-test-page"),
    path("payments/<slug:provider>/start/", gateways.StartView.as_view(), name="payment-start"),
    path("payments/<slug:provider>/webhook/", gateways.WebhookView.as_view(), name="payment-webhook"),
    path("payments/<slug:provider>/go/<slug:ref>/", gateways.GoView.as_view(), name="payment-go"),
    path("payments/<slug:provider>/card/<slug:ref>/", cards.CardView.as_view(), name="payment-card"),
    path("payments/<slug:provider>/return/<slug:ref>/", gateways.ReturnView.as_view(), name="payment-return"),
    path("payments/<slug:provider>/cancel/<slug:ref>/", gateways.CancelView.as_view(), name="payment-cancel"),
]
