"""The states of cars as a vector each, to be read and to be written."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import numpy.typing as npt

from ._rows import row_field
from .batch import Batch
from .linear import body_states, planar_states, state_unit

Doubles = npt.NDArray[np.float64]
Frame = dict[str, Doubles]
"""Of all cars, [3, count] each: position in the world; rotation as roll, pitch, yaw; velocity and rate in the body's axes."""

_axes = ("x", "y", "z")
_car_rows = (
    "path_speed_mps", "steering_rad", "throttle_state", "brake_state", "engine_radps", "boost", "turbine_radps", "shaft_twist_rad",
    "transfer_twist_rad", "input_shaft_radps", "load_x_mps2", "load_y_mps2", "load_z_mps2", "last_acceleration_x_mps2", "last_acceleration_y_mps2",
    "last_acceleration_z_mps2", "last_roll_acceleration_radps2", "last_pitch_acceleration_radps2", "last_yaw_acceleration_radps2",
    "active_steer_rad", "lean_rad", "lean_rate_radps", "asked_steer_rad",
)
_front_rows = (  # of a steered front that moves by itself, of one that twists, of a rider who leans
    "twist_rad", "twist_rate_radps", "last_twist_acceleration_radps2", "upper_body_rad", "upper_body_rate_radps",
    "last_upper_body_acceleration_radps2", "steering_rate_radps", "last_steering_acceleration_radps2",
)
_axle_rows = ("lock_twist_rad", "motor_radps", "motor_nm", "motor_twist_rad", "inter_axle_twist_rad", "vectoring_nm", "active_bar_n")
_wheel_rows = (
    "travel_m", "travel_rate_mps", "spin_radps", "contact_deflection_x_m", "contact_deflection_y_m", "contact_twist_rad",
    "compliant_steer_rad", "compliant_lean_rad", "spring_friction_share", "deflection_m", "abs_release",
    "last_travel_acceleration_mps2", "damper_bend_m",
)
_residuals = {"path_speed_mps": "path_speed_residual_mps", "steering_rad": "steering_residual_rad"}
_steps = {"m": 1e-4, "rad": 1e-4, "m/s": 1e-2, "rad/s": 1e-3, "m/s2": 1e-1, "rad/s2": 1.0, "N": 1.0, "N.m": 1.0}


def moving_states(cars: Batch) -> tuple[str, ...]:
    """All that moves continuously on the rung of these `cars`: not gears, clutch, temperatures, wear and phases of control."""
    leans = _has(cars, "wheels[0].travel_m")
    body = tuple(name for name in body_states if leans or name in planar_states)
    axles, wheels = round(cars.model["axle_count"]), round(cars.model["wheel_count"])
    rows = [*_car_rows, *(f"axles[{a}].{name}" for a in range(axles) for name in _axle_rows),
            *(f"wheels[{w}].{name}" for w in range(wheels) for name in _wheel_rows)]
    if _has(cars, _front_rows[-1]):
        rows.extend(_front_rows)
    return body + tuple(name for name in rows if _has(cars, name))


def _has(cars: Batch, row: str) -> bool:
    try:
        cars.rows(row)
    except ValueError:
        return False
    return True


class States:
    """Which states a vector has: those of `Batch.linearise`, but as they are, not as departures.

    Position is in the world's axes: of the sprung mass's centre of gravity on full, of the car's on the rungs below. Rotations
    are roll, pitch and yaw (about z first, then y, then x); velocities and rates are in the body's axes.
    """

    def __init__(self, names: Sequence[str], cars: Batch):
        self.names = tuple(names)
        self.rows = tuple(name for name in self.names if name not in body_states)
        fields = {name: row_field(name) for name in self.rows}  # unknown names fail here
        for name in self.rows:
            if not _has(cars, name):
                raise ValueError(f"{name}: cars on {cars.rung} do not have that state; they have {', '.join(moving_states(cars))}")
        self.units = {name: state_unit(name, {row.rpartition(".")[2]: field for row, field in fields.items()})
                      for name in self.names}
        bounds = [(fields[name].min, fields[name].max) if name in fields else (-np.inf, np.inf) for name in self.names]
        self.low, self.high = (np.array(each) for each in zip(*[(a, b) if a < b else (-np.inf, np.inf) for a, b in bounds]))

    def steps(self, x: Doubles) -> Doubles:
        """Step of each state for a difference: far above a float's rounding, and far below a change of slope."""
        steps = np.array([_steps.get(self.units[name], 1e-3) for name in self.names])
        spins = np.array([self.units[name] == "rad/s" for name in self.names])
        return np.where(spins, np.maximum(steps, 3e-4 * np.abs(x)), steps)

    def read(self, cars: Batch) -> Doubles:
        """float64 [count, states]."""
        frame = _read_frame(cars)
        return np.column_stack([_of(frame, name) if name in body_states else _kept(cars, name) for name in self.names])

    def write(self, cars: Batch, x: Doubles) -> None:
        """[count, states]; values beyond a state's range are held to it. What is not among the states stays as it is."""
        x = np.clip(x, self.low, self.high)
        frame = _read_frame(cars)
        for column, name in enumerate(self.names):
            if name in body_states:
                _of(frame, name)[:] = x[:, column]
            else:
                _keep(cars, name, x[:, column])
        _write_frame(cars, frame)


def _of(frame: Frame, name: str) -> Doubles:
    kind, _, axis_and_unit = name.partition("_")
    values: Doubles = frame[kind][_axes.index(axis_and_unit[0])]
    return values


def _row(cars: Batch, name: str) -> Doubles:
    values: Doubles = cars.rows(name).reshape(-1)[: cars.count].astype(np.float64)
    return values


def _kept(cars: Batch, name: str) -> Doubles:
    """A state with what rounding has left over."""
    return _row(cars, name) + _row(cars, _residuals[name]) if name in _residuals else _row(cars, name)


def _put(cars: Batch, name: str, values: Doubles) -> None:
    cars_in_use = np.arange(cars.count)
    cars.rows(name)[cars_in_use // 16, cars_in_use % 16] = values


def _keep(cars: Batch, name: str, values: Doubles, residual: str | None = None) -> None:
    _put(cars, name, values)
    residual = residual or _residuals.get(name)
    if residual:
        _put(cars, residual, values - values.astype(np.float32))


def _read_frame(cars: Batch) -> Frame:
    q = np.array([_row(cars, f"orientation_{axis}") + _row(cars, f"orientation_residual_{axis}") for axis in ("w", *_axes)])
    velocity = np.array([_row(cars, f"velocity_{axis}_mps") + _row(cars, f"velocity_residual_{axis}_mps") for axis in _axes])
    return {"position": np.array([_row(cars, f"position_{axis}_m") for axis in _axes]), "rotation": _angles(q),
            "velocity": np.einsum("jin,jn->in", _matrix(q), velocity),
            "rate": np.array([_row(cars, f"{rate}_rate_radps") for rate in ("roll", "pitch", "yaw")])}


def _write_frame(cars: Batch, frame: Frame) -> None:
    q = _quaternion(*frame["rotation"])
    velocity = np.einsum("ijn,jn->in", _matrix(q), frame["velocity"])
    for axis, part in zip(("w", *_axes), q):
        _keep(cars, f"orientation_{axis}", part, f"orientation_residual_{axis}")
    for i, axis in enumerate(_axes):
        _put(cars, f"position_{axis}_m", frame["position"][i])
        _keep(cars, f"velocity_{axis}_mps", velocity[i], f"velocity_residual_{axis}_mps")
    for name, rate in zip(("roll", "pitch", "yaw"), frame["rate"]):
        _put(cars, f"{name}_rate_radps", rate)


def _angles(q: Doubles) -> Doubles:
    w, x, y, z = q
    return np.array([np.arctan2(2 * (w * x + y * z), 1 - 2 * (x * x + y * y)), np.arcsin(np.clip(2 * (w * y - z * x), -1, 1)),
                     np.arctan2(2 * (w * z + x * y), 1 - 2 * (y * y + z * z))])


def _quaternion(roll: Doubles, pitch: Doubles, yaw: Doubles) -> Doubles:
    (cr, sr), (cp, sp), (cy, sy) = ((np.cos(a / 2), np.sin(a / 2)) for a in (roll, pitch, yaw))
    return np.array([cr * cp * cy + sr * sp * sy, sr * cp * cy - cr * sp * sy, cr * sp * cy + sr * cp * sy,
                     cr * cp * sy - sr * sp * cy])


def _matrix(q: Doubles) -> Doubles:
    """Body to world, [3, 3, count]."""
    w, x, y, z = q
    return np.array([[1 - 2 * (y * y + z * z), 2 * (x * y - w * z), 2 * (x * z + w * y)],
                     [2 * (x * y + w * z), 1 - 2 * (x * x + z * z), 2 * (y * z - w * x)],
                     [2 * (x * z - w * y), 2 * (y * z + w * x), 1 - 2 * (x * x + y * y)]])
