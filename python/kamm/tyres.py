"""Forces of tyres in steady state."""

from __future__ import annotations

import os
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from . import _core
from .lab import Car
from .vehicle import Vehicle, load, vehicles

Doubles = npt.NDArray[np.float64]


class TyreForces(NamedTuple):
    """Forces and moments of a tyre on its wheel, in ISO-W axes. Arrays of one shape."""

    fx_n: Doubles
    """Along the wheel, forwards."""
    fy_n: Doubles
    """To the left."""
    mx_nm: Doubles
    """Overturning moment."""
    my_nm: Doubles
    """Rolling resistance moment."""
    mz_nm: Doubles
    """Aligning moment."""


@dataclass(frozen=True)
class Tyre:
    """A tyre of a vehicle or of a file: `tyre(…)` makes it."""

    name: str
    nominal_load_n: float
    """Load that its coefficients refer to."""
    test_speed_mps: float
    """Speed of its measurement."""
    _data: bytes

    def forces(
        self,
        slip_angle_rad: npt.ArrayLike,
        slip_ratio: npt.ArrayLike = 0.0,
        load_n: npt.ArrayLike | None = None,
        camber_rad: npt.ArrayLike = 0.0,
        *,
        speed_mps: npt.ArrayLike | None = None,
        pressure_pa: npt.ArrayLike | None = None,
    ) -> TyreForces:
        """Steady forces and moments, as `kamm tyre --eval` computes them. All arguments are numbers or arrays, which are broadcast.

        slip_angle_rad: alpha; a positive one makes a negative side force.
        slip_ratio: kappa; a positive one drives.
        load_n: None: `nominal_load_n`.
        camber_rad: gamma.
        speed_mps: along the wheel; None: `test_speed_mps`.
        pressure_pa: None: as inflated.

        Load, slips, camber and pressure are clamped to the tyre's ranges, and slips fade out below its low speed. The surface is the one of
        the measurement. ValueError: a number that is not finite, or shapes that don't broadcast.
        """
        given = {"load_n": self.nominal_load_n if load_n is None else load_n, "slip_ratio": slip_ratio, "slip_angle_rad": slip_angle_rad,
                 "camber_rad": camber_rad, "speed_mps": self.test_speed_mps if speed_mps is None else speed_mps,
                 "pressure_pa": 0.0 if pressure_pa is None else pressure_pa}
        arrays = [np.asarray(value, np.float64) for value in given.values()]
        for name, array in zip(given, arrays, strict=True):
            if not np.isfinite(array).all():
                raise ValueError(f"{name}: wanted finite numbers")
        table = np.broadcast_arrays(*arrays)
        rows = np.stack([each.reshape(-1) for each in table], axis=1)
        forces = np.empty((len(rows), 5))
        _core.evaluate_tyre(self._data, np.ascontiguousarray(rows), forces)
        return TyreForces(*(column.reshape(table[0].shape).copy() for column in forces.T))

    def __repr__(self) -> str:
        return f"<kamm.Tyre {self.name}: nominal load {self.nominal_load_n:g} N>"


def tyre(car: Car, axle: int = 0) -> Tyre:
    """The tyre of a vehicle's axle, or of a tyre file.

        front = kamm.tyre("volvo-v40")
        print(front.forces(slip_angle_rad=[-0.1, 0.1], load_n=4000).fy_n)

    car: a `Vehicle` or the name of one of `vehicles()`; or the name or path of a tyre (.tir, or .json of a few numbers).
    axle: of a vehicle, counted from 0.

    UnknownName: there is neither such a vehicle nor such a tyre. ValueError: there is no such axle, or a value of the file is not allowed.
    """
    if isinstance(car, Vehicle):
        return Tyre(*_core.tyre_of(car, axle))
    name = os.fspath(car)
    return Tyre(*(_core.tyre_of(load(name), axle) if name in vehicles() else _core.load_tyre(name)))
