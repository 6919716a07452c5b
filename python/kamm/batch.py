"""Batches: cars of one vehicle, side by side, in NumPy arrays."""

from __future__ import annotations

import os

import numpy as np

from . import _core
from .fields import Field, read_fields
from .vehicle import Vehicle, load
from .world import World

INPUTS: dict[str, Field] = read_fields("inputs")
"""What a driver does, by name: the columns of `Batch.inputs`."""
INPUT: dict[str, int] = {name: column for column, name in enumerate(INPUTS)}
"""The column of each input."""
CHANNELS: dict[str, Field] = read_fields("channels")
"""What can be read of a car."""
WHEEL_CHANNELS: dict[str, Field] = read_fields("wheel_channels")
"""What can be read of a wheel: "wheels[2].load_n"."""

_row_kinds = ("car", "body_point", "axle", "wheel")
_row_fields = [list(read_fields(f"{kind}_states")) for kind in _row_kinds]

usual_substeps_per_s = 300.0
"""Of batches, unless the vehicle asks for more: 10, 20 and 50 ms are whole numbers of substeps."""


def threads_allowed() -> int:
    """How many threads a batch uses: $KAMM_THREADS, else the processors that this process may run on."""
    wanted = os.environ.get("KAMM_THREADS", "")
    if wanted:
        if not wanted.isdigit() or int(wanted) < 1:
            raise ValueError(f"KAMM_THREADS is {wanted!r}; allowed: a whole number, 1 or more")
        return int(wanted)
    affinity = len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1
    return max(1, min(affinity, _quota()))


def _quota() -> int:
    """Processors that the control group allows, rounded up."""
    try:
        with open("/sys/fs/cgroup/cpu.max", encoding="ascii") as file:
            quota, period = file.read().split()
        return max(1, -(-int(quota) // int(period)))
    except (OSError, ValueError):  # none, or "max"
        return 1 << 16


class Batch(_core.Batch):
    """`count` cars of one vehicle, which do not touch each other.

    car: a `Vehicle`, or the name or path of a vehicle file; what is changed in it later does not change the cars.
    rung: of the ladder of models: "kinematic", "rigid2d", "single_track", "double_track" or "full".
    world: a `World`, or the name or path of a world file; None: level, dry asphalt.
    substeps_per_s: the physics' own rate; None: 300, or the vehicle's own where that is higher.
    threads: None: `threads_allowed()`. The bits do not depend on it.

    Cars stand at the origin until they are placed. Views (`inputs`, `bind`, `expand`, `rows`) keep the batch alive.
    """

    inputs: np.ndarray
    """float32 [count, inputs]: to be written between steps; columns by `kamm.INPUT`. Held until changed."""

    def __new__(
        cls,
        car: Vehicle | str | os.PathLike[str],
        count: int = 1,
        rung: str = "full",
        *,
        world: World | str | os.PathLike[str] | None = None,
        substeps_per_s: float | None = None,
        threads: int | None = None,
    ) -> Batch:
        vehicle = car if isinstance(car, Vehicle) else load(car)
        if world is None:
            world = World.plane()
        elif not isinstance(world, World):
            world = World(os.fspath(world))
        if substeps_per_s is None:
            substeps_per_s = max(usual_substeps_per_s, vehicle["stepping.substeps_per_s"])
        if threads is None:
            threads = threads_allowed()
        elif threads < 1:
            raise ValueError(f"threads is {threads}; allowed: 1 or more")
        batch = super().__new__(cls, vehicle, count, rung, world, substeps_per_s, threads)
        batch.vehicle, batch.world, batch.rung = vehicle.copy(), world, rung
        batch.substeps_per_s, batch.threads = float(substeps_per_s), threads
        batch.inputs = np.asarray(batch.input_view())
        batch.model = batch.info()
        batch._expanded = []
        return batch

    def __reduce__(self):
        options = {"world": self.world, "substeps_per_s": self.substeps_per_s, "threads": self.threads}
        own = {path: self.expand(path).copy() for path in self._expanded}
        return _make_again, (self.vehicle, self.count, self.rung, options, own, self.save())

    def __len__(self) -> int:
        return self.count

    @property
    def time_s(self) -> float:
        """Since the batch was made, or since the state that was restored."""
        return self.substeps / self.substeps_per_s

    def substeps_of(self, dt_s: float) -> int:
        """A time as a number of substeps. ValueError: it is none."""
        substeps = dt_s * self.substeps_per_s
        whole = round(substeps)
        if whole < 1 or abs(substeps - whole) > 1e-6 * whole:
            raise ValueError(
                f"dt is {dt_s} s, which is {substeps:.6g} substeps of 1/{self.substeps_per_s:g} s; allowed: whole numbers "
                f"of them (or another substeps_per_s of the batch)"
            )
        return whole

    def step(self, dt_s: float | None = None, *, substeps: int | None = None) -> None:
        """Drives on: by a time, or by a number of substeps."""
        if (dt_s is None) == (substeps is None):
            raise TypeError("step takes a time or a number of substeps")
        super().step(self.substeps_of(dt_s) if substeps is None else substeps)

    def place(self, x_m=0.0, y_m=0.0, yaw_rad=0.0, speed_mps=0.0, gear=_core.GEAR_DRIVE, *, cars=None) -> None:
        """Puts cars on the ground, rolling at a speed, at rest in their springs, with inputs and faults cleared.

        All but `cars` are numbers or arrays, one for each of `cars` (None: all; a mask; or numbers).
        """
        which = self._numbers(cars)
        values = [_spread(value, name, len(which)) for name, value in
                  {"x_m": x_m, "y_m": y_m, "yaw_rad": yaw_rad, "speed_mps": speed_mps, "gear": gear}.items()]
        super().place(which, *values)

    def bind(self, *channels: str) -> np.ndarray:
        """float64 [count, channels], or [count] of a single one, which each step fills in. One binding at a time."""
        view = np.asarray(super().bind(channels))
        return view[:, 0] if len(channels) == 1 else view

    def read(self, *channels: str) -> np.ndarray:
        """Channels as they are now: a new float64 array [count, channels], or [count] of a single one."""
        out = np.empty((self.count, len(channels)))
        super().read(channels, out)
        return out[:, 0] if len(channels) == 1 else out

    def rows(self, name: str) -> np.ndarray:
        """A state in memory: float32 [blocks, 16], car i at [i // 16, i % 16]; lanes beyond the last car are not used.

        Names are those of the core's states: "yaw_rate_radps", "wheels[2].spin_radps", "axles[0].…", "body_points[0].…".
        Whoever writes into one keeps consistent what belongs together, such as a value and its rounding residual.
        """
        kind, item, field = _row_of(name)
        return np.asarray(super().rows(kind, item, field))

    def expand(self, path: str) -> np.ndarray:
        """float64 [count]: a parameter of which each car has its own from now on, to be written.

        What is written is compiled at the next call that needs it (`step`, `place`, `save`, a rollout), some 0.4 ms a car that
        has changed; what the vehicle can't be raises ValueError there, with the car's number.
        """
        values = np.asarray(super().expand(path))
        if path not in self._expanded:
            self._expanded.append(path)
        return values

    @property
    def faults(self) -> np.ndarray:
        """int32 [count], bits: 1 a step gave no number, the car stands until it is placed; 2 an input was none; 4 a contact."""
        out = np.empty(self.count, np.int32)
        super().faults(out)
        return out

    def save(self, cars=None) -> bytes:
        """All that moves, inputs too: of all cars, or of some (a mask, or numbers)."""
        return super().save(None if cars is None else self._numbers(cars))

    def restore(self, state: bytes, cars=None) -> None:
        """Back to what `save` gave, to the bit: of all, or of as many as were saved. One car's state may go to many."""
        super().restore(state, None if cars is None else self._numbers(cars))

    def clone(self, count: int | None = None) -> Batch:
        """A batch like this one, in its first state, with as many or other cars."""
        return Batch(
            self.vehicle,
            self.count if count is None else count,
            self.rung,
            world=self.world,
            substeps_per_s=self.substeps_per_s,
            threads=self.threads,
        )

    def _numbers(self, cars) -> np.ndarray:
        """Which cars are meant, as int32."""
        if cars is None:
            return np.arange(self.count, dtype=np.int32)
        which = np.asarray(cars)
        if which.dtype == bool:
            if which.shape != (self.count,):
                raise ValueError(f"cars: wanted a mask of shape ({self.count},), got {which.shape}")
            which = np.flatnonzero(which)
        if which.size and not np.issubdtype(which.dtype, np.integer):
            raise ValueError(f"cars: wanted whole numbers or a mask, got {which.dtype}")
        which = np.atleast_1d(which)
        if which.ndim != 1 or (which.size and (which.min() < 0 or which.max() >= self.count)):
            raise ValueError(f"cars: there are {self.count}, counted from 0; got {cars}")
        return np.ascontiguousarray(which, np.int32)

    def __repr__(self) -> str:
        return f"<kamm.Batch {self.count} × {self.vehicle.id} on {self.rung}>"


def _make_again(vehicle: Vehicle, count: int, rung: str, options: dict, own: dict, state: bytes) -> Batch:
    batch = Batch(vehicle, count, rung, **options)
    for path, values in own.items():
        batch.expand(path)[:] = values
    batch.restore(state)
    return batch


def _spread(value, name: str, count: int) -> np.ndarray:
    try:
        return np.ascontiguousarray(np.broadcast_to(np.asarray(value, np.float64), (count,)))
    except ValueError:
        raise ValueError(f"{name}: wanted a number or {count} of them, got shape {np.shape(value)}") from None


def _row_of(name: str) -> tuple[int, int, int]:
    kind, item, field = 0, 0, name
    if "[" in name:
        head, _, rest = name.partition("[")
        index, _, field = rest.partition("].")
        plurals = {f"{each}s": number for number, each in enumerate(_row_kinds)}
        if head not in plurals or not index.isdigit():
            raise _core.UnknownName(f"{name}: a state's name looks like yaw_rate_radps or wheels[2].spin_radps")
        kind, item = plurals[head], int(index)
    if field not in _row_fields[kind]:
        raise _core.UnknownName(f"{name}: there is no such state{_nearest(field, _row_fields[kind])}")
    return kind, item, _row_fields[kind].index(field)


def _nearest(name: str, names: list[str]) -> str:
    from difflib import get_close_matches

    near = get_close_matches(name, names, 1)
    return f'; did you mean "{near[0]}"?' if near else ""
