"""Lines of roads as road builders set them out: straights joined by bends, each a circular arc between two
clothoids, so that the curvature is continuous and the steering wheel need not jump.

A line is laid along a polygon: each corner of it has a radius and the length of its clothoids.
"""
import math

STEP_M = 0.25  # of the integration along a line


class Line:
    """Points along a line at even distances: x, y, heading, curvature (left positive) and bank."""

    def __init__(self, length_m, points):
        self.length_m = length_m
        self.points = points  # (x, y, heading, curvature, bank share 0..1)

    def resampled(self, count, closed):
        """`count` points at even distances along it; a closed line's last is not its first again."""
        last = count if closed else count - 1
        step = (len(self.points) - 1) / last
        return [self.between(i * step) for i in range(count)]

    def between(self, place):
        i = min(int(place), len(self.points) - 2)
        t = place - i
        return tuple(a + t * (b - a) for a, b in zip(self.points[i], self.points[i + 1]))


def clothoid_end(radius, length):
    """x and y of a clothoid's end that begins at the origin along x, and its angle."""
    n = 200
    step = length / n
    x = y = 0.0
    for i in range(n):
        angle = ((i + 0.5) * step) ** 2 / (2 * radius * length)
        x += step * math.cos(angle)
        y += step * math.sin(angle)
    return x, y, length / (2 * radius)


def bend(turn, radius, length):
    """How far before the corner a bend begins, and the length of its arc."""
    x, y, angle = clothoid_end(radius, length)
    arc = (abs(turn) - 2 * angle) * radius
    if arc < 0:
        raise ValueError(f"clothoids of {length} m turn more than the corner of radius {radius} m")
    shift = y - radius * (1 - math.cos(angle))
    return (radius + shift) * math.tan(abs(turn) / 2) + x - radius * math.sin(angle), arc


def heading(a, b):
    return math.atan2(b[1] - a[1], b[0] - a[0])


def elements(corners):
    """Straights, clothoids and arcs, from the end of the last corner's bend on: length, curvature at both
    ends, bank at both ends."""
    count = len(corners)
    bends = []
    for i, corner in enumerate(corners):
        before, after = corners[i - 1]["at"], corners[(i + 1) % count]["at"]
        turn = heading(corner["at"], after) - heading(before, corner["at"])
        turn = (turn + math.pi) % (2 * math.pi) - math.pi
        tangent, arc = bend(turn, corner["radius"], corner["clothoid"])
        bends.append((tangent, arc, math.copysign(1 / corner["radius"], turn)))
    result = []
    for i, corner in enumerate(corners):
        straight = math.dist(corners[i - 1]["at"], corner["at"]) - bends[i - 1][0] - bends[i][0]
        if straight < 0:
            raise ValueError(f"no room for the bend at {corner['at']}: {straight:.1f} m")
        _, arc, curvature = bends[i]
        bank = corner.get("bank", 0)
        result += [(straight, 0, 0, 0, 0), (corner["clothoid"], 0, curvature, 0, bank),
                   (arc, curvature, curvature, bank, bank), (corner["clothoid"], curvature, 0, bank, 0)]
    start = corners[-1]["at"]
    angle = heading(start, corners[0]["at"])
    first = (start[0] + bends[-1][0] * math.cos(angle), start[1] + bends[-1][0] * math.sin(angle), angle)
    return first, result


def closed_line(corners):
    """The closed line along the polygon of these corners; it begins behind the last corner's bend."""
    (x, y, angle), parts = elements(corners)
    length = sum(part[0] for part in parts)
    count = math.ceil(length / STEP_M)
    step = length / count
    points = []
    start = 0.0
    place = 0
    for part, k0, k1, bank0, bank1 in parts:
        while place < count and place * step < start + part:
            s = place * step - start
            k = k0 + (k1 - k0) * s / part
            bank = bank0 + (bank1 - bank0) * s / part
            points.append((angle + (k0 + k) / 2 * s, k, bank))
            place += 1
        angle += (k0 + k1) / 2 * part
        start += part
    return Line(length, integrate(x, y, points, step))


def integrate(x, y, points, step):
    """Places from headings: the chord of a piece of curvature k at its middle heading."""
    result = []
    for angle, k, bank in points:
        result.append((x, y, angle, k, bank))
        middle = angle + k * step / 2
        x += step * math.cos(middle)
        y += step * math.sin(middle)
    angle, k, bank = points[0]
    result.append((x, y, result[-1][2] + result[-1][3] * step, k, bank))
    return result
