"""Map providers on loopback, as strict as the originals: what those would reject is rejected here."""
