"""Benches: how fast, beside what, on this machine, in this run. They judge nothing."""
