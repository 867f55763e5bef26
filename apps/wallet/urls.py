from django.urls import path

from apps.wallet.history.entries import WALLET_OF_USER
from apps.wallet.views import admin, own, withdrawals

urlpatterns = [
    path("me/wallet/", own.WalletView.as_view(), name="wallet"),
    path("me/wallet/withdrawals/", withdrawals.OwnWithdrawalsView.as_view(), name="own-withdrawals"),
    path("me/earnings/", own.EarningsView.as_view(), name="earnings"),
    path("withdrawals/<int:pk>/process/", admin.ProcessView.as_view(), name="withdrawal-process"),
    path("withdrawals/<int:pk>/reject/", admin.RejectView.as_view(), name="withdrawal-reject"),
    path("withdrawals/batches/", admin.BatchesView.as_view(), name="payout-batches"),
    path("withdrawals/batches/<int:pk>/file/", admin.BatchFileView.as_view(), name="payout-batch-file"),
    path(
        "withdrawals/batches/<int:pk>/process/",
        admin.BatchProcessView.as_view(),
        name="payout-batch-process",
    ),
    path("users/<int:pk>/wallet/credit/", admin.CreditView.as_view(), name="wallet-credit"),
    path("users/<int:pk>/wallet/debit/", admin.DebitView.as_view(), name="wallet-debit"),
    path("users/<int:pk>/owed-fees/", admin.OwedFeesView.as_view(), name="user-owed-fees"),
    path("owed-fees/<int:pk>/write-off/", admin.WriteOffFeeView.as_view(), name="owed-fee-write-off"),
    path(WALLET_OF_USER.path, admin.UserHistoryView.as_view(), name="user-wallet-history"),
]
