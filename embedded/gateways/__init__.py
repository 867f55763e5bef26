"""Sandbox payment gateways, for tests and for development without merchant accounts."""
