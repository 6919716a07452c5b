"""Parameters of a car from a measured drive."""

from __future__ import annotations

import re
import warnings
from collections.abc import Callable, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from typing import Any

import numpy as np
import numpy.typing as npt

from .batch import CHANNELS, WHEEL_CHANNELS, threads_allowed
from .fields import unknown
from .lab import Car, Log, prepare, replay
from .vehicle import Vehicle

Doubles = npt.NDArray[np.float64]

_difference = 0.01
"""Of a parameter's range, to both sides: wide enough that single precision does not show."""
_told = 1e-6
"""Of parameters that differ by less than that share in what they change, the log tells their sum alone."""


@dataclass(frozen=True)
class Fit:
    """What a fit has found."""

    vehicle: Vehicle
    """The car with the fitted values."""
    values: dict[str, float]
    """What was fitted, by path."""
    deviations: dict[str, float]
    """Standard deviation of each value, if the residuals were independent noise; NaN at an end of its range; inf where the log can't
    tell it: of what changes nothing that was compared, or nothing that another one would not change as well."""
    covariance: Doubles = field(repr=False)
    """[values, values]: of the values, in their order and units, under the same condition."""
    without_effect: tuple[str, ...]
    """Paths whose values changed nothing that was compared."""
    rms_before: dict[str, float]
    """Root of the mean square of each channel's residuals, in its unit, of the given car."""
    rms: dict[str, float]
    """The same of the fitted one."""
    iterations: int
    """How many it took."""
    log: Log = field(repr=False)
    """The fitted car's channels at the log's times."""

    def __repr__(self) -> str:
        told = ", ".join(f"{path} {value:.6g} ± {self.deviations[path]:.2g}" for path, value in self.values.items())
        return f"<kamm.Fit {told}>"


def fit(
    car: Car,
    log: Mapping[str, npt.ArrayLike],
    vary: Mapping[str, tuple[float, float]],
    compare: Sequence[str] | Mapping[str, float] = ("yaw_rate_radps",),
    *,
    between_s: tuple[float, float] | None = None,
    rung: str = "full",
    surface: str | float | None = None,
    set: Mapping[str, Any] | None = None,
    iterations: int = 30,
    threads: int | None = None,
) -> Fit:
    """Parameters for which the car, driven from a log as by `kamm.replay`, comes nearest to what the log has measured.

    car, log: as in `replay`. The car's own values are where it begins.
    vary: {path: (low, high)}, the range of each value.
    compare: channels that are columns of the log too. {channel: size}: the residual that counts as 1; a plain sequence: the largest
        measured value of each.
    between_s: of the log's time, what is compared; None: all.
    rung, surface, set: as in `run`.
    iterations: at most.
    threads: on which replays run side by side; None: `threads_allowed()`.

    Least squares by Gauss and Newton with Levenberg's damping, kept within the ranges; derivatives are central differences.
    """
    vehicle, _ = prepare(car, None, set, None)
    _check_names(log, vehicle, vary, compare)
    time_s = np.asarray(log["time_s"], np.float64)
    is_used = np.ones(len(time_s), bool) if between_s is None else (time_s >= between_s[0]) & (time_s <= between_s[1])
    measured = {name: np.asarray(log[name], np.float64)[is_used] for name in compare}
    if not is_used.any() or not measured:
        raise ValueError("there is nothing to compare")
    sizes = dict(compare) if isinstance(compare, Mapping) else {name: _size_of(name, values) for name, values in measured.items()}
    paths = list(vary)
    low, width = _ranges(vary)
    start = (np.array([vehicle[path] for path in paths], np.float64) - low) / width
    for path, place in zip(paths, start):
        if not 0 <= place <= 1:
            raise ValueError(f"{path}: the car has {vehicle[path]}; allowed here: {vary[path][0]} to {vary[path][1]}")

    def at(place: Doubles) -> Vehicle:
        return vehicle.replace(dict(zip(paths, (low + width * place).tolist())))

    def residuals(place: Doubles) -> Doubles:
        found = replay(log, at(place), rung=rung, surface=surface)
        return np.concatenate([(found[name][is_used] - measured[name]) / sizes[name] for name in measured])

    with ThreadPoolExecutor(threads_allowed() if threads is None else threads) as pool:
        place, error, slope, taken = _minimise(residuals, start, iterations, pool)
    found = replay(log, at(place), rung=rung, surface=surface)
    before = residuals(start)

    def rms(values: Doubles) -> dict[str, float]:
        parts = np.split(values, len(measured))
        return {name: float(np.sqrt(np.mean(part**2)) * sizes[name]) for name, part in zip(measured, parts)}

    covariance = _covariance(slope, error, place) * np.outer(width, width)
    deviations = np.sqrt(np.diag(covariance))
    idle = tuple(path for path, column in zip(paths, slope.T) if not column.any())
    if idle:
        warnings.warn(f"{', '.join(idle)}: nothing that was compared tells of it; left where it was", stacklevel=2)
    return Fit(at(place), dict(zip(paths, (low + width * place).tolist())), dict(zip(paths, deviations.tolist())), covariance, idle,
               rms(before), rms(error), taken, found)


def _check_names(log: Mapping[str, npt.ArrayLike], vehicle: Vehicle, vary: Mapping[str, tuple[float, float]],
                 compare: Sequence[str] | Mapping[str, float]) -> None:
    if isinstance(compare, str):
        raise TypeError(f"compare: wanted a sequence of str, got the str {compare!r}")
    for path in vary:
        vehicle.field(path)  # or UnknownName
    for name in ("time_s", *compare):
        if name not in log:
            raise unknown(name, log, "column", " in the log")
    for name in compare:
        channel = re.sub(r"^(wheels\[\d+\]\.|wheel\d+_)", "", name)
        names = CHANNELS if channel == name else WHEEL_CHANNELS
        if channel not in names:
            raise unknown(channel, names, "channel", " to compare with")


def _size_of(name: str, values: Doubles) -> float:
    size = float(np.abs(values).max())
    if not np.isfinite(size) or size == 0:
        raise ValueError(f"{name}: is 0 or no number in all of the log, or in some of it; its size is to be given")
    return size


def _ranges(vary: Mapping[str, tuple[float, float]]) -> tuple[Doubles, Doubles]:
    for path, (first, last) in vary.items():
        if not first < last:
            raise ValueError(f"{path}: from {first} to {last} does not rise")
    low = np.array([span[0] for span in vary.values()], np.float64)
    return low, np.array([span[1] for span in vary.values()], np.float64) - low


def _minimise(residuals: Callable[[Doubles], Doubles], place: Doubles, iterations: int,
              pool: ThreadPoolExecutor) -> tuple[Doubles, Doubles, Doubles, int]:
    """Where the sum of squares is least within 0 to 1 of each, the residuals and their derivatives there, and the steps taken."""
    error, damping, taken = residuals(place), 1e-3, 0
    slope = _differentiate(residuals, place, pool)
    while taken < iterations:
        taken += 1
        gradient = slope.T @ error
        is_free = ~(((place <= 0) & (gradient > 0)) | ((place >= 1) & (gradient < 0)))
        if not is_free.any():
            break
        normal = slope[:, is_free].T @ slope[:, is_free]
        step = np.zeros_like(place)
        least = 1e-12 * max(normal.diagonal().max(), 1e-30)  # what has no effect stays where it is
        step[is_free] = -np.linalg.solve(normal + np.diag(damping * normal.diagonal() + least), gradient[is_free])
        tried = np.clip(place + step, 0, 1)
        tried_error = residuals(tried)
        if tried_error @ tried_error < error @ error:
            moved, gained = np.abs(tried - place).max(), 1 - (tried_error @ tried_error) / (error @ error)
            place, error, damping = tried, tried_error, damping / 5
            slope = _differentiate(residuals, place, pool)
            if moved < 1e-4 or gained < 1e-6:
                break
        else:
            damping *= 10
            if damping > 1e6:
                break
    return place, error, slope, taken


def _differentiate(residuals: Callable[[Doubles], Doubles], place: Doubles, pool: ThreadPoolExecutor) -> Doubles:
    ends = np.repeat(place[None], 2 * len(place), 0)
    for i in range(len(place)):
        ends[2 * i, i] = max(place[i] - _difference, 0)
        ends[2 * i + 1, i] = min(place[i] + _difference, 1)
    values = list(pool.map(residuals, ends))
    return np.column_stack([(values[2 * i + 1] - values[2 * i]) / (ends[2 * i + 1, i] - ends[2 * i, i]) for i in range(len(place))])


def _covariance(slope: Doubles, error: Doubles, place: Doubles) -> Doubles:
    """Covariance of parameters by the curvature of the sum of squares. Those at an end of their range have none (NaN);
    in a direction in which
    nothing changes it is infinite."""
    found = np.full((len(place), len(place)), np.nan)
    is_inside = (place > 0) & (place < 1)
    if not is_inside.any():
        return found
    variance = (error @ error) / max(1, len(error) - len(place))
    size = np.linalg.norm(slope[:, is_inside], axis=0)
    scale = np.where(size > 0, size, 1)
    _, singular, across = np.linalg.svd(slope[:, is_inside] / scale, full_matrices=False)
    is_told = singular > _told * singular.max(initial=0)
    inside = (across[is_told].T / singular[is_told] ** 2) @ across[is_told] * variance / np.outer(scale, scale)
    untold = (across[~is_told] ** 2).sum(0) > 1e-3
    inside[untold, untold] = np.inf
    found[np.ix_(is_inside, is_inside)] = inside
    return found
