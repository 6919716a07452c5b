"""Rollouts: one state, or many, driven on by inputs of their own."""

from __future__ import annotations

import numpy as np

from .batch import INPUT, Batch
from . import _core


class Rollout:
    """Drives `count` cars from a state through inputs, and gives channels after each step.

        roll = kamm.Rollout(car, 512, steps=50, dt=0.02, inputs=("steering_wheel_rad", "throttle", "brake"),
                            channels=("x_m", "y_m", "speed_mps"))
        path = roll(car.save(), u)                # u: float32 [512, 50, 3]; path: float64 [512, 50, 3]

    like: a batch of the same vehicle, rung and world, whose states are rolled out; it is not changed.
    A car that has a numeric fault keeps its last values from there on; `faults` tells which.
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
    ):
        self.count, self.steps, self.dt = count, steps, dt
        self.inputs, self.channels = tuple(inputs), tuple(channels)
        for name in self.inputs:
            if name not in INPUT:
                raise _core.UnknownName(f"{name}: there is no such input; there are {', '.join(INPUT)}")
        self.columns = np.array([INPUT[name] for name in self.inputs])
        """Of the rolled-out inputs in `Batch.inputs`."""
        self._substeps = like.substeps_of(dt)
        self._start = like.clone()
        self._cars = Batch(
            like.vehicle,
            count,
            like.rung,
            world=like.world,
            substeps_per_s=like.substeps_per_s,
            threads=like.threads if threads is None else threads,
        )
        self._cars.read(*self.channels)  # names that there are not are told now

    def __call__(self, state: bytes, inputs: np.ndarray, *, starts=None, out: np.ndarray | None = None) -> np.ndarray:
        """From `state` (what `save` of such a batch gave): of its only car, of car i the i-th rollout, or of `starts`.

        inputs: float32 [count, steps, inputs]. out: float64 [count, steps, channels] to be written; None: a new one.
        """
        self._start.restore(state)
        if starts is not None:
            starts = np.ascontiguousarray(starts, np.int32)
        elif self._start.count == self.count:
            starts = np.arange(self.count, dtype=np.int32)
        elif self._start.count != 1:
            raise ValueError(f"the state has {self._start.count} cars, the rollouts are {self.count}; give starts")
        if out is None:
            out = np.empty((self.count, self.steps, len(self.channels)))
        self._cars.rollout(self._start, starts, self.steps, self._substeps, self.inputs, inputs, self.channels, out)
        return out

    @property
    def faults(self) -> np.ndarray:
        """int32 [count]: of the cars at the end of their last rollouts."""
        return self._cars.faults
