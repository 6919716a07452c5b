"""Recordings: runs of worlds in files, which the page plays; and their contents in NumPy arrays."""

from __future__ import annotations

import os
from types import TracebackType
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np
import numpy.typing as npt

from . import _core
from .bodies import Box, Capsule, Hull, Mesh, Shape, Sphere, body_types

if TYPE_CHECKING:
    from .batch import Batch
    from .combinations import Combinations
    from .world import World

Doubles = npt.NDArray[np.float64]

# Columns of a row of the extension: of all things, of cars, of each wheel.
_pose_columns, _control_columns, _wheel_columns = 8, 5, 9


class Recorder(_core.Recorder):
    """A file that a run is recorded in, in place of an older file.

    path: of the file, such as "run.kammrec".
    what: a `World` with its cars and bodies, a `Batch`, or `Combinations`.
    title: for display.
    world_file: name of a world file whose ground is drawn, such as "proving-ground". None: that of the world, or its plane.

        with kamm.Recorder("run.kammrec", world) as recorder:
            for frame in range(600):
                world.step(1 / 60)
                recorder.frame(frame / 60)
    """

    __slots__ = ("__weakref__",)

    def __new__(
        cls,
        path: str | os.PathLike[str],
        what: World | Batch | Combinations,
        *,
        title: str | None = None,
        world_file: str | None = None,
    ) -> Recorder:
        ground = what if isinstance(what, _core.World) else getattr(what, "world", None)
        name = getattr(ground, "name", "") or None
        return super().__new__(cls, os.fspath(path), what, title, world_file or name)

    def frame(self, time_s: float) -> None:
        """Adds a frame with what has changed since the last one.

        time_s: of the frame; times do not decrease.

        OSError: the file can't be written, such as on a full disk; it is readable up to its last whole frame.
        """
        super().frame(float(time_s))

    def close(self) -> None:
        """Ends the recording. The end of a `with` block does so too."""
        super().close()

    def __enter__(self) -> Recorder:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None) -> None:
        self.close()


class RecordedWheel(NamedTuple):
    """A wheel of a recorded vehicle."""

    centre_m: tuple[float, float, float]
    """At rest, in the frame of the vehicle."""
    radius_m: float
    width_m: float
    rim_radius_m: float
    axle: int
    """0: the front one."""
    side: int
    """1 left, 0 in the middle, -1 right."""


class RecordedModel(NamedTuple):
    """A vehicle of a recording, as cars share it."""

    name: str
    length_m: float
    width_m: float
    height_m: float
    boxes: list[Box]
    """That other bodies touch."""
    wheels: list[RecordedWheel]


class RecordedCar(NamedTuple):
    """A car of a recording, with a row for each frame. Where `is_on` is False, the others are 0."""

    model: RecordedModel
    group: int
    """Of the world: its batch, or unit of combinations."""
    number: int
    """In that batch."""
    unit: int
    """Of a combination; 0: the first one, or none."""
    paint: int | None
    """Its colour as 0xRRGGBB; None: that of the vehicle."""
    is_on: npt.NDArray[np.bool_]
    """[frames]."""
    position_m: Doubles
    """[frames, 3]: origin of its frame, on the road below it."""
    orientation: Doubles
    """[frames, 4]: quaternion w, x, y, z."""
    throttle: Doubles
    """[frames], as are the four others of the driver."""
    brake: Doubles
    hand_brake: Doubles
    gear: Doubles
    steering_wheel_rad: Doubles
    wheel_position_m: Doubles
    """[frames, wheels, 3]."""
    wheel_orientation: Doubles
    """[frames, wheels, 4]: without the spin."""
    spin_angle_rad: Doubles
    """[frames, wheels]: rotation about its axis, 0 to 2 pi."""
    spin_radps: Doubles
    """[frames, wheels]."""

    def __repr__(self) -> str:
        return f"<kamm.RecordedCar {self.model.name}, {int(self.is_on.sum())} of {len(self.is_on)} frames>"


class RecordedBody(NamedTuple):
    """A body of a recording, with a row for each frame. Where `is_on` is False, the others are 0."""

    number: int
    """`Body.index` in its world."""
    type: str
    """"static", "kinematic" or "dynamic"."""
    sensor: bool
    shapes: list[Shape]
    """In its frame. A cylinder is the hull of its prism."""
    is_on: npt.NDArray[np.bool_]
    """[frames]."""
    position_m: Doubles
    """[frames, 3]: origin of its frame."""
    orientation: Doubles
    """[frames, 4]: quaternion w, x, y, z."""

    def __repr__(self) -> str:
        return f"<kamm.RecordedBody {self.type}, {len(self.shapes)} shapes, {int(self.is_on.sum())} of {len(self.is_on)} frames>"


class Recording:
    """What a recording contains: places to 0.1 mm, orientations to 0.1 mrad.

    path: of a file that `Recorder`, `kamm run --record` or a program in C wrote.

    title: for display.
    world_file: name of the world file of its ground; None: none.
    plane: point and normal of its ground, if that is a plane; else None.
    is_complete: False: the file breaks off after the last frame.
    notes: remarks of the reader.
    time_s: [frames], of each frame.
    models: the vehicles.
    cars, bodies: all that were there in any frame.

    ValueError: the file is not a recording, or has no whole frame.
    """

    title: str
    world_file: str | None
    plane: tuple[Doubles, Doubles] | None
    is_complete: bool
    notes: list[str]
    time_s: Doubles
    models: list[RecordedModel]
    cars: list[RecordedCar]
    bodies: list[RecordedBody]

    def __init__(self, path: str | os.PathLike[str]) -> None:
        title, ground, world, point, normal, complete, notes, times, models, cars, bodies = _core.read_recording(os.fspath(path))
        self.title = title
        self.world_file = world if ground == 2 else None
        self.plane = (np.array(point), np.array(normal)) if ground == 1 else None
        self.is_complete = bool(complete)
        self.notes = notes
        self.time_s = np.frombuffer(times)
        self.models = [_model(*model) for model in models]
        self.cars = [_car(self.models[model], *numbers) for model, *numbers in cars]
        self.bodies = [_body(*numbers) for numbers in bodies]

    def __repr__(self) -> str:
        return f"<kamm.Recording of {len(self.cars)} cars, {len(self.bodies)} bodies, {len(self.time_s)} frames>"


def _model(name: str, length_m: float, width_m: float, height_m: float, boxes: Any, wheels: Any) -> RecordedModel:
    return RecordedModel(name, length_m, width_m, height_m, [_box(*box) for box in boxes], [RecordedWheel(*wheel) for wheel in wheels])


def _box(centre_m: Any, half_m: Any, orientation: Any) -> Box:
    return Box(half_m, centre_m, orientation)


def _car(model: RecordedModel, group: int, number: int, unit: int, paint: int, data: bytes) -> RecordedCar:
    first_wheel = _pose_columns + _control_columns
    rows = np.frombuffer(data).reshape(-1, first_wheel + _wheel_columns * len(model.wheels))
    wheels = rows[:, first_wheel:].reshape(len(rows), -1, _wheel_columns)
    throttle, brake, hand_brake, gear, steering = rows[:, _pose_columns:first_wheel].T
    return RecordedCar(
        model, group, number, unit, None if paint < 0 else paint, *_pose(rows), throttle, brake, hand_brake, gear, steering,
        wheels[..., 0:3], wheels[..., 3:7], wheels[..., 7], wheels[..., 8])


def _pose(rows: Doubles) -> tuple[npt.NDArray[np.bool_], Doubles, Doubles]:
    return rows[:, 0] > 0, rows[:, 1:4], rows[:, 4:8]


def _body(number: int, type: int, sensor: int, shapes: Any, data: bytes) -> RecordedBody:
    rows = np.frombuffer(data).reshape(-1, _pose_columns)
    return RecordedBody(number, body_types[type], bool(sensor), [_shape(*shape) for shape in shapes], *_pose(rows))


def _shape(kind: int, box: Any, points: tuple[bytes, bytes] | None) -> Shape:
    centre_m, half_m, orientation = box
    if points is not None:
        places = np.frombuffer(points[0], np.float32).reshape(-1, 3)
        triangles = np.frombuffer(points[1], np.int32).reshape(-1, 3)
        return Mesh(places, triangles) if len(triangles) else Hull(places)
    if kind == 1:
        return Sphere(half_m[0], centre_m)
    if kind == 2:
        return Capsule(half_m[0], half_m[2], centre_m, orientation)
    return Box(half_m, centre_m, orientation)
