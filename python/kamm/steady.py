"""Steady states of a vehicle, and its linear model about them."""

from __future__ import annotations

import os
from collections.abc import Sequence
from typing import Any

from .batch import Batch
from .linear import Linear, Trim
from .vehicle import Vehicle


def trim(car: Vehicle | str | os.PathLike[str], speed_mps: float, lateral_mps2: float = 0.0, *, rung: str = "full", world: Any = None, **options: Any) -> tuple[Batch, Trim]:
    """A batch of one such car in a steady state, and how steady it is.

    car: a `Vehicle`, or the name or path of a vehicle file.
    speed_mps, lateral_mps2: what it drives at, as in `Batch.trim`.
    rung, world: as in `Batch`.
    options: more of `Batch.trim`.
    """
    batch = Batch(car, 1, rung, world=world)
    return batch, batch.trim(speed_mps, lateral_mps2, **options)


def linearise(
    car: Vehicle | str | os.PathLike[str],
    speed_mps: float,
    lateral_mps2: float = 0.0,
    *,
    rung: str = "full",
    world: Any = None,
    dt_s: float = 0.01,
    states: Sequence[str] = ("velocity_y_mps", "rate_z_radps"),
    inputs: Sequence[str] = ("steering_wheel_rad",),
    outputs: Sequence[str] = (),
    **options: Any,
) -> Linear:
    """The linear model of a car in a steady state: `trim`, then `Batch.linearise`, of one car.

    car: a `Vehicle`, or the name or path of a vehicle file.
    speed_mps, lateral_mps2: what it drives at, as in `Batch.trim`.
    rung, world: as in `Batch`.
    dt_s, states, inputs, outputs: as in `Batch.linearise`.
    options: more of `Batch.trim`.
    """
    batch, _ = trim(car, speed_mps, lateral_mps2, rung=rung, world=world, **options)
    return batch.linearise(dt_s, states=states, inputs=inputs, outputs=outputs, car=0)
