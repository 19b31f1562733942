"""Two clusters: all small trees of both sides of a root, joined on what they say about the links across it."""
