"""Worked examples: trips whose every amount was worked out on paper, from document 1 section 9.

- `table.py` says how a row is read; `taxi.py`, `promos.py`, `cancelled.py`, `delivery.py` and
  `paid_ahead.py` are the table.
- `runner.py` runs a row through the API and compares: every amount of the booking, every line of its bill,
  every entry of the ledger, both wallets.
- `test_card.py` runs those of `card.py`, and checks the ledger's rule for a fare paid in every way at once.

No expected amount comes out of the engine: the sums stand in each row, in words.
"""
