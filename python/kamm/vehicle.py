"""Vehicles: what a car is, as its file says."""

from __future__ import annotations

import os
from collections.abc import Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from . import _core
from .fields import Field

if TYPE_CHECKING:
    from .batch import Batch
    from .linear import Linear, Trim


class Vehicle(_core.Vehicle):
    """A vehicle file, by name ("bmw-m3-e46", see `vehicles`) or path.

    Values are read and set by their paths in the file, in its units:

        car = kamm.load("volvo-v40")
        car["axles[1].suspension.anti_roll_bar_n_per_m"] = 20e3

    Names that there are not raise `UnknownName`, a KeyError; values out of range a ValueError that says what is allowed.
    """

    __slots__ = ("__weakref__",)  # `car.mass_kg = 1200` is told of

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

    def trim(self, speed_mps: float, lateral_mps2: float = 0.0, *, rung: str = "full", world: Any = None, **options: Any) -> tuple[Batch, Trim]:
        """A batch of one such car in a steady state, and how steady it is.

        speed_mps, lateral_mps2: what it drives at, as in `Batch.trim`.
        rung, world: as in `Batch`.
        options: more of `Batch.trim`.
        """
        from .batch import Batch

        batch = Batch(self, 1, rung, world=world)
        return batch, batch.trim(speed_mps, lateral_mps2, **options)

    def linearise(
        self,
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

        speed_mps, lateral_mps2: what it drives at, as in `Batch.trim`.
        rung, world: as in `Batch`.
        dt_s, states, inputs, outputs: as in `Batch.linearise`.
        options: more of `Batch.trim`.
        """
        batch, _ = self.trim(speed_mps, lateral_mps2, rung=rung, world=world, **options)
        return batch.linearise(dt_s, states=states, inputs=inputs, outputs=outputs, car=0)

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
