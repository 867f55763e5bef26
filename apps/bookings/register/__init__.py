"""The register: each dispatch with what a licensing authority requires, and inspectors' access to it."""
