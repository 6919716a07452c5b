"""The rung single_track's own equations, "capped" and "linear", as expressions of CasADi: src/rungs/single_track in C, line by line, for
cars that are led by commands (_pedals.py: by pedals). What is not in it: slopes, wind, trailers, a car at rest."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

states = {"position_x_m": "m", "position_y_m": "m", "rotation_z_rad": "rad", "velocity_x_mps": "m/s", "velocity_y_mps": "m/s",
          "rate_z_radps": "rad/s", "steering_rad": "rad", "load_x_mps2": "m/s2"}
"""Of `casadi_function` and `Batch.linearise`."""

_gravity_mps2 = 9.80665
_air_density_kgpm3 = 1.225
_min_rolling_mps = 0.01  # below, slip angles are those at this speed
_min_braked_mps = 1e-3
_steer_terms = 6


@dataclass
class Axle:
    """Where it points and moves, what it carries and resists with; forces positive forwards and to the left."""

    along: Any
    across: Any
    rolling_mps: Any
    sliding_mps: Any
    load_n: Any
    grip_n: Any
    side_per_along: Any
    side_resistance: Any
    dry_n: Any
    drive_n: Any
    turning_kg: Any


class SingleTrack:
    """A substep of it."""

    def __init__(self, ca: Any, numbers: dict[str, float], has_limits: bool):
        self.ca, self.n, self.has_limits = ca, numbers, has_limits
        self.axles = range(round(numbers["axle_count"]))

    def substep(self, x: Any, u: Any, h: Any) -> Any:
        """The states after a time h, which may be a symbol."""
        ca, n = self.ca, self.n
        place, yaw, velocity, yaw_rate, load_x = x[:2], x[2], x[3:5], x[5], x[7]
        steering = x[6] + self._steered(x, u[0], h)
        axles, body, drive_states = self._forces(x, u, steering, h)
        a = self._solve(axles, body, yaw_rate, h)
        half = 0.5 * yaw_rate * h  # to the axes of the substep's middle, so that side force does not speed the car up
        forward, left, turn = a[0] - half * a[1], a[1] + half * a[0], a[2]
        after, turned = velocity + h * ca.vertcat(forward, left), h * (yaw_rate + 0.5 * h * turn)
        lagged = (forward - load_x) * (1 - ca.exp(-h / n["load_lag_s"]))
        return ca.vertcat(place + h / 2 * self._turn(yaw, velocity + after), yaw + turned, self._turn(-turned, after),
                          yaw_rate + h * turn, steering, load_x + lagged, *drive_states)

    def _turn(self, angle: Any, v: Any) -> Any:
        ca = self.ca
        return ca.vertcat(ca.cos(angle) * v[0] - ca.sin(angle) * v[1], ca.sin(angle) * v[0] + ca.cos(angle) * v[1])

    def _most_steering_radps(self, x: Any, wanted: Any) -> Any:
        """How fast the steering wheel turns at most; `wanted` has the sign of the way."""
        ca, n, back = self.ca, self.n, self.n["steering_return_radps"]
        if n["steering_return_mps"] > 0:
            back = back * ca.fmin(self._length(x[3:5]) / n["steering_return_mps"], 1)
        return ca.if_else(wanted * x[6] < 0, back, n["steering_rate_radps"])

    def _steered(self, x: Any, rate: Any, h: Any) -> Any:
        """The steering wheel's change."""
        ca, n = self.ca, self.n
        before, rate = x[6], rate * n["steering_ratio"]
        if not self.has_limits:
            return rate * h
        lock, most = n["steering_lock_rad"], self._most_steering_radps(x, rate)
        change = ca.fmin(ca.fmax(rate, -most), most) * h
        return ca.fmin(ca.fmax(change, -lock - before), lock - before)

    def _acceleration(self, speed: Any, asked: Any) -> Any:
        """Within the limits of engine and brakes."""
        ca, n = self.ca, self.n
        if not self.has_limits:
            return asked
        most = n["max_acceleration_mps2"]
        by_power = most * n["switch_speed_mps"] / ca.fmax(speed, 1e-3)
        held = ca.fmin(ca.fmax(asked, -most), ca.fmin(most, by_power))
        is_at_end = ca.logic_or(ca.logic_and(speed >= n["top_speed_mps"], asked >= 0),
                                ca.logic_and(speed <= -n["reverse_speed_mps"], asked <= 0))
        return ca.fmax(ca.if_else(is_at_end, 0, held), -n["max_braking_mps2"])

    def _forces(self, x: Any, u: Any, steering: Any, h: Any) -> tuple[list[Axle], Any, list[Any]]:
        """All that pushes: of the axles, and drag; and what `_drive` leaves."""
        n, ca, velocity = self.n, self.ca, x[3:5]
        axles = [self._axle(a, velocity, x[5], steering, load) for a, load in enumerate(self._loads(x[7]))]
        drag = -0.5 * _air_density_kgpm3 * n["drag_area_m2"] * self._length(velocity) * velocity
        drive_states = self._drive(axles, x, u, drag[0], h)
        reach = n["mass_kg"] / (n["mass_kg"] + sum(axle.turning_kg for axle in axles))
        for axle in axles:
            self._share_grip(axle, reach)
        return axles, ca.vertcat(drag, 0), drive_states

    def _loads(self, load_x: Any) -> list[Any]:
        n, ca = self.n, self.ca
        weight = n["mass_kg"] * _gravity_mps2
        loads = [weight * n[f"axles[{a}].load_share"] - n[f"axles[{a}].load_shift_kg"] * load_x for a in self.axles]
        if len(loads) == 2:
            front = ca.fmin(ca.fmax(loads[0], 0), weight)
            return [front, weight - front]
        loads = [ca.fmax(load, 0) for load in loads]  # what a lifted axle cannot give up the others keep
        scale = weight / sum(loads)
        return [load * scale for load in loads]

    def _axle(self, a: int, velocity: Any, yaw_rate: Any, steering: Any, load_n: Any) -> Axle:
        ca, n = self.ca, {name.partition(".")[2]: value for name, value in self.n.items() if name.startswith(f"axles[{a}].")}
        angle = self._steer(n, steering)
        cosine, sine, x_m = ca.cos(angle), ca.sin(angle), n["x_m"]
        along, across = ca.vertcat(cosine, sine, x_m * sine), ca.vertcat(-sine, cosine, x_m * cosine)
        motion = ca.vertcat(velocity, yaw_rate)
        rolling, sliding = ca.dot(along, motion), ca.dot(across, motion)
        rest_n = self.n["mass_kg"] * _gravity_mps2 * n["load_share"]
        return Axle(along, across, rolling, sliding, load_n, n["friction"] * self.n["ground_friction"] * rest_n,
                     n["side_per_along"] * rest_n / ca.fmax(load_n, 0.01 * rest_n),
                     self._stiffness(n["stiffness_per_rad"] * rest_n, rolling, sliding),
                     (n["rolling"] + self.n["ground_rolling_resistance"]) * load_n, 0, n["wheel_mass_kg"])

    def _steer(self, n: dict[str, float], steering: Any) -> Any:
        """The angle of an axle's middle."""
        ca = self.ca
        angle = n["steer_share"] * steering / self.n["steering_ratio"]
        square, ratio = ca.fmin(angle**2, n["steer_last"]), 0
        for i in reversed(range(_steer_terms)):
            ratio = ratio * square + n[f"steer_terms[{i}]"]
        return ca.fmin(ca.fmax(angle * ratio, -1.4), 1.4)

    def _stiffness(self, stiffness_n: float, rolling: Any, sliding: Any) -> Any:
        """Side force over sliding speed, without limit: the secant of the law of slip."""
        ca = self.ca
        along, across = ca.fmax(ca.fabs(rolling), _min_rolling_mps), ca.fabs(sliding)
        slides = across > 1e-4 * along
        return stiffness_n * ca.if_else(slides, ca.atan2(across, along) / ca.if_else(slides, across, 1), 1 / along)

    def _drive(self, axles: list[Axle], x: Any, u: Any, body_n: Any, h: Any) -> list[Any]:
        """Drive and brakes of the axles; gives the states that the drive has beyond x[7], after h.

        Here the acceleration is that of the car: the wheels also carry what drag and rolling take."""
        ca, n, forward_mps, acceleration = self.ca, self.n, x[3], self._acceleration(x[3], u[1])
        against = ca.sign(forward_mps) * sum(axle.dry_n for axle in axles)
        heavier = 1 + sum(axle.turning_kg for axle in axles) / n["mass_kg"]
        force_n = n["mass_kg"] * heavier * acceleration - body_n + against
        for a, axle in enumerate(axles):
            axle.drive_n = force_n * ca.if_else(force_n * forward_mps < 0, n[f"axles[{a}].brake_share"], n[f"axles[{a}].drive_share"])
        return []

    def _share_grip(self, axle: Axle, reach: Any) -> None:
        """The friction circle. Sideways the wheels keep what they ask for, up to sliding_share of the grip; drive and brakes get the
        rest of it at most, and what they leave is the limit of the side force."""
        ca, n = self.ca, self.n
        road_n, grip_n = axle.drive_n * reach, axle.grip_n
        forwards = ca.if_else(axle.rolling_mps < 0, -road_n, road_n)
        asked = ca.fabs(forwards - axle.dry_n) * axle.side_per_along
        side = ca.fmin(axle.side_resistance * ca.fabs(axle.sliding_mps), n["sliding_share"] * grip_n)
        most = ca.sqrt(ca.fmax(grip_n**2 - (0 if n["is_linear"] else side**2), 1e-6))
        within = asked <= most
        kept = ca.if_else(within, 1, most / ca.fmax(asked, 1e-6))
        # Beyond the grip it is `side` in C, over the sliding speed: this, which is also right where nothing slides.
        limit = ca.if_else(within, ca.sqrt(ca.fmax(grip_n**2 - asked**2, 1e-6)), n["sliding_share"] * grip_n)
        axle.drive_n = ca.if_else(within, axle.drive_n, road_n * kept)
        axle.turning_kg = ca.if_else(within, axle.turning_kg, 0)
        axle.dry_n = axle.dry_n * kept
        if not n["is_linear"]:
            axle.side_resistance = ca.fmin(axle.side_resistance, limit / ca.fmax(ca.fabs(axle.sliding_mps), 1e-9))

    def _solve(self, axles: list[Axle], body: Any, yaw_rate: Any, h: Any) -> Any:
        """The accelerations, by a backward Euler step of what resists sliding: (M + h sum d g g^T) a = F - sum d s g."""
        ca, n = self.ca, self.n
        mass, force = ca.diag(ca.vertcat(n["mass_kg"], n["mass_kg"], n["yaw_inertia_kgm2"])), body
        for axle in axles:
            rolls = axle.dry_n / ca.fmax(ca.fabs(axle.rolling_mps), _min_braked_mps)
            sliding = axle.sliding_mps - yaw_rate * axle.rolling_mps * h  # its axes turn with the car
            mass = mass + h * axle.side_resistance * axle.across @ axle.across.T
            mass = mass + (h * rolls + axle.turning_kg) * axle.along @ axle.along.T
            force = force + (axle.drive_n - rolls * axle.rolling_mps) * axle.along - axle.side_resistance * sliding * axle.across
        return _solve_symmetric(ca, mass, force)

    def _length(self, v: Any) -> Any:
        return self.ca.sqrt(v[0] ** 2 + v[1] ** 2 + 1e-12)  # with a derivative at rest as well


def _solve_symmetric(ca: Any, m: Any, f: Any) -> Any:
    """Solves a symmetric system of three rows by L D L^T."""
    l21, l31 = m[1, 0] / m[0, 0], m[2, 0] / m[0, 0]
    d2, a32 = m[1, 1] - l21 * m[1, 0], m[2, 1] - l31 * m[1, 0]
    l32 = a32 / d2
    y2 = f[1] - l21 * f[0]
    r = (f[2] - l31 * f[0] - l32 * y2) / (m[2, 2] - l31 * m[2, 0] - l32 * a32)
    v = y2 / d2 - l32 * r
    return ca.vertcat(f[0] / m[0, 0] - l21 * v - l31 * r, v, r)
