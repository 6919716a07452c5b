"""Vehicles: what a car is, as its file says."""

from __future__ import annotations

import os
from collections.abc import Iterator, Mapping
from typing import Any

from . import _core
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


def _from_bytes(version: str, data: bytes) -> Vehicle:
    if version != _core.version():
        raise ValueError(f"this vehicle was pickled by Kamm {version}, and this is {_core.version()}")
    return Vehicle.from_bytes(data)


def load(name_or_path: str | os.PathLike[str]) -> Vehicle:
    """Reads a vehicle file. name_or_path: one of `vehicles()`, or a path. FileNotFoundError, ValueError with line and column."""
    return Vehicle(os.fspath(name_or_path))


def vehicles() -> list[str]:
    """The names of the vehicles that came with Kamm."""
    return _core.list_data("vehicles")


def arcade_presets() -> list[str]:
    """The names of the presets of arcade handling that came with Kamm."""
    return _core.list_data("arcade")
