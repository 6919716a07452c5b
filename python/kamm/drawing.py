"""Debug draw: worlds and cars as lines, points and texts."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, NamedTuple

import numpy as np
import numpy.typing as npt

from . import _core
from .fields import unknown

if TYPE_CHECKING:
    from .batch import Batch
    from .world import World

draw_parts = ("shapes", "wheels", "contact_planes", "forces", "friction_circles", "mass_centres", "contacts", "axle_loads", "joints",
              "body_points")
"""Names of what `draw` draws."""


class Drawing(NamedTuple):
    """What `draw` returns, in world axes and metres. Colours are red, green and blue."""

    lines_m: npt.NDArray[np.float64]
    """[n, 2, 3]: both ends of each line."""
    line_colours: npt.NDArray[np.uint8]
    """[n, 3]."""
    points_m: npt.NDArray[np.float64]
    """[n, 3]."""
    point_colours: npt.NDArray[np.uint8]
    """[n, 3]."""
    texts: list[str]
    text_positions_m: npt.NDArray[np.float64]
    """[n, 3]: of each text."""
    text_colours: npt.NDArray[np.uint8]
    """[n, 3]."""

    def __repr__(self) -> str:
        return f"<kamm.Drawing of {len(self.lines_m)} lines, {len(self.points_m)} points, {len(self.texts)} texts>"


def draw(
    what: World | Batch,
    parts: Iterable[str] | None = None,
    *,
    within_m: float = 0.0,
    centre_m: npt.ArrayLike = (0.0, 0.0, 0.0),
    metres_per_n: float = 0.0,
) -> Drawing:
    """Draws a world, with the cars that were added to it, or the cars of a batch, as they are now.

    what: a `World` or a `Batch`.
    parts: names of `draw_parts`; None: all.
    within_m: only cars and bodies that come this near to `centre_m` are drawn; 0: all.
    centre_m: place that `within_m` is measured from.
    metres_per_n: length of an arrow per newton; 0: a metre for 5 kN.

        drawing = kamm.draw(world, ["shapes", "forces"])
        for (start, end), colour in zip(drawing.lines_m, drawing.line_colours):
            ...
    """
    bits = 0 if parts is None else _bits_of(parts)
    x_m, y_m, z_m = np.asarray(centre_m, np.float64)
    for name, value in (("within_m", within_m), ("metres_per_n", metres_per_n)):
        if not 0 <= value < float("inf"):
            raise ValueError(f"{name} is {value}; allowed: 0 or more, and finite")
    if not np.isfinite([x_m, y_m, z_m]).all():
        raise ValueError(f"centre_m is {centre_m!r}; allowed: finite values")
    lines, line_colours, points, point_colours, texts, places, text_colours = _core.draw(
        what, bits, within_m, x_m, y_m, z_m, metres_per_n)
    return Drawing(
        np.frombuffer(lines).reshape(-1, 2, 3), _colours(line_colours),
        np.frombuffer(points).reshape(-1, 3), _colours(point_colours),
        texts, np.frombuffer(places).reshape(-1, 3), _colours(text_colours))


def _bits_of(parts: Iterable[str]) -> int:
    bits = 0
    for part in parts:
        if part not in draw_parts:
            raise unknown(part, draw_parts, "part of a drawing")
        bits |= 1 << draw_parts.index(part)
    if not bits:
        raise ValueError("parts: wanted one or more names; None: all")
    return bits


def _colours(data: bytes) -> npt.NDArray[np.uint8]:
    return np.frombuffer(data, np.uint8).reshape(-1, 3)
