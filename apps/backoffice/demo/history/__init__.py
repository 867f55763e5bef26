"""Two months of demo trips, deliveries and admin work, generated in memory.

Users, roads, prices and transitions come from the platform: fares from the engine, statuses from the
transition table, money as balanced entries. Only who travelled where and when is random, with a fixed
seed, so each run gives the same history, counted from today (docs/decisions/0058).
"""
