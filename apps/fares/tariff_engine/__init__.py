"""Prices by a tariff: rules in a file, facts of a trip, lines of a bill.

Pure: no Django, no clock, no randomness.
"""
