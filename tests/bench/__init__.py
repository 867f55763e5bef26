"""Benchmarks: ratios on this machine, in this run. They do not fail on slow results."""
