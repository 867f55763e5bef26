"""The wallet's files written by PostgreSQL have the same bytes as those of the columns' values."""

from decimal import Decimal as D

import pytest
from django.utils import translation

from apps.accounts.models import User
from apps.core.platform import update_platform_settings
from apps.exports import copying
from apps.wallet.models import Withdrawal
from apps.wallet.withdrawals.payouts import request_withdrawal
from tests.exports.same_files import assert_same_files
from tests.wallet.stories import give
from tests.wallet.test_selectors import trip

pytestmark = pytest.mark.django_db


@pytest.fixture
def story(ada: User, ben: User, dora: User) -> User:
    ben.bank_name, ben.bank_code, ben.bank_account = "=Bank; Isle", "-IB", ""
    ben.save()
    update_platform_settings(decimal=3)
    give(ben, "100.005", dora)
    update_platform_settings(decimal=2)
    trip(81, rider=ada, driver=ben)
    request_withdrawal(user=ben, amount=D(20))
    return ben


@pytest.mark.parametrize("language", ["en", "fr", "ar"])
def test_wallet_history_has_the_same_bytes(
    language: str, story: User, dora: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(copying, "CSV_ROWS", 2)
    with translation.override(language):
        assert assert_same_files("wallet", story) == 4
        assert assert_same_files("wallet", dora, user=story.pk) == 4


@pytest.mark.parametrize("is_demo", [False, True])
@pytest.mark.parametrize("ordering", ["-requested_at", "amount"])
def test_withdrawals_have_the_same_bytes(is_demo: bool, ordering: str, story: User, dora: User) -> None:
    request_withdrawal(user=story, amount=D("10.5"))
    Withdrawal.objects.filter(amount=20).update(name="Müller; -1", bank_code="")
    update_platform_settings(allow_critical_edits_admin=not is_demo)
    assert assert_same_files("withdrawals", dora, ordering=ordering) == 2
