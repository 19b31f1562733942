"""Best answer and proved bound over time, small enough for a sidebar. Numbers only, so it is safe as plain SVG."""

from __future__ import annotations

from collections.abc import Sequence

from treeclust.core.progress import Progress

WIDTH, HEIGHT, BORDER = 240, 72, 6
Point = tuple[float, float]


def progress_lines(history: Sequence[Progress]) -> tuple[list[Point], list[Point]]:
    """(seconds, MD) of the incumbent and (seconds, bound), steps included."""
    incumbent = _steps([(p.seconds, p.md) for p in history])
    bound = _steps([(p.seconds, p.md_lower_bound) for p in history])
    return incumbent, bound


def _steps(points: Sequence[tuple[float, float | None]]) -> list[Point]:
    steps: list[Point] = []
    for seconds, value in points:
        if value is None:
            continue
        if steps and steps[-1][1] != value:
            steps.append((seconds, steps[-1][1]))
        steps.append((seconds, value))
    return steps


def progress_svg(history: Sequence[Progress]) -> str:
    """The chart, or an empty frame of the same size before there is anything to draw."""
    incumbent, bound = progress_lines(history)
    everything = incumbent + bound
    body = ""
    if everything:
        last = max(seconds for seconds, _ in everything) or 1.0
        low, high = min(v for _, v in everything), max(v for _, v in everything)
        room = (high - low) or 1.0

        def place(point: Point) -> str:
            x = BORDER + point[0] / last * (WIDTH - 2 * BORDER)
            y = HEIGHT - BORDER - (point[1] - low) / room * (HEIGHT - 2 * BORDER)
            return f"{x:.1f},{y:.1f}"

        for points, look in ((incumbent, "best"), (bound, "bound")):
            if points:
                line = " ".join(place(p) for p in [*points, (last, points[-1][1])])
                body += f'<polyline class="{look}" points="{line}"/>'
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" class="tc-progress" viewBox="0 0 {WIDTH} {HEIGHT}" '
        'preserveAspectRatio="none" role="img" '
        f'aria-label="Best diameter and proved bound over time">{body}</svg>'
    )
