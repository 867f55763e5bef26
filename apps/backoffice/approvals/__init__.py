"""Refunds, payouts and wallet changes above a limit, approved by a second admin."""
