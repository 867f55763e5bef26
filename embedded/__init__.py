"""Runs real servers from Python wheels as child processes that end with their parent.

Standard library only, except for the sandbox gateways.
"""
