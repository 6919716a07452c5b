"""Vehicles: what a car is, as its file says."""

from __future__ import annotations

import os
import tempfile
from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from . import _core
from ._display import number, table
from .fields import Field


class Vehicle(_core.Vehicle):
    """A vehicle file, by name ("bmw-m3-e46", see `vehicles`) or path.

    Values are read and set by their paths in the file, in its units:

        car = kamm.load("volvo-v40")
        car["axles[1].suspension.anti_roll_bar_n_per_m"] = 20e3

    Unknown names raise `UnknownName`, a KeyError; values out of range raise ValueError with the allowed range.
    """

    __slots__ = ("__weakref__",)  # `car.mass_kg = 1200` is an error

    def __getitem__(self, path: str) -> Any:
        """The value at `path`, in its field's unit: a float, a bool, a word, numbers, or a curve as two lists, x and y. UnknownName: there is none."""
        return self.get(path)

    def __setitem__(self, path: str, value: Any) -> None:
        """Sets the value at `path`, which may end in another unit of its kind ("engine.idle_rpm"). ValueError: `value` is not allowed there."""
        self.set(path, value)

    def field(self, path: str) -> Field:
        """Unit, description and range of the value at `path`."""
        name, kind, unit, doc, default, low, high, choices = super().field(path)
        return Field(name, unit, doc, default, low, high, kind, tuple(choices.split("|")) if choices else ())

    def arcade(self, preset: str | os.PathLike[str]) -> None:
        """Changes the vehicle by a preset of arcade handling, once: one of `arcade_presets()`, or a path. `Batch.assist` holds its drifts with `drift_angle_rad`."""
        super().arcade(os.fspath(preset))

    def keys(self) -> list[str]:
        """The paths of all values."""
        return self.paths()

    def __iter__(self) -> Iterator[str]:
        return iter(self.paths())

    def save(self, path: str | os.PathLike[str]) -> None:
        """Writes all values as a vehicle file (JSON) to `path`."""
        super().save(path)

    def replace(self, values: Mapping[str, Any]) -> Vehicle:
        """A copy with other `values`: {path: value}."""
        other = self.copy()
        for path, value in values.items():
            other[path] = value
        return other

    def __copy__(self) -> Vehicle:
        return self.copy()

    def __deepcopy__(self, memo: object) -> Vehicle:
        return self.copy()

    def __reduce__(self) -> tuple[Any, ...]:
        return (_from_bytes, (_core.version(), self.to_bytes()))

    def __repr__(self) -> str:
        return f"<kamm.Vehicle {self.id}: {self['name']}>"

    def _repr_html_(self) -> str:
        """Shown by notebooks."""
        return table(f"{self['name']} ({self.id})", ("", ""), self._main_values())

    def _main_values(self) -> list[tuple[str, str]]:
        axles = range(sum(path.endswith("].track_m") and path.startswith("axles[") for path in self))
        speeds, torques = self["engine.torque_curve"]
        power_w = max((speed * torque for speed, torque in zip(speeds, torques, strict=True)), default=0.0)
        driven = [str(axle + 1) for axle in axles if self[f"axles[{axle}].drive_share"] > 0]
        rows = [
            ("mass", number(self["body.mass_kg"], "kg")),
            ("height of the centre of gravity", number(self["body.cg_height_m"], "m")),
            ("axles behind the first", ", ".join(number(self[f"axles[{axle}].behind_front_axle_m"], "m") for axle in axles[1:])),
            ("tracks", ", ".join(number(self[f"axles[{axle}].track_m"], "m") for axle in axles)),
            ("tyres", ", ".join(dict.fromkeys(str(self[f"axles[{axle}].tyre.name"]) for axle in axles))),
            ("driven axles", ", ".join(driven)),
        ]
        if driven:
            gears = self["gearbox.ratios"]
            rows += [("engine", f"{number(power_w / 1000, 'kW')}, {number(max(torques, default=0.0), 'N.m')}"),
                     ("gears", f"{len(gears)}: " + ", ".join(number(ratio) for ratio in gears))]
        return rows + [("drag area", number(self["aero.drag_coefficient"] * self["aero.frontal_area_m2"], "m2"))]


def _from_bytes(version: str, data: bytes) -> Vehicle:
    if version != _core.version():
        raise ValueError(f"this vehicle was pickled by Kamm {version}, and this is {_core.version()}")
    return Vehicle.from_bytes(data)


def load(name_or_path: str | os.PathLike[str]) -> Vehicle:
    """Reads a vehicle file. name_or_path: one of `vehicles()`, or a path. FileNotFoundError, ValueError with line and column."""
    return Vehicle(os.fspath(name_or_path))


def _fact_text(value: float | str | Iterable[float]) -> str:
    if isinstance(value, str):
        return value
    if isinstance(value, Iterable):
        return ",".join(repr(float(one)) for one in value)
    return repr(float(value))


def new(path: str | os.PathLike[str] | None = None, **facts: float | str | Iterable[float]) -> Vehicle:
    """A vehicle from the figures of a data sheet; rules estimate the rest, as in `kamm new`.

        car = kamm.new(mass=1450, wheelbase=2.65, tyres="225/45R17", power="147kW", drive="front")

    path: the vehicle file to write, which names the rule of each estimate; without it no file is kept.
    facts: by the names of the command's options, in SI units, or texts with a unit. mass, wheelbase, tyres and power are needed.

    UnknownName: there is no such fact. ValueError: a value is not allowed, or a fact is missing.
    """
    words = [word for name, value in facts.items() for word in (name, _fact_text(value))]
    if path is not None:
        _core.write_estimate(os.fspath(path), words)
        return load(path)
    with tempfile.TemporaryDirectory() as folder:
        file = os.path.join(folder, "new.json")
        _core.write_estimate(file, words)
        return load(file)


def import_vehicle(path: str | os.PathLike[str], out: str | os.PathLike[str] | None = None, *, format: str = "by_name",
                   **facts: float | str | Iterable[float]) -> Vehicle:
    """A vehicle from the vehicle data of another program; rules estimate what they lack, as in `kamm import`.

        car = kamm.import_vehicle("cars/p406/p406.xml", body="saloon")

    path: a file or folder of Assetto Corsa, CARLA, TORCS or CommonRoad.
    out: the vehicle file to write, which names the source of each value; without it no file is kept.
    format: "assetto_corsa", "carla", "torcs", "commonroad"; "by_name": by the ending of the path.
    facts: figures that the data lack, as in `new`.

    OSError: a file cannot be read. ValueError: a value is wrong or missing; the text has file, line and key.
    """
    words = [word for name, value in facts.items() for word in (name, _fact_text(value))]
    if out is not None:
        _core.import_vehicle(os.fspath(path), format, os.fspath(out), words)
        return load(out)
    with tempfile.TemporaryDirectory() as folder:
        file = os.path.join(folder, os.path.splitext(os.path.basename(os.fspath(path).rstrip("/\\")))[0] + ".json")
        _core.import_vehicle(os.fspath(path), format, file, words)
        return load(file)


def vehicles() -> list[str]:
    """The names of the vehicles that came with Kamm."""
    return _core.list_data("vehicles")


def arcade_presets() -> list[str]:
    """The names of the presets of arcade handling that came with Kamm."""
    return _core.list_data("arcade")
