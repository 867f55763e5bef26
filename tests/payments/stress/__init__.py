"""Stress test of payments: concurrent random operations, after which the books must balance."""
