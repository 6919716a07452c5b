"""Sweeps: a road test of many variants of a car."""

from __future__ import annotations

import csv
import io
import os
import tempfile
import warnings
from collections import deque
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Protocol

import numpy as np
import numpy.typing as npt

from . import _core
from ._extras import need
from ._progress import bar_of, move
from ._stop import run_interruptibly
from ._threads import threads_allowed
from .fields import unknown
from .lab import Car, described, prepare
from .vehicle import Vehicle

Values = tuple[float, float, int] | tuple[float, float] | Sequence[Any] | npt.NDArray[Any]


class Executor(Protocol):
    """What has submit: of concurrent.futures, loky, mpi4py.futures, a Dask client, `ray_executor`."""

    def submit(self, function: Callable[..., Any], /, *arguments: Any) -> Any: ...


class Sweep:
    """What a sweep has found: a row for each run. `table["overshoot_yaw_percent"]` is a column, float64 [runs].

    folder: the files of a finished sweep.
    units: of its figures, by name.
    shape: of its grid: `table[name].reshape(table.shape)`; of samples (runs,).

    `columns` are the names: "run", what varied, the test's figures; `values` is a structured array with a field for each.
    """

    def __init__(self, folder: Path, units: dict[str, str], shape: tuple[int, ...]):
        self._csv = (folder / "runs.csv").read_bytes()
        self.values: npt.NDArray[np.void] = np.load(folder / "runs.npy")
        self.columns: tuple[str, ...] = self.values.dtype.names or ()
        self.units = units
        self.shape = shape

    @property
    def failures(self) -> dict[int, str]:
        """Runs whose car can't be, by number, and why; their figures are NaN."""
        rows = csv.reader(io.StringIO(self._csv.decode("utf-8")))
        next(rows)
        return {int(row[0]): row[-1] for row in rows if row[-1]}

    def __getitem__(self, name: str) -> npt.NDArray[Any]:
        """[runs]: the column `name`, a view. UnknownName: there is none."""
        if name not in self.columns:
            raise unknown(name, self.columns, "column")
        return self.values[name]

    def __len__(self) -> int:
        return len(self.values)

    def to_csv(self, path: str | os.PathLike[str]) -> None:
        """Writes the file runs.csv of `kamm sweep`, byte for byte, to `path`."""
        Path(path).write_bytes(self._csv)

    def to_pandas(self) -> Any:
        """A DataFrame with the columns, and "failure"."""
        frame = need("pandas").DataFrame({name: self.values[name] for name in self.columns})
        failures = self.failures
        frame["failure"] = [failures.get(run, "") for run in range(len(self))]
        return frame

    def __repr__(self) -> str:
        return f"<kamm.Sweep {len(self)} runs: {', '.join(self.columns[1:])}>"


@dataclass(frozen=True)
class _Job:
    """All that a shard needs."""

    test: str
    vehicle: Vehicle
    axes: list[tuple[str, float, float, int, list[float] | None]]
    samples: int
    seed: int
    rung: str
    surface: str | float | None
    world: str | None
    substeps_per_s: float

    def drive(self, folder: str, shard: int, shards: int, threads: int, bar: Any | None = None) -> None:
        run_interruptibly(
            lambda stop: _core.run_sweep(self.test, self.vehicle, self.axes, self.samples, self.seed, shard, shards, threads,
                                         folder, self.rung, self.surface, self.world, self.substeps_per_s, stop),
            lambda done, of: move(bar, done, of))


def sweep(
    test: str | os.PathLike[str],
    car: Car,
    vary: Mapping[str, Values],
    *,
    samples: int | None = None,
    seed: int = 0,
    rung: str = "full",
    surface: str | float | None = None,
    world: str | os.PathLike[str] | None = None,
    tyre: str | None = None,
    set: Mapping[str, Any] | None = None,
    substeps_per_s: float | None = None,
    threads: int | None = None,
    executor: Executor | None = None,
    shards: int | None = None,
    folder: str | os.PathLike[str] | None = None,
    progress: bool | None = None,
) -> Sweep:
    """A road test of many variants of a car, with the files of `kamm sweep`, whose options these are.

    test, car, rung, surface, world, tyre, set, substeps_per_s: as in `run`.
    vary: for each path (as `Vehicle` has them, or "surface.friction", …) a tuple (from, to, count) with both ends, or a list
        of values; with `samples`, tuples (from, to).
    samples: so many of a Latin hypercube instead of a grid.
    seed: of its random numbers.
    threads: of each shard with an executor (None: 1), otherwise of this process (None: `threads_allowed()`). The result does not depend on it.
    executor: runs the drives: anything with `submit`; None: this process.
    shards: into how many parts an executor gets it; None: 64 at most. A part whose worker was lost is driven again.
    folder: keeps the files there, and goes on where a sweep of the same words was cut off.
    progress: whether tqdm shows the runs, or the shards, that are done; None: on a terminal and in a notebook, where it is installed.
    """
    if seed and samples is None:
        raise ValueError("seed is for samples; a grid has no chance in it")
    test = os.fspath(test)
    vehicle, rate = prepare(car, tyre, set, substeps_per_s)
    axes = [_axis(path, values, vehicle, samples is not None) for path, values in vary.items()]
    place = None if world is None else os.fspath(world)
    job = _Job(test, vehicle, axes, samples or 0, seed, rung, surface, place, rate)
    shape = tuple(axis[3] for axis in axes) if samples is None else (samples,)
    with tempfile.TemporaryDirectory(prefix="kamm-") as temporary:
        out = os.path.join(temporary, "all") if folder is None else os.fspath(folder)
        bar = bar_of(progress, test, "run" if executor is None else "shard")
        try:
            if executor is None:
                job.drive(out, 0, 0, threads_allowed() if threads is None else threads, bar)
            else:
                _drive_shards(job, executor, shards, int(np.prod(shape)), 1 if threads is None else threads, temporary, bar)
        finally:
            if bar is not None:
                bar.close()
        if executor is not None:
            _core.merge_sweeps(tuple(str(part) for part in sorted(Path(temporary).glob("part-*"))), out)
        units = {figure[0]: figure[1] for figure in described(test).figures}
        return Sweep(Path(out), units, shape)


def _axis(path: str, values: Values, vehicle: Vehicle,
          is_sampled: bool) -> tuple[str, float, float, int, list[float] | None]:
    if isinstance(values, tuple):
        if len(values) != (2 if is_sampled else 3):
            wanted = "(from, to)" if is_sampled else "(from, to, count), or a list of values"
            raise ValueError(f"{path}: got {values}; wanted {wanted}")
        count = 0 if is_sampled else values[2]
        if int(count) != count:
            raise ValueError(f"{path}: {count} values; wanted a whole number of them")
        return path, float(values[0]), float(values[1]), int(count), None
    if is_sampled:
        raise ValueError(f"{path}: samples take (from, to), got a list")
    numbers = [_number(path, value, vehicle) for value in values]
    if not numbers:
        raise ValueError(f"{path}: no values")
    return path, numbers[0], numbers[-1], len(numbers), numbers


def _number(path: str, value: Any, vehicle: Vehicle) -> float:
    """Words of a choice are their places in it."""
    if not isinstance(value, str):
        return float(value)
    choices = vehicle.field(path).choices
    if value not in choices:
        raise ValueError(f"{path}: {value!r}; allowed: {', '.join(choices) or 'numbers'}")
    return float(choices.index(value))


# -- Shards --

_attempts = 3


@dataclass(frozen=True)
class _Refusal:
    """An error of Kamm's own, as a result: any other that a future has is its executor's."""

    error: Exception


def _drive_shard(job: _Job, shard: int, shards: int, threads: int, attempt: int) -> dict[str, bytes] | _Refusal:
    """On a worker: what the shard has found, as files. `attempt` tells a second call from the first, for executors that keep results."""
    del attempt
    with tempfile.TemporaryDirectory(prefix="kamm-") as folder:
        try:
            job.drive(folder, shard, shards, threads)
        except (ValueError, KeyError, OSError, MemoryError) as error:
            return _Refusal(error)
        return {name: Path(folder, name).read_bytes() for name in ("manifest.json", "runs.log")}


def _drive_shards(job: _Job, executor: Executor, shards: int | None, runs: int, threads: int, folder: str,
                  bar: Any | None = None) -> None:
    count = max(1, min(runs, 64 if shards is None else shards))
    waiting = deque((shard, 1, _submit(executor, job, shard, count, threads, 1)) for shard in range(1, count + 1))
    try:
        while waiting:
            shard, attempt, future = waiting.popleft()
            try:
                found = future.result()
            except Exception as error:
                if attempt == _attempts:
                    raise RuntimeError(f"shard {shard} of {count}: the executor lost it {attempt} times") from error
                waiting.append((shard, attempt + 1, _submit(executor, job, shard, count, threads, attempt + 1)))
                continue
            if isinstance(found, _Refusal):
                raise found.error
            part = Path(folder, f"part-{shard:07d}")
            part.mkdir()
            for name, data in found.items():
                (part / name).write_bytes(data)
            move(bar, count - len(waiting), count)
    finally:
        for _, _, future in waiting:
            if hasattr(future, "cancel"):
                future.cancel()


class _Here:
    """A shard that is driven when its result is read."""

    def __init__(self, *arguments: Any):
        self._arguments = arguments

    def result(self) -> Any:
        return _drive_shard(*self._arguments)


def _submit(executor: Executor, job: _Job, shard: int, shards: int, threads: int, attempt: int) -> Any:
    arguments = (job, shard, shards, threads, attempt)
    try:
        return executor.submit(_drive_shard, *arguments)
    except Exception as error:
        if attempt == 1:
            raise
        warnings.warn(f"the executor takes no more work ({error}); shard {shard} of {shards} is driven here", RuntimeWarning,
                      stacklevel=4)
        return _Here(*arguments)


class _RayFuture:
    def __init__(self, reference: Any):
        self._reference = reference

    def result(self) -> Any:
        return need("ray").get(self._reference)

    def cancel(self) -> None:
        need("ray").cancel(self._reference)


class _RayExecutor:
    def __init__(self, options: dict[str, Any]):
        ray = need("ray")
        if not ray.is_initialized():
            ray.init()
        self._call = (ray.remote(**options) if options else ray.remote)(_call)

    def submit(self, function: Callable[..., Any], /, *arguments: Any) -> _RayFuture:
        return _RayFuture(self._call.remote(function, *arguments))


def _call(function: Callable[..., Any], *arguments: Any) -> Any:
    return function(*arguments)


def ray_executor(**options: Any) -> Executor:
    """An executor on Ray, which is started here if it is not yet. options: of ray.remote, such as num_cpus=2."""
    return _RayExecutor(options)
