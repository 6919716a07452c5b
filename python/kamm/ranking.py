"""Which parameters matter for a road test, and how uncertain its figures are."""

from __future__ import annotations

import os
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, NamedTuple

import numpy as np

from . import _core
from ._progress import move, shown_bar
from ._stop import run_interruptibly
from ._threads import threads_allowed
from .fields import Names
from .lab import Car, prepare


class ParameterEffect(NamedTuple):
    """ParameterEffect of a parameter on a figure. NaN: not of this method, or not measurable."""

    mean: float
    """Of morris: mean change of the figure over the parameter's range."""
    mean_amount: float
    """Of morris: the mean of its amounts."""
    deviation: float
    """Of morris: their standard deviation. A large one: the parameter acts with others, or not in proportion."""
    first: float
    """Of sobol: share of the variance that is the parameter's alone."""
    total: float
    """Of sobol: the same with all others."""


@dataclass(frozen=True)
class FigureBand:
    """A figure over the ranges of all parameters. NaN with morris, but `nominal` and `effects`."""

    unit: str
    nominal: float
    """Of the car itself."""
    mean: float
    deviation: float
    low95: float
    """2.5 and 97.5 % quantiles."""
    high95: float
    effects: Mapping[str, ParameterEffect]
    """By path."""

    @property
    def ranked(self) -> list[str]:
        """Paths by their effect, the largest first; without those that have none."""
        sizes = {path: effect.total if np.isnan(effect.mean_amount) else effect.mean_amount for path, effect in self.effects.items()}
        least = 1e-6 * (1.0 if all(np.isnan(effect.mean_amount) for effect in self.effects.values()) else abs(self.nominal))
        return sorted((path for path, size in sizes.items() if size > least), key=lambda path: -sizes[path])


@dataclass(frozen=True)
class Sensitivity:
    """What `sensitivity` has found: `found["time_0_100_kmh_s"].ranked[:3]`."""

    figures: Mapping[str, FigureBand]
    ranges: Mapping[str, tuple[float, float]]
    """Of each parameter, by path."""
    rules: Mapping[str, str]
    """Rule that a range comes from; "": the caller's own."""
    runs: int
    failed: int
    """Runs without a figure that the car itself has."""

    def __getitem__(self, figure: str) -> FigureBand:
        """UnknownName: there is no such figure."""
        return self.figures[figure]

    def __repr__(self) -> str:
        return f"<kamm.Sensitivity {len(self.ranges)} parameters, {self.runs} runs: {', '.join(self.figures)}>"


def sensitivity(
    test: str | os.PathLike[str],
    car: Car,
    vary: Mapping[str, tuple[float, float] | None] | None = None,
    *,
    method: str = "morris",
    samples: int = 0,
    seed: int = 0,
    rung: str = "full",
    surface: str | float | None = None,
    world: str | os.PathLike[str] | None = None,
    tyre: str | None = None,
    set: Mapping[str, Any] | None = None,
    substeps_per_s: float | None = None,
    threads: int | None = None,
    progress: bool | None = None,
) -> Sensitivity:
    """Ranks parameters by their effect on the figures of a road test, as by `kamm sensitivity`.

    test, car, rung, surface, world, tyre, set, substeps_per_s: as in `run`.
    vary: {path: (low, high)}; None: the range of its rule. Without it all parameters that a rule of `new` estimates.
    method: "morris" (elementary effects), "sobol" (shares of the variance, and the band) or "band" (95 % of such cars).
    samples: trajectories of morris (0: 10), or samples (0: 256 of sobol, 200 of band).
    seed: of the random points.
    threads: None: `threads_allowed()`. The result does not depend on it.
    progress: whether tqdm shows the runs that are done; None: on a terminal and in a notebook, where it is installed.
    """
    vehicle, rate = prepare(car, tyre, set, substeps_per_s)
    factors = None if vary is None else [(path, *(map(float, span) if span else (0.0, 0.0))) for path, span in vary.items()]
    place = None if world is None else os.fspath(world)
    name = os.fspath(test)
    with shown_bar(progress, name, "run") as bar:
        ranges, figures, runs, failed = run_interruptibly(
            lambda stop: _core.find_sensitivity(name, vehicle, factors, method, samples, seed,
                                                threads_allowed() if threads is None else threads, rung, surface, place, rate, stop),
            lambda done, of: move(bar, done, of))
    paths = [entry[0] for entry in ranges]
    bands = {entry[0]: FigureBand(*entry[1:7], Names("parameter", dict(zip(paths, map(ParameterEffect._make, entry[7]), strict=True))))
             for entry in figures}
    return Sensitivity(Names("figure", bands), {path: (low, high) for path, low, high, _ in ranges},
                       {path: rule for path, _, _, rule in ranges}, runs, failed)
