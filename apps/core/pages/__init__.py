"""Serves the pages of the React app, prerendered per language."""
