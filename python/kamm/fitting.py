"""Parameters of a car from measured drives and figures."""

from __future__ import annotations

import json
import os
import re
import tempfile
import warnings
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from . import _core
from ._display import table
from ._progress import move, shown_bar
from ._stop import run_interruptibly
from ._threads import threads_allowed
from .batch import CHANNELS, WHEEL_CHANNELS
from .fields import unknown
from .lab import Car, Log, flat, prepare, replay, replayed, write_columns
from .vehicle import Vehicle

Doubles = npt.NDArray[np.float64]
Drive = Log | Mapping[str, npt.ArrayLike] | str | os.PathLike[str]


class FitSeries(NamedTuple):
    """Residuals of a channel in one log, or of a figure."""

    name: str
    unit: str
    source: int
    """Index of the log; figures come after the logs, then what is held out."""
    is_check: bool
    """Held out."""
    is_figure: bool
    rows: int
    measured: float
    """Of a figure; NaN: of a channel. `before` and `after` are those of the car."""
    before: float
    after: float
    rms_before: float
    rms: float
    """Root of the mean square of the residuals, of the given and the fitted car."""
    noise: float
    """Standard deviation that the errors use; NaN: held out."""
    autocorrelation: float
    """Of residuals with those of the row before."""
    effective_rows: float
    """Rows that are worth as much without that."""


@dataclass(frozen=True)
class Fit:
    """What a fit has found."""

    vehicle: Vehicle
    """The car with the fitted values."""
    values: dict[str, float]
    """What was fitted, by path."""
    deviations: dict[str, float]
    """Standard error of each value; NaN at an end of its range; inf where the data can't tell it: of what changes nothing that was
    compared, or nothing that another one would not change as well."""
    intervals: dict[str, tuple[float, float]]
    """95 % interval of each value; NaN and inf as in `deviations`."""
    verdicts: dict[str, str]
    """"found", "at_limit", "without_effect" or "not_separable"."""
    covariance: Doubles = field(repr=False)
    """[values, values]: of the values, in their order and units, under the same condition."""
    without_effect: tuple[str, ...]
    """Paths whose values changed nothing that was compared."""
    rms_before: dict[str, float]
    """Root of the mean square of each channel's residuals in all logs, in its unit, of the given car."""
    rms: dict[str, float]
    """The same of the fitted one."""
    series: tuple[FitSeries, ...] = field(repr=False)
    """The same by log, with noise and autocorrelation; figures; and what was held out."""
    iterations: int
    """How many the local method took."""
    log: Log | None = field(repr=False)
    """The fitted car's channels at the first log's times; None: no log."""

    @property
    def correlation(self) -> Doubles:
        """[values, values]: of the values; NaN where there is no finite covariance."""
        with np.errstate(invalid="ignore"):
            size = np.sqrt(np.diag(self.covariance))
            found: Doubles = self.covariance / np.outer(size, size)
        return found

    def __repr__(self) -> str:
        told = ", ".join(f"{path} {value:.6g} ± {self.deviations[path]:.2g}" for path, value in self.values.items())
        return f"<kamm.Fit {told}>"

    def _repr_html_(self) -> str:
        """Shown by notebooks."""
        rows = [(path, f"{value:.6g}", f"{self.deviations[path]:.2g}", " to ".join(f"{end:.4g}" for end in self.intervals[path]),
                 self.verdicts[path]) for path, value in self.values.items()]
        rows += [(name, "", "", f"{self.rms_before[name]:.4g} before, {rms:.4g} fitted", "root of the mean square of the residuals")
                 for name, rms in self.rms.items()]
        return table(f"Fit of {self.vehicle.id}", ("parameter", "value", "standard error", "95 % interval", "verdict"), rows)


def fit(
    car: Car,
    log: Drive | Sequence[Drive] | None,
    vary: Mapping[str, tuple[float, float] | None],
    compare: Sequence[str] | Mapping[str, float | None] = ("yaw_rate_radps",),
    *,
    figures: Mapping[str, float | tuple[float, float]] | None = None,
    check: Sequence[Drive] = (),
    priors: Mapping[str, tuple[float, float]] | None = None,
    weights: Sequence[float] | None = None,
    columns: Mapping[str, str | None] | None = None,
    between_s: tuple[float, float] | None = None,
    rung: str = "full",
    surface: str | float | None = None,
    set: Mapping[str, Any] | None = None,
    search: int = 0,
    seed: int = 0,
    iterations: int = 60,
    threads: int | None = None,
    progress: bool | None = None,
) -> Fit:
    """Parameters for which the car comes nearest to what logs and figures have measured, with their errors, as by `kamm fit`.

    car: as in `replay`. The car's own values are where it begins.
    log: as in `replay`, or several of them; None: figures alone.
    vary: {path: (low, high)}, the range of each value; None: half to twice the car's. Paths may be of the surface
        ("surface.friction"), of sensors ("sensors.yaw_rate_radps.delay_s", ".offset", ".scale") and of a log's start
        ("sources[0].start.speed_mps").
    compare: channels that are columns of the logs too. {channel: noise}: the standard deviation of its noise; else, and with None,
        it follows from the residuals.
    figures: {"accel.time_0_100_kmh_s": value or (value, standard deviation)}; the standard deviation is 2 % if it is not given.
    check: logs that are held out: their residuals are in `series`, and change nothing.
    priors: {path: (value, standard deviation)}, what is known otherwise.
    weights: how often each log counts.
    columns: as in `replay`, for all logs.
    between_s: of the logs' time, what is compared; None: all.
    rung, surface, set: as in `run`.
    search, seed: evaluations of a global search (CMA-ES) before the local method, and its seed.
    iterations: of the local method, at most.
    threads: on which drives run side by side; None: `threads_allowed()`.
    progress: whether tqdm shows evaluations of the search, then iterations; None: on a terminal and in a notebook, where it is installed.

    Least squares by Levenberg's and Marquardt's method, kept within the ranges; docs/fit.md describes it.
    """
    vehicle, _ = prepare(car, None, set, None)
    logs = _drives(log)
    _check_names(logs, vehicle, vary, compare, between_s, columns)
    if not logs and not figures:
        raise ValueError("there is nothing to compare")
    noises = compare if isinstance(compare, Mapping) else dict.fromkeys(compare)
    channels = [(flat(name), float(noise or 0)) for name, noise in noises.items()] if logs or check else []
    for path in priors or {}:
        if path not in vary:
            raise unknown(path, vary, "parameter", " that varies")
    parameters = [(path, *(map(float, span) if span else (0.0, 0.0)), *map(float, (priors or {}).get(path, (0, 0))))
                  for path, span in vary.items()]
    from_s, to_s = (float(between_s[0]), float(between_s[1])) if between_s else (0.0, 0.0)
    renamed = ",".join(f"{theirs}={ours or ''}" for theirs, ours in (columns or {}).items())
    with tempfile.TemporaryDirectory(prefix="kamm-") as folder, shown_bar(progress, f"fit of {vehicle.id}", "step") as bar:
        sources = _write_sources(folder, logs, figures, check, weights, renamed, [name for name, _ in channels], columns)
        found = run_interruptibly(lambda stop: _core.fit(
            vehicle, parameters, sources, channels, from_s, to_s, search, seed, iterations,
            threads_allowed() if threads is None else threads, rung, surface, stop),
            lambda done, of: move(bar, done, of))
    return _fit_of(vehicle, found, logs, rung, surface, columns)


def _drives(log: Drive | Sequence[Drive] | None) -> list[Drive]:
    if log is None:
        return []
    return list(log) if isinstance(log, list | tuple) else [log]  # type: ignore[list-item]


def _write_sources(folder: str, logs: Sequence[Drive], figures: Mapping[str, float | tuple[float, float]] | None,
                   check: Sequence[Drive], weights: Sequence[float] | None, renamed: str, channels: Sequence[str],
                   columns: Mapping[str, str | None] | None) -> list[tuple[str, str, float, int]]:
    """The logs, the figures, and what is held out, as files."""
    left_aside = frozenset(theirs for theirs, ours in (columns or {}).items() if ours is None)

    def place_of(log: Drive, name: str) -> str:
        if isinstance(log, str | os.PathLike):
            return os.fspath(log)
        path = os.path.join(folder, name)
        names = [name for name in log if not isinstance(log, Log) or name in replayed or name in channels]
        write_columns(path, log, [name for name in names if name not in left_aside])
        return path

    if weights is not None and len(weights) != len(logs):
        raise ValueError(f"weights: {len(weights)} of {len(logs)} logs")
    sources = [(place_of(log, f"log{i}.csv"), renamed, float(weights[i]) if weights else 1.0, 0) for i, log in enumerate(logs)]
    if figures:
        path = os.path.join(folder, "figures.json")
        entries = {name: {"value": value[0], "spread": value[1]} if isinstance(value, tuple) else value for name, value in figures.items()}
        with open(path, "w", encoding="utf-8") as file:
            json.dump(entries, file)
        sources.append((path, "", 1.0, 0))
    return sources + [(place_of(log, f"check{i}.csv"), renamed, 1.0, 1) for i, log in enumerate(check)]


def _check_names(logs: Sequence[Drive], vehicle: Vehicle, vary: Mapping[str, tuple[float, float] | None],
                 compare: Sequence[str] | Mapping[str, float | None], between_s: tuple[float, float] | None,
                 columns: Mapping[str, str | None] | None) -> None:
    if isinstance(compare, str):
        raise TypeError(f"compare: wanted a sequence of str, got the str {compare!r}")
    for path, span in vary.items():
        if span is not None and not span[0] < span[1]:
            raise ValueError(f"{path}: from {span[0]} to {span[1]} does not rise")
        if re.match(r"surface\.|sensors\.|sources\[", path):
            continue
        vehicle.field(path)  # or UnknownName
        if span is not None and not span[0] <= vehicle[path] <= span[1]:
            raise ValueError(f"{path}: the car has {vehicle[path]}; allowed here: {span[0]} to {span[1]}")
    if logs and not compare:
        raise ValueError("there is nothing to compare")
    for log in logs:
        if isinstance(log, str | os.PathLike) or columns:
            continue
        for name in ("time_s", *compare):
            if name not in log:
                raise unknown(name, log, "column", " in the log")
        time_s = np.asarray(log["time_s"], np.float64)
        if between_s is not None and not ((time_s >= between_s[0]) & (time_s <= between_s[1])).any():
            raise ValueError("there is nothing to compare")
    for name in compare:
        channel = re.sub(r"^(wheels\[\d+\]\.|wheel\d+_)", "", name)
        names = CHANNELS if channel == name else WHEEL_CHANNELS
        if channel not in names:
            raise unknown(channel, names, "channel", " to compare with")


def _rms(series: Sequence[FitSeries], member: str) -> dict[str, float]:
    squares: dict[str, float] = {}
    rows: dict[str, int] = {}
    for one in series:
        if one.is_check or one.is_figure:
            continue
        squares[one.name] = squares.get(one.name, 0) + one.rows * getattr(one, member) ** 2
        rows[one.name] = rows.get(one.name, 0) + one.rows
    return {name: float(np.sqrt(square / rows[name])) for name, square in squares.items()}


def _fit_of(vehicle: Vehicle, found: Any, logs: Sequence[Drive], rung: str, surface: str | float | None,
            columns: Mapping[str, str | None] | None) -> Fit:
    estimates, told, covariance, _, iterations, has_converged, _ = found
    series = tuple(FitSeries(*entry) for entry in told)
    values = {entry[0]: entry[3] for entry in estimates}
    verdicts = {entry[0]: entry[1] for entry in estimates}
    idle = tuple(path for path, verdict in verdicts.items() if verdict == "without_effect")
    if idle:
        warnings.warn(f"{', '.join(idle)}: nothing that was compared tells of it; left where it was", stacklevel=3)
    if not has_converged:
        warnings.warn("the fit has not come to rest: more iterations are needed", stacklevel=3)
    deviations = {path: float("inf") if path in idle and not np.isfinite(error) else error for path, _, _, _, error, _, _ in estimates}
    fitted = vehicle.replace({path: value for path, value in values.items() if not re.match(r"surface\.|sensors\.|sources\[", path)})
    first = replay(logs[0], fitted, rung=rung, surface=values.get("surface.friction", surface), columns=columns) if logs else None
    return Fit(
        fitted, values, deviations, {entry[0]: (entry[5], entry[6]) for entry in estimates}, verdicts,
        np.frombuffer(covariance).reshape(len(values), len(values)), idle, _rms(series, "rms_before"), _rms(series, "rms"), series,
        iterations, first)
