"""Worlds: ground, and cars and bodies that collide on it."""

from __future__ import annotations

import os
from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np
import numpy.typing as npt

from . import _core
from .bodies import (
    Body,
    BodyId,
    BodyMotion,
    Contact,
    Filter,
    SensorEvent,
    Shape,
    body_types,
    change_motion,
    filter_bits,
    handles,
    motion_of,
    pose_of,
    shape_parts,
    type_number,
)
from .fields import Names
from .joints import Joint, JointEnd, end_of, kind_number, three_or_none
from .portable import PortableReport

if TYPE_CHECKING:
    from .batch import Batch


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

    It is the ground of a batch. Cars collide with each other and with bodies once `add` has put their batch into the world; then `step` of
    the world steps them all:

        world = kamm.World.plane()
        crate = world.add_body("dynamic", [kamm.Box([0.5, 0.5, 0.5])], mass_kg=100, position_m=[20, 0, 0.5])
        cars = kamm.Batch("nissan-micra", 2, world=world)
        cars.place(y_m=[0, 5], speed_mps=15)
        world.add(cars)
        world.step(2)
        print(crate.read_motion().position_m, world.contacts())
    """

    __slots__ = ("__weakref__", "_maker", "_is_changed")
    _maker: tuple[Any, tuple[Any, ...]]
    _is_changed: bool

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
        self._is_changed = False
        return self

    def __reduce__(self) -> tuple[Any, ...]:
        if self._is_changed:
            raise TypeError("a world is pickled as it was made; this one has had cars or bodies added, or has been stepped (save has its states)")
        return self._maker

    # -- Cars and steps --
    @property
    def cars(self) -> tuple[Batch, ...]:
        """The batches that were added, in the order of `BodyId.group`."""
        batches: tuple[Batch, ...] = super().cars
        return batches

    def add(self, cars: Batch) -> None:
        """Adds a batch, whose cars from now on collide and are stepped by the world. It keeps its inputs, `bind`, `read` and `place`.

        cars: a batch made with `world=` this one. All batches of a world have the same substep.

        ValueError: a batch of another world, or one that is in a world.
        """
        super().add(cars)
        self._is_changed = True

    def remove(self, cars: Batch) -> None:
        """Removes a batch; its own `step` steps it again. The group of each later batch falls by one.

        cars: a batch of this world.

        ValueError: a batch of another world, or of none.
        """
        super().remove(cars)

    def set_car_filter(self, cars: Batch, filter: Filter, which: npt.ArrayLike | None = None) -> None:
        """Sets the collision filter of cars from the next step on. Added cars collide with all.

        cars: a batch of this world.
        filter: the filter.
        which: a mask of bools [count], or numbers of cars; None: all.
        """
        super().set_car_filter(cars, cars._numbers(which), *filter_bits(filter))

    @property
    def substep_s(self) -> float:
        """Substep of the cars; without cars, that of the world file or 1/240 s."""
        cars = self.cars
        return 1 / cars[0].substeps_per_s if cars else self.own_substep_s

    def _count_substeps(self, dt_s: float | None, substeps: int | None = None) -> int:
        """Number of substeps of a time `dt_s`, or `substeps`, of which one is None. ValueError: the time is no whole number of them."""
        if (dt_s is None) == (substeps is None):
            raise TypeError("wanted a time or a number of substeps")
        if dt_s is None:
            return int(substeps)  # type: ignore[arg-type]
        given = dt_s / self.substep_s
        whole = round(given)
        if whole < 1 or abs(given - whole) > 1e-6 * whole:
            raise ValueError(f"dt is {dt_s} s, which is {given:.6g} substeps of {self.substep_s:.6g} s; allowed: whole numbers of them")
        return whole

    def step(self, dt_s: float | None = None, *, substeps: int | None = None) -> None:
        """Steps all cars and bodies, by a time dt_s (a whole number of substeps) or by a number of `substeps`.

        ValueError: an acceleration is commanded on a rung that does not obey it, as in `Batch.step`.
        """
        count = self._count_substeps(dt_s, substeps)
        for batch in self.cars:
            batch._check_inputs()
        self._is_changed = True
        super().step(count)

    def contacts(self) -> list[Contact]:
        """Pairs of bodies that touched during the last step, however shortly, and those that separated. The order is fixed."""
        return [Contact(_id(first), _id(second), point, normal, impulse, speed, bool(began), bool(ended), friction, materials)
                for first, second, point, normal, impulse, speed, began, ended, friction, materials in super().contacts()]

    def sensor_events(self) -> list[SensorEvent]:
        """Bodies that entered or left sensors during the last step, ordered by time."""
        return [SensorEvent(sensor, _id(body), bool(entered), time_s) for sensor, body, entered, time_s in super().sensor_events()]

    def save(self) -> bytes:
        """All states of bodies and added cars, inputs too."""
        state: bytes = super().save()
        return state

    def restore(self, state: bytes) -> None:
        """Restores a `state` to the bit: what `save` of a world with the same cars and bodies returned.

        ValueError: a state of another world; nothing changes then.
        """
        super().restore(state)

    def save_portable(self) -> bytes:
        """All states of bodies, joints and added cars, as bytes that other builds and versions read."""
        state: bytes = super().save_portable()
        return state

    def restore_portable(self, state: bytes) -> PortableReport:
        """Restores a `state` of `save_portable` of a world with the same cars, bodies and joints. `time_s` of batches does not change.

        ValueError: it does not fit, or has changed since; nothing changes then.
        """
        return PortableReport(*super().restore_portable(state))

    def hash(self) -> int:
        """A hash of all states except inputs. Equal states have equal hashes, on every machine."""
        value: int = super().hash()
        return value

    # -- Bodies --
    @property
    def bodies(self) -> list[Body]:
        """All bodies, those of the world file first."""
        return [Body(self, index, generation) for index, generation in self.body_list()]

    def add_body(
        self,
        type: str,
        shapes: Sequence[Shape],
        *,
        position_m: npt.ArrayLike = (0.0, 0.0, 0.0),
        orientation: npt.ArrayLike = (1.0, 0.0, 0.0, 0.0),
        mass_kg: float = 0.0,
        friction: float = 0.5,
        restitution: float = 0.1,
        is_driven_on: bool = False,
        surface: int = 0,
        material: int = 0,
        filter: Filter = Filter(),
        sensor: bool = False,
        asleep: bool = False,
    ) -> Body:
        """Adds a body and returns its handle.

        type: "static" stands where it is; "kinematic" moves by `set_motion` and `move_to`; "dynamic" is moved by forces and impacts.
        shapes: 1 to 16 of `Box`, `Sphere`, `Capsule`, `Cylinder`, `Hull` and `Mesh`, which move as one.
        position_m: origin of the frame of the body.
        orientation: of that frame, quaternion w, x, y, z.
        mass_kg: above 0 for a dynamic body, which has uniform density; 0 for others.
        friction: 0 to 2. A contact has the root of the product of both bodies.
        restitution: 0 to 1. A contact has the larger of both bodies.
        is_driven_on: whether wheels roll on it, such as on a ramp.
        surface: the caller's number of the surface for wheels.
        material: the caller's number for contacts.
        filter: which bodies it collides with.
        sensor: whether it reports bodies in it (`sensor_events`) instead of colliding. Not of a dynamic body.
        asleep: whether a dynamic body sleeps until another body touches it.

        ValueError: a size, mass or shape that no body can have; nothing is added then.
        """
        parts = tuple(shape_parts(shape) for shape in shapes)
        numbers = (mass_kg, friction, restitution, is_driven_on, surface, material)
        body = super().add_body(type_number(type), parts, pose_of(position_m, orientation), *numbers, *filter_bits(filter), sensor, asleep)
        self._is_changed = True
        return Body(self, *body)

    def add_terrain_faces(
        self,
        *,
        friction: float = 0.5,
        restitution: float = 0.1,
        is_driven_on: bool = False,
        surface: int = 0,
        material: int = 0,
        filter: Filter = Filter(),
    ) -> Body | None:
        """Adds the upright faces of the terrain's meshes (steeper than 75 degrees) as one static body, and returns its handle.

        It stops cars of all rungs, from both sides. Without any face nothing is added, and None returned.

        friction: 0 to 2. A contact has the root of the product of both bodies.
        restitution: 0 to 1. A contact has the larger of both bodies.
        is_driven_on: whether wheels roll on it.
        surface: the caller's number of the surface for wheels.
        material: the caller's number for contacts.
        filter: which bodies it collides with.

        ValueError: a value that no body can have; nothing is added then.
        """
        body = super().add_terrain_faces(friction, restitution, is_driven_on, surface, material, *filter_bits(filter))
        if body is None:
            return None
        self._is_changed = True
        return Body(self, *body)

    def read_motions(self, bodies: Iterable[Body] | None = None) -> BodyMotion:
        """Motions of bodies, in arrays with a row for each. bodies: None for all, in the order of `bodies`."""
        which = handles(self.bodies if bodies is None else bodies)
        rows = np.empty((len(which), 13))
        super().read_motions(which, rows)
        return motion_of(rows)

    def set_motions(
        self,
        bodies: Iterable[Body],
        position_m: npt.ArrayLike | None = None,
        orientation: npt.ArrayLike | None = None,
        velocity_mps: npt.ArrayLike | None = None,
        angular_velocity_radps: npt.ArrayLike | None = None,
    ) -> None:
        """Sets motions of bodies, as `Body.set_motion` does. What is None does not change.

        bodies: dynamic or kinematic ones.
        position_m: one for each body [n, 3], or one for all [3]; the same holds for the others.
        orientation: quaternions w, x, y, z.
        velocity_mps: of the origins of their frames.
        angular_velocity_radps: world axes.

        ValueError, UnknownName: a body cannot have its motion. The bodies before it in the list have theirs then.
        """
        which = handles(bodies)
        rows = np.empty((len(which), 13))
        super().read_motions(which, rows)
        change_motion(rows, position_m=position_m, orientation=orientation, velocity_mps=velocity_mps,
                      angular_velocity_radps=angular_velocity_radps)
        super().set_motions(which, rows)
        self._is_changed = True

    # -- Joints --
    @property
    def joints(self) -> list[Joint]:
        """All joints, in the order of their indices."""
        return [Joint(self, index, generation) for index, generation in self.joint_list()]

    def add_joint(
        self,
        kind: str,
        first: JointEnd,
        second: JointEnd,
        *,
        point_m: npt.ArrayLike | None = None,
        axis: npt.ArrayLike | None = None,
        first_point_m: npt.ArrayLike = (0.0, 0.0, 0.0),
        second_point_m: npt.ArrayLike = (0.0, 0.0, 0.0),
        first_axis: npt.ArrayLike = (0.0, 0.0, 0.0),
        second_axis: npt.ArrayLike = (0.0, 0.0, 0.0),
        collides: bool | None = None,
        length_m: float = 0.0,
        angle_rad: float = 0.0,
        limits: tuple[float, float] | None = None,
        motor_speed: float = 0.0,
        motor_force: float = 0.0,
        stiffness: float = 0.0,
        damping: float = 0.0,
        rest: float = 0.0,
        break_force_n: float = 0.0,
        break_torque_nm: float = 0.0,
    ) -> Joint:
        """Adds a joint and returns its handle. If an end is removed from the world, so is the joint.

        kind: "ball", "hinge", "slider", "fixed", "distance", "rope" or "spring".
        first, second: what it connects: a `Body`, `(batch, car)` of a batch of this world, or None: the world.
        point_m: place of the world at which both points are now; None: the points below.
        axis: axis of a hinge or slider there, in the world.
        first_point_m, second_point_m: points in the frames of the bodies or cars, or in the world.
        first_axis, second_axis: axes in these frames; all 0 for the second: that of the first.
        collides: whether both ends collide; None: those of a distance, rope or spring do.
        length_m: of a distance, rope or spring; 0: as the bodies are.
        angle_rad: position of a hinge now.
        limits: least and greatest position of a hinge, slider or winch; None: none.
        motor_speed: at which the motor of a hinge or slider aims, or a distance or rope changes its length, in rad/s or m/s.
        motor_force: greatest torque or force of the motor; 0: no motor. With speed 0 it is a brake.
        stiffness: of a spring, of a rope (0: it does not stretch), or of a hinge or slider towards `rest`, in N/m or N m/rad.
        damping: of the same, in N s/m or N m s/rad.
        rest: position at which the spring of a hinge or slider has no force.
        break_force_n: the joint breaks at a greater force; 0: at none.
        break_torque_nm: the same for the torque.

        ValueError: a value that no joint can have; UnknownName: an end that is not in this world. Nothing is added then.
        """
        low, high = limits or (0.0, 0.0)
        ends = [end_of(self, end, *where, name) for end, where, name in (
            (first, (first_point_m, first_axis), "first"), (second, (second_point_m, second_axis), "second"))]
        numbers = np.array([length_m, angle_rad, limits is not None, low, high, motor_speed, motor_force,
                            stiffness, damping, rest, break_force_n, break_torque_nm])
        collision = 0 if collides is None else 1 if collides else 2
        joint = super().add_joint(kind_number(kind), *ends, three_or_none(point_m, "point_m"), three_or_none(axis, "axis"),
                                  collision, numbers)
        self._is_changed = True
        return Joint(self, *joint)

    def broken_joints(self) -> list[Joint]:
        """Joints that broke during the last step, in the order in which they broke."""
        return [Joint(self, index, generation) for index, generation in super().broken_joints()]

    @property
    def starts(self) -> dict[str, Start]:
        return Names("start", {name: Start(*place) for name, place in super().starts.items()})

    @property
    def paths(self) -> dict[str, Path]:
        return Names("path", {name: Path(np.asarray(points), width_m, closed, None if sides is None else np.asarray(sides))
                              for name, (points, width_m, closed, sides) in super().paths.items()})

    def __repr__(self) -> str:
        return f"<kamm.World {self.name or 'plane'}>"


def _id(numbers: tuple[int, int, int]) -> BodyId:
    type, group, index = numbers
    return BodyId(body_types[type], group, index)


def _lay_again(grid: npt.NDArray[np.float32], cell_m: float, x_m: float, y_m: float, surface: str, rough: bool) -> World:
    return World.heights(grid, cell_m, x_m=x_m, y_m=y_m, surface=surface, rough=rough)
