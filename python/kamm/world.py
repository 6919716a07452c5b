"""Worlds: what cars drive on."""

from __future__ import annotations

import os
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from . import _core
from .fields import Names


class Start(NamedTuple):
    """A named place of a world."""

    x_m: float
    y_m: float
    yaw_rad: float


class Path(NamedTuple):
    """A named line of a world, such as a circuit's middle."""

    points_m: np.ndarray  # float64 [n, 2]
    width_m: float
    closed: bool
    sides_m: np.ndarray | None = None  # float64 [n, 2]: from each point to the right edge and to the left one; None: half the width each

    def __repr__(self) -> str:
        length_m = float(np.hypot(*np.diff(self.points_m, axis=0).T).sum())
        sides = "" if self.sides_m is None else ", sides of its own"
        return f"<kamm.Path {length_m:.0f} m, {len(self.points_m)} points, {self.width_m:g} m wide{', closed' if self.closed else ''}{sides}>"


class World(_core.World):
    """The ground of a world file; `World.plane()` and `World.surface("ice")` are infinite planes, `World.heights(array, 0.5)` is a height map.

    name_or_path: "proving-ground", or the path of a world file.

    Cars of a batch touch neither each other nor what stands in the world.
    """

    __slots__ = ("__weakref__", "_maker")
    _maker: tuple[Any, tuple[Any, ...]]

    def __new__(cls, name_or_path: str | os.PathLike[str]) -> World:
        name_or_path = os.fspath(name_or_path)
        return super().__new__(cls, name_or_path)._made_by(cls, name_or_path)

    @classmethod
    def plane(cls, slope: float = 0.0, bank: float = 0.0, friction: float = 1.0) -> World:
        """An infinite plane through the origin.

        slope, bank: how much it rises along x and along y, in m/m.
        friction: over that of dry asphalt, 0 to 2.
        """
        return super().plane(slope, bank, friction)._made_by(cls.plane, slope, bank, friction)

    @classmethod
    def surface(cls, name: str, rough: bool = False) -> World:
        """Level ground of a surface.

        name: of those that came with Kamm: "dry_asphalt", "wet_asphalt", "gravel", "snow", "ice", …
        rough: whether it has that surface's roughness, such as that of "road_class_c"; otherwise it is a smooth plane.
        """
        return super().surface(name, rough)._made_by(cls.surface, name, rough)

    @classmethod
    def heights(
        cls,
        heights_m: npt.ArrayLike,
        cell_m: float,
        *,
        x_m: float = 0.0,
        y_m: float = 0.0,
        surface: str = "dry_asphalt",
        rough: bool = False,
    ) -> World:
        """Ground of heights on a grid, smooth between its points. Beyond the grid there is no ground.

        heights_m: [rows, columns], 2 by 2 or more, which is copied: heights_m[row, column] is at (x_m + column * cell_m, y_m + row * cell_m).
        cell_m: from point to point.
        x_m, y_m: of the first point.
        surface: what it is covered with, as in `World.surface`.
        rough: whether that surface's roughness is added; a measured profile has its own.
        """
        grid = np.ascontiguousarray(heights_m, np.float32)
        world: World = super().heights(grid, cell_m, x_m, y_m, surface, rough)
        return world._made_by(_lay_again, grid, cell_m, x_m, y_m, surface, rough)

    def _made_by(self, maker: Any, *arguments: Any) -> World:
        self._maker = (maker, arguments)
        return self

    def __reduce__(self) -> tuple[Any, ...]:
        return self._maker

    @property
    def starts(self) -> dict[str, Start]:
        return Names("start", {name: Start(*place) for name, place in super().starts.items()})

    @property
    def paths(self) -> dict[str, Path]:
        return Names("path", {name: Path(np.asarray(points), width_m, closed, None if sides is None else np.asarray(sides))
                              for name, (points, width_m, closed, sides) in super().paths.items()})

    def __repr__(self) -> str:
        return f"<kamm.World {self.name or 'plane'}>"


def _lay_again(grid: npt.NDArray[np.float32], cell_m: float, x_m: float, y_m: float, surface: str, rough: bool) -> World:
    return World.heights(grid, cell_m, x_m=x_m, y_m=y_m, surface=surface, rough=rough)
