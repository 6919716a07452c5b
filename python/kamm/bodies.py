"""Bodies of a world: their shapes, handles, motions and events."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, NamedTuple, Union

import numpy as np
import numpy.typing as npt

from ._handles import Handle
from .fields import unknown

if TYPE_CHECKING:
    from .world import World

Doubles = npt.NDArray[np.float64]

body_types = ("static", "kinematic", "dynamic", "car", "ground")
_no_rotation = (1.0, 0.0, 0.0, 0.0)
_all_bits = 0xFFFFFFFF
# Columns of a motion: position, orientation, velocity, angular velocity.
_motion_columns = {"position_m": slice(0, 3), "orientation": slice(3, 7), "velocity_mps": slice(7, 10), "angular_velocity_radps": slice(10, 13)}


class Box(NamedTuple):
    """A box."""

    half_m: Sequence[float]
    """Half of its size along x, y and z."""
    centre_m: Sequence[float] = (0.0, 0.0, 0.0)
    """Its middle, in the frame of the body."""
    orientation: Sequence[float] = _no_rotation
    """Quaternion w, x, y, z."""


class Sphere(NamedTuple):
    """A sphere."""

    radius_m: float
    centre_m: Sequence[float] = (0.0, 0.0, 0.0)
    """Its middle, in the frame of the body."""


class Capsule(NamedTuple):
    """A cylinder with a half sphere at each end, along z."""

    radius_m: float
    half_length_m: float
    """Half of the length with both caps."""
    centre_m: Sequence[float] = (0.0, 0.0, 0.0)
    """Its middle, in the frame of the body."""
    orientation: Sequence[float] = _no_rotation
    """Quaternion w, x, y, z."""


class Cylinder(NamedTuple):
    """A cylinder along z: a prism with 16 sides, whose edges lie at the radius."""

    radius_m: float
    half_height_m: float
    centre_m: Sequence[float] = (0.0, 0.0, 0.0)
    """Its middle, in the frame of the body."""
    orientation: Sequence[float] = _no_rotation
    """Quaternion w, x, y, z."""


class Hull(NamedTuple):
    """The convex hull of points."""

    points_m: npt.ArrayLike
    """[4 to 64, 3], in the frame of the body. They are copied."""


class Mesh(NamedTuple):
    """A one-sided surface of triangles, for a static or kinematic body.

    The front of a triangle is where its corners run anticlockwise. Rays and bodies pass through it from behind.
    """

    points_m: npt.ArrayLike
    """[n, 3], in the frame of the body. They are copied."""
    triangles: npt.ArrayLike
    """[m, 3], indices of points. They are copied."""


Shape = Union[Box, Sphere, Capsule, Cylinder, Hull, Mesh]


class Filter(NamedTuple):
    """A collision filter. Two bodies collide if each one's mask has a category bit of the other."""

    category: int = 1
    """Bits of the categories of the body, 1 to 2**31 - 1."""
    mask: int = _all_bits
    """Bits of the categories with which it collides; 0: none."""


class BodyMotion(NamedTuple):
    """How bodies move: pose of their frame and velocity of its origin, world axes.

    The arrays of one body are [3] and [4], those of n bodies [n, 3] and [n, 4].
    """

    position_m: Doubles
    orientation: Doubles
    """Quaternion w, x, y, z."""
    velocity_mps: Doubles
    angular_velocity_radps: Doubles


@dataclass(frozen=True)
class BodyId:
    """A body in an event."""

    type: str
    """"static", "kinematic", "dynamic", "car" or "ground"."""
    group: int
    """Of a car: its batch is `world.cars[group]`; else 0."""
    index: int
    """Of the car in its batch, of the body (`Body.index`), or of the ground's surface."""


class Contact(NamedTuple):
    """Contact of two bodies during a step of the world."""

    first: BodyId
    second: BodyId
    point_m: tuple[float, float, float]
    """Place of the largest impulse."""
    normal: tuple[float, float, float]
    """Of the largest impulse, from the first body towards the second."""
    impulse_ns: float
    """Along the normal, summed over the step."""
    speed_mps: float
    """The largest approach speed."""
    began: bool
    """The bodies began to touch during the step."""
    ended: bool
    """The bodies separated during the step."""
    friction: float
    materials: tuple[int, int]
    """The callers' numbers of both bodies."""


class SensorEvent(NamedTuple):
    """A body enters or leaves a sensor."""

    sensor: int
    """`Body.index` of the sensor."""
    body: BodyId
    """A car or a dynamic body."""
    entered: bool
    """False: it left."""
    time_s: float
    """On the clock of the cars; without cars, since the beginning of the step."""


class Body(Handle):
    """A handle of a body, from `World.add_body` or `World.bodies`. After the body was removed, using it raises `UnknownName`.

    world: the world of the body.
    index: its index among the bodies of the world, as in events.
    generation: a number that tells it from earlier bodies of this index.
    """

    __slots__ = ()

    @property
    def is_there(self) -> bool:
        """False after the body was removed."""
        return bool(self._world.has_body(self.index, self.generation))

    def read_motion(self) -> BodyMotion:
        """Pose and velocity."""
        return BodyMotion(*(column[0] for column in self._world.read_motions([self])))

    def set_motion(
        self,
        position_m: npt.ArrayLike | None = None,
        orientation: npt.ArrayLike | None = None,
        velocity_mps: npt.ArrayLike | None = None,
        angular_velocity_radps: npt.ArrayLike | None = None,
    ) -> None:
        """Sets the motion of a dynamic or kinematic body. What is None does not change.

        A dynamic body wakes. A kinematic body keeps its velocities until the next call.

        position_m: origin of its frame.
        orientation: quaternion w, x, y, z.
        velocity_mps: of that origin.
        angular_velocity_radps: world axes.

        ValueError: a static body; a value that is not finite or too large. Nothing changes then.
        """
        self._world.set_motions([self], position_m, orientation, velocity_mps, angular_velocity_radps)

    def move_to(
        self,
        position_m: npt.ArrayLike,
        orientation: npt.ArrayLike = _no_rotation,
        *,
        dt_s: float | None = None,
        substeps: int | None = None,
    ) -> None:
        """Moves a kinematic body at constant velocity to a pose, where it stops. It turns the shorter way.

        position_m: origin of its frame.
        orientation: quaternion w, x, y, z.
        dt_s: duration, a whole number of substeps.
        substeps: the same as a number of substeps.
        """
        count = self._world._count_substeps(dt_s, substeps)
        self._world.move_body_to(self.index, self.generation, pose_of(position_m, orientation), count)

    @property
    def filter(self) -> Filter:
        """The collision filter. `body.filter = Filter(…)` sets it from the next step on."""
        category, mask = self._world.body_filter(self.index, self.generation)
        return Filter(category or 1, 0 if mask == _no_category else mask or _all_bits)

    @filter.setter
    def filter(self, filter: Filter) -> None:
        self._world.set_body_filter(self.index, self.generation, *filter_bits(filter))

    def remove(self) -> None:
        """Removes the body. Bodies that leant on it wake; others keep their indices."""
        self._world.remove_body(self.index, self.generation)


_no_category = 0x80000000
"""KAMM_MASK_NONE: the bit that no category has."""


def filter_bits(filter: Filter) -> tuple[int, int]:
    """Category and mask as C has them, where a mask of 0 means all."""
    category, mask = filter
    if not 1 <= category < _no_category:
        raise ValueError(f"filter: a category of {category}; allowed: 1 to 2**31 - 1")
    if not 0 <= mask <= _all_bits:
        raise ValueError(f"filter: a mask of {mask}; allowed: 0 to 2**32 - 1")
    return category, mask or _no_category


def type_number(type: str) -> int:
    """Number of the type of a body that is added."""
    types = body_types[:3]
    if type not in types:
        raise unknown(type, types, "type of body")
    return types.index(type)


def _numbers(values: npt.ArrayLike, name: str, shape: tuple[int, ...]) -> Doubles:
    array = np.asarray(values, np.float64)
    if array.shape != shape:
        raise ValueError(f"{name}: wanted shape {shape}, got {array.shape}")
    return array


def pose_of(position_m: npt.ArrayLike, orientation: npt.ArrayLike) -> Doubles:
    """Position and orientation as float64 [7]."""
    return np.concatenate([_numbers(position_m, "position_m", (3,)), _numbers(orientation, "orientation", (4,))])


def _box(half_m: npt.ArrayLike, centre_m: npt.ArrayLike, orientation: npt.ArrayLike) -> Doubles:
    """The numbers of a kamm_box."""
    parts = [("centre_m", centre_m, 3), ("half_m", half_m, 3), ("orientation", orientation, 4)]
    return np.concatenate([_numbers(values, name, (count,)) for name, values, count in parts])


def shape_parts(shape: Shape) -> tuple[int, Doubles, Any, Any]:
    """Kind, box, points and triangles, as the extension takes them."""
    if isinstance(shape, Box):
        return 0, _box(*shape), None, None
    if isinstance(shape, Sphere):
        return 1, _box([shape.radius_m] * 3, shape.centre_m, _no_rotation), None, None
    if isinstance(shape, (Capsule, Cylinder)):
        radius_m, half_m, centre_m, orientation = shape
        return 2 if isinstance(shape, Capsule) else 3, _box([radius_m, radius_m, half_m], centre_m, orientation), None, None
    none = np.zeros(10)
    if isinstance(shape, Hull):
        return 4, none, np.ascontiguousarray(shape.points_m, np.float64), None
    if isinstance(shape, Mesh):
        triangles = np.asarray(shape.triangles)
        if not np.issubdtype(triangles.dtype, np.integer):
            raise ValueError(f"triangles: wanted whole numbers, got {triangles.dtype}")
        return 5, none, np.ascontiguousarray(shape.points_m, np.float64), np.ascontiguousarray(triangles, np.int32)
    raise TypeError(f"shapes: wanted Box, Sphere, Capsule, Cylinder, Hull or Mesh, got {shape!r}")


def handles(bodies: Iterable[Body]) -> npt.NDArray[np.int32]:
    """Bodies as the extension takes them, int32 [n, 2]."""
    pairs = [(body.index, body.generation) for body in bodies]
    return np.array(pairs, np.uint32).reshape(-1, 2).view(np.int32)


def motion_of(rows: Doubles) -> BodyMotion:
    """Columns of float64 [n, 13]."""
    return BodyMotion(*(rows[:, columns] for columns in _motion_columns.values()))


def change_motion(rows: Doubles, **changes: npt.ArrayLike | None) -> None:
    """Writes what is not None to float64 [n, 13]. Each is a vector for all rows, or one for each."""
    for name, values in changes.items():
        if values is None:
            continue
        columns = rows[:, _motion_columns[name]]
        given = np.asarray(values, np.float64)
        if given.shape not in (columns.shape, columns.shape[1:]):
            raise ValueError(f"{name}: wanted shape {columns.shape[1:]} or {columns.shape}, got {given.shape}")
        columns[...] = given
