"""Steady states, and linear models of cars."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from . import _core
from .fields import Field, nearest, unknown

Matrix = npt.NDArray[np.float64]

_axes = ("x", "y", "z")
_kinds = (("position", "m"), ("rotation", "rad"), ("velocity", "mps"), ("rate", "radps"))
_units = {"m": "m", "rad": "rad", "mps": "m/s", "radps": "rad/s"}
_row = 4  # after these kinds

planar_states = ("position_x_m", "position_y_m", "rotation_z_rad", "velocity_x_mps", "velocity_y_mps", "rate_z_radps")
"""Of a car that moves in the plane, in the axes of its own body."""


def state_unit(name: str, rows: dict[str, Field]) -> str:
    """The unit of a state's name; `rows` has those of the memory's states."""
    ending = name.rpartition("_")[2]
    return _units[ending] if name in body_states else rows[name.rpartition(".")[2]].unit


body_states = {f"{kind}_{axis}_{ending}": (number, index)
                for number, (kind, ending) in enumerate(_kinds) for index, axis in enumerate(_axes)}


def state_of(name: str, row_of: Callable[[str], tuple[int, int, int]]) -> tuple[int, int, int, int, int]:
    """What the core wants of a state's name: kind, axis, and kind, item and field of a row."""
    if name in body_states:
        kind, axis = body_states[name]
        return kind, axis, 0, 0, 0
    try:
        row = row_of(name)
    except _core.UnknownName as error:
        hint = "" if "did you mean" in str(error) else nearest(name, body_states) or f"; states of the body are {', '.join(body_states)}"
        raise _core.UnknownName(f"{error}{hint}") from None
    return (_row, 0, *row)


class Trim(NamedTuple):
    """A steady state that was reached: what holds there, and what it still changed by in its last second."""

    speed_mps: float
    """At the end, as is the lateral acceleration: speed times yaw rate, positive left."""
    lateral_mps2: float
    time_s: float
    """Simulated until then."""
    speed_change_mps: float
    """By so much they still changed in the last second."""
    lateral_change_mps2: float
    longitudinal_mps2: float
    """Acceleration of the released car with its inputs."""
    longitudinal_left_mps2: float
    """What it lacks of what was wanted."""

    def __repr__(self) -> str:
        return f"<kamm.Trim {self.speed_mps:.3f} m/s, {self.lateral_mps2:.3f} m/s2 to the left, {self.longitudinal_mps2:.3f} m/s2 ahead>"


@dataclass(frozen=True)
class Linear:
    """x' = A x + B u, y' = C x + D u over `dt_s`: departures from a car's state and inputs, and from where it is then."""

    A: Matrix
    """[states, states], and so on, of one car; of all [count, states, states]."""
    B: Matrix
    C: Matrix
    D: Matrix
    states: tuple[str, ...]
    """Names, in the order of rows and columns."""
    inputs: tuple[str, ...]
    outputs: tuple[str, ...]
    units: dict[str, str]
    """Of all these names."""
    dt_s: float

    def __repr__(self) -> str:
        cars = f"{len(self.A)} cars, " if self.A.ndim == 3 else ""
        return (f"<kamm.Linear {cars}{len(self.states)} states, {len(self.inputs)} inputs, {len(self.outputs)} outputs, "
                f"{self.dt_s:g} s>")

    def __iter__(self) -> Iterator[Any]:
        """A, B, C, D, dt_s: as scipy.signal.dlti and control.ss take them."""
        return iter((self.A, self.B, self.C, self.D, self.dt_s))

    def poles(self) -> npt.NDArray[np.complex128]:
        """Poles of the differential equation whose solution is A, in 1/s."""
        values: npt.NDArray[np.complex128] = np.linalg.eigvals(self.A).astype(np.complex128)
        return np.asarray(np.log(values) / self.dt_s, np.complex128)


def indices(names: Sequence[str], table: dict[str, Field], what: str) -> list[int]:
    """Places of names in a table."""
    places = {name: place for place, name in enumerate(table)}
    for name in names:
        if name not in places:
            raise unknown(name, table, what)
    return [places[name] for name in names]
