"""Exact search: decision oracles from SAT to cube and conquer, and what is asked of them."""
