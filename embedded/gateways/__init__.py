"""Payment gateways played on this machine, for tests and for a development run without any account."""
