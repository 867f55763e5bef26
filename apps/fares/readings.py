"""What the relay reads about fares for the metrics."""

from typing import Final

# The current factors are a few rows, by their unique index.
SURGE: Final = """
SELECT 'hansom_surge_factor', c.name, max(s.factor)::float8
FROM fares_surgefactor s JOIN fares_cartype c ON c.id = s.car_type_id
WHERE s.ended_at IS NULL GROUP BY c.name
"""
