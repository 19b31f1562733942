"""An objective that brings no search for the fast engine."""

from __future__ import annotations

from dataclasses import replace

from treeclust.objectives.md import OBJECTIVE as MD

OBJECTIVE = replace(MD, name="plain", search=None)
