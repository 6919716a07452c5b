"""Batches: cars of one vehicle, side by side, in NumPy arrays."""

from __future__ import annotations

import math
import os
from collections.abc import Sequence
from typing import Any

import numpy as np
import numpy.typing as npt

from . import _core
from ._rows import car_numbers, position_rows, row_of, row_units, spread
from ._threads import threads_allowed
from .fields import Field, Names, read_fields
from .linear import Linear, Trim, indices, state_of, state_unit
from .portable import PortableReport, Slot
from .vehicle import Vehicle, load
from .world import World

INPUTS: dict[str, Field] = read_fields("inputs")
"""What a driver does, by name: the columns of `Batch.inputs`."""
INPUT: dict[str, int] = Names("input", {name: column for column, name in enumerate(INPUTS)})
"""The column of each input."""
CHANNELS: dict[str, Field] = read_fields("channels")
"""What can be read of a car."""
WHEEL_CHANNELS: dict[str, Field] = read_fields("wheel_channels")
"""What can be read of a wheel: "wheels[2].load_n"."""

_acceleration = INPUT["acceleration_mps2"]
usual_substeps_per_s = 300.0
"""Of batches, unless the vehicle asks for more: 10, 20 and 50 ms are whole numbers of substeps."""


class Batch(_core.Batch):
    """`count` cars of one vehicle, which do not touch each other unless a world has them (`World.add`).

    car: a `Vehicle`, or the name or path of a vehicle file; what is changed in it later does not change the cars.
    rung: of the ladder of models: "kinematic", "rigid2d", "single_track", "double_track" or "full".
    world: a `World`, or the name or path of a world file; None: level, dry asphalt.
    substeps_per_s: the physics' own rate; None: 300, or the vehicle's own where that is higher.
    threads: None: `threads_allowed()`. The bits do not depend on it.

    Cars stand at the origin until they are placed. Views (`inputs`, `bind`, `expand`, `rows`) keep the batch alive.
    """

    __slots__ = ("__weakref__", "_expanded", "_inputs", "_made_of", "_model", "_takes_commands")
    _takes_commands: bool
    _inputs: npt.NDArray[np.float32]
    _made_of: tuple[Vehicle, World, str, float, int]
    _model: dict[str, float]
    _expanded: list[str]

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
        if not isinstance(car, Vehicle) and _core.is_combination(os.fspath(car)):
            raise _core.UnknownName(f"{os.fspath(car)}: is a combination of vehicles; kamm.Combinations has them")
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
        batch._made_of = vehicle.copy(), world, rung, float(substeps_per_s), threads
        batch._inputs = np.asarray(batch.input_view())
        batch._model = batch.info()
        batch._takes_commands = bool(batch._model.pop("takes_commands"))
        batch._expanded = []
        return batch

    @property
    def inputs(self) -> npt.NDArray[np.float32]:
        """[count, inputs]: to be written between steps; columns by `kamm.INPUT`. Held until changed. `inputs = array` writes all of it."""
        return self._inputs

    @inputs.setter
    def inputs(self, values: npt.ArrayLike) -> None:
        self._inputs[...] = values

    @property
    def vehicle(self) -> Vehicle:
        """A copy, as it was when the batch was made."""
        return self._made_of[0]

    @property
    def world(self) -> World:
        """What the cars drive on."""
        return self._made_of[1]

    @property
    def rung(self) -> str:
        """Rung of the ladder of models."""
        return self._made_of[2]

    @property
    def substeps_per_s(self) -> float:
        """The physics' own rate."""
        return self._made_of[3]

    @property
    def threads(self) -> int:
        """On how many it steps, at most."""
        return self._made_of[4]

    @property
    def model(self) -> dict[str, float]:
        """What follows from the vehicle: "mass_kg", "wheelbase_m", "steering_ratio", …"""
        return self._model

    def __reduce__(self) -> tuple[Any, ...]:
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
        """How many substeps dt_s is. ValueError: no whole number of them."""
        substeps = dt_s * self.substeps_per_s
        whole = round(substeps)
        if whole < 1 or abs(substeps - whole) > 1e-6 * whole:
            raise ValueError(
                f"dt is {dt_s} s, which is {substeps:.6g} substeps of 1/{self.substeps_per_s:g} s; allowed: whole numbers "
                f"of them (or another substeps_per_s of the batch)"
            )
        return whole

    def step(self, dt_s: float | None = None, *, substeps: int | None = None) -> None:
        """Drives on: by a time dt_s, a whole number of substeps, or by a number of `substeps`. The bound channels are those afterwards.

        ValueError: an acceleration is commanded on a rung that does not obey it (`acceleration_mps2` with `command`).
        """
        if (dt_s is None) == (substeps is None):
            raise TypeError("step takes a time or a number of substeps")
        self._check_inputs()
        super().step(self.substeps_of(dt_s) if dt_s is not None else substeps)

    def _check_inputs(self) -> None:
        """ValueError: an acceleration is commanded on a rung that does not obey it. `step` calls this."""
        if self._takes_commands or not self._inputs[:, _acceleration].any():
            return
        asked = np.flatnonzero((self._inputs[:, INPUT["command"]] > 0.5) & (self._inputs[:, _acceleration] != 0))
        if asked.size:
            raise ValueError(f"car {asked[0]}: {_no_commands(self.rung)}")

    def place(
        self,
        x_m: npt.ArrayLike = 0.0,
        y_m: npt.ArrayLike = 0.0,
        yaw_rad: npt.ArrayLike = 0.0,
        speed_mps: npt.ArrayLike = 0.0,
        gear: npt.ArrayLike = _core.GEAR_DRIVE,
        *,
        cars: npt.ArrayLike | None = None,
    ) -> None:
        """Puts cars on the ground, rolling at a speed, at rest in their springs, with inputs and faults cleared.

        Each is one number, or an array with one for each of `cars`.

        x_m, y_m: below the centre of gravity of the car without payload.
        yaw_rad: 0 along x, positive to the left.
        speed_mps: along the car, negative backwards.
        gear: -1 reverse, 0 neutral, 1 and up; `GEAR_DRIVE` shifts by itself.
        cars: which ones: None for all, a mask of bools [count], or their numbers.

        ValueError: a value that is not finite, or one that no car has (1000 m/s, a gear that it lacks); no car is placed then.
        """
        which = self._numbers(cars)
        values = [spread(value, name, len(which)) for name, value in
                  {"x_m": x_m, "y_m": y_m, "yaw_rad": yaw_rad, "speed_mps": speed_mps, "gear": gear}.items()]
        super().place(which, *values)

    def switch_on(
        self,
        x_m: float = 0.0,
        y_m: float = 0.0,
        yaw_rad: float = 0.0,
        speed_mps: float = 0.0,
        gear: int = _core.GEAR_DRIVE,
        *,
        car: int | None = None,
    ) -> Slot:
        """Switches a car on, and places it. All cars of a new batch are on; `switch_all_off` changes that.

        A car that is off takes no time, touches no other body and is not seen. States of `save` have which cars are on.

        x_m, y_m, yaw_rad, speed_mps, gear: as of `place`.
        car: its number; None: the first that is off.

        ValueError: the car is on, none is off, or no car can be placed there.
        """
        return Slot(*super().switch_on(-1 if car is None else int(self._numbers([car])[0]), x_m, y_m, yaw_rad, speed_mps, gear))

    def switch_off(self, slot: Slot) -> None:
        """Switches a car off, whose contacts end with the next step.

        slot: of `switch_on` or `slot_of`.

        UnknownName: the car is off, or on again for another.
        """
        self._numbers([slot.car])
        super().switch_off(*slot)

    def switch_all_off(self) -> None:
        """Switches all cars off."""
        super().switch_off(-1, 0)

    @property
    def is_on(self) -> npt.NDArray[np.bool_]:
        """[count]: which cars are on."""
        return self._generations().astype(bool)

    def slot_of(self, car: int) -> Slot | None:
        """The slot of a car; None: it is off.

        car: its number.
        """
        number = int(self._numbers([car])[0])
        generation = int(self._generations()[number])
        return Slot(number, generation) if generation else None

    def _generations(self) -> npt.NDArray[np.uint32]:
        out = np.empty(self.count, np.int32)
        super().generations(out)
        return out.view(np.uint32)

    def assist(
        self,
        dt_s: float,
        steer: npt.ArrayLike = 0.0,
        throttle: npt.ArrayLike = 0.0,
        brake: npt.ArrayLike = 0.0,
        hand_brake: npt.ArrayLike = 0.0,
        clutch: npt.ArrayLike = 0.0,
        *,
        own_gear: npt.ArrayLike = False,
        strength: float = 1.0,
        lets_roll: bool = False,
        drift_angle_rad: float = 0.0,
        drift_lift: float = 0.0,
    ) -> None:
        """Writes the inputs until the next call by the input assist, from the requests of keys or gamepads.

        Two pedals are enough. The brake stops and holds the car; released and pressed again, it drives backwards. Cars without a pressed
        pedal stand. Each request is one number, or an array with one for each car.

        dt_s: until the next call.
        steer: -1 to 1, positive to the left; steering is limited to what the front tyres can use.
        throttle, brake, hand_brake, clutch: 0 to 1.
        own_gear: the caller selects the gear (`inputs`), and pedals keep their normal meaning.
        strength: 0 (requests pass unchanged) to 1 (full assist).
        lets_roll: cars without a pressed pedal roll and creep.
        drift_angle_rad: sideslip of a drift at full steering request, 0 to 0.9; 0: no drift assist.
        drift_lift: hand brake, 0 to 1, that the assist pulls to start a drift while the driver steers without a pedal.
        """
        requests = {"steer": steer, "throttle": throttle, "brake": brake, "hand_brake": hand_brake, "clutch": clutch,
                    "own_gear": own_gear}
        rows = np.stack([spread(value, name, self.count) for name, value in requests.items()], axis=1)
        super().assist(rows.ravel(), dt_s, strength, lets_roll, drift_angle_rad, drift_lift)

    def ride(
        self,
        dt_s: float,
        curvature_per_m: npt.ArrayLike = 0.0,
        *,
        max_lean_rad: npt.ArrayLike = 0.0,
        max_torque_nm: npt.ArrayLike = 0.0,
        strength: npt.ArrayLike = 1.0,
        feet: npt.ArrayLike = True,
    ) -> None:
        """Balances two-wheelers until the next call: writes `free_steering`, `steering_wheel_nm` and `steering_wheel_rad`.

        Pedals and gear remain the caller's. Call it once before each step. Each request is one number, or an array with one for each
        vehicle. `assist` has a rider of its own.

        dt_s: until the next call, 0.002 to 0.02.
        curvature_per_m: of the path over the ground, positive to the left.
        max_lean_rad: largest lean; 0: nine tenths of what the tyres' friction allows.
        max_torque_nm: largest torque of the hands; 0: 0.04 of weight times height of the centre of gravity.
        strength: share of the torque and of the feet: 0 (hands and feet off) to 1.
        feet: feet support the vehicle below walking pace.

        ValueError: the vehicle has no rider; nothing changes.
        """
        requests = {"curvature_per_m": curvature_per_m, "max_lean_rad": max_lean_rad, "max_torque_nm": max_torque_nm,
                    "strength": strength, "feet": feet}
        rows = np.stack([spread(value, name, self.count) for name, value in requests.items()], axis=1)
        super().ride(rows.ravel(), dt_s)

    def lift_wheel(self, lift_rad: npt.ArrayLike) -> None:
        """Lifts a wheel of two-wheelers and holds it there: writes throttle and brakes. Call it after `ride`, before each step.

        lift_rad: 0 to 1 for the front wheel (wheelie), 0 to -0.6 for the rear wheel (stoppie), or an array with one for each vehicle.
            With 0 a wheel that is up comes down, and both stay on the road.

        ValueError: the vehicle has no rider; nothing changes.
        """
        super().lift_wheel(spread(lift_rad, "lift_rad", self.count))

    @property
    def wheel_lift_rad(self) -> npt.NDArray[np.float64]:
        """[count]: by how much a wheel of a two-wheeler is off the road; positive: the front wheel, NaN: no rider."""
        out = np.empty(self.count)
        super().wheel_lift(out)
        return out

    def lean_in_turn_rad(self, speed_mps: float, curvature_per_m: float, *, car: int = 0) -> float:
        """Lean of a two-wheeler in a steady turn on level ground, positive to the right.

        speed_mps: over the ground.
        curvature_per_m: of the path, positive to the left.
        car: its number.

        ValueError: the vehicle has no rider.
        """
        lean_rad = float(super().lean_in_turn_rad(car, speed_mps, curvature_per_m))
        if math.isnan(lean_rad):
            raise ValueError("axles.wheels: no rider balances this vehicle; allowed: two single wheels in line")
        return lean_rad

    def bind(self, *channels: str) -> npt.NDArray[np.float64]:
        """float64 [count, channels], or [count] of a single one, which each step fills in. Another binding takes its place.

        channels: of `CHANNELS`, or of `WHEEL_CHANNELS` with the wheel: "wheels[2].load_n".
        """
        view = np.asarray(super().bind(channels))
        return view[:, 0] if len(channels) == 1 else view

    def read(self, *channels: str) -> npt.NDArray[np.float64]:
        """`channels`, as for `bind`, as they are now: a new float64 array [count, channels], or [count] of a single one."""
        out = np.empty((self.count, len(channels)))
        super().read(channels, out)
        return out[:, 0] if len(channels) == 1 else out

    def rows(self, name: str) -> npt.NDArray[Any]:
        """A state in memory: float32 [blocks, 16], car i at [i // 16, i % 16]; lanes beyond the last car are not used.

        name: of the core's states: "yaw_rate_radps", "wheels[2].spin_radps", "axles[0].…", "body_points[0].…". The place is
            "position_x_m", …, in float64: of the sprung mass's centre of gravity on full, of the car's on the rungs below.

        Programs that write rows must keep related rows consistent, such as a value and its rounding residual.
        """
        if name in position_rows:
            return np.asarray(super().position_rows(position_rows.index(name)))
        kind, item, field = row_of(name)
        return np.asarray(super().rows(kind, item, field))

    def expand(self, path: str) -> npt.NDArray[np.float64]:
        """float64 [count], writable: the parameter at `path`, with a value for each car from now on.

        Changes are compiled at the next call that needs them (`step`, `place`, `save`, a rollout), in some 0.4 ms for each changed
        car. Invalid values raise ValueError there, with the car's number.
        """
        values = np.asarray(super().expand(path))
        if path not in self._expanded:
            self._expanded.append(path)
        return values

    @property
    def faults(self) -> npt.NDArray[np.int32]:
        """int32 [count], bits: 1 a step gave no number, the car stands until it is placed; 2 an input was none; 4 a contact."""
        out = np.empty(self.count, np.int32)
        super().faults(out)
        return out

    def save(self, cars: npt.ArrayLike | None = None) -> bytes:
        """All that moves, inputs too: of all, or of some `cars` (a mask, or numbers)."""
        state: bytes = super().save(None if cars is None else self._numbers(cars))
        return state

    def restore(self, state: bytes, cars: npt.ArrayLike | None = None) -> None:
        """Back to a `state` that `save` gave, to the bit: of all, or of as many `cars` as were saved. One car's state may go to many."""
        super().restore(state, None if cars is None else self._numbers(cars))

    def save_portable(self) -> bytes:
        """All that moves, inputs too, as bytes that other builds and versions read. `save` is faster and smaller."""
        state: bytes = super().save_portable()
        return state

    def restore_portable(self, state: bytes) -> PortableReport:
        """Restores a `state` of `save_portable` of as many cars, on the same rung with as many wheels. `time_s` does not change.

        ValueError: it does not fit, or has changed since; nothing changes then.
        """
        return PortableReport(*super().restore_portable(state))

    def trim(
        self,
        speed_mps: float,
        lateral_mps2: float = 0.0,
        *,
        steering_wheel_rad: float | None = None,
        gear: int = 0,
        car: int = 0,
        time_limit_s: float = 60.0,
        longitudinal_mps2: float = 0.0,
    ) -> Trim:
        """Brings a car into a steady state, straight ahead or on a circle, with the inputs that hold it.

        speed_mps: along the path.
        lateral_mps2: speed times yaw rate, positive left.
        steering_wheel_rad: instead of that, the steering wheel's angle.
        gear: 0 is the highest in which the engine turns at 2000 rpm or more.
        car: its number.
        time_limit_s: simulated, after which it gives up.
        longitudinal_mps2: by which the car speeds up as it passes that speed; 0: it holds it.

        ValueError: there is no such state, with how near it came; the car is as it was then.
        """
        angle = 0.0 if steering_wheel_rad is None else steering_wheel_rad
        return Trim(*super().trim(car, speed_mps, steering_wheel_rad is not None, angle, lateral_mps2, gear, time_limit_s, longitudinal_mps2))

    def linearise(
        self,
        dt_s: float = 0.01,
        *,
        states: Sequence[str] = ("velocity_y_mps", "rate_z_radps"),
        inputs: Sequence[str] = ("steering_wheel_rad",),
        outputs: Sequence[str] = (),
        car: int | None = None,
    ) -> Linear:
        """The linear model of each car from now on, with its present inputs held, by central differences. The cars are not changed.

        dt_s: over which it is: x' is x so much later.
        states: "position_x_m", "rotation_z_rad", "velocity_y_mps", "rate_z_radps", … of the body in its own axes, and those of `rows`
            ("wheels[2].spin_radps"). What is not among them is held at the start and free afterwards.
        inputs: of `INPUTS`.
        outputs: of `CHANNELS`.
        car: of this one alone, A [states, states]; None: of all, A [count, states, states].
        """
        which = self._numbers(None if car is None else [car])
        places = [state_of(name, row_of) for name in states]
        columns = indices(inputs, INPUTS, "input")
        check_commands(self, inputs)
        channels = indices(outputs, CHANNELS, "channel")
        n, k, m, o = len(which), len(states), len(inputs), len(outputs)
        matrices = [np.empty((n, rows, width)) for rows, width in ((k, k), (k, m), (o, k), (o, m))]
        super().linearise(which, places, columns, channels, self.substeps_of(dt_s), *matrices)
        a, b, c, d = matrices if car is None else (matrix[0] for matrix in matrices)
        units = {name: state_unit(name, row_units) for name in states}
        units |= {name: INPUTS[name].unit for name in inputs} | {name: CHANNELS[name].unit for name in outputs}
        return Linear(a, b, c, d, tuple(states), tuple(inputs), tuple(outputs), units, dt_s)

    def clone(self, count: int | None = None) -> Batch:
        """A batch like this one, in its first state. count: of cars; None: as many."""
        return Batch(
            self.vehicle,
            self.count if count is None else count,
            self.rung,
            world=self.world,
            substeps_per_s=self.substeps_per_s,
            threads=self.threads,
        )

    def _numbers(self, cars: npt.ArrayLike | None) -> npt.NDArray[np.int32]:
        """Numbers of cars as int32, from a mask of bools [count] or from numbers; None: all."""
        return car_numbers(cars, self.count)

    def __repr__(self) -> str:
        return f"<kamm.Batch {self.count} × {self.vehicle.id} on {self.rung}>"


def _make_again(vehicle: Vehicle, count: int, rung: str, options: dict[str, Any], own: dict[str, Any], state: bytes) -> Batch:
    batch = Batch(vehicle, count, rung, **options)
    for path, values in own.items():
        batch.expand(path)[:] = values
    batch.restore(state)
    return batch


def _no_commands(rung: str) -> str:
    return (f"acceleration_mps2 is commanded, which cars on {rung} do not obey, but those on kinematic and single_track; "
            f"here throttle and brake lead")


def check_commands(cars: Batch, inputs: Sequence[str]) -> None:
    """ValueError: one of these inputs is a command that those cars do not obey."""
    if not cars._takes_commands and "acceleration_mps2" in inputs:
        raise ValueError(_no_commands(cars.rung))
