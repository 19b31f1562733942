"""A file becomes a table, a table becomes a dataset, and new rows find their clusters."""
