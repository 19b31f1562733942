"""Engines side by side on the same problems, in one run: status, MD, MS, seconds, ratio; and where the time goes."""
