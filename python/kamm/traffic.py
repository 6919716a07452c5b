"""Traffic: drivers of a path who see each other, overtake, err and recover."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from types import MappingProxyType
from typing import TYPE_CHECKING, Any

import numpy as np
import numpy.typing as npt

from . import _core
from .fields import unknown
from .world import Path, World

if TYPE_CHECKING:
    from .batch import Batch

Columns = Mapping[str, npt.NDArray[Any]]

traffic_modes = ("drives", "stops", "reverses", "turns", "backs", "lies")
"""Names of the numbers in `Traffic.state["mode"]`."""


class Traffic(_core.Traffic):
    """Drivers for all cars of some batches, who see each other on one path. They brake, overtake, make errors and recover.

    path: a `Path`, or the name of one of the world's.
    cars: a batch or several, in one world; each of their cars has a driver, batch after batch.
    grip: share of the tyres' friction that the plans of speed use, 0.01 to 3.
    style: "road", "racing", or {name: value} for all drivers, with the names of `Traffic.style`.
    obstacles: number of bodies behind the drivers that the caller moves by `body`.

        circuit = kamm.World("proving-ground")
        cars = kamm.Batch("nissan-micra", 10, world=circuit)
        traffic = kamm.Traffic("circuit", cars, style="racing")
        traffic.place_on_grid(row_m=12)
        circuit.add(cars)
        for _ in range(600):
            traffic.drive(1 / 60)
            circuit.step(1 / 60)
        print(traffic.state["along_mps"])
    """

    __slots__ = ("__weakref__", "_cars", "_parts")
    _cars: tuple[Batch, ...]
    _parts: dict[str, Columns]

    def __new__(
        cls,
        path: Path | str,
        cars: Batch | Sequence[Batch],
        *,
        grip: float = 0.8,
        style: str | Mapping[str, float] = "road",
        obstacles: int = 0,
    ) -> Traffic:
        batches = (cars,) if isinstance(cars, _core.Batch) else tuple(cars)
        if not batches:
            raise ValueError("cars: wanted at least one batch")
        world: World = batches[0].world
        if any(batch.world is not world for batch in batches):
            raise ValueError("cars: wanted batches of one world")
        if isinstance(path, str):
            path = world.paths[path]
        sides = None if path.sides_m is None else np.ascontiguousarray(path.sides_m, np.float64)
        line = (np.ascontiguousarray(path.points_m, np.float64), path.width_m, path.closed, sides)
        traffic = super().__new__(cls, line, world, batches, grip, obstacles)
        traffic._cars = batches
        parts: dict[str, dict[str, npt.NDArray[Any]]] = {}
        for part, name, view in traffic.columns():
            parts.setdefault(part, {})[name] = np.asarray(view)
        traffic._parts = {part: MappingProxyType(columns) for part, columns in parts.items()}
        traffic.set_style(style)
        return traffic

    @property
    def cars(self) -> tuple[Batch, ...]:
        """The batches, in the order of the drivers."""
        return self._cars

    @property
    def style(self) -> Columns:
        """{name: [count]}: how each driver drives, to be written at any time. docs/traffic.md has the names of C without their prefix.

        `is_driven` 0: others see the car, but it is not driven. `seed`: of the errors, another for each driver.
        """
        return self._parts["style"]

    @property
    def state(self) -> Columns:
        """{name: [count]}: what each driver does, read-only; `mode` counts `kamm.traffic_modes`."""
        return self._parts["state"]

    @property
    def body(self) -> Columns:
        """{name: [count]}: rectangles on the road. `drive` writes those of cars; those of obstacles are the caller's."""
        return self._parts["body"]

    def set_style(self, style: str | Mapping[str, float], which: npt.ArrayLike | None = None) -> None:
        """Sets numbers of drivers. What is not named does not change.

        style: "road" sets all defaults, "racing" those of a racing driver, or {name: value}.
        which: a mask of bools [count], or numbers of drivers; None: all.
        """
        if isinstance(style, str):
            if style not in ("road", "racing"):
                raise unknown(style, ("road", "racing"), "style")
            style = self.usual_style(style == "racing")
        rows = self._numbers(which)
        for name, value in style.items():
            if name not in self.style:
                raise unknown(name, tuple(self.style), "number of a style")
            self.style[name][rows] = value

    def drive(self, dt_s: float) -> None:
        """Sets the inputs of all driven cars for the next `dt_s`, best 0.005 to 0.02 s. Then step the world, or the batches.

        dt_s: time until the next call.
        """
        super().drive(dt_s)

    def place(
        self,
        station_m: npt.ArrayLike,
        left_m: npt.ArrayLike = 0.0,
        speed_mps: npt.ArrayLike | None = None,
        drivers: npt.ArrayLike | None = None,
    ) -> None:
        """Places cars on the path, and clears the states of their drivers. All, or none.

        station_m: distance along the path, one for all or for each.
        left_m: distance to its left.
        speed_mps: None: the planned speed there.
        drivers: a mask of bools [count], or numbers of drivers; None: all with cars.

        ValueError: where no car can be.
        """
        rows = self._numbers(drivers)[: None if drivers is not None else self._car_count]
        values = np.empty((len(rows), 3))
        for column, given in enumerate((station_m, left_m, -1.0 if speed_mps is None else speed_mps)):
            values[:, column] = given
        if not np.isfinite(values).all():
            raise ValueError("place: wanted finite numbers")
        super().place(rows, values)

    def place_on_grid(
        self,
        *,
        station_m: float = 0.0,
        row_m: float = 16.0,
        columns_m: float | None = None,
        right_first: bool = False,
        drivers: Iterable[int] | None = None,
    ) -> None:
        """Places cars on a starting grid, at rest: two columns behind a line, the second half a row back.

        station_m: place of the line on the path.
        row_m: distance of rows.
        columns_m: distance of the middles of columns; None: half of the road's width.
        right_first: whether the first place is on the right.
        drivers: their numbers, from the first place on; None: all with cars, in their order.

        ValueError: a place before the start of an open path.
        """
        if not row_m > 0:
            raise ValueError(f"row_m is {row_m}; allowed: above 0")
        rows = np.arange(self._car_count) if drivers is None else np.fromiter(drivers, np.int32)
        super().place_on_grid(rows.astype(np.int32), station_m, row_m, columns_m or 0.0, right_first)

    def place_back(self, driver: int) -> bool:
        """Places a car back on the road, where it is or up to 200 m behind. False: there is no room.

        driver: its number.
        """
        return bool(super().place_back(driver))

    def save(self) -> bytes:
        """All drivers, to go with the state of their world or batches."""
        state: bytes = super().save()
        return state

    def restore(self, state: bytes) -> None:
        """Restores a `state` to the bit: what `save` of such traffic returned.

        ValueError: a state of other traffic; nothing changes then.
        """
        super().restore(state)

    @property
    def _car_count(self) -> int:
        return sum(batch.count for batch in self._cars)

    def _numbers(self, which: npt.ArrayLike | None) -> npt.NDArray[np.int32]:
        rows = np.arange(self.count, dtype=np.int32)
        found: npt.NDArray[np.int32] = np.atleast_1d(rows if which is None else rows[np.asarray(which)])
        return found

    def __reduce__(self) -> tuple[Any, ...]:
        raise TypeError("traffic is not pickled; save has its states")

    def __repr__(self) -> str:
        return f"<kamm.Traffic {self.count} drivers on {self.length_m:.0f} m>"
