"""Vehicles: what a car is, as its file says."""

from __future__ import annotations

import os

from . import _core
from .fields import Field


class Vehicle(_core.Vehicle):
    """A vehicle file, by name ("bmw-m3-e46", see `vehicles`) or path.

    Values are read and set by their paths in the file, in its units:

        car = kamm.load("volvo-v40")
        car["axles[1].suspension.anti_roll_bar_n_per_m"] = 20e3

    Names that there are not raise `UnknownName`, a KeyError; values out of range a ValueError that says what is allowed.
    """

    def __getitem__(self, path: str):
        return self.get(path)

    def __setitem__(self, path: str, value) -> None:
        self.set(path, value)

    def field(self, path: str) -> Field:
        """Unit, description and range of the value at a path."""
        name, kind, unit, doc, default, low, high, choices = super().field(path)
        return Field(name, unit, doc, default, low, high, kind, tuple(choices.split("|")) if choices else ())

    def keys(self) -> list[str]:
        """The paths of all values."""
        return self.paths()

    def __iter__(self):
        return iter(self.paths())

    def save(self, path: str | os.PathLike[str]) -> None:
        """Writes all values as a vehicle file."""
        super().save(path)

    def replace(self, values: dict) -> Vehicle:
        """A copy with other values at some paths."""
        other = self.copy()
        for path, value in values.items():
            other[path] = value
        return other

    def __copy__(self) -> Vehicle:
        return self.copy()

    def __deepcopy__(self, memo) -> Vehicle:
        return self.copy()

    def __reduce__(self):
        return (_from_bytes, (_core.version(), self.to_bytes()))

    def __repr__(self) -> str:
        return f"<kamm.Vehicle {self.id}: {self['name']}>"


def _from_bytes(version: str, data: bytes) -> Vehicle:
    if version != _core.version():
        raise ValueError(f"this vehicle was pickled by Kamm {version}, and this is {_core.version()}")
    return Vehicle.from_bytes(data)


def load(name_or_path: str | os.PathLike[str]) -> Vehicle:
    """Reads a vehicle file, by name or path."""
    return Vehicle(os.fspath(name_or_path))


def vehicles() -> list[str]:
    """The names of the vehicles that came with Kamm."""
    return _core.list_data("vehicles")
