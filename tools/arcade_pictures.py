#!/usr/bin/env python3
"""Draws docs/pictures/arcade-grip.svg and arcade-drift.svg, and writes the table of presets in docs/arcade.md.

    tools/arcade_pictures.py BUILD             the figures are those of BUILD/examples/arcade_figures

Needs nothing but Python's own library.
"""
import pathlib
import subprocess
import sys

ROOT = pathlib.Path(__file__).parent.parent
COLOURS = {"sim": "#555", "street-racer": "#1b6ca8", "kart": "#c8431d", "rally": "#2f8f4e", "drift": "#7d4fb3",
           "monster": "#b8860b"}
WIDTH, HEIGHT, LEFT, BOTTOM, TOP = 460, 300, 52, 44, 34


def text(x, y, words, anchor="middle", colour="#222", size=13):
    return f'<text x="{x:.1f}" y="{y:.1f}" font-size="{size}" text-anchor="{anchor}" fill="{colour}">{words}</text>'


def line(points, colour, width=2.0, dash=""):
    at = " ".join(f"{x:.1f},{y:.1f}" for x, y in points)
    dashed = f' stroke-dasharray="{dash}"' if dash else ""
    return f'<polyline points="{at}" fill="none" stroke="{colour}" stroke-width="{width}"{dashed}/>'


def plot(left, title, x_words, x_max, x_step, y_max, y_step, curves):
    """A plot whose curves are [(colour, [(x, y), …]), …]."""
    def at(x, y):
        return left + LEFT + x / x_max * (WIDTH - LEFT - 16), HEIGHT - BOTTOM - y / y_max * (HEIGHT - BOTTOM - TOP)
    parts = [text(left + LEFT, 20, title, "start", size=14)]
    for i in range(int(y_max / y_step + 1e-9) + 1):
        parts += [line([at(0, i * y_step), at(x_max, i * y_step)], "#e2e2de", 1),
                  text(left + LEFT - 6, at(0, i * y_step)[1] + 4, f"{i * y_step:g}", "end")]
    parts += [text(at(i * x_step, 0)[0], HEIGHT - BOTTOM + 17, f"{i * x_step:g}") for i in range(int(x_max / x_step + 1e-9) + 1)]
    parts.append(text(at(x_max / 2, 0)[0], HEIGHT - 8, x_words))
    parts += [line([at(min(x, x_max), max(0, min(y, y_max))) for x, y in points], colour) for colour, points in curves]
    return parts


def write(name, parts, presets):
    legend = [part for i, preset in enumerate(presets) for part in (
        line([(2 * WIDTH + 12, 44 + 22 * i), (2 * WIDTH + 34, 44 + 22 * i)], COLOURS[preset], 3),
        text(2 * WIDTH + 40, 48 + 22 * i, preset, "start"))]
    size = f'viewBox="0 0 {2 * WIDTH + 150} {HEIGHT}"'
    svg = [f'<svg xmlns="http://www.w3.org/2000/svg" {size} font-family="sans-serif">',
           '<rect width="100%" height="100%" fill="#fff"/>', *parts, *legend, "</svg>"]
    (ROOT / "docs" / "pictures" / name).write_text("\n".join(svg) + "\n")


def table(rows):
    out = ["| preset | 0 to 100 km/h | 100 km/h to 0 | 90 degrees at 60 km/h | beyond 25 degrees in 10 s with keys |",
           "| --- | --- | --- | --- | --- |"]
    for preset, accel, brake, turn, _, held in rows:
        drift = f"{held} s" if float(held) > 0 else "none"
        out.append(f"| `{preset}` | {accel} s | {brake} m | {turn} s | {drift} |")
    page = ROOT / "docs" / "arcade.md"
    before, rest = page.read_text().split("<!-- arcade table -->", 1)
    after = rest.split("<!-- end -->", 1)[1]
    page.write_text(before + "<!-- arcade table -->\n" + "\n".join(out) + "\n<!-- end -->" + after)


def main():
    if len(sys.argv) != 2:
        sys.exit(__doc__)
    said = subprocess.run([f"{sys.argv[1]}/examples/arcade_figures"], check=True, capture_output=True, text=True).stdout
    rows = [row.split(",") for row in said.splitlines()]
    presets = [row[1] for row in rows if row[0] == "table"]
    table([row[1:] for row in rows if row[0] == "table"])

    def curve(kind, preset, column):
        return [(float(r[2]), float(r[column])) for r in rows if r[0] == kind and r[1] == preset]
    drifts = [preset for preset in presets if preset != "sim"]
    grip = [[(COLOURS[p], curve("grip", p, axle)) for p in presets] for axle in (3, 4)]
    write("arcade-grip.svg", plot(0, "front: side force over load", "slip angle, degrees", 40, 10, 2.2, 0.4, grip[0]) +
          plot(WIDTH, "rear", "slip angle, degrees", 40, 10, 2.2, 0.4, grip[1]), presets)
    slides = [[(COLOURS[p], curve("drift", p, column)) for p in drifts] for column in (3, 4)]
    write("arcade-drift.svg", plot(0, "sideslip, degrees", "time, s", 10, 2, 45, 5, slides[0]) +
          plot(WIDTH, "speed, m/s", "time, s", 10, 2, 30, 5, slides[1]), drifts)


if __name__ == "__main__":
    main()
