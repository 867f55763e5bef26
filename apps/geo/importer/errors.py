class ImportFailed(Exception):
    """The import failed and the map in use is unchanged; the message gives the reason."""
