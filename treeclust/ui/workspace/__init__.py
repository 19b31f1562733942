"""The Workspace page."""
