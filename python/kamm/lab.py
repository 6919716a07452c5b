"""Road tests: how cars are measured, and the figures that come of it."""

from __future__ import annotations

import math
import os
import tempfile
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from . import _core
from ._extras import need
from ._display import number, table
from ._stop import run_interruptibly
from .batch import CHANNELS, WHEEL_CHANNELS
from .fields import Names, nearest, unknown
from .vehicle import Vehicle, load

Car = Vehicle | str | os.PathLike[str]
_Found = tuple[list[tuple[str, float, str, str, str, float, str]], int, int, bytes]
"""Figures, rows, columns and their numbers."""


class TestInfo(NamedTuple):
    """A road test, as `kamm list tests` has it."""

    name: str
    title: str
    doc: str
    standard: str
    takes_world: bool
    is_of_combinations: bool
    figures: tuple[tuple[str, str, str], ...]
    """Name, unit and description of each."""

    def __repr__(self) -> str:
        return f"<kamm.TestInfo {self.name}: {self.title}, {len(self.figures)} figures>"


def road_tests() -> dict[str, TestInfo]:
    """All road tests by name, in the order of `kamm list tests`."""
    return Names("road test", {entry[0]: TestInfo(*entry[:6], tuple(entry[6])) for entry in _core.road_tests()})


def scenarios() -> list[str]:
    """Names of the scenarios of the data folder: road tests as files."""
    return _core.list_data("scenarios")


def scenario(name: str | os.PathLike[str]) -> TestInfo:
    """A scenario by its name, or by the path of a file that ends in .json. `run` runs it by the same name.

    A wrong file raises ValueError or `UnknownName`, with the path of the value in the file.
    """
    entry = _core.scenario(os.fspath(name))
    return TestInfo(*entry[:6], tuple(entry[6]))


def _is_scenario(test: str) -> bool:
    return test not in road_tests() and (test.endswith(".json") or test in scenarios())


def described(test: str) -> TestInfo:
    """A compiled test or a scenario. UnknownName: neither."""
    return scenario(test) if _is_scenario(test) else road_tests()[test]


@dataclass(frozen=True)
class Figure:
    """A figure that a test yields. `value` is NaN where it could not be measured; `note` says why, or remarks on it."""

    name: str
    value: float
    """NaN: it could not be measured."""
    unit: str
    doc: str
    """What it is."""
    note: str
    """Why it could not be measured, or a remark on it; "" for none."""
    published: float
    """Published measurement of the real car; NaN: none."""
    source: str
    """Of that."""
    allowed: tuple[float, float] | None = None
    """The range that the test's standard asks for, where it asks for one."""

    @property
    def passed(self) -> bool | None:
        """Within that range? None: there is none, or no value."""
        if self.allowed is None or math.isnan(self.value):
            return None
        return self.allowed[0] <= self.value <= self.allowed[1]


class Log:
    """Channels over time, such as those of the run that gave a test's figures: `log["yaw_rate_radps"]`, `log["wheels[2].load_n"]`.

    names: of the columns, as in the CSV files of the command: "time_s", …, "wheel0_load_n", …
    values: float64 [rows, names].
    """

    def __init__(self, names: tuple[str, ...], values: npt.NDArray[np.float64]):
        self.names = names
        self.values = values
        self._columns = {name: column for column, name in enumerate(names)}

    @property
    def time_s(self) -> npt.NDArray[np.float64]:
        """[rows]: of each row."""
        return self["time_s"]

    @property
    def units(self) -> dict[str, str]:
        """The unit of each name, "1" where it has none."""
        return {name: _unit_of(name) for name in self.names}

    def __getitem__(self, name: str) -> npt.NDArray[np.float64]:
        """[rows]: the channel `name`, a view. UnknownName: there is none."""
        column = self._columns.get(flat(name))
        if column is None:
            raise _core.UnknownName(f"{name}: there is no such channel{nearest(flat(name), self.names)}")
        return self.values[:, column]

    def __contains__(self, name: str) -> bool:
        return flat(name) in self._columns

    def __iter__(self) -> Iterator[str]:
        return iter(self.names)

    def keys(self) -> tuple[str, ...]:
        """The names of all columns."""
        return self.names

    def __len__(self) -> int:
        """Rows."""
        return len(self.values)

    def to_pandas(self) -> Any:
        """A DataFrame with a column for each name."""
        return need("pandas").DataFrame(self.values, columns=list(self.names))

    def to_csv(self) -> str:
        """What `kamm run --csv` writes, with its seven digits."""
        row = ",".join(["%.7g"] * len(self.names)) + "\n"
        return ",".join(self.names) + "\n" + "".join(row % tuple(values) for values in self.values.tolist())

    def save(self, path: str | os.PathLike[str]) -> None:
        """To a `path` that ends in .csv, which is what `kamm run --csv` writes, or .mf4 (ASAM MDF 4, with units; by asammdf)."""
        ending = os.path.splitext(os.fspath(path))[1].lower()
        if ending == ".csv":
            with open(path, "w", encoding="ascii", newline="") as file:
                file.write(self.to_csv())
        elif ending == ".mf4":
            self._save_mf4(path)
        else:
            raise ValueError(f"{os.fspath(path)}: ends in {ending!r}; allowed: .csv, .mf4")

    def _save_mf4(self, path: str | os.PathLike[str]) -> None:
        mdf = need("asammdf")
        units = self.units
        signals = [
            mdf.Signal(samples=np.ascontiguousarray(self[name]), timestamps=np.ascontiguousarray(self.time_s),
                       name=name, unit=units[name])
            for name in self.names
            if name != "time_s"
        ]
        with mdf.MDF(version="4.10") as file:
            file.append(signals, comment=f"Kamm {_core.version()}", common_timebase=True)
            file.save(path, overwrite=True)

    def __repr__(self) -> str:
        return f"<kamm.Log {len(self)} rows of {len(self.names)} channels>"


def flat(name: str) -> str:
    """A wheel's channel as CSV has it: "wheel2_load_n" for "wheels[2].load_n"."""
    if not name.startswith("wheels["):
        return name
    wheel, _, channel = name.removeprefix("wheels[").partition("].")
    return f"wheel{wheel}_{channel}"


def _unit_of(name: str) -> str:
    if name in CHANNELS:
        return CHANNELS[name].unit
    return WHEEL_CHANNELS[name.partition("_")[2]].unit


def _log_of(rows: int, columns: int, data: bytes) -> Log:
    wheels = (columns - len(CHANNELS)) // len(WHEEL_CHANNELS)
    names = (*CHANNELS, *(f"wheel{wheel}_{name}" for wheel in range(wheels) for name in WHEEL_CHANNELS))
    return Log(names, np.frombuffer(data).reshape(rows, columns))


@dataclass(frozen=True)
class RoadTest:
    """What a road test has found."""

    test: TestInfo
    """Which test: name, title, standard, figures."""
    car: str
    """What drove."""
    rung: str
    figures: dict[str, Figure]
    """By name; `road_test[name]` is the value alone."""
    log: Log | None = field(repr=False)
    """None: no channels were asked for."""

    def __getitem__(self, name: str) -> float:
        """The value of the figure `name`. UnknownName: the test has none of that name."""
        if name not in self.figures:
            raise unknown(name, self.figures, "figure", f" of {self.test.name}")
        return self.figures[name].value

    @property
    def passed(self) -> bool | None:
        """Whether all figures are as the test's standard asks for. None: it asks for nothing, or one could not be measured."""
        asked = [figure.passed for figure in self.figures.values() if figure.allowed is not None]
        if False in asked:
            return False
        return None if None in asked or not asked else True

    def __repr__(self) -> str:
        return f"<kamm.RoadTest {self.test.name} of {self.car} on {self.rung}: {len(self.figures)} figures>"

    def _repr_html_(self) -> str:
        """Shown by notebooks."""
        rows = [(one.name, number(one.value, one.unit), _bounds(one), number(one.published, one.unit), one.note)
                for one in self.figures.values()]
        verdict = {True: "passed", False: "not passed", None: ""}[self.passed]
        return table(f"{self.test.title}: {self.car} on {self.rung}", ("figure", "value", "allowed", "published", "note"), rows, verdict)

    def __str__(self) -> str:
        lines = [f"{self.test.title}: {self.car}"]
        for figure in self.figures.values():
            note = f"  ({figure.note})" if figure.note else ""
            lines.append(f"  {figure.name:38} {figure.value:12.4g} {figure.unit}{note}")
        return "\n".join(lines)


_limits: dict[str, dict[str, tuple[float, float]]] = {
    "sine-dwell": {  # FMVSS 126, UN R140
        "yaw_left_after_1_s_percent": (-math.inf, 35),
        "yaw_left_after_1_75_s_percent": (-math.inf, 20),
        "aside_after_1_07_s_m": (1.83, math.inf),
    },
    "crash": {"tunnelled": (0, 0)},
    "ring": {"inner_radius_m": (5.3, math.inf), "swept_width_m": (-math.inf, 7.2)},  # Directive 96/53/EC
}
_heavy_kg, _heavy_aside_m = 3500, 1.52  # of the same rules, for heavier vehicles


def _bounds(figure: Figure) -> str:
    if figure.allowed is None:
        return ""
    low, high = (number(bound, figure.unit) if math.isfinite(bound) else "" for bound in figure.allowed)
    return f"{low} to {high}" if low and high else f"at most {high}" if high else f"at least {low}"


def _limits_of(test: str, vehicle: Vehicle | None) -> dict[str, tuple[float, float]]:
    limits = dict(_limits.get(test, {}))
    if test == "sine-dwell" and vehicle is not None and vehicle["body.mass_kg"] > _heavy_kg:
        limits["aside_after_1_07_s_m"] = (_heavy_aside_m, math.inf)
    return limits


def prepare(car: Car, tyre: str | None, set: Mapping[str, Any] | None, substeps_per_s: float | None) -> tuple[Vehicle, float]:
    """The car as a command's options change it, and the rate of substeps that is asked for (0: the test's own)."""
    vehicle = (car if isinstance(car, Vehicle) else load(car)).copy()
    if tyre is not None:
        vehicle.fit_tyres(os.fspath(tyre))
    for path, value in (set or {}).items():
        vehicle[path] = value
    if substeps_per_s is None:
        return vehicle, 0.0
    vehicle["stepping.substeps_per_s"] = substeps_per_s
    return vehicle, float(vehicle["stepping.substeps_per_s"])


def run(
    test: str | os.PathLike[str],
    car: Car,
    *,
    rung: str = "full",
    surface: str | float | None = None,
    world: str | os.PathLike[str] | None = None,
    tyre: str | None = None,
    set: Mapping[str, Any] | None = None,
    substeps_per_s: float | None = None,
    log: bool = True,
    interval_s: float = 0.01,
    record: str | os.PathLike[str] | None = None,
) -> RoadTest:
    """A road test of one car, with the figures of `kamm run`, whose options these are.

    test: of `kamm.road_tests()`: "moose", "step-steer", "lap", …; or a scenario: of `kamm.scenarios()`, or the path of a file.
    car: a `Vehicle`, or the name or path of a vehicle file; of tests of combinations that of a combination.
    rung: of the ladder of models.
    surface: a name ("ice"), or a friction of 0 to 2; None: dry asphalt.
    world: a world file's name or path, where the test takes one.
    tyre: another one on all wheels, by name or path.
    set: {path: value}, other values of the car, which itself stays as it is.
    substeps_per_s: of the physics; None: the test's own.
    log: whether to keep channels.
    interval_s: from row to row of them.
    record: path of a file for a recording of the run (`Recording`), which the page plays; None: none.

    Ctrl-C ends it. Names that there are not raise `UnknownName`, what a test can't do ValueError.
    """
    if interval_s <= 0:
        raise ValueError(f"interval_s is {interval_s}; allowed: above 0")
    every_s = float(interval_s) if log else 0.0
    file = None if record is None else os.fspath(record)
    vehicle: Vehicle | None
    found: _Found
    test = os.fspath(test)
    described = scenario(test) if _is_scenario(test) else None
    if not isinstance(car, Vehicle) and _core.is_combination(os.fspath(car)):
        name, vehicle = os.path.splitext(os.path.basename(car))[0], None
        found = _run_combination(test, os.fspath(car), rung, surface, set, substeps_per_s, every_s, file)
    else:
        driven, rate = prepare(car, tyre, set, substeps_per_s)
        place = None if world is None else os.fspath(world)
        name, vehicle = driven.id, driven
        found = run_interruptibly(lambda stop: _core.run_test(test, driven, rung, surface, place, rate, every_s, file, stop))
    figures, rows, columns, data = found
    limits = _limits_of(test, vehicle)
    return RoadTest(
        described or road_tests()[test],
        name,
        rung,
        Names("figure", {entry[0]: Figure(*entry, limits.get(entry[0])) for entry in figures}),
        _log_of(rows, columns, data) if log and rows else None,
    )


def _run_combination(test: str, car: str, rung: str, surface: str | float | None, set: Mapping[str, Any] | None,
                     substeps_per_s: float | None, interval_s: float, record: str | None) -> _Found:
    settings = [(path, _text_of(value)) for path, value in (set or {}).items()]
    rate = 0.0
    if substeps_per_s is not None:
        rate = float(substeps_per_s)
        settings.append(("units[0].stepping.substeps_per_s", _text_of(rate)))
    return run_interruptibly(
        lambda stop: _core.run_combination_test(test, car, settings, rung, surface, rate, interval_s, record, stop))


def _text_of(value: Any) -> str:
    return str(value).lower() if isinstance(value, bool) else str(value)


def replay(
    log: Log | Mapping[str, npt.ArrayLike] | str | os.PathLike[str],
    car: Car,
    *,
    rung: str = "full",
    surface: str | float | None = None,
    tyre: str | None = None,
    set: Mapping[str, Any] | None = None,
    columns: Mapping[str, str | None] | None = None,
) -> Log:
    """Drives a car from a log, and gives its channels at the log's times, as `kamm replay` does.

    log: a CSV or VBO file, or columns by name (arrays, a `Log`, a DataFrame): "time_s", "steering_wheel_rad", "throttle", "brake", …
        or "speed_mps", which a driver then holds. Names may end in another unit ("speed_kmh"). The first row says where and how the
        car starts. Other channels of Kamm are ignored; a name that is none is an error.
    columns: what the log's own names mean: {"SteerAngle": "steering_wheel_deg", "Lap": None}; None: the column is left aside.
    car, rung, surface, tyre, set: as in `run`.
    """
    vehicle, _ = prepare(car, tyre, set, None)
    with tempfile.TemporaryDirectory(prefix="kamm-") as folder:
        if isinstance(log, str | os.PathLike):
            path = os.fspath(log)
        else:
            path = os.path.join(folder, "log.csv")
            left_aside = {theirs for theirs, ours in (columns or {}).items() if ours is None}
            names = replayed if isinstance(log, Log) else log
            write_columns(path, log, [name for name in names if name in log and name not in left_aside])
        renamed = ",".join(f"{theirs}={ours or ''}" for theirs, ours in (columns or {}).items())
        _, rows, count, data = run_interruptibly(
            lambda stop: _core.replay(path, renamed, vehicle, rung, surface, stop))
    return _log_of(rows, count, data)


# Channels that a replay takes of one of Kamm's own runs, which have hundreds.
replayed = ("time_s", "steering_wheel_rad", "road_wheel_rad", "road_wheel_rate_radps", "throttle", "brake", "hand_brake", "clutch",
            "gear", "acceleration_mps2", "speed_mps", "x_m", "y_m", "yaw_rad", "yaw_rate_radps", "sideslip_rad")


def write_columns(path: str, log: Any, names: Sequence[str]) -> None:
    """These columns as a CSV file, with all their digits."""
    columns = [np.asarray(log[name], np.float64) for name in names]
    for name, column in zip(names, columns):
        if column.ndim != 1 or len(column) != len(columns[0]):
            raise ValueError(f"log: {name} has shape {column.shape}; wanted ({len(columns[0])},), as {names[0]} has")
    np.savetxt(path, np.column_stack(columns), "%.17g", ",", header=",".join(names), comments="")
