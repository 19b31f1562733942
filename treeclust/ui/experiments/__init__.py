"""The Experiments page."""
