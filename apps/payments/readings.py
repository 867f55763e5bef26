"""What the relay reads about payments for the metrics."""

from typing import Final

PENDING: Final = """
SELECT 'hansom_payments_pending', age, count(attempt.id)
FROM (VALUES ('under_10m', 0, 600), ('under_1h', 600, 3600), ('older', 3600, 1e9)) AS ages (age, low, high)
LEFT JOIN payments_attempt AS attempt
    ON attempt.state IN ('created', 'redirected', 'pending')
    AND extract(epoch FROM now() - attempt.created_at) >= low
    AND extract(epoch FROM now() - attempt.created_at) < high
GROUP BY age
"""
