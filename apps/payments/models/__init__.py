from apps.payments.models.account import ProviderAccount
from apps.payments.models.attempt import Attempt
from apps.payments.models.notification import Notification
from apps.payments.models.refund import Refund
from apps.payments.models.test_charge import TestCharge

__all__ = ["Attempt", "Notification", "ProviderAccount", "Refund", "TestCharge"]
