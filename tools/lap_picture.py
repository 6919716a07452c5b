#!/usr/bin/env python3
"""Draws laps of the proving ground's circuit as an SVG: the driven line in the colours of its speed, and below it the
speed of each car along the way.

    kamm run lap --car bmw-m3-e46 --csv m3.csv
    tools/lap_picture.py "BMW M3, 82.0 s":m3.csv "Nissan Micra, 90.0 s":micra.csv > docs/pictures/lap.svg

Each argument is NAME:CSV; the line is the first one's. Needs nothing but Python's own library.
"""
import csv
import json
import math
import pathlib
import sys

WORLD = pathlib.Path(__file__).parent.parent / "data" / "worlds" / "proving-ground.json"
CURVES = ["#1b6ca8", "#c8431d", "#2f8f4e", "#7d4fb3"]
WIDTH, MARGIN, PLOT = 1100, 40, 190


def read(path):
    with open(path, newline="") as file:
        rows = [tuple(float(row[k]) for k in ("x_m", "y_m", "speed_mps"))
                for row in csv.DictReader(file)]
    if len(rows) < 2:
        sys.exit(f"{path}: no lap in it")
    return rows[::20] + rows[-1:]


def circuit():
    world = json.loads(WORLD.read_text())
    return next(path for path in world["paths"] if path["name"] == "circuit")


def rainbow(share):
    """Red where it is slow, over yellow and green to blue where it is fast."""
    return f"hsl({max(0, min(1, share)) * 230:.0f},75%,45%)"


def line(points, colour, width, extra=""):
    text = " ".join(f"{x:.1f},{y:.1f}" for x, y in points)
    return (f'<polyline points="{text}" fill="none" stroke="{colour}" '
            f'stroke-width="{width}" stroke-linejoin="round" {extra}/>')


def text(x, y, words, size=13, anchor="start", colour="#222"):
    return (f'<text x="{x:.1f}" y="{y:.1f}" font-size="{size}" text-anchor="{anchor}" '
            f'fill="{colour}">{words}</text>')


def way(rows):
    total, at = 0.0, [0.0]
    for before, after in zip(rows, rows[1:]):
        total += math.dist(before[:2], after[:2])
        at.append(total)
    return at


def track(road, lap, place, scale, fastest):
    parts = [line([place(p) for p in road["points_m"] + road["points_m"][:1]], "#d5d5d2",
                  road["width_m"] * scale, 'stroke-linecap="round"')]
    slowest = min(row[2] for row in lap)
    for before, after in zip(lap, lap[1:]):
        share = (before[2] - slowest) / (fastest - slowest)
        parts.append(line([place(before), place(after)], rainbow(share), 3.2,
                          'stroke-linecap="round"'))
    x, y = place(lap[0])
    parts.append(f'<circle cx="{x:.1f}" cy="{y:.1f}" r="6" fill="none" stroke="#222" stroke-width="2"/>')
    parts.append(text(x, y + 26, "start", anchor="middle"))
    for i in range(41):
        parts.append(f'<rect x="{WIDTH - 250 + i * 5}" y="{MARGIN - 12}" width="5" height="10" '
                     f'fill="{rainbow(i / 40)}"/>')
    parts.append(text(WIDTH - 258, MARGIN - 2, f"{slowest * 3.6:.0f}", anchor="end"))
    parts.append(text(WIDTH - 38, MARGIN - 2, f"{fastest * 3.6:.0f} km/h", anchor="start"))
    return parts


def speeds(laps, top, fastest):
    longest = max(way(lap)[-1] for _, lap in laps)
    step = (WIDTH - 2 * MARGIN) / longest
    highest = math.ceil(fastest * 3.6 / 50) * 50
    parts = []
    for kmh in range(0, highest + 1, 50):
        y = top + PLOT * (1 - kmh / highest)
        parts.append(line([(MARGIN, y), (WIDTH - MARGIN, y)], "#ccc", 1))
        parts.append(text(MARGIN - 6, y + 4, kmh, 11, "end"))
    for metres in range(0, int(longest), 250):
        parts.append(text(MARGIN + metres * step, top + PLOT + 16, f"{metres} m", 11, "middle"))
    parts.append(text(MARGIN, top - 28, "km/h", 11, "middle"))
    for i, (name, lap) in enumerate(laps):
        points = [(MARGIN + at * step, top + PLOT * (1 - row[2] * 3.6 / highest))
                  for at, row in zip(way(lap), lap)]
        parts.append(line(points, CURVES[i % len(CURVES)], 2))
        parts.append(text(MARGIN + 60 + 250 * i, top - 28, name, 14,
                          colour=CURVES[i % len(CURVES)]))
    return parts


def picture(laps):
    road = circuit()
    xs, ys = zip(*road["points_m"])
    scale = (WIDTH - 2 * MARGIN) / (max(xs) - min(xs) + 20)
    high = (max(ys) - min(ys) + 20) * scale

    def place(point):
        return (MARGIN + (point[0] - min(xs) + 10) * scale,
                MARGIN + high - (point[1] - min(ys) + 10) * scale)

    fastest = max(row[2] for _, lap in laps for row in lap)
    top = MARGIN + high + 70
    height = top + PLOT + 30
    parts = track(road, laps[0][1], place, scale, max(row[2] for row in laps[0][1]))
    parts += speeds(laps, top, fastest)
    return (f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH + 40} {height:.0f}" '
            f'font-family="DejaVu Sans, Arial, sans-serif">\n'
            f'<rect width="100%" height="100%" fill="#fff"/>\n' + "\n".join(parts) + "\n</svg>")


if __name__ == "__main__":
    if len(sys.argv) < 2 or any(":" not in word for word in sys.argv[1:]):
        sys.exit(__doc__)
    print(picture([(name, read(path)) for name, path in
                   (word.rsplit(":", 1) for word in sys.argv[1:])]))
