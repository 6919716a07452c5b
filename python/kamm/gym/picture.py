"""A picture of an environment from above, with Pillow."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from .options import Core

width_px, height_px, px_per_m = 640, 480, 10.0
inset_px, inset_px_per_m = 160, 24.0
_finer = 2  # drawn at so many times the size, for smooth edges
_Doubles = npt.NDArray[np.float64]
_Colour = tuple[int, int, int]
_colours = {"ground": (70, 74, 70), "line": (235, 235, 225), "own": (200, 40, 40), "other": (60, 110, 190), "glass": (30, 40, 50)}
_rolling, _sliding = np.array((18, 18, 18)), np.array((250, 170, 40))
_slides = 0.3  # the slip (ratio, or angle in rad) at which a tyre is drawn as sliding altogether


def draw(core: Core, environment: int = 0) -> npt.NDArray[np.uint8]:
    """uint8 [480, 640, 3], north up, that environment's car in the middle: lines of the track, cars with windscreens and steered wheels, tyres the
    brighter the more they slide; the car once more in the corner, larger."""
    try:
        from PIL import Image, ImageDraw
    except ImportError as error:
        raise ImportError("render needs Pillow: pip install pillow") from error
    cars, outline = core.draw(environment)
    own_at = len(cars) - 1 - _trailers(core)
    lines = list(_lines(np.frombuffer(outline, np.float64).reshape(-1, 2)))

    def view(wide_px: int, high_px: int, scale: float) -> Any:
        image = Image.new("RGB", (_finer * wide_px, _finer * high_px), _colours["ground"])
        sheet = _Sheet(ImageDraw.Draw(image), np.array(cars[own_at][:2]), np.array((wide_px, high_px)), scale)
        for line in lines:
            sheet.canvas.line(sheet.pixels(line), fill=_colours["line"], width=2 * _finer)
        for number, car in enumerate(cars):
            _draw_car(sheet, car, _colours["own" if number >= own_at else "other"], number <= own_at)
        return image.resize((wide_px, high_px), Image.Resampling.BOX)

    picture = view(width_px, height_px, px_per_m)
    picture.paste(Image.new("RGB", (inset_px + 2, inset_px + 2), _colours["line"]), (width_px - inset_px - 2, 0))
    picture.paste(view(inset_px, inset_px, inset_px_per_m), (width_px - inset_px, 0))
    return np.array(picture)


class _Sheet(NamedTuple):
    """Where metres become pixels."""

    canvas: Any
    middle_m: _Doubles
    size_px: _Doubles
    scale: float

    def pixels(self, points_m: _Doubles) -> list[tuple[float, ...]]:
        offset = (points_m - self.middle_m) * (_finer * self.scale, -_finer * self.scale)
        return [tuple(point) for point in np.clip(offset, -1e5, 1e5) + _finer * self.size_px / 2]

    def fill(self, corners_m: _Doubles, colour: Any) -> None:
        self.canvas.polygon(self.pixels(corners_m), fill=colour)


def _draw_car(sheet: _Sheet, car: Any, colour: _Colour, has_glass: bool) -> None:
    x, y, yaw, length_m, width_m, middle_m, wheels = car
    sheet.fill(_corners(x, y, yaw, length_m, width_m, middle_m), colour)
    if has_glass:  # the front is where the windscreen is
        sheet.fill(_corners(x, y, yaw, 0.12 * length_m, 0.8 * width_m, middle_m + 0.12 * length_m), _colours["glass"])
    for x_m, y_m, yaw_rad, radius_m, tyre_m, slip in wheels:
        shade = _rolling + min(slip / _slides, 1.0) ** 2 * (_sliding - _rolling)
        sheet.fill(_corners(x_m, y_m, yaw_rad, 2 * radius_m, tyre_m, 0.0), tuple(int(value) for value in shade))


def _trailers(core: Core) -> int:
    return int(core.task == "Trailer")


def _lines(points_m: _Doubles) -> Iterator[_Doubles]:
    """Pieces between points that are no number."""
    gaps = np.flatnonzero(np.isnan(points_m[:, 0]))
    for piece in np.split(points_m, gaps):
        piece = piece[~np.isnan(piece[:, 0])]
        if len(piece) > 1:
            yield piece


def _corners(x_m: float, y_m: float, yaw_rad: float, length_m: float, width_m: float, middle_m: float) -> _Doubles:
    ahead = np.array([np.cos(yaw_rad), np.sin(yaw_rad)])
    left = np.array([-ahead[1], ahead[0]])
    at = np.array([x_m, y_m]) + middle_m * ahead
    return np.array([at + length_m / 2 * a * ahead + width_m / 2 * b * left for a, b in
                     [(1, 1), (1, -1), (-1, -1), (-1, 1)]])  # fmt: skip
