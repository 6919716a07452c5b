"""A picture of an environment from above, with Pillow."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np
import numpy.typing as npt

from .options import Core

width_px, height_px, px_per_m = 640, 480, 8.0
_Doubles = npt.NDArray[np.float64]
_colours = {"ground": (70, 74, 70), "line": (235, 235, 225), "own": (200, 40, 40), "other": (60, 110, 190)}


def draw(core: Core) -> npt.NDArray[np.uint8]:
    """uint8 [480, 640, 3], north up, the first environment's car in the middle."""
    try:
        from PIL import Image, ImageDraw
    except ImportError as error:
        raise ImportError("render needs Pillow: pip install pillow") from error
    cars, outline = core.draw(0)
    own_at = len(cars) - 1 - _trailers(core)
    middle = np.array(cars[own_at][:2])
    image = Image.new("RGB", (width_px, height_px), _colours["ground"])
    canvas = ImageDraw.Draw(image)
    for line in _lines(np.frombuffer(outline, np.float64).reshape(-1, 2)):
        canvas.line([tuple(point) for point in _pixels(line, middle)], fill=_colours["line"], width=2)
    for number, car in enumerate(cars):
        colour = _colours["own" if number >= own_at else "other"]
        canvas.polygon([tuple(point) for point in _pixels(_corners(*car), middle)], fill=colour)
    return np.array(image)


def _trailers(core: Core) -> int:
    return int(core.task == "Trailer")


def _pixels(points_m: _Doubles, middle: _Doubles) -> _Doubles:
    offset = (points_m - middle) * (px_per_m, -px_per_m)
    return np.clip(offset, -1e5, 1e5) + (width_px / 2, height_px / 2)


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
