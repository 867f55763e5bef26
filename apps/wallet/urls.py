from django.urls import path

from apps.wallet import views

urlpatterns = [
    path("me/wallet/", views.WalletView.as_view(), name="wallet"),
    path("me/wallet/history/", views.WalletHistoryView.as_view(), name="wallet-history"),
    path("me/earnings/", views.EarningsView.as_view(), name="earnings"),
]
