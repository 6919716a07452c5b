"""Joints of a world: hinges, ropes, springs and more between bodies, cars and the world."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple, Union

import numpy as np
import numpy.typing as npt

from ._handles import Handle
from .bodies import Body
from .fields import unknown

if TYPE_CHECKING:
    from .batch import Batch
    from .world import World

Doubles = npt.NDArray[np.float64]

JointEnd = Union[Body, "tuple[Batch, int]", None]
"""What an end of a joint is on: a body, `(batch, car)`, or None: the world."""

kinds = ("ball", "hinge", "slider", "fixed", "distance", "rope", "spring")


class JointState(NamedTuple):
    """State of a joint. Positions, speeds and motors of a hinge are in rad and N m, those of all others in m and N."""

    position: float
    """Angle of a hinge, which counts turns; way of a slider along its axis; else the distance of the points."""
    speed: float
    """Its rate."""
    length_m: float
    """Length of a distance, rope or spring now."""
    force_n: Doubles
    """[3]: on the second end in the last substep, world axes."""
    torque_nm: Doubles
    """[3]: on it, besides that of the force."""
    motor_force: float
    """Torque or force of the motor in the last substep."""
    points_m: Doubles
    """[2, 3]: the points of both ends, in the world."""
    is_broken: bool
    """It has broken and holds nothing any more."""


class Joint(Handle):
    """A handle of a joint, from `World.add_joint` or `World.joints`. After the joint was removed, using it raises `UnknownName`.

    world: the world of the joint.
    index: its index among the joints of the world.
    generation: a number that tells it from earlier joints of this index.
    """

    __slots__ = ()

    @property
    def is_there(self) -> bool:
        """False after the joint was removed, or one of its ends."""
        return bool(self._world.has_joint(self.index, self.generation))

    def read(self) -> JointState:
        """Its state."""
        position, speed, length_m, force, torque, motor, points, is_broken = self._world.read_joint(self.index, self.generation)
        return JointState(position, speed, length_m, np.array(force), np.array(torque), motor, np.array(points), is_broken)

    def set_motor(self, speed: float, force: float = 0.0) -> None:
        """Sets the motor of a hinge or slider, or the speed of a winch (a distance or rope). The ends wake.

        speed: at which it aims; a winch changes its length at this speed, whatever the force.
        force: greatest torque or force; 0: no motor.

        ValueError: a value out of range, or a kind without a motor.
        """
        self._world.set_joint_motor(self.index, self.generation, speed, force)

    def set_limits(self, limits: tuple[float, float] | None) -> None:
        """Sets the limits of a hinge, slider or winch. The ends wake.

        limits: least and greatest position; None removes them.

        ValueError: the least is above the greatest, or a kind without limits.
        """
        self._world.set_joint_limits(self.index, self.generation, limits is not None, *(limits or (0.0, 0.0)))

    def remove(self) -> None:
        """Removes the joint. Its ends wake; other joints keep their indices."""
        self._world.remove_joint(self.index, self.generation)


def kind_number(kind: str) -> int:
    """Number of a kind of joint."""
    if kind not in kinds:
        raise unknown(kind, kinds, "kind of joint")
    return kinds.index(kind)


def _three(values: npt.ArrayLike, name: str) -> Doubles:
    array = np.ascontiguousarray(values, np.float64)
    if array.shape != (3,):
        raise ValueError(f"{name}: wanted shape (3,), got {array.shape}")
    return array


def three_or_none(values: npt.ArrayLike | None, name: str) -> Doubles | None:
    """Three numbers as the extension takes them."""
    return None if values is None else _three(values, name)


def end_of(world: World, end: JointEnd, point_m: npt.ArrayLike, axis: npt.ArrayLike, name: str) -> tuple[Any, ...]:
    """An end as the extension takes it."""
    where = (_three(point_m, f"{name}_point_m"), _three(axis, f"{name}_axis"))
    if end is None:
        return (0, 0, None, 0, *where)
    if isinstance(end, Body):
        if end.world is not world:
            raise ValueError(f"{name}: a body of another world")
        return (end.index, end.generation, None, 0, *where)
    if isinstance(end, tuple) and len(end) == 2:
        return (0, 0, end[0], int(end[1]), *where)
    raise TypeError(f"{name}: wanted a Body, (Batch, car) or None, got {end!r}")
