"""Coordinate descent over trees: good trees soon, without proof."""
