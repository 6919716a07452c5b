"""One vehicle that follows Ackermann commands, without ROS: what the node needs of it, in the axes of REP 103.

Kamm's axes are those of REP 103: x forward, y left, z up, and a right-handed world. `base_link` lies on the road below the middle of
the rear axle, which Ackermann commands take as the centre of rotation.
"""
from __future__ import annotations

import math
from dataclasses import dataclass

import kamm
import numpy as np
import numpy.typing as npt

Array = npt.NDArray[np.float64]

GRAVITY_MPS2 = 9.80665
STANDING_MPS = 0.3


@dataclass
class Command:
    """An ackermann_msgs/AckermannDrive. A rate or acceleration of 0: as quickly as possible."""

    steering_angle: float = 0.0
    steering_angle_velocity: float = 0.0
    speed: float = 0.0
    acceleration: float = 0.0


@dataclass
class State:
    """State of base_link; velocities and rates in its own axes."""

    time_s: float
    position_m: Array
    orientation: Array  # x, y, z, w, as ROS has it
    velocity_mps: Array
    rates_radps: Array
    specific_force_mps2: Array  # mean of the last step: what an accelerometer reads
    steering_angle_rad: float
    wheel_angles_rad: Array  # turned since the start
    wheel_rates_radps: Array


def rotation_of(roll: float, pitch: float, yaw: float) -> Array:
    """Matrix from body to world axes: yaw, then pitch (positive nose down), then roll."""
    (cr, sr), (cp, sp), (cy, sy) = ((math.cos(a), math.sin(a)) for a in (roll, pitch, yaw))
    return np.array([
        [cy * cp, cy * sp * sr - sy * cr, cy * sp * cr + sy * sr],
        [sy * cp, sy * sp * sr + cy * cr, sy * sp * cr - cy * sr],
        [-sp, cp * sr, cp * cr],
    ])


def quaternion_of(roll: float, pitch: float, yaw: float) -> Array:
    """x, y, z, w of the same rotation."""
    (cr, sr), (cp, sp), (cy, sy) = ((math.cos(a / 2), math.sin(a / 2)) for a in (roll, pitch, yaw))
    return np.array([
        sr * cp * cy - cr * sp * sy,
        cr * sp * cy + sr * cp * sy,
        cr * cp * sy - sr * sp * cy,
        cr * cp * cy + sr * sp * sy,
    ])


class Vehicle:
    """A vehicle of Kamm with a driver who holds speed and steering angle."""

    #: Throttle per m/s of missing speed, and per m of missing way.
    THROTTLE_PER_MPS, THROTTLE_PER_M = 0.4, 0.15
    #: Brake per m/s of speed too much, beyond what closing the throttle does.
    BRAKE_PER_MPS, COASTING_MPS = 0.25, 0.3

    def __init__(self, vehicle: str, rung: str = "full", world: str | kamm.World | None = None) -> None:
        self.cars = kamm.Batch(vehicle, 1, rung=rung, world=world) if world else kamm.Batch(vehicle, 1, rung=rung)
        model = self.cars.model
        self.wheels = int(model["wheel_count"])
        self._rear_m = np.array([model["cg_behind_front_axle_m"] - model["wheelbase_m"], 0.0, -model["cg_height_m"]])
        self._wheel_per_road = model["steering_ratio"]
        self._lock_rad = model["steering_lock_rad"] / model["steering_ratio"]
        names = ["time_s", "x_m", "y_m", "z_m", "roll_rad", "pitch_rad", "yaw_rad", "forward_speed_mps", "lateral_speed_mps",
                 "vertical_speed_mps", "roll_rate_radps", "pitch_rate_radps", "yaw_rate_radps", "road_wheel_rad"]
        names += [f"wheels[{wheel}].spin_radps" for wheel in range(self.wheels)]
        self._names = names
        self._row: Array
        self.command = Command()
        self.place()

    def place(self, x_m: float = 0.0, y_m: float = 0.0, yaw_rad: float = 0.0) -> None:
        """Puts base_link at a place, at rest."""
        forward = self._rear_m[0]
        self.cars.place(x_m - forward * math.cos(yaw_rad), y_m - forward * math.sin(yaw_rad), yaw_rad)
        self._target_mps = self._missing_m = self._angle_rad = 0.0
        self._wheel_angles = np.zeros(self.wheels)
        self._specific_force = np.array([0.0, 0.0, GRAVITY_MPS2])
        self._row = self.cars.read(*self._names)[0]
        self._velocity = self._world_velocity()

    def step(self, dt_s: float) -> None:
        """Drives by the command for a time."""
        self._follow(dt_s)
        self.cars.step(dt_s)
        self._row = self.cars.read(*self._names)[0]
        velocity = self._world_velocity()
        change = (velocity - self._velocity) / dt_s + np.array([0.0, 0.0, GRAVITY_MPS2])
        self._specific_force = self._rotation().T @ change
        self._velocity = velocity
        self._wheel_angles += self._spins() * dt_s

    def state(self) -> State:
        return State(
            time_s=float(self._row[0]),
            position_m=self._row[1:4] + self._rotation() @ self._rear_m,
            orientation=quaternion_of(*self._row[4:7]),
            velocity_mps=self._velocity_mps(),
            rates_radps=self._rates(),
            specific_force_mps2=self._specific_force.copy(),
            steering_angle_rad=float(self._row[13]),
            wheel_angles_rad=self._wheel_angles.copy(),
            wheel_rates_radps=self._spins(),
        )

    def _follow(self, dt_s: float) -> None:
        command, inputs = self.command, self.cars.inputs[0]
        angle = float(np.clip(command.steering_angle, -self._lock_rad, self._lock_rad))
        self._angle_rad = _towards(self._angle_rad, angle, command.steering_angle_velocity * dt_s)
        self._target_mps = _towards(self._target_mps, command.speed, command.acceleration * dt_s)
        inputs[kamm.INPUT["steering_wheel_rad"]] = self._angle_rad * self._wheel_per_road
        speed = float(self._row[7])
        backwards = self._target_mps < 0
        if abs(speed) < STANDING_MPS and self._target_mps:
            inputs[kamm.INPUT["gear"]] = -1 if backwards else kamm.GEAR_DRIVE
        throttle, brake = self._pedals(self._target_mps, speed, dt_s)
        inputs[kamm.INPUT["throttle"]] = throttle
        inputs[kamm.INPUT["brake"]] = brake

    def _pedals(self, target: float, speed: float, dt_s: float) -> tuple[float, float]:
        """Throttle and brake. To stand, and before the direction changes, the brake is held."""
        turns_round = target * speed < 0 and abs(speed) > STANDING_MPS
        if target == 0 or turns_round:
            self._missing_m = 0.0
            return 0.0, min(1.0, 0.3 + self.BRAKE_PER_MPS * abs(speed))
        missing = abs(target) - abs(speed)
        wanted = self.THROTTLE_PER_MPS * missing + self.THROTTLE_PER_M * self._missing_m
        if 0 < wanted < 1 or wanted * missing < 0:  # no integral beyond the pedal's stops
            self._missing_m = max(0.0, self._missing_m + missing * dt_s)
        brake = self.BRAKE_PER_MPS * (-missing - self.COASTING_MPS)
        return float(np.clip(wanted, 0, 1)), float(np.clip(brake, 0, 1))

    def _rotation(self) -> Array:
        return rotation_of(*self._row[4:7])

    def _rates(self) -> Array:
        return self._row[10:13]

    def _spins(self) -> Array:
        return self._row[14:]

    def _velocity_mps(self) -> Array:
        """Velocity of base_link in its own axes. The channel of the vertical speed is along the world's axis, the others are the body's."""
        forward, left, rising = self._row[7:10]
        up = self._rotation()[2]
        return np.array([forward, left, (rising - up[0] * forward - up[1] * left) / up[2]]) + np.cross(self._rates(), self._rear_m)

    def _world_velocity(self) -> Array:
        return self._rotation() @ self._velocity_mps()


def _towards(value: float, target: float, most: float) -> float:
    """The value, moved towards its target by at most so much; 0: at once."""
    return target if most <= 0 else value + float(np.clip(target - value, -most, most))
