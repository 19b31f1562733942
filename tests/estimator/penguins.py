"""A made table of birds: numbers, text, and gaps."""

from __future__ import annotations

import numpy as np
import pandas as pd

KINDS = {"Adelie": (39, 18, 190, 3700), "Chinstrap": (49, 18, 196, 3730), "Gentoo": (47, 15, 217, 5080)}
ISLANDS = {"Adelie": "Torgersen", "Chinstrap": "Dream", "Gentoo": "Biscoe"}


def penguins(n: int, seed: int = 0) -> pd.DataFrame:
    """n birds of three kinds; every ninth lacks its sex, every eleventh the length of its bill."""
    rng = np.random.default_rng(seed)
    kinds = list(KINDS)
    rows = []
    for i in range(n):
        kind = kinds[i * 3 // n]
        bill, depth, flipper, mass = rng.normal(KINDS[kind], (2.5, 1.0, 6.0, 300.0))
        rows.append(
            {
                "name": f"bird {i}",
                "island": ISLANDS[kind] if i % 5 else "Dream",
                "bill_length": np.nan if i % 11 == 10 else round(bill, 1),
                "bill_depth": round(depth, 1),
                "flipper": round(flipper),
                "mass": round(mass / 25) * 25,
                "sex": None if i % 9 == 8 else ("male", "female")[i % 2],
            }
        )
    return pd.DataFrame(rows)
