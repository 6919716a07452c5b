#!/usr/bin/env python3
"""Draws the map of the proving ground as an SVG: heights as shades and contour lines, surfaces, paths, walls,
cones, and what is where.

    tools/proving_ground_picture.py > docs/pictures/proving-ground.svg

Draws what is in data/worlds, so run tools/proving_ground.py first. Needs nothing but Python's own library.
"""
import base64
import json
import math
import sys

import grey_png
import proving_ground

COLOURS = {"dry_asphalt": "#5d6066", "wet_asphalt": "#46607c", "concrete": "#a9a9a4", "gravel": "#b9a98a",
           "sand": "#e6cf8b", "grass": "#a5c184", "earth": "#96703f", "mud": "#5e4428", "snow": "#f7fafc",
           "ice": "#a8d8ee", "road_class_a": "#6a6d73", "road_class_b": "#75787e", "road_class_c": "#81848a",
           "road_class_d": "#8d9096", "road_class_e": "#999ca2"}
MARGIN, SHADE_CELLS = 10, 2
CONTOUR_M = 1

# What is where: text, x, y, and the CSS class of the text.
LABELS = [
    ("Straight, 1050 m", -60, -390, ""), ("Moose course (ISO 3888-2)", -300, -318, ""),
    ("Split friction, 150 m", 60, -324, ""), ("Rough lanes, ISO 8608 A to E", 365, -318, ""),
    ("Skid pad, R 110 m", -440, -184, "light"), ("Patches of all ten surfaces", -150, -124, ""),
    ("Slopes", 180, -174, "light small"), ("10 %", 100, -193, "light small"),
    ("20 %", 180, -243, "light small"), ("30 %", 222, -193, "light small"),
    ("Jump, flat landing", 112, -95, ""), ("Jump, landing slope", 112, -146, ""),
    ("Crates and crash walls", 492, -52, ""),
    ("Handling circuit, 2.2 km", -60, 12, ""), ("Banked turn, 20°", 455, 290, ""),
    ("Hairpin, R 18 m", 10, 50, "small"), ("Start", -100, -32, "small"),
]
STYLE = """text{font:600 15px "DejaVu Sans",Arial,sans-serif;fill:#1e2a16;text-anchor:middle;paint-order:stroke;
stroke:#f4f8ec;stroke-width:3.4px;stroke-linejoin:round}
text.small{font-size:12px}text.light{fill:#fff;stroke:#33363a;stroke-width:2.4px}
text.plain{font-weight:400;stroke:none;font-size:12px}"""


class Map:
    def __init__(self):
        folder = proving_ground.FOLDER
        self.world = json.loads((folder / f"{proving_ground.NAME}.json").read_text(encoding="utf-8"))
        layer = self.world["terrain"][0]
        step = (layer["max_height_m"] - layer["min_height_m"]) / 65535
        rows = grey_png.decode((folder / layer["file"]).read_bytes())
        self.rows = [[layer["min_height_m"] + step * value for value in row] for row in rows]
        self.west = layer["origin_m"][0]
        self.north = layer["origin_m"][1] + (len(rows) - 1) * layer["cell_m"]
        self.size = len(rows[0]) - 1, len(rows) - 1

    def at(self, x, y):
        return x - self.west + MARGIN, self.north - y + MARGIN

    def text_of(self, points):
        return " ".join("{:.1f},{:.1f}".format(*self.at(*p)) for p in points)


def shade(rows, row, column):
    """Light from the north west, 0.5 where it is level."""
    east = rows[row][column + 1] - rows[row][column - 1]
    south = rows[row + 1][column] - rows[row - 1][column]
    return 0.5 - 1.2 * (-east - south) / 2 / math.sqrt(1 + (east * east + south * south) / 4)


def hill_shade(chart):
    """A grey picture to be laid over the map so that level land keeps its colour."""
    pixels = []
    for row in range(1, len(chart.rows) - 1, SHADE_CELLS):
        pixels.append([min(255, max(0, round(255 * shade(chart.rows, row, column))))
                       for column in range(1, len(chart.rows[0]) - 1, SHADE_CELLS)])
    data = base64.b64encode(grey_png.encode(pixels, 8)).decode()
    return (f'<image x="{MARGIN}" y="{MARGIN}" width="{chart.size[0]}" height="{chart.size[1]}" '
            f'style="mix-blend-mode:soft-light" preserveAspectRatio="none" href="data:image/png;base64,{data}"/>')


def region(chart, given):
    colour = f'fill="{COLOURS[given["surface"]]}"'
    if "polygon_m" in given:
        return f'<polygon points="{chart.text_of(given["polygon_m"])}" {colour}/>'
    if "radius_m" in given:
        x, y = chart.at(*given["centre_m"])
        return f'<circle cx="{x:g}" cy="{y:g}" r="{given["radius_m"]}" {colour}/>'
    if "path" in given:
        path = next(p for p in chart.world["paths"] if p["name"] == given["path"])
        return (f'<polygon points="{chart.text_of(path["points_m"])}" fill="none" '
                f'stroke="{COLOURS[given["surface"]]}" stroke-width="{given["width_m"]}"/>')
    (west, south), (east, north) = given["from_m"], given["to_m"]
    x, y = chart.at(west, north)
    return f'<rect x="{x:g}" y="{y:g}" width="{east - west:g}" height="{north - south:g}" {colour}/>'


def path(chart, given):
    kind = "polygon" if given.get("closed") else "polyline"
    return (f'<{kind} points="{chart.text_of(given["points_m"])}" fill="none" stroke="#fff" stroke-width="0.9" '
            f'stroke-dasharray="5 4" stroke-opacity="0.75"/>')


def fixed(chart, given):
    if "wall_m" in given:
        return (f'<polyline points="{chart.text_of(given["wall_m"])}" fill="none" stroke="#c8231d" '
                f'stroke-width="2.2"/>')
    x, y = chart.at(*given["at_m"][0])
    length, width = given["size_m"][:2]
    return (f'<rect x="{-length / 2:g}" y="{-width / 2:g}" width="{length:g}" height="{width:g}" fill="#c8231d" '
            f'stroke="#c8231d" stroke-width="0.8" '
            f'transform="translate({x:g} {y:g}) rotate({-given.get("yaw_deg", 0):g})"/>')


def dynamic(chart, given):
    size, colour = (1.1, "#ff8a1f") if "cone_height_m" in given else (1.3, "#f4d35e")
    return "".join('<circle cx="{:.1f}" cy="{:.1f}" r="{}" fill="{}"/>'.format(*chart.at(*p), size, colour)
                   for p in given["at_m"])


def body(chart, given):
    is_fixed = "wall_m" in given or given.get("type") in ("static", "kinematic")
    return (fixed if is_fixed else dynamic)(chart, given)


def start(chart, given):
    x, y = chart.at(*given["at_m"])
    return (f'<path d="M-3,-3.4 L5,0 L-3,3.4 Z" fill="#ffd23f" stroke="#222" stroke-width="0.6" '
            f'transform="translate({x:.1f} {y:.1f}) rotate({-given["yaw_deg"]:g})"/>')


def contours(chart):
    """Lines of equal height, cut square by square from every fourth height."""
    parts, rows, step = [], chart.rows, 4
    for row in range(0, len(rows) - step, step):
        for column in range(0, len(rows[0]) - step, step):
            square = [rows[row][column], rows[row][column + step], rows[row + step][column + step],
                      rows[row + step][column]]
            first = math.floor(min(square) / CONTOUR_M) + 1
            for level in range(first, math.ceil(max(square) / CONTOUR_M)):
                parts.append(crossing(square, level * CONTOUR_M, column, row, step))
    return (f'<path d="{"".join(parts)}" fill="none" stroke="#3d4a2a" stroke-opacity="0.45" '
            f'stroke-width="0.6"/>')


def crossing(square, level, column, row, step):
    corners = [(0, 0), (1, 0), (1, 1), (0, 1)]
    found = []
    for i in range(4):
        a, b = square[i] - level, square[(i + 1) % 4] - level
        if (a < 0) != (b < 0):
            (x0, y0), (x1, y1), t = corners[i], corners[(i + 1) % 4], a / (a - b)
            found.append((MARGIN + column + step * (x0 + t * (x1 - x0)),
                          MARGIN + row + step * (y0 + t * (y1 - y0))))
    return "M{:.1f},{:.1f}L{:.1f},{:.1f}".format(*found[0], *found[1]) if len(found) == 2 else ""


def label(chart, text, x, y, kind):
    px, py = chart.at(x, y)
    return f'<text x="{px:g}" y="{py:g}" class="{kind}">{text}</text>'


def scale_and_north(chart):
    x, y = chart.at(-580, 330)
    return (f'<path d="M{x},{y}h200M{x},{y - 5}v10M{x + 100},{y - 5}v10M{x + 200},{y - 5}v10" stroke="#1e2a16" '
            f'stroke-width="1.6"/><text x="{x + 100}" y="{y - 9}" class="plain">100</text>'
            f'<text x="{x}" y="{y - 9}" class="plain">0</text>'
            f'<text x="{x + 200}" y="{y - 9}" class="plain">200 m</text>'
            f'<text x="{x + 100}" y="{y + 20}" class="plain">contour lines every {CONTOUR_M} m</text>'
            f'<path d="M{x + 250},{y + 8} v-32 m-6,10 l6,-12 l6,12 z" stroke="#1e2a16" stroke-width="1.6" '
            f'fill="#1e2a16"/><text x="{x + 250}" y="{y - 32}">N</text>')


def legend(chart):
    parts = []
    for i, name in enumerate(proving_ground.SURFACES):
        x, y = chart.at(-300 + 30 * i, -230)
        parts.append(f'<text transform="translate({x + 19:g} {y - 4:g}) rotate(-90)" style="text-anchor:start" '
                     f'class="small light">{name.replace("_", " ")}</text>')
    return "".join(parts)


def picture():
    chart = Map()
    world = chart.world
    width, height = chart.size[0] + 2 * MARGIN, chart.size[1] + 2 * MARGIN
    parts = [f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" width="{width}" '
             f'height="{height}">', f"<style>{STYLE}</style>",
             f'<rect width="{width}" height="{height}" fill="#fff"/>',
             f'<rect x="{MARGIN}" y="{MARGIN}" width="{chart.size[0]}" height="{chart.size[1]}" '
             f'fill="{COLOURS[world["default_surface"]]}"/>']
    parts += [region(chart, r) for r in world["paint"]["regions"]]
    parts += [hill_shade(chart), contours(chart)]
    for layer in world["terrain"][1:]:
        for corners in layer["triangles"]:
            points = [layer["vertices_m"][i][:2] for i in corners]
            parts.append(f'<polygon points="{chart.text_of(points)}" fill="#d9812e"/>')
    for draw, key in ((path, "paths"), (body, "bodies"), (start, "starts")):
        # Boxes with a centre fill the ramps and are not seen.
        parts += [draw(chart, v) for v in world[key] if key != "bodies" or "centre_m" not in v]
    parts += [label(chart, *v) for v in LABELS]
    parts += [scale_and_north(chart), legend(chart), "</svg>"]
    return "\n".join(parts)


if __name__ == "__main__":
    if len(sys.argv) > 1:
        sys.exit(__doc__)
    print(picture())
