"""Stripe's currencies and their minor units. Source: its page "Supported currencies"."""

from decimal import Decimal
from typing import Final


def _codes(table: str) -> frozenset[str]:
    return frozenset(table.split())


ZERO_DECIMAL: Final = _codes("BIF CLP DJF GNF JPY KMF KRW MGA PYG RWF VND VUV XAF XOF XPF")
THREE_DECIMAL: Final = _codes("BHD JOD KWD OMR TND")
TWO_DECIMAL: Final = _codes(
    """
    AED AFN ALL AMD ANG AOA ARS AUD AWG AZN BAM BBD BDT BGN BMD BND BOB BRL BSD BWP BYN BZD CAD CDF CHF CNY
    COP CRC CVE CZK DKK DOP DZD EGP ETB EUR FJD FKP GBP GEL GIP GMD GTQ GYD HKD HNL HTG HUF IDR ILS INR ISK
    JMD KES KGS KHR KYD KZT LAK LBP LKR LRD LSL MAD MDL MKD MMK MNT MOP MUR MVR MWK MXN MYR MZN NAD NGN NIO
    NOK NPR NZD PAB PEN PGK PHP PKR PLN QAR RON RSD RUB SAR SBD SCR SEK SGD SHP SLE SOS SRD STD SZL THB TJS
    TOP TRY TTD TWD TZS UAH USD UYU UZS WST XCD YER ZAR ZMW
    """
)
CURRENCIES: Final = ZERO_DECIMAL | TWO_DECIMAL | THREE_DECIMAL
"""Without UGX, whose units are UNVERIFIED: sources disagree, and an error would charge a hundredfold."""
EXPONENTS: Final = (
    dict.fromkeys(TWO_DECIMAL, 2) | dict.fromkeys(ZERO_DECIMAL, 0) | dict.fromkeys(THREE_DECIMAL, 3)
)
LAST_DIGITS: Final = dict.fromkeys(THREE_DECIMAL, 10) | {"ISK": 100}
"""An amount in Stripe's units must be a multiple of this."""

_MINIMA: Final = """
AED 2.00  AUD 0.50  BGN 1.00  BRL 0.50  CAD 0.50  CHF 0.50  CZK 15.00  DKK 2.50  EUR 0.50  GBP 0.30  HKD 4.00
HUF 175.00  INR 0.50  JPY 50  MXN 10  MYR 2  NOK 3.00  NZD 0.50  PLN 2.00  RON 2.00  SEK 3.00  SGD 0.50
THB 10  USD 0.50
"""
MIN_AMOUNT: Final = {
    code: Decimal(amount) for code, amount in zip(_MINIMA.split()[::2], _MINIMA.split()[1::2], strict=True)
}
"""The minimum charge. Source: Stripe's page "Minimum and maximum charge amounts"."""
MAX_UNITS: Final = 99_999_999
"""The maximum, eight digits of minor units. Source: the same page."""
