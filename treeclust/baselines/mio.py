"""placeholder"""

from treeclust.baselines.answer import NONE_FOUND, Baseline

BASELINE = Baseline("mio", "MIO", "", lambda p, s, t, x: NONE_FOUND)
