"""Cancelled rides, below, at and above each slab: 10 past 2 minutes, 15 past 4."""

from typing import Any, Final

from tests.worked.table import USUAL, Trip

OFF: Final[dict[str, Any]] = USUAL | {"ends": "CANCELLED"}
"""The usual ride as quoted."""

CANCELLED: Final = [
    Trip(
        name="cancelled before a driver accepted",
        sums="no driver is on the way: nothing",
        story="book; rider cancels",
        **OFF,
    ),
    Trip(
        name="cancelled after a minute and 59 seconds",
        sums="119 s < 120 s: nothing",
        story="book; accept; wait 119; rider cancels",
        **OFF,
    ),
    Trip(
        name="cancelled after exactly two minutes",
        sums="120 s do not exceed 2 minutes: nothing",
        story="book; accept; wait 120; rider cancels",
        **OFF,
    ),
    Trip(
        name="cancelled a second past two minutes",
        sums="121 s > 120 s: 10 to the driver who was on the way; 90 and 110",
        story="book; accept; wait 121; rider cancels",
        **OFF,
        cancellation_fee="10",
        ledger="cancellation_fee: rider -10, driver +10",
        rider=("100", "90"),
        driver=("100", "110"),
    ),
    Trip(
        name="cancelled after exactly four minutes",
        sums="240 s do not exceed 4 minutes: the slab of 2, 10",
        story="book; accept; wait 240; rider cancels",
        **OFF,
        cancellation_fee="10",
        ledger="cancellation_fee: rider -10, driver +10",
        rider=("100", "90"),
        driver=("100", "110"),
    ),
    Trip(
        name="cancelled a second past four minutes",
        sums="241 s > 240 s: 15; 85 and 115",
        story="book; accept; wait 241; rider cancels",
        **OFF,
        cancellation_fee="15",
        ledger="cancellation_fee: rider -15, driver +15",
        rider=("100", "85"),
        driver=("100", "115"),
    ),
    Trip(
        name="cancelled late with a wallet that holds too little",
        sums="fee 15, wallet 7.25: 7.25 paid, 7.75 owed",
        story="book; accept; wait 241; rider cancels",
        **OFF,
        cancellation_fee="7.25",
        ledger="cancellation_fee: rider -7.25, driver +7.25\nfee_owed: receivable -7.75, fees_owed +7.75",
        rider=("7.25", "0"),
        driver=("100", "107.25"),
    ),
    Trip(
        name="cancelled late with nothing in the wallet",
        sums="fee 15, wallet 0: 0 paid, 15 owed, and the booking is cancelled",
        story="book; accept; wait 241; rider cancels",
        **OFF,
        ledger="fee_owed: receivable -15, fees_owed +15",
        rider=("0", "0"),
    ),
    Trip(
        name="cancelled late by an admin",
        sums="cancelled by the operator: no fee",
        story="book; accept; wait 241; admin cancels",
        **OFF,
    ),
    Trip(
        name="cancelled by its driver, then cancelled",
        sums="no driver is on the way: nothing",
        story="book; accept; wait 241; driver cancels; rider cancels",
        **OFF,
    ),
    Trip(
        name="cancelled late with a promo",
        sums="15 for the time; the promo reduces the fare, not the fee; the booking shows its discount",
        story="book with promo; accept; wait 241; rider cancels",
        **OFF,
        promo={"promo_discount_value": "10"},
        discount="10",
        cancellation_fee="15",
        ledger="cancellation_fee: rider -15, driver +15",
        rider=("100", "85"),
        driver=("100", "115"),
    ),
    Trip(
        name="no driver accepted within half an hour",
        sums="cancelled by the platform after 1801 s: nothing",
        story="book; wait 1801; housekeeping",
        **OFF,
    ),
    Trip(
        name="cancelled after the driver arrived",
        sums="241 s > 240 s: 15, as before the arrival; 85 and 115",
        story="book; accept; wait 241; arrive; rider cancels",
        **OFF,
        cancellation_fee="15",
        ledger="cancellation_fee: rider -15, driver +15",
        rider=("100", "85"),
        driver=("100", "115"),
    ),
]
