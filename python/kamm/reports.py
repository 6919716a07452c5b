"""Reports of vehicles, and their limits."""

from __future__ import annotations

import os
from collections.abc import Sequence
from contextlib import suppress
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from . import _core
from ._stop import run_interruptibly
from .lab import Car
from .vehicle import Vehicle, load


def _loaded(car: Car) -> Vehicle:
    return car if isinstance(car, Vehicle) else load(car)


def report(
    cars: Car | Sequence[Car],
    path: str | os.PathLike[str],
    *,
    rung: str | None = None,
    surface: str | float | None = None,
) -> None:
    """Writes a report about vehicles as one HTML file, as `kamm report` does: data, road tests, diagnosis, plots and sources.

    cars: 1 to 6 of them: `Vehicle`, or name or path of a vehicle file. A report takes some seconds for each.
    path: the file to write, which is there when it is whole. It needs neither a network nor scripts.
    rung: of the ladder of models; None: the highest one that takes the vehicle.
    surface: of the road tests: a name ("ice"), or a friction of 0 to 2; None: dry asphalt.

    The sources are those of the vehicle's file; without that file, as of `new` without a path, there are none. Ctrl-C ends it.
    """
    vehicles = [_loaded(car) for car in ([cars] if isinstance(cars, Vehicle | str | os.PathLike) else cars)]
    told: list[tuple[_core.Vehicle, bool]] = [(vehicle, os.path.isfile(vehicle.path)) for vehicle in vehicles]
    part = f"{os.fspath(path)}.{os.getpid()}.part"
    try:
        run_interruptibly(lambda stop: _core.write_report(part, told, rung or "", surface, stop))
        os.replace(part, path)
    except BaseException:
        with suppress(OSError):
            os.remove(part)
        raise


class Limits(NamedTuple):
    """Limits of a vehicle: the points of g-g-V diagrams. Shapes are [points], or [speeds, points]."""

    lateral_mps2: npt.NDArray[np.float64]
    """To the left, from 0 to the most that all axles hold; to the right it is the same, but for outfits with a sidecar."""
    accelerating_mps2: npt.NDArray[np.float64]
    """Highest longitudinal acceleration beside that; negative where drag is more."""
    braking_mps2: npt.NDArray[np.float64]
    """Lowest longitudinal acceleration beside that; negative."""

    def __repr__(self) -> str:
        return f"<kamm.Limits {self.lateral_mps2.shape}, up to {np.max(self.lateral_mps2):.2f} m/s2 to the side>"


def ggv(car: Car, speed_mps: npt.ArrayLike, friction: float = 1.0, points: int = 25, *, rung: str = "full") -> Limits:
    """Limits of a vehicle at a speed, found without a drive: the lines of its g-g-V diagram, as `kamm report --ggv` has them.

    car: a `Vehicle`, or the name or path of a vehicle file.
    speed_mps: one, or [speeds] of them, from 0 to 150.
    friction: of the road, 0.01 to 10.
    points: of each line, 2 or more. Towards the highest lateral acceleration they are closer together.
    rung: of the ladder of models.

    ValueError: a speed, a friction or a number of points that is not allowed.
    """
    speeds = np.asarray(speed_mps, np.float64)
    if speeds.ndim > 1:
        raise ValueError(f"speed_mps: wanted a number or [speeds], got shape {speeds.shape}")
    if points < 2:
        raise ValueError(f"points is {points}; allowed: 2 or more")
    found = np.empty((speeds.size, points, 3))
    _core.find_ggv(_loaded(car), rung, friction, np.ascontiguousarray(speeds.reshape(-1)), found)
    return Limits(*(np.ascontiguousarray(found[..., i].reshape(*speeds.shape, points)) for i in range(3)))
