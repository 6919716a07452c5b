#!/usr/bin/env python3
"""Draws runs of the obstacle-avoidance test as an SVG, seen from above, with roll and load below.

    kamm run moose --car bmw-m3-e46 --csv m3.csv
    tools/moose_picture.py "BMW M3":m3.csv:1.78 "Hilux, laden":hilux.csv:1.855 > docs/pictures/moose.svg

Each argument is NAME:CSV:WIDTH_M. Needs nothing but Python's own library.
"""
import csv
import math
import sys

COLOURS = ["#1b6ca8", "#c8431d", "#2f8f4e"]
SCALE = 12.0  # pixels per metre
LEFT, TOP, COURSE_M = 60, 30, 61.0


def lanes(width):
    """(start, end, right, left) of the three lanes of ISO 3888-2, entry lane's middle at y = 0."""
    entry = 1.1 * width + 0.25
    side = width + 1.0
    leave = min(1.3 * width + 0.25, 3.0)
    inner = entry / 2 + 1.0
    return [(0, 12, -entry / 2, entry / 2), (25.5, 36.5, inner, inner + side),
            (49, 61, -entry / 2, -entry / 2 + leave)]


def read(path):
    with open(path, newline="") as file:
        rows = [{k: float(v) for k, v in row.items() if v} for row in csv.DictReader(file)]
    rows = [row for row in rows if -6 <= row["x_m"] <= COURSE_M + 6]
    if not rows:
        sys.exit(f"{path}: no row with x_m between -6 and {COURSE_M + 6:g} m")
    return rows


def pixel(x, y):
    return LEFT + (x + 6) * SCALE, TOP + (6.4 - y) * SCALE


def path(points, colour, width=2.0, extra=""):
    text = " ".join(f"{x:.1f},{y:.1f}" for x, y in points)
    return (f'<polyline points="{text}" fill="none" stroke="{colour}" '
            f'stroke-width="{width}" {extra}/>')


def outline(row, length, width, colour):
    c, s = math.cos(row["yaw_rad"]), math.sin(row["yaw_rad"])
    corners = [(length / 2, width / 2), (length / 2, -width / 2), (-length / 2, -width / 2),
               (-length / 2, width / 2)]
    points = [pixel(row["x_m"] + c * u - s * v, row["y_m"] + s * u + c * v) for u, v in corners]
    text = " ".join(f"{x:.1f},{y:.1f}" for x, y in points)
    return f'<polygon points="{text}" fill="{colour}" fill-opacity="0.13" stroke="{colour}"/>'


def course(width, colour):
    parts = []
    for start, end, right, left in lanes(width):
        for i in range(5):
            x = start + (end - start) * i / 4
            for y, out in ((right, -0.15), (left, 0.15)):
                px, py = pixel(x, y + out)
                parts.append(f'<circle cx="{px:.1f}" cy="{py:.1f}" r="2.6" fill="{colour}"/>')
    return parts


def strip(runs, channel, unit, factor, top, height, title):
    values = [[(row["x_m"], factor * channel(row)) for row in rows] for _, rows, _ in runs]
    low = min(0.0, min(v for run in values for _, v in run))
    high = max(v for run in values for _, v in run) or 1.0
    to_y = lambda v: top + height * (high - v) / (high - low)
    right = LEFT + (COURSE_M + 12) * SCALE
    parts = [f'<text x="{LEFT}" y="{top - 7}" class="t">{title}</text>',
             path([(LEFT, to_y(0)), (right, to_y(0))], "#999", 0.8)]
    for value in (low, high):
        parts.append(f'<text x="{LEFT - 6}" y="{to_y(value) + 4:.1f}" class="n">{value:.3g} {unit}</text>')
    for run, colour in zip(values, COLOURS):
        parts.append(path([(LEFT + (x + 6) * SCALE, to_y(v)) for x, v in run], colour, 1.6))
    return parts


def main(arguments):
    if not arguments or arguments[0] in ("-h", "--help"):
        sys.exit(__doc__)
    runs = []
    for argument in arguments:
        try:
            name, file, width = argument.rsplit(":", 2)
            runs.append((name, read(file), float(width)))
        except (ValueError, OSError, KeyError) as error:
            sys.exit(f"{argument}: {error!r}; wanted NAME:CSV:WIDTH_M")
    size = (LEFT + (COURSE_M + 12) * SCALE + 30, TOP + 12.2 * SCALE + 270)
    parts = [f'<svg xmlns="http://www.w3.org/2000/svg" width="{size[0]:.0f}" height="{size[1]:.0f}" '
             'font-family="sans-serif" font-size="13">',
             '<style>.t{fill:#333}.n{fill:#666;text-anchor:end;font-size:11px}</style>',
             '<rect width="100%" height="100%" fill="white"/>',
             f'<text x="{LEFT}" y="20" class="t">Obstacle avoidance, ISO 3888-2, seen from above</text>']
    for (name, rows, width), colour in zip(runs, COLOURS):
        parts += course(width, colour)
        wanted = -4.0
        for row in rows:
            if row["x_m"] >= wanted:
                parts.append(outline(row, 4.6, width, colour))
                wanted += 9.0
        parts.append(path([pixel(row["x_m"], row["y_m"]) for row in rows], colour))
    for i, ((name, rows, _), colour) in enumerate(zip(runs, COLOURS)):
        entry = 3.6 * next((r["speed_mps"] for r in rows if r["x_m"] >= 0), rows[0]["speed_mps"])
        x = LEFT + 420 + 220 * i
        parts.append(f'<text x="{x}" y="20" fill="{colour}">{name}, {entry:.0f} km/h</text>')
    below = TOP + 12.2 * SCALE
    parts += strip(runs, lambda r: r["roll_rad"], "deg", 180 / math.pi, below + 30, 80, "Roll")
    parts += strip(runs, lambda r: min(r[f"wheel{w}_load_n"] for w in range(4)), "kN", 1e-3,
                   below + 155, 80, "Load on the lightest wheel")
    parts.append("</svg>")
    print("\n".join(parts))


if __name__ == "__main__":
    if any(word.startswith("-") for word in sys.argv[1:]):
        sys.exit(__doc__)
    main(sys.argv[1:])
