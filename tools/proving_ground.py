#!/usr/bin/env python3
"""Makes Kamm's proving ground: data/worlds/proving-ground.json and its height map, proving-ground.png.

    tools/proving_ground.py             writes both
    tools/proving_ground.py --check     fails if they are not what this would write

Change what is built in the functions below and in proving_ground_land.py, run this, look at the map
(tools/proving_ground_picture.py), and run test/test_proving_ground. Needs nothing but Python's own library.
"""
import json
import math
import pathlib
import sys

import grey_png
import proving_ground_land as land

FOLDER = pathlib.Path(__file__).resolve().parent.parent / "data" / "worlds"
NAME = "proving-ground"
NORTH, EAST, WEST, SOUTH = 90, 0, 180, -90
CAR_WIDTH_M = 1.8  # for which the moose course is set out
CONE_FOOT_M = 0.15  # half of a cone's foot: lanes end where the feet begin
CIRCUIT_WIDTH_M, CIRCUIT_SPACING_M = 11, 4
SURFACES = ["dry_asphalt", "wet_asphalt", "concrete", "gravel", "sand", "grass", "earth", "mud", "snow", "ice"]


def numbers(points):
    return [[round(value, 3) + 0.0 for value in point] for point in points]


class World:
    """What the facilities add to."""

    def __init__(self):
        self.regions, self.bodies, self.meshes, self.paths, self.starts = [], [], [], [], []
        self.cones, self.crates = [], []

    def rectangle(self, surface, west, south, east, north):
        self.regions.append({"surface": surface, "from_m": [west, south], "to_m": [east, north]})

    def polygon(self, surface, points):
        self.regions.append({"surface": surface, "polygon_m": numbers(points)})

    def disc(self, surface, centre, radius):
        self.regions.append({"surface": surface, "centre_m": list(centre), "radius_m": radius})

    def path(self, name, width, points, closed=False):
        path = {"name": name, "width_m": width, "points_m": numbers(points)}
        if closed:
            path["closed"] = True
        self.paths.append(path)

    def start(self, name, x, y, yaw_deg):
        self.starts.append({"name": name, "at_m": [x, y], "yaw_deg": yaw_deg})

    def lane(self, name, width, start, end):
        """A straight path, and a start 5 m behind its beginning that looks along it."""
        length = math.dist(start, end)
        x, y = (end[0] - start[0]) / length, (end[1] - start[1]) / length
        count = math.ceil(length / 10)
        self.path(name, width, [(start[0] + x * length * i / count, start[1] + y * length * i / count)
                                for i in range(count + 1)])
        self.start(name, start[0] + 5 * x, start[1] + 5 * y, round(math.degrees(math.atan2(y, x))))

    def box(self, centre, size, friction=0.6):
        self.bodies.append({"type": "static", "centre_m": numbers([centre])[0], "size_m": size, "friction": friction})


# -- the facilities, from the south to the north ---------------------------------------------------


def straight(world):
    world.rectangle("dry_asphalt", -530, -378, 530, -362)
    world.lane("straight", 16, (-525, -370), (525, -370))


def moose(world):
    """ISO 3888-2: entry lane 12 m, side lane 11 m, exit lane 12 m, with 13.5 m and 12.5 m between."""
    world.rectangle("dry_asphalt", -525, -347, -190, -323)
    x0, y0, b = -330, -337, CAR_WIDTH_M
    entry, side, leave = 1.1 * b + 0.25, b + 1.0, min(1.3 * b + 0.25, 3.0)
    right = y0 - entry / 2
    lanes = [(0, 12, right, entry), (25.5, 11, y0 + entry / 2 + 1.0, side), (49, 12, right, leave)]
    for begin, length, low, width in lanes:
        for i in range(5):
            x = x0 + begin + length * i / 4
            world.cones += [(x, low - CONE_FOOT_M), (x, low + width + CONE_FOOT_M)]
    middles = [low + width / 2 for _, _, low, width in lanes]
    world.path("moose", 3, [(x0 + x, moose_line(x, middles)) for x in range(-180, 111, 2)])
    world.start("moose", x0 - 180, y0, EAST)


def moose_line(x, middles):
    entry, side, leave = middles
    return (entry + land.smooth((x - 12) / 13.5) * (side - entry) +
            land.smooth((x - 36.5) / 12.5) * (leave - side))


def split_friction(world):
    """150 m of ice under the left wheels and dry asphalt under the right ones."""
    world.rectangle("dry_asphalt", -165, -341, 205, -329)
    world.rectangle("ice", -15, -335, 135, -329)
    world.lane("split_friction", 6, (-165, -335), (200, -335))
    world.cones += [(x, y) for x in (-15, 135) for y in (-341.5, -328.5)]


def rough_lanes(world):
    """Classes A to E of ISO 8608, 100 m each, side by side; a run-up of 80 m, then 70 m to stop."""
    world.rectangle("dry_asphalt", 240, -356, 490, -324)
    for i, letter in enumerate("abcde"):
        y = -352 + 6 * i
        world.rectangle(f"road_class_{letter}", 320, y - 3, 420, y + 3)
        world.lane(f"rough_{letter}", 6, (240, y), (490, y))


def skid_pad(world):
    x, y = -440, -180
    world.disc("dry_asphalt", (x, y), 110)
    for name, radius, width in (("skid_pad", 60, 12), ("skid_pad_100", 100, 12)):
        count = radius  # a point every 2 pi m
        turns = [2 * math.pi * i / count - math.pi / 2 for i in range(count)]
        world.path(name, width, [(x + radius * math.cos(a), y + radius * math.sin(a)) for a in turns], True)
        world.start(name, x, y - radius, EAST)
    world.cones += [(x + 50 * math.cos(a), y + 50 * math.sin(a))
                    for a in (math.radians(15 * i) for i in range(24))]


def patches(world):
    """Every surface, 30 m across and 80 m along, with an apron of asphalt around; to be driven over one by one
    towards the north, or all in a row towards the east."""
    world.rectangle("dry_asphalt", -320, -300, 20, -130)
    for i, surface in enumerate(SURFACES):
        x = -300 + 30 * i
        world.rectangle(surface, x, -230, x + 30, -150)
        world.lane(f"patch_{surface}", 30, (x + 15, -300), (x + 15, -130))
    world.lane("patches", 20, (-318, -190), (18, -190))


def slopes(world):
    x, y = land.TOP
    half, side = land.TOP_HALF_M, land.SLOPE_HALF_M
    world.rectangle("dry_asphalt", x - half, y - half, x + half, y + half)
    world.rectangle("dry_asphalt", 30, y - side, x, y + side)
    world.rectangle("dry_asphalt", x, y - side, 300, y + side)
    world.rectangle("dry_asphalt", x - side, -308, x + side, y)
    world.lane("slope_10", 2 * side, (30, y), (x, y))
    world.lane("slope_20", 2 * side, (x, -308), (x, y))
    world.lane("slope_30", 2 * side, (300, y), (x, y))


def ramp(x, y, half_width, up):
    """A ramp of 12 m and 1.2 m whose first half is an arc (a parabola of 45 m radius) and whose second half
    is straight; `up` +1 rises towards the east, -1 falls. x is where it meets the ground."""
    slope = 1.2 / 9
    profile = [(i, slope * i * i / 12) for i in range(7)] + [(12, 1.2)]
    vertices = [(x + up * along, y + side * half_width, z) for along, z in profile for side in (-1, 1)]
    triangles = [t for i in range(0, 14, 2) for t in ([i, i + 2, i + 1], [i + 1, i + 2, i + 3])]
    return profile, vertices, triangles


def ramp_body(world, x, y, half_width, up, profile):
    """Boxes that fill a ramp below its surface, so that nothing drives in from the side."""
    height = dict(profile)
    height.update({i: 0.4 + (i - 6) * 0.8 / 6 for i in range(6, 13)})
    for i in range(4, 12):
        top = height[i] - 0.06
        world.box((x + up * (i + 0.5), y, top / 2), [1, 2 * half_width - 0.2, round(top, 3)])


def jumps(world):
    """Two ramps alike; behind the first the ground is flat, behind the second, 8 m away, a table of the same
    height and the slope to land on."""
    for name, y in (("jump", -105), ("jump_landing", -127)):
        world.rectangle("dry_asphalt", 30, y - 6, 450, y + 6)
        world.lane(name, 5, (30, y), (445, y))
        profile, vertices, triangles = ramp(228, y, 3, 1)
        world.meshes.append({"kind": "mesh", "surface": "dry_asphalt", "vertices_m": numbers(vertices),
                             "triangles": triangles})
        ramp_body(world, 228, y, 3, 1, profile)
        world.cones += [(x, y + side) for x in (208, 218) for side in (-3.5, 3.5)]
    profile, vertices, triangles = ramp(268, -127, 5, -1)
    flat = [(248, -132, 1.2), (248, -122, 1.2)]
    world.meshes.append({"kind": "mesh", "surface": "dry_asphalt", "vertices_m": numbers(vertices + flat),
                         "triangles": triangles + [[14, 16, 15], [15, 16, 17]]})
    ramp_body(world, 268, -127, 5, -1, profile)
    world.box((252, -127, 0.57), [8, 9.8, 1.14])


def crashes(world):
    """Lanes to the north that end at a wall, at a wall that overlaps a car by two fifths, and at crates."""
    for name, x in (("crates", 470), ("crash", 505), ("crash_offset", 540)):
        world.rectangle("dry_asphalt", x - 6, -300, x + 6, -60)
        world.lane(name, 6, (x, -300), (x, -66 if name == "crates" else -98))
    overlap = 0.4 * CAR_WIDTH_M
    for x in (505, 540 - CAR_WIDTH_M / 2 + overlap - 2):
        world.bodies.append({"type": "static", "at_m": [[round(x, 3), -90]], "size_m": [0.5, 4, 2], "yaw_deg": NORTH,
                             "friction": 0.6, "restitution": 0.05})
    world.crates += [(470 + 1.5 * i, y) for y in (-100, -94) for i in (-2, -1, 0, 1, 2)]


# -- the circuit ------------------------------------------------------------------------------------


def beside(line, begin_m, end_m, left_m, step_m):
    """Points beside the circuit, from one distance along it to another."""
    count = max(1, round((end_m - begin_m) / step_m))
    scale = (len(line.points) - 1) / line.length_m
    result = []
    for i in range(count + 1):
        s = (begin_m + (end_m - begin_m) * i / count) % line.length_m
        x, y, angle, _, _ = line.between(s * scale)
        result.append((x - left_m * math.sin(angle), y + left_m * math.cos(angle)))
    return result


def bends(line):
    """Where the circuit bends: begin, end and curvature, in m along it."""
    result, step = [], line.length_m / (len(line.points) - 1)
    for i, point in enumerate(line.points):
        if abs(point[3]) < 1e-6:
            continue
        if not result or i * step - result[-1][1] > 2 * step or result[-1][2] * point[3] < 0:
            result.append([i * step, i * step, point[3]])
        result[-1][1] = i * step
        result[-1][2] = max(result[-1][2], point[3], key=abs)
    return result


def gravel_trap(world, line, begin, end, curvature):
    out = -math.copysign(1, curvature)
    near = beside(line, begin + 0.4 * (end - begin), end + 10, out * 8, 4)
    far = beside(line, begin + 0.4 * (end - begin), end + 10, out * 20, 4)
    world.polygon("gravel", near + far[::-1])


def circuit(world):
    line = land.circuit_line()
    points = line.resampled(round(line.length_m / CIRCUIT_SPACING_M), True)
    world.path("circuit", CIRCUIT_WIDTH_M, [p[:2] for p in points], True)
    turns = bends(line)
    for begin, end, curvature in (turns[0], turns[4], turns[8]):
        gravel_trap(world, line, begin, end, curvature)
    world.regions.append({"surface": "dry_asphalt", "path": "circuit", "width_m": CIRCUIT_WIDTH_M + 1})
    x, y = points[0][:2]
    world.start("circuit", round(x, 3), round(y, 3), EAST)
    step = line.length_m / (len(line.points) - 1)
    banked = [i * step for i, point in enumerate(line.points) if point[4] > 0]
    before = line.between((banked[0] - 40) / step)
    world.start("banked_turn", round(before[0], 3), round(before[1], 3), round(math.degrees(before[2]), 3))
    guard = {"height_m": 1, "thickness_m": 0.3, "friction": 0.4, "restitution": 0.1}
    world.bodies.append({"wall_m": [[x, -16] for x in range(-260, 241, 50)], **guard})
    world.bodies.append({"wall_m": numbers(beside(line, banked[0] + 20, banked[-1] - 20, -12, 6)), **guard})


FACILITIES = [straight, moose, split_friction, rough_lanes, skid_pad, patches, slopes, jumps, crashes, circuit]


def world_of_all():
    world = World()
    for add in FACILITIES:
        add(world)
    west, south = land.WEST, land.SOUTH
    heights = {"kind": "heights", "file": f"{NAME}.png", "cell_m": 1, "origin_m": [west, south],
               "min_height_m": 0, "max_height_m": land.MAX_HEIGHT_M}
    return {
        "$schema": "../../docs/world.schema.json",
        "name": "Proving ground",
        "source": "made by tools/proving_ground.py: change that, not this",
        "default_surface": "grass", "rough": True, "roughness_seed": 1,
        "terrain": [heights] + world.meshes,
        "paint": {"cell_m": 0.5, "from_m": [west, south],
                  "to_m": [west + land.COLUMNS - 1, south + land.ROWS - 1], "regions": world.regions},
        "bodies": world.bodies + [
            {"cone_height_m": 0.5, "at_m": numbers(world.cones)},
            {"type": "dynamic", "size_m": [1, 1, 1], "mass_kg": 60, "at_m": numbers(world.crates)}],
        "paths": world.paths,
        "starts": world.starts,
    }


# -- writing ----------------------------------------------------------------------------------------


def plain(value):
    """3.0 as 3."""
    if isinstance(value, float):
        return int(value) if value == int(value) else value
    if isinstance(value, list):
        return [plain(v) for v in value]
    return {k: plain(v) for k, v in value.items()} if isinstance(value, dict) else value


def wrapped(items, indent):
    """Items of a long list, as many a line as fit."""
    lines, line = [], ""
    for i, item in enumerate(items):
        text = json.dumps(item) + ("," if i < len(items) - 1 else "")
        if line and len(indent) + len(line) + 1 + len(text) > 110:
            lines.append(line)
            line = ""
        line += (" " if line else "") + text
    return f"\n{indent}".join(lines + [line])


def text_of(value, indent=""):
    """JSON, on one line what fits on one."""
    short = json.dumps(value)
    if len(indent) + len(short) <= 100 or not isinstance(value, (dict, list)):
        return short
    inner = indent + "  "
    if isinstance(value, list):
        if all(isinstance(v, list) for v in value):
            return f"[\n{inner}{wrapped(value, inner)}]"
        return "[\n" + ",\n".join(inner + text_of(v, inner) for v in value) + "]"
    return "{\n" + ",\n".join(f"{inner}{json.dumps(k)}: {text_of(v, inner)}" for k, v in value.items()) + "}"


def write(json_path, png_path):
    FOLDER.mkdir(parents=True, exist_ok=True)
    json_path.write_text(text_of(plain(world_of_all())) + "\n", encoding="utf-8")
    png_path.write_bytes(grey_png.encode(land.heights()[::-1], 16))


def difference(wanted, found, place=""):
    """Where two JSON values differ; numbers may by a unit of their last place, as maths libraries do."""
    if isinstance(wanted, (int, float)) and isinstance(found, (int, float)):
        return None if abs(wanted - found) < 0.0015 else f"{place}: {found}, should be {wanted}"
    if isinstance(wanted, list) and isinstance(found, list) and len(wanted) == len(found):
        pairs = ((w, f, f"{place}[{i}]") for i, (w, f) in enumerate(zip(wanted, found)))
    elif isinstance(wanted, dict) and isinstance(found, dict) and list(wanted) == list(found):
        pairs = ((wanted[k], found[k], f"{place}.{k}") for k in wanted)
    else:
        return None if wanted == found else f"{place}: {found!r:.60}, should be {wanted!r:.60}"
    return next(filter(None, (difference(*pair) for pair in pairs)), None)


def check(json_path, png_path):
    """A text that says what is out of date, or None."""
    found = difference(plain(world_of_all()), json.loads(json_path.read_text(encoding="utf-8")))
    if found:
        return f"{json_path}: {found}"
    rows = grey_png.decode(png_path.read_bytes())[::-1]
    wanted = land.heights()
    if len(rows) != len(wanted) or len(rows[0]) != len(wanted[0]):
        return f"{png_path}: {len(rows[0])} x {len(rows)} heights, should be {land.COLUMNS} x {land.ROWS}"
    for i, (row, right) in enumerate(zip(rows, wanted)):
        if row != right and any(abs(a - b) > 1 for a, b in zip(row, right)):
            return f"{png_path}: row {i} from the south has other heights"
    return None


def main(arguments):
    paths = FOLDER / f"{NAME}.json", FOLDER / f"{NAME}.png"
    if arguments == ["--check"]:
        wrong = check(*paths)
        if wrong:
            sys.exit(f"{wrong}\nrun tools/proving_ground.py")
    elif arguments:
        sys.exit(__doc__)
    else:
        write(*paths)


if __name__ == "__main__":
    main(sys.argv[1:])
