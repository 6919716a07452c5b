"""Tracks of environments: paths of the proving ground, generated ones, CSV files."""

from __future__ import annotations

import os
from typing import Any, cast

import numpy as np
import numpy.typing as npt

from ..fields import unknown
from ..world import Path, World

Track = int | np.integer[Any] | str | os.PathLike[str] | Path | None
Line = tuple[npt.NDArray[np.float64], float, bool, npt.NDArray[np.float64] | None]
"""(points, width_m, closed, room)"""


def take_track(track: Track) -> tuple[Line | None, int]:
    """What the core takes: (points, width_m, closed, room) and a seed. None, or a number: a generated track."""
    if track is None:
        track = "circuit"
    if isinstance(track, (int, np.integer)) and not isinstance(track, bool):
        if track < 0:
            raise ValueError(f"track is {track}; allowed: a seed, 0 or more")
        return None, int(track)
    if isinstance(track, Path):
        sides = None if track.sides_m is None else np.ascontiguousarray(track.sides_m, np.float64)
        return (np.ascontiguousarray(track.points_m, np.float64), track.width_m, track.closed, sides), 0
    name = os.fspath(cast("str | os.PathLike[str]", track))  # or TypeError, of a bool too
    if name.lower().endswith(".csv"):
        return read_csv(name), 0
    paths = World("proving-ground").paths
    if name not in paths:
        raise unknown(name, paths, "path", " of the proving ground")
    return take_track(paths[name])


def read_csv(name: str) -> Line:
    """A closed track, row by row x_m, y_m, w_tr_right_m, w_tr_left_m, as the race track database of TUM has them."""
    try:
        rows = np.loadtxt(name, delimiter=",", comments="#", ndmin=2)
    except ValueError as error:
        raise ValueError(f"{name}: wanted rows of x_m, y_m, w_tr_right_m, w_tr_left_m; {error}") from None
    if rows.shape[1] != 4 or len(rows) < 4:
        raise ValueError(f"{name}: wanted 4 rows or more of 4 numbers, got {rows.shape[0]} of {rows.shape[1]}")
    if not np.isfinite(rows).all() or (rows[:, 2:] <= 0).any():
        raise ValueError(f"{name}: widths have to be above 0, and all numbers finite")
    if np.hypot(*(rows[0, :2] - rows[-1, :2])) < 1e-6:  # the first point once more
        rows = rows[:-1]
    points, room = np.ascontiguousarray(rows[:, :2]), np.ascontiguousarray(rows[:, 2:])
    return points, float(room.sum(1).mean()), True, room
