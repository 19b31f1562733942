"""Solving outside the caller's process: the protocol, and implementations of it."""
