#!/usr/bin/env python3
"""Draws the pictures of docs/ladder.md: one drive on every rung of the ladder, each beside the full model.

    tools/ladder_pictures.py [KAMM] [FOLDER]

KAMM is the command (./kamm unless told otherwise), FOLDER where the pictures go (docs/pictures). The drive,
a gentle lane change and then a bend taken too fast, is docs/pictures/ladder-drive.csv, which this writes too.
Needs nothing but Python's own library.
"""
import csv
import math
import pathlib
import subprocess
import sys
import tempfile

CAR = "bmw-m3-e46"
SPEED_MPS = 22
RUNGS = {"kinematic": "#8d5aa8", "rigid2d": "#c8831d", "single_track": "#2f8f4e",
         "double_track": "#c8431d", "full": "#1b6ca8"}
WIDTH, MARGIN, SCALE = 960, 74, 5.2  # pixels; pixels per metre
TOP_M, BOTTOM_M, MAP_HEIGHT = 46.0, -6.0, 52.0 * 5.2


def steering_wheel_deg(t):
    if 0.5 <= t < 2.5:
        return 30 * math.sin(math.pi * (t - 0.5))
    return 100 * min(1.0, (t - 4) / 0.5) if t >= 4 else 0.0


def write_drive(path):
    with open(path, "w") as file:
        file.write("# A lane change of one sine, then a bend: the steering wheel is turned and held\n")
        file.write("time_s,steering_wheel_rad,speed_mps\n")
        for i in range(401):
            t = i / 50
            file.write(f"{t:.2f},{math.radians(steering_wheel_deg(t)):.4f},{SPEED_MPS}\n")


def drive(kamm, log, rung):
    with tempfile.TemporaryDirectory() as folder:
        out = pathlib.Path(folder) / "out.csv"
        result = subprocess.run([kamm, "replay", log, "--car", CAR, "--rung", rung, "--out", out],
                                capture_output=True, text=True)
        if result.returncode:
            sys.exit(f"{kamm} replay --rung {rung}: {result.stderr.strip()}")
        with open(out, newline="") as file:
            return [{k: float(v) for k, v in row.items() if v} for row in csv.DictReader(file)]


def polyline(points, colour, width=1.8, extra=""):
    text = " ".join(f"{x:.1f},{y:.1f}" for x, y in points)
    return f'<polyline points="{text}" fill="none" stroke="{colour}" stroke-width="{width}" {extra}/>'


def at(row):
    return MARGIN + 14 + row["x_m"] * SCALE, 40 + (TOP_M - row["y_m"]) * SCALE


def outline(row, colour, length=4.49, width=1.78):
    c, s = math.cos(row["yaw_rad"]), math.sin(row["yaw_rad"])
    corners = [(length / 2, width / 2), (length / 2, -width / 2), (-length / 2, -width / 2),
               (-length / 2, width / 2)]
    points = [at({"x_m": row["x_m"] + c * u - s * v, "y_m": row["y_m"] + s * u + c * v})
              for u, v in corners]
    text = " ".join(f"{x:.1f},{y:.1f}" for x, y in points)
    return f'<polygon points="{text}" fill="{colour}" fill-opacity="0.2" stroke="{colour}"/>'


def grid():
    parts = []
    for x in range(0, 161, 20):
        px, top = MARGIN + 14 + x * SCALE, 40
        parts.append(polyline([(px, top), (px, top + MAP_HEIGHT)], "#e4e4e4", 1))
        parts.append(f'<text x="{px}" y="{top + MAP_HEIGHT + 14}" class="m">{x} m</text>')
    for y in range(0, 41, 20):
        py = 40 + (TOP_M - y) * SCALE
        parts.append(polyline([(MARGIN, py), (WIDTH - 20, py)], "#e4e4e4", 1))
        parts.append(f'<text x="{MARGIN - 6}" y="{py + 4:.1f}" class="n">{y} m</text>')
    return parts


def seen(rows):
    return [row for row in rows if row["x_m"] < 160 and BOTTOM_M < row["y_m"] < TOP_M]


def road(rows, colour, cars, extra=""):
    rows = seen(rows)
    parts = [polyline([at(row) for row in rows], colour, 1.8, extra)]
    return parts + [outline(row, colour) for row in rows[::25]] if cars else parts


def strip(runs, value, title, unit, top, height=74):
    """runs: [(rows, colour, extra)]; a strip over time."""
    lines = [([(row["time_s"], value(row)) for row in rows], colour, extra)
             for rows, colour, extra in runs]
    low = min(0.0, min(v for points, _, _ in lines for _, v in points))
    high = max(v for points, _, _ in lines for _, v in points)
    high = high if high > low else low + 1
    spread = (WIDTH - MARGIN - 20) / 8.0
    y_of = lambda v: top + height * (high - v) / (high - low)
    parts = [f'<text x="{MARGIN}" y="{top - 8}" class="t">{title}</text>',
             polyline([(MARGIN, y_of(0)), (WIDTH - 20, y_of(0))], "#999", 0.8)]
    for v in (low, high):
        parts.append(f'<text x="{MARGIN - 6}" y="{y_of(v) + 4:.1f}" class="n">{v:.3g} {unit}</text>')
    for points, colour, extra in lines:
        parts.append(polyline([(MARGIN + t * spread, y_of(v)) for t, v in points], colour, 1.6, extra))
    return parts


STRIPS = [(lambda r: r["acceleration_y_mps2"], "Acceleration to the left", "m/s²"),
          (lambda r: math.degrees(r["roll_rad"]), "Roll", "deg"),
          (lambda r: 1e-3 * min(r[f"wheel{w}_load_n"] for w in range(4)),
           "Load of the lightest wheel", "kN")]


def picture(drives, names, title):
    """`names`: the runs to draw; the last with the cars along its way."""
    dashed = {name: "" if name == names[-1] else 'stroke-dasharray="5 3"' for name in names}
    strips = STRIPS if names[-1] in ("double_track", "full") else STRIPS[:1]
    below = 40 + MAP_HEIGHT + 24
    height = below + 118 * len(strips)
    parts = [f'<svg xmlns="http://www.w3.org/2000/svg" width="{WIDTH}" height="{height:.0f}" '
             'font-family="sans-serif" font-size="13">',
             '<style>.t{fill:#333}.n{fill:#666;text-anchor:end;font-size:11px}'
             '.m{fill:#666;text-anchor:middle;font-size:11px}</style>',
             '<rect width="100%" height="100%" fill="white"/>',
             f'<text x="{MARGIN}" y="24" class="t">{title}</text>']
    for i, name in enumerate(reversed(names)):
        parts.append(f'<text x="{WIDTH - 20 - 112 * i}" y="24" fill="{RUNGS[name]}" '
                     f'text-anchor="end">{name}</text>')
    parts += grid()
    for name in names:
        parts += road(drives[name], RUNGS[name], name == names[-1], dashed[name])
    runs = [(drives[name], RUNGS[name], dashed[name]) for name in names]
    for i, (value, label, unit) in enumerate(strips):
        parts += strip(runs, value, label, unit, below + 32 + 118 * i)
    return "\n".join(parts + ["</svg>", ""])


def main(arguments):
    if len(arguments) > 2 or any(argument in ("-h", "--help") for argument in arguments):
        sys.exit(__doc__)
    kamm = arguments[0] if arguments else "./kamm"
    folder = pathlib.Path(arguments[1] if len(arguments) > 1 else "docs/pictures")
    log = folder / "ladder-drive.csv"
    write_drive(log)
    drives = {rung: drive(kamm, log, rung) for rung in RUNGS}
    for rung in RUNGS:
        names = ["full", rung] if rung != "full" else ["double_track", "full"]
        title = f"A lane change, then a bend too fast, at {SPEED_MPS} m/s"
        (folder / f"ladder-{rung}.svg").write_text(picture(drives, names, title))
    (folder / "ladder.svg").write_text(
        picture(drives, list(RUNGS), f"One drive on five rungs, {SPEED_MPS} m/s"))


if __name__ == "__main__":
    if any(word.startswith("-") for word in sys.argv[1:]):
        sys.exit(__doc__)
    main(sys.argv[1:])
