"""Worked examples: trips with every amount calculated by hand from document 1, section 9.

- `table.py` defines the format of a row; `taxi.py`, `promos.py`, `cancelled.py`, `delivery.py` and
  `prepaid.py` are the table.
- `runner.py` runs a row through the API and compares: every amount of the booking, every line of its bill,
  every entry of the ledger, both wallets.
- `test_card.py` runs those of `card.py`, and checks the ledger when one fare is paid in several ways.

No expected amount is produced by the engine: each row contains its calculation.
"""
