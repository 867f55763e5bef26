"""A believable past for the demo: two months of trips, deliveries and office work, made up in memory.

People, roads, prices and moves are the platform's own: fares by the engine, statuses by the transition
table, money by balanced entries. What is made up is who went where and when, by seeded chance: the same
past every time, counted from today (docs/decisions/0058).
"""
