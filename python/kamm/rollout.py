"""Rollouts: one state, or many, driven on by inputs of their own."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
import numpy.typing as npt

from .batch import INPUT, Batch, check_commands
from .fields import unknown
from .linear import Linear
from .states import moving_states

Doubles = npt.NDArray[np.float64]


class Rollout:
    """Drives `count` cars from a state through inputs, and gives channels after each step.

        roll = kamm.Rollout(car, 512, steps=50, dt=0.02, inputs=("steering_wheel_rad", "throttle", "brake"),
                            channels=("x_m", "y_m", "speed_mps"))
        path = roll(car.save(), u)                # u: float32 [512, 50, 3]; path: float64 [512, 50, 3]

    Inputs of planners (`acceleration_mps2`) are refused on rungs that do not obey them.

    like: a batch of the same vehicle, rung and world, whose states are rolled out; it is not changed.
    count: of rollouts in a call.
    steps, dt: how many, and how long each is in s.
    inputs: of `INPUTS`, those that a call gives; the others stay as the state has them.
    channels: as for `Batch.bind`.
    threads: None: those of `like`.
    jacobians: a call gives paths, A [count, steps, states, states] and B [count, steps, states, inputs]: how each step answers to
        departures of `states` at its begin, and of its inputs.
    states: as `Batch.linearise` takes them; None: `moving_states(like)`. With `jacobians` fewer are refused: what is not among them would
        begin each step as if nothing had been disturbed, so that products of A are wrong. A gear that shifts is a jump that no Jacobian has.

    A car with a numeric fault keeps its last values; `faults` shows which cars.
    """

    def __init__(
        self,
        like: Batch,
        count: int,
        *,
        steps: int,
        dt: float,
        inputs: tuple[str, ...] = ("steering_wheel_rad", "throttle", "brake"),
        channels: tuple[str, ...] = ("x_m", "y_m", "yaw_rad", "speed_mps"),
        threads: int | None = None,
        jacobians: bool = False,
        states: Sequence[str] | None = None,
    ):
        self.count, self.steps, self.dt = count, steps, dt
        self.inputs, self.channels = tuple(inputs), tuple(channels)
        for name in self.inputs:
            if name not in INPUT:
                raise unknown(name, INPUT, "input")
        check_commands(like, self.inputs)
        self.columns = np.array([INPUT[name] for name in self.inputs])
        """Of the rolled-out inputs in `Batch.inputs`."""
        self._substeps = like.substeps_of(dt)
        self._starts = {0: like.clone()}  # by the cars of a state, 0: all of `like`
        self._cars = Batch(
            like.vehicle,
            count,
            like.rung,
            world=like.world,
            substeps_per_s=like.substeps_per_s,
            threads=like.threads if threads is None else threads,
        )
        self._cars.read(*self.channels)  # unknown names fail here
        self.jacobians, self.states = jacobians, moving_states(like) if states is None else tuple(states)
        if jacobians:
            self._linearise()
            _check_complete(like, self.states)

    def __call__(self, state: bytes, inputs: npt.NDArray[np.float32], *, starts: npt.ArrayLike | None = None,
                 out: Doubles | None = None) -> Any:
        """float64 [count, steps, channels]: the channels after each step; with `jacobians` a tuple of it, A and B.

        state: what `save` of such a batch gave, of all its cars or of some: one, from which all rollouts begin, or as many as there are
            rollouts.
        inputs: float32 [count, steps, inputs].
        starts: int32 [count]: the cars of the state from which the rollouts begin.
        out: to be written instead of a new array.
        """
        start = self._restore(state)
        if starts is not None:
            starts = np.ascontiguousarray(starts, np.int32)
        elif start.count == self.count:
            starts = np.arange(self.count, dtype=np.int32)
        elif start.count != 1:
            raise ValueError(f"the state has {start.count} cars, the rollouts are {self.count}; give starts")
        if out is None:
            out = np.empty((self.count, self.steps, len(self.channels)))
        self._cars.rollout(start, starts, self.steps, self._substeps, self.inputs, inputs, self.channels, out)
        if not self.jacobians:
            return out
        return (out, *self._differentiate(start, np.zeros(self.count, np.int32) if starts is None else starts, inputs))

    def _restore(self, state: bytes) -> Batch:
        """A batch with as many cars as that state has, restored to it."""
        count = self._cars.saved_cars(state)
        if count not in self._starts:
            self._starts[count] = self._starts[0].clone(count)
        start = self._starts[count]
        start.restore(state, np.arange(count) if count else None)
        return start

    def _linearise(self) -> Linear:
        return self._cars.linearise(self.dt, states=self.states, inputs=self.inputs)

    def _differentiate(self, start: Batch, starts: npt.NDArray[np.int32], inputs: npt.NDArray[np.float32]) -> tuple[Doubles, Doubles]:
        """A and B of each step, linearised where each car is at its begin."""
        cars, k = self._cars, len(self.states)
        a = np.empty((self.count, self.steps, k, k))
        b = np.empty((self.count, self.steps, k, len(self.inputs)))
        cars.restore(start.save(starts), np.arange(self.count))
        for step in range(self.steps):
            cars.inputs[:, self.columns] = inputs[:, step]
            linear = self._linearise()
            a[:, step], b[:, step] = linear.A, linear.B
            cars.step(substeps=self._substeps)
        return a, b

    def __repr__(self) -> str:
        return f"<kamm.Rollout {self.count} × {self.steps} steps of {self.dt:g} s, {self._cars.vehicle.id} on {self._cars.rung}>"

    @property
    def faults(self) -> np.ndarray:
        """int32 [count]: of the cars at the end of their last rollouts."""
        return self._cars.faults


def _check_complete(like: Batch, states: Sequence[str]) -> None:
    missing = [name for name in moving_states(like) if name not in states]
    if missing:
        named = ", ".join(missing[:3]) + (f" and {len(missing) - 3} more" if len(missing) > 3 else "")
        raise ValueError(f"states: {named} of cars on {like.rung} are not among them; leave states out for all that move")
