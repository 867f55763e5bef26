"""Real servers from Python wheels, and processes that never outlive their parent.

Standard library only, but for the sandbox gateways.
"""
