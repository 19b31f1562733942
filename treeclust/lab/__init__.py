"""Measuring: other methods to compare with, the paper's experiments, and the engines side by side."""
