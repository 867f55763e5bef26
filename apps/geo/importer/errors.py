class ImportFailed(Exception):
    """The import stopped and the map in use is untouched; the message says why in one line."""
