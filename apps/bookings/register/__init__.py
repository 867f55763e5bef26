"""The register: each dispatch with what a licensing authority asks about it, and inspectors' access to it."""
