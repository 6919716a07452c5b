"""Worlds: what cars drive on."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from . import _core


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


class World(_core.World):
    """The ground of a world file, by name ("proving-ground") or path; `World.plane()` and `World.surface("ice")` are level or
    sloped planes without end. Cars of a batch do not touch each other, nor what stands in the world."""

    def __new__(cls, name_or_path: str) -> World:
        return super().__new__(cls, name_or_path)._made_by(cls, name_or_path)

    @classmethod
    def plane(cls, slope: float = 0.0, bank: float = 0.0, friction: float = 1.0) -> World:
        """A plane without end through the origin, that rises by `slope` along x and by `bank` along y, in m/m."""
        return super().plane(slope, bank, friction)._made_by(cls.plane, slope, bank, friction)

    @classmethod
    def surface(cls, name: str) -> World:
        """Level ground of one of the surfaces that came with Kamm: "dry_asphalt", "wet_asphalt", "gravel", "snow", "ice", …"""
        return super().surface(name)._made_by(cls.surface, name)

    def _made_by(self, maker, *arguments) -> World:
        self._maker = (maker, arguments)
        return self

    def __reduce__(self):
        return self._maker

    @property
    def starts(self) -> dict[str, Start]:
        return {name: Start(*place) for name, place in super().starts.items()}

    @property
    def paths(self) -> dict[str, Path]:
        return {name: Path(np.asarray(points), *rest) for name, (points, *rest) in super().paths.items()}

    def __repr__(self) -> str:
        return f"<kamm.World {self.name or 'plane'}>"
