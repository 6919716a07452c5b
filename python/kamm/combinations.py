"""Combinations: vehicles with trailers, side by side, in NumPy arrays."""

from __future__ import annotations

import os
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from . import _core
from ._threads import threads_allowed
from .batch import usual_substeps_per_s
from .world import World

Doubles = npt.NDArray[np.float64]


class Unit(NamedTuple):
    """A vehicle or trailer of a combination."""

    id: str
    mass_kg: float
    """With payload."""
    length_m: float
    width_m: float
    wheel_count: int


class Hitch(NamedTuple):
    """A hitch of all combinations, as it is: between a towed unit and the one before it."""

    articulation_rad: Doubles
    """[count]: heading of the trailer less that of the unit before it, as is its rate."""
    articulation_rate_radps: Doubles
    gap_m: Doubles
    """[count, 3]: from hitch to drawbar, in the axes of the towing unit."""
    force_n: Doubles
    """[count, 3]: on the trailer in the last substep, in those axes."""
    roll_nm: Doubles
    """[count]: moments on the trailer, as is yaw_nm."""
    yaw_nm: Doubles
    coupled: npt.NDArray[np.bool_]

    def __repr__(self) -> str:
        return f"<kamm.Hitch of {len(self.coupled)} combinations, {int(self.coupled.sum())} coupled>"


class Combinations(_core.Combinations):
    """`count` combinations of a vehicle with its trailers, which do not touch each other. Unit 0 pulls.

    name_or_path: a combination's file: "volvo-v40-caravan", see `combinations`.
    rung: "single_track" or "full".
    world, threads: as in `Batch`.
    substeps_per_s: the physics' own rate; None: 300, or that of the unit that asks for most.

    They stand coupled at the origin until they are placed.
    """

    __slots__ = ("__weakref__", "_inputs", "_made_of", "_rate", "_units")
    _inputs: npt.NDArray[np.float32]
    _made_of: tuple[str, str, World, float | None, int]
    _rate: float
    _units: tuple[Unit, ...]

    def __new__(
        cls,
        name_or_path: str | os.PathLike[str],
        count: int = 1,
        rung: str = "full",
        *,
        world: World | str | os.PathLike[str] | None = None,
        substeps_per_s: float | None = None,
        threads: int | None = None,
    ) -> Combinations:
        name = os.fspath(name_or_path)
        if world is None:
            world = World.plane()
        elif not isinstance(world, World):
            world = World(world)
        threads = threads_allowed() if threads is None else threads
        if threads < 1:
            raise ValueError(f"threads is {threads}; allowed: 1 or more")
        if substeps_per_s is not None and not substeps_per_s > 0:
            raise ValueError(f"substeps_per_s is {substeps_per_s}; allowed: above 0")
        combinations = super().__new__(cls, name, count, rung, world, substeps_per_s or 0.0, usual_substeps_per_s, threads)
        combinations._made_of = name, rung, world, substeps_per_s, threads
        combinations._rate, units = combinations.info()
        combinations._units = tuple(Unit(*unit) for unit in units)
        combinations._inputs = np.asarray(combinations.input_view(0))
        return combinations

    @property
    def units(self) -> tuple[Unit, ...]:
        """What it is made of, the one that pulls first."""
        return self._units

    @property
    def world(self) -> World:
        """What they drive on."""
        return self._made_of[2]

    @property
    def substeps_per_s(self) -> float:
        """The physics' own rate."""
        return self._rate

    @property
    def time_s(self) -> float:
        """Since they were made, or since the state that was restored."""
        return self.substeps / self._rate

    @property
    def inputs(self) -> npt.NDArray[np.float32]:
        """[count, inputs] of the unit that pulls, as `Batch.inputs`. Brakes of trailers follow."""
        return self._inputs

    @inputs.setter
    def inputs(self, values: npt.ArrayLike) -> None:
        self._inputs[...] = values

    def place(
        self,
        x_m: npt.ArrayLike = 0.0,
        y_m: npt.ArrayLike = 0.0,
        yaw_rad: npt.ArrayLike = 0.0,
        speed_mps: npt.ArrayLike = 0.0,
        gear: npt.ArrayLike = _core.GEAR_DRIVE,
        articulation_rad: npt.ArrayLike = 0.0,
        *,
        which: npt.ArrayLike | None = None,
    ) -> None:
        """Puts combinations on the ground, coupled, the unit that pulls as `Batch.place` does a car, the others behind it.

        x_m, y_m, yaw_rad, speed_mps, gear: as in `Batch.place`, one number, or one for each of `which`.
        articulation_rad: by how much each trailer is turned against the unit before it: a number, or [units - 1], or [which, units - 1].
        which: numbers of combinations, or a mask; None: all.

        ValueError: what no car has; nothing is placed then.
        """
        numbers = _numbers(which, self.count)
        values = np.empty((len(numbers), 4 + len(self._units)))
        for column, (name, value) in enumerate({"x_m": x_m, "y_m": y_m, "yaw_rad": yaw_rad, "speed_mps": speed_mps, "gear": gear}.items()):
            values[:, column] = np.broadcast_to(np.asarray(value, np.float64), len(numbers))
            _check(name, values[:, column], numbers)
        values[:, 5:] = articulation_rad
        _check("articulation_rad", values[:, 5:].sum(1), numbers)
        wrong = values[:, 4] != np.floor(values[:, 4])
        if wrong.any():
            raise ValueError(f"place: combination {numbers[wrong][0]}: gear: {values[wrong, 4][0]:g}; allowed: whole numbers")
        super().place(numbers, values)

    def step(self, dt_s: float | None = None, *, substeps: int | None = None) -> None:
        """Drives on: by a time dt_s, a whole number of substeps, or by a number of `substeps`."""
        if (dt_s is None) == (substeps is None):
            raise TypeError("step takes a time or a number of substeps")
        if substeps is None:
            wanted = (dt_s or 0.0) * self._rate
            substeps = round(wanted)
            if substeps < 1 or abs(wanted - substeps) > 1e-6 * substeps:
                raise ValueError(f"dt is {dt_s} s, which is {wanted:.6g} substeps of 1/{self._rate:g} s; allowed: whole numbers of them")
        super().step(substeps)

    def read(self, *channels: str, unit: int = 0) -> Doubles:
        """`channels` of a `unit` as they are now: a new float64 array [count, channels], or [count] of a single one."""
        out = np.empty((self.count, len(channels)))
        super().read(unit, channels, out)
        return out[:, 0] if len(channels) == 1 else out

    def hitch(self, unit: int = 1) -> Hitch:
        """The hitch between a towed `unit` and the one before it."""
        out = np.empty((self.count, 11))
        super().hitch(unit, out)
        return Hitch(out[:, 0], out[:, 1], out[:, 2:5], out[:, 5:8], out[:, 8], out[:, 9], out[:, 10] > 0)

    def couple(self, unit: int = 1, *, which: npt.ArrayLike | None = None) -> None:
        """Couples a `unit` to the one before it, of combinations `which`. ValueError: it is too far away."""
        for index in _numbers(which, self.count):
            super().couple(int(index), unit, True)

    def uncouple(self, unit: int = 1, *, which: npt.ArrayLike | None = None) -> None:
        """Lets a `unit` go, of combinations `which`: it rolls on by itself."""
        for index in _numbers(which, self.count):
            super().couple(int(index), unit, False)

    @property
    def faults(self) -> npt.NDArray[np.int32]:
        """int32 [count]: bits of all units together, as `Batch.faults`."""
        out = np.empty(self.count, np.int32)
        super().faults(out)
        return out

    def save(self) -> bytes:
        """All that moves, inputs and couplings too."""
        state: bytes = super().save()
        return state

    def restore(self, state: bytes) -> None:
        """Back to a `state` that `save` gave, to the bit."""
        super().restore(state)

    def __len__(self) -> int:
        return self.count

    def __reduce__(self) -> tuple[Any, ...]:
        return _make_again, (self._made_of, self.count, self.save())

    def __repr__(self) -> str:
        return f"<kamm.Combinations {self.count} × {' + '.join(unit.id for unit in self._units)} on {self._made_of[1]}>"


def _make_again(made_of: tuple[str, str, World, float | None, int], count: int, state: bytes) -> Combinations:
    name, rung, world, substeps_per_s, threads = made_of
    combinations = Combinations(name, count, rung, world=world, substeps_per_s=substeps_per_s, threads=threads)
    combinations.restore(state)
    return combinations


def _numbers(which: npt.ArrayLike | None, count: int) -> npt.NDArray[np.int32]:
    if which is None:
        return np.arange(count, dtype=np.int32)
    chosen = np.atleast_1d(np.asarray(which))
    if chosen.dtype == bool and chosen.shape == (count,):
        chosen = np.flatnonzero(chosen)
    is_whole = np.issubdtype(chosen.dtype, np.integer) or not chosen.size
    if not is_whole or chosen.ndim != 1 or (chosen.size and (chosen.min() < 0 or chosen.max() >= count)):
        raise ValueError(f"which: there are {count}, counted from 0; got {which}")
    return np.ascontiguousarray(chosen, np.int32)


def _check(name: str, values: Doubles, numbers: npt.NDArray[np.int32]) -> None:
    wrong = ~(np.abs(values) < 1e10)
    if wrong.any():
        raise ValueError(f"place: combination {numbers[wrong][0]}: {name}: {values[wrong][0]:g}; it has to be finite")


def combinations() -> list[str]:
    """The names of the combinations that came with Kamm."""
    return _core.list_data("combinations")
