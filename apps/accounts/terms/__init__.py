"""Versions of the terms of use and the privacy policy, and who agreed to which."""
