"""Plans that a car tries to follow: which it can drive, and how far off it comes."""

from __future__ import annotations

import math
from dataclasses import dataclass, field
from typing import Any

import numpy as np
import numpy.typing as npt

from .batch import INPUT, Batch
from .lab import Car

Doubles = npt.NDArray[np.float64]

_control_s = 0.02  # from one action of the driver to the next, at most
_lead_s = 0.12  # steering and tyres take about so long to answer


@dataclass(frozen=True)
class Followed:
    """How cars have followed plans [n, t]; lengths are in the plan's own axes at that time."""

    aside_m: Doubles
    """To the left of the plan."""
    ahead_m: Doubles
    """Before the place where the plan is at that time."""
    speed_error_mps: Doubles
    """Faster than the plan."""
    tolerance_m: tuple[float, float]
    """Allowed aside, and ahead or behind."""
    faults: npt.NDArray[np.int32]
    """[n]: as in `Batch.faults`."""
    path: Doubles = field(repr=False)
    """What was driven, [n, t, 4] as the plans are."""

    @property
    def off_m(self) -> Doubles:
        """The largest distance aside of each plan, [n]."""
        return np.asarray(np.abs(self.aside_m).max(axis=1), np.float64)

    @property
    def feasible(self) -> npt.NDArray[np.bool_]:
        """Which plans were driven within the tolerance, [n]."""
        is_near = (np.abs(self.aside_m) <= self.tolerance_m[0]) & (np.abs(self.ahead_m) <= self.tolerance_m[1])
        return np.asarray(is_near.all(axis=1) & (self.faults & 1 == 0), np.bool_)


def follow(
    car: Car,
    trajectories: npt.ArrayLike,
    dt_s: float,
    *,
    rung: str = "full",
    world: Any = None,
    tolerance_m: tuple[float, float] = (0.5, 2.0),
    threads: int | None = None,
) -> Followed:
    """Drives a car along each of many plans, all at once.

    car, rung, world, threads: as in `Batch`.
    trajectories: [n, t, 4] of x_m, y_m, course_rad and speed_mps: of the channels' x_m and y_m, and the direction in which that
        point moves.
    dt_s: from row to row.
    tolerance_m: how far aside, and how far ahead or behind, still counts as feasible.

    Cars begin at the first point at its speed, straight. A driver knows the plan's curvature and acceleration ahead, and corrects
    what is left by where the car is; it is no better than that.
    """
    plans = np.asarray(trajectories, np.float64)
    if plans.ndim != 3 or plans.shape[2] != 4 or plans.shape[1] < 3 or not np.isfinite(plans).all():
        raise ValueError(f"trajectories: wanted finite numbers of shape [n, t, 4] with t of at least 3, got {plans.shape}")
    cars = Batch(car, len(plans), rung, world=world, threads=threads)
    parts = math.ceil(dt_s / _control_s)
    while parts < 64 and not _is_whole(dt_s / parts * cars.substeps_per_s):
        parts += 1
    step_s = dt_s / parts
    cars.substeps_of(step_s)  # ValueError: dt_s is no whole number of substeps
    driver = _Driver(cars, plans, dt_s, step_s, _understeer(cars, plans))
    cars.place(*plans[:, 0].T)
    driven = np.empty_like(plans)
    for row in range(plans.shape[1]):
        driven[:, row] = driver.look()[:, :4]
        for part in range(parts if row + 1 < plans.shape[1] else 0):
            driver.act(row + part / parts)
            cars.step(step_s)
    return _compare(plans, driven, tolerance_m, cars.faults)


def _is_whole(value: float) -> bool:
    return round(value) >= 1 and abs(value - round(value)) < 1e-6 * value


def _understeer(cars: Batch, plans: Doubles) -> float:
    """Steering of the road wheels beyond the wheelbase's, in rad per m/s2, where tyres are linear."""
    speed_mps, lateral_mps2 = float(np.clip(np.median(plans[:, :, 3]), 8, 40)), 1.0
    try:
        probe = cars.clone(1)
        probe.trim(speed_mps, lateral_mps2)
    except ValueError:  # slippery, or steep
        return 0.0
    wheel_rad = probe.inputs[0, INPUT["steering_wheel_rad"]] / cars.model["steering_ratio"]
    return float((wheel_rad - cars.model["wheelbase_m"] * lateral_mps2 / speed_mps**2) / lateral_mps2)


class _Driver:
    """Drives all cars by curvature and acceleration of their plans, with corrections."""

    def __init__(self, cars: Batch, plans: Doubles, dt_s: float, step_s: float, understeer: float):
        self.cars, self.plans, self.step_s, self.understeer = cars, plans.copy(), step_s, understeer
        self.lead_rows = _lead_s / dt_s
        self.plans[:, :, 2] = np.unwrap(plans[:, :, 2], axis=1)
        turning = np.gradient(self.plans[:, :, 2], dt_s, axis=1)
        self.curvature = turning / np.maximum(plans[:, :, 3], 0.5)
        self.acceleration = np.gradient(plans[:, :, 3], dt_s, axis=1)
        self.pedal = np.zeros(len(plans))

    def look(self) -> Doubles:
        """[n, 5]: place, course and speed as in plans, and the yaw angle alone."""
        x_m, y_m, yaw_rad, sideslip_rad, speed_mps = self.cars.read("x_m", "y_m", "yaw_rad", "sideslip_rad", "speed_mps").T
        course_rad = np.where(speed_mps > 1, yaw_rad + sideslip_rad, yaw_rad)
        return np.column_stack((x_m, y_m, course_rad, speed_mps, yaw_rad))

    def act(self, row: float) -> None:
        """Sets the inputs for the time of a (broken) row."""
        now, plan = self.look(), _between(self.plans, row)
        ahead_m, aside_m = _in_axes(plan, now)
        course_rad = _wrap(now[:, 2] - plan[:, 2])
        speed_mps = np.maximum(now[:, 3], 1)
        reach_m = np.maximum(3, 0.4 * speed_mps)  # critically damped over this length
        curvature = _between(self.curvature, row + self.lead_rows) - 2 * np.sin(course_rad) / reach_m - aside_m / reach_m**2
        wheel_rad = curvature * (self.cars.model["wheelbase_m"] + self.understeer * speed_mps**2)
        lock_rad = self.cars.model["steering_lock_rad"]
        self._set("steering_wheel_rad", np.clip(wheel_rad * self.cars.model["steering_ratio"], -lock_rad, lock_rad))
        self._push(_between(self.acceleration, row + self.lead_rows), plan[:, 3] - now[:, 3], ahead_m)

    def _push(self, wanted_mps2: Doubles, slow_mps: Doubles, ahead_m: Doubles) -> None:
        full_throttle_mps2, full_brake_mps2 = 4.0, 10.0  # about; the rest is what `pedal` learns
        asked_mps2 = wanted_mps2 + 2 * slow_mps - ahead_m
        self.pedal = np.clip(self.pedal + 0.5 * self.step_s * (slow_mps - 0.5 * ahead_m), -0.5, 0.5)
        push = asked_mps2 / full_throttle_mps2 + self.pedal
        self._set("throttle", np.clip(push, 0, 1))
        self._set("brake", np.clip(-push * full_throttle_mps2 / full_brake_mps2, 0, 1))

    def _set(self, name: str, values: Doubles) -> None:
        self.cars.inputs[:, INPUT[name]] = values


def _between(values: Doubles, row: float) -> Doubles:
    """Values of [n, t, …] at a fractional row; beyond the end those of the last one."""
    first = min(int(row), values.shape[1] - 1)
    second = min(first + 1, values.shape[1] - 1)
    share = min(row - first, 1.0)
    found: Doubles = values[:, first] * (1 - share) + values[:, second] * share
    return found


def _wrap(angle_rad: Doubles) -> Doubles:
    found: Doubles = np.remainder(angle_rad + np.pi, 2 * np.pi) - np.pi
    return found


def _in_axes(plan: Doubles, now: Doubles) -> tuple[Doubles, Doubles]:
    """How far ahead of plans and aside of them, along the last axis x, y, course."""
    x_m, y_m = now[..., 0] - plan[..., 0], now[..., 1] - plan[..., 1]
    cosine, sine = np.cos(plan[..., 2]), np.sin(plan[..., 2])
    return cosine * x_m + sine * y_m, cosine * y_m - sine * x_m


def _compare(plans: Doubles, driven: Doubles, tolerance_m: tuple[float, float], faults: npt.NDArray[np.int32]) -> Followed:
    ahead_m, aside_m = _in_axes(plans, driven)
    return Followed(aside_m, ahead_m, driven[..., 3] - plans[..., 3], tolerance_m, faults, driven)
