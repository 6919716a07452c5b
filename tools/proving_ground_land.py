"""The heights of the proving ground: level land, hills below the handling circuit, the circuit's road, and the
hill with the three slopes. Heights in m on a grid of 1 m."""
import array
import math

import road_line

WEST, SOUTH, COLUMNS, ROWS = -600, -400, 1201, 801
STEP_M = 0.00025  # of a height: slopes of 10, 20 and 30 % are whole steps a cell
MAX_HEIGHT_M = 65535 * STEP_M

# Middle, height and radius of the hills; each is smooth, and level land lies beyond.
HILLS = [(-330, 152, 9, 150), (-110, 245, 4, 110), (148, 270, 7, 115)]

# The corners of the circuit's line, anticlockwise; the fourth bend is banked.
CORNERS = [
    {"at": (-350, -5), "radius": 50, "clothoid": 40},
    {"at": (350, -5), "radius": 40, "clothoid": 30},
    {"at": (275, 125), "radius": 45, "clothoid": 25},
    {"at": (510, 345), "radius": 60, "clothoid": 70, "bank": 1},
    {"at": (110, 275), "radius": 60, "clothoid": 30},
    {"at": (20, 60), "radius": 18, "clothoid": 18},
    {"at": (-70, 285), "radius": 60, "clothoid": 40},
    {"at": (-220, 222), "radius": 150, "clothoid": 40},
    {"at": (-395, 262), "radius": 40, "clothoid": 30},
]
BANK = math.tan(math.radians(20))
BANK_HALF_M, BANK_ROUNDING_M = 7, 3  # the bank's plane, and beside it the way to level
EDGE_M, BLEND_M = BANK_HALF_M + BANK_ROUNDING_M, 18  # where the land begins to take over, and how far

# The hill with the slopes: a level top, and up to it from the west, the south and the east.
TOP, TOP_HALF_M, TOP_HEIGHT_M, SLOPE_HALF_M, FLANK_M = (180, -190), 12, 9, 6, 25
SLOPES = [(0.1, (-1, 0), 12), (0.2, (0, -1), 12), (0.3, (1, 0), 8)]  # rise, where it lies, rounding


def smooth(t):
    t = min(max(t, 0.0), 1.0)
    return t * t * (3 - 2 * t)


def hills(x, y):
    z = 0.0
    for middle_x, middle_y, height, radius in HILLS:
        rest = 1 - ((x - middle_x) ** 2 + (y - middle_y) ** 2) / radius ** 2
        if rest > 0:
            z += height * rest ** 3
    return z


def bank_height(outwards):
    """Height of the banked road above the land, by the distance outwards from its middle; 0 at its inner foot."""
    def slope_sum(u):  # from the middle to u, of a slope of 1 that ends beside the road
        over = min(max(u - BANK_HALF_M, 0.0), BANK_ROUNDING_M)
        return min(u, BANK_HALF_M) + over - over ** 2 / (2 * BANK_ROUNDING_M)
    half = slope_sum(EDGE_M)
    return BANK * (half + math.copysign(slope_sum(abs(outwards)), outwards))


class Grid:
    def __init__(self):
        self.rows = [array.array("d", bytes(8 * COLUMNS)) for _ in range(ROWS)]

    def cells(self, west, south, east, north):
        """Indices and places of the points within."""
        for row in range(max(0, math.ceil(south - SOUTH)), min(ROWS, math.floor(north - SOUTH) + 1)):
            for column in range(max(0, math.ceil(west - WEST)),
                                min(COLUMNS, math.floor(east - WEST) + 1)):
                yield row, column, WEST + column, SOUTH + row


def add_hills(grid):
    for x0, y0, _, radius in HILLS:
        for row, column, x, y in grid.cells(x0 - radius, y0 - radius, x0 + radius, y0 + radius):
            grid.rows[row][column] = hills(x, y)


def nearest_points(grid, line):
    """For each grid point near the line: its distance, signed (left positive), and the sample that it is
    beside."""
    found = {}
    reach = EDGE_M + BLEND_M
    for index, (x0, y0, angle, _, _) in enumerate(line):
        c, s = math.cos(angle), math.sin(angle)
        for row, column, x, y in grid.cells(x0 - reach, y0 - reach, x0 + reach, y0 + reach):
            along = (x - x0) * c + (y - y0) * s
            if along * along > 2.25:
                continue
            left = (y - y0) * c - (x - x0) * s
            key = row * COLUMNS + column
            if abs(left) <= reach and (key not in found or math.hypot(along, left) < found[key][3]):
                found[key] = (left, along, index, math.hypot(along, left))
    return found


def road_height(line, left, along, index):
    """Returns the height on the plane, or cone, through the road beside that sample."""
    x0, y0, angle, curvature, bank = line[index]
    turned = 1 - curvature * left
    if turned < 0.1:
        turned = 0.1
    forward = along / turned
    left -= curvature * along * along / (2 * turned)
    _, _, _, _, next_bank = line[(index + (1 if forward > 0 else -1)) % len(line)]
    bank += (next_bank - bank) * min(abs(forward), 1.0)
    x = x0 + forward * math.cos(angle)
    y = y0 + forward * math.sin(angle)
    return hills(x, y) + smooth(bank) * bank_height(-left), left


def add_circuit(grid, line):
    """The road is level across, or banked, over its width; beyond, it goes over into the land."""
    for key, (left, along, index, _) in nearest_points(grid, line).items():
        height, left = road_height(line, left, along, index)
        share = 1 - smooth((abs(left) - EDGE_M) / BLEND_M)
        row = grid.rows[key // COLUMNS]
        row[key % COLUMNS] += share * (height - row[key % COLUMNS])


def slope_profile(below, slope, rounding):
    """The height of a slope, by how far below the top's edge: round at both ends, straight between."""
    length = slope_length(slope, rounding)
    if below >= length:
        return 0.0
    if below < rounding:
        return TOP_HEIGHT_M - slope * below ** 2 / (2 * rounding)
    if below > length - rounding:
        return slope * (length - below) ** 2 / (2 * rounding)
    return TOP_HEIGHT_M - slope * (below - rounding / 2)


def slope_length(slope, rounding):
    return TOP_HEIGHT_M / slope + rounding


def slope_hill(x, y):
    x, y = x - TOP[0], y - TOP[1]
    beside = math.hypot(max(abs(x) - TOP_HALF_M, 0), max(abs(y) - TOP_HALF_M, 0))
    best = TOP_HEIGHT_M * (1 - smooth(beside / FLANK_M))
    for slope, (east, north), rounding in SLOPES:
        below = x * east + y * north - TOP_HALF_M
        if below <= 0:
            continue
        across = max(abs(x * north - y * east) - SLOPE_HALF_M - 1, 0)
        best = max(best, slope_profile(below, slope, rounding) * (1 - smooth(across / FLANK_M)))
    return best


def add_slopes(grid):
    for row, column, x, y in grid.cells(TOP[0] - 160, TOP[1] - 120, TOP[0] + 120, TOP[1] + 60):
        grid.rows[row][column] = slope_hill(x, y)


def circuit_line():
    """The circuit's line with its exact length; it begins in the middle of the long straight."""
    line = road_line.closed_line(CORNERS)
    first = next(i for i, p in enumerate(line.points) if abs(p[1] - CORNERS[0]["at"][1]) < 0.01 and
                 p[0] >= -100)
    points = line.points[first:-1] + line.points[:first + 1]
    return road_line.Line(line.length_m, turned_on(points))


def turned_on(points):
    """The same points with headings that never jump by a whole turn."""
    result, turns, last = [], 0.0, points[0][2]
    for x, y, angle, curvature, bank in points:
        turns += 2 * math.pi * round((last - angle - turns) / (2 * math.pi))
        last = angle + turns
        result.append((x, y, last, curvature, bank))
    return result


def heights():
    """Rows from the south, as whole steps."""
    grid = Grid()
    line = circuit_line()
    add_hills(grid)
    add_circuit(grid, line.resampled(round(line.length_m), True))
    add_slopes(grid)
    return [array.array("H", (round(z / STEP_M) for z in row)) for row in grid.rows]
