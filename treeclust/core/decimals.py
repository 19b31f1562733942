"""The shortest decimal in a gap: thresholds that people can read, and that still part the same rows."""

from __future__ import annotations

import datetime
import math
from decimal import Decimal

SECONDS_PER_DAY = 86_400
DATE_STEPS = (1, 24, 24 * 60, SECONDS_PER_DAY, SECONDS_PER_DAY * 10**3, SECONDS_PER_DAY * 10**6)
"""Parts of a day that a date may be cut at: days, hours, minutes, seconds, thousandths and millionths of these."""
MOST_DIGITS = 17
"""A float needs no more."""
ROUNDED = 2.0**53
LARGEST_WHOLE = 2.0**63
"""Whole numbers between these are read with all their digits, but not every one of them is a float."""


def shortest_decimal(low: float, high: float) -> float:
    """The number t with low ≤ t < high that has the fewest digits; of several the one nearest to the middle."""
    if not low < high:
        return low
    next_up = math.nextafter(low, math.inf)
    if max(abs(low), abs(high)) >= ROUNDED and next_up < high:
        low = next_up  # a whole number that was rounded down to `low` would be above it
    middle = low + (high - low) / 2
    power = math.floor(math.log10(max(abs(low), abs(high), high - low))) + 1
    for exponent in range(power, power - 2 * MOST_DIGITS, -1):
        unit = Decimal(1).scaleb(exponent)
        found = [t for t in neighbours(middle, unit) if low <= t < high]
        if found:
            return min(found, key=lambda t: abs(t - middle))
    return low


def neighbours(middle: float, unit: Decimal) -> list[float]:
    """The multiples of the unit below and above a number."""
    below = (Decimal(middle) / unit).to_integral_value(rounding="ROUND_FLOOR") * unit
    return [float(below), float(below + unit)]


def whole_digits(threshold: float) -> str | None:
    """A threshold between whole numbers that floats round, in digits: what is read as at most the threshold is at most
    this number, digit by digit. None where floats round no whole number, or where they are read as floats anyway."""
    if not ROUNDED <= abs(threshold) < LARGEST_WHOLE:
        return None
    middle = (int(threshold) + int(math.nextafter(threshold, math.inf))) // 2
    return str(middle if float(middle) == threshold else middle - 1)


def shortest_moment(low: float, high: float) -> float:
    """As `shortest_decimal`, for days since 1970: a whole day if there is one, else a whole hour, minute, second, …"""
    middle = low + (high - low) / 2
    for parts in DATE_STEPS:
        found = [t for t in (math.floor(middle * parts) / parts, math.ceil(middle * parts) / parts) if low <= t < high]
        if found:
            return min(found, key=lambda t: abs(t - middle))
    return middle if low <= middle < high else low


def last_moment(days: float) -> datetime.timedelta:
    """The last millionth of a second since 1970 that is read as at most so many days."""
    day, step = datetime.timedelta(days=1), datetime.timedelta(microseconds=1)
    at = days * day
    while at / day > days:
        at -= step
    while (at + step) / day <= days:
        at += step
    return at
