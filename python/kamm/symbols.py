"""Cars as expressions of CasADi, for solvers that want derivatives."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from . import _core, _pedals
from ._extras import need
from ._single_track import SingleTrack
from ._single_track import states as _own_states
from .batch import usual_substeps_per_s
from .fields import nearest
from .lab import Car
from .vehicle import Vehicle, load

_gravity_mps2 = 9.81  # as CommonRoad has it
_kinematic_mps = 0.1
_inputs = {"road_wheel_rate_radps": "rad/s", "acceleration_mps2": "m/s2"}
_kinematic_states = {"x_m": "m", "y_m": "m", "road_wheel_rad": "rad", "speed_mps": "m/s", "yaw_rad": "rad"}
_commonroad_states = _kinematic_states | {"yaw_rate_radps": "rad/s", "sideslip_rad": "rad"}
_rungs = ("kinematic", "single_track")


@dataclass(frozen=True)
class Symbolic:
    """The equations of a car: dx/dt = f(x, u)."""

    derivative: Any
    """casadi.Function: (x, u) to dx/dt. What follows an input at once has a rate of 0. None with launch=True, as a clutch that closes has no rate."""
    states: dict[str, str]
    """Names and units of x. The place is that of the centre of gravity, on "kinematic" that of the rear axle."""
    inputs: dict[str, str]
    """Of u."""
    numbers: dict[str, float]
    """Of the equations: lengths, grip, limits."""
    substep: Callable[[Any, Any, Any], Any] | None = None
    """Of Kamm's own single_track: (x, u, h) to x after a substep of h, as C steps. None: by Runge and Kutta's fourth order."""
    substeps_per_s: float = usual_substeps_per_s
    """Of a batch of this car."""

    def step(self, dt_s: float, parts: int | None = None) -> Any:
        """casadi.Function: (x, u) to x after dt_s.

        parts: in so many substeps; None: those of a batch on Kamm's own single_track, otherwise 1.
        """
        ca = need("casadi")
        x, u = ca.SX.sym("x", len(self.states)), ca.SX.sym("u", len(self.inputs))
        if parts is None:
            parts = max(1, round(dt_s * self.substeps_per_s)) if self.substep else 1
        one = self.substep or self._runge_kutta
        part = ca.Function("part", [x, u], [one(x, u, dt_s / parts)])
        now = x
        for _ in range(parts):
            now = part(now, u)
        return ca.Function("step", [x, u], [now], ["x", "u"], ["x_next"])

    def _runge_kutta(self, x: Any, u: Any, h: Any) -> Any:
        k1 = self.derivative(x, u)
        k2 = self.derivative(x + h / 2 * k1, u)
        k3 = self.derivative(x + h / 2 * k2, u)
        k4 = self.derivative(x + h * k3, u)
        return x + h / 6 * (k1 + 2 * k2 + 2 * k3 + k4)


def symbolic(car: Car, rung: str = "single_track", *, limits: bool = True, friction: float = 1.0,
             rolling_resistance: float = 0.0, gear: int | None = None, launch: bool = False) -> Symbolic:
    """The equations of a car on a rung, with the parameters of C.

    "kinematic": CommonRoad's kinematic model. "single_track": the model in the vehicle's single_track.equations. With "commonroad"
    it is CommonRoad's single-track model (kamm/commonroad.h in C). With "capped" and "linear" it is Kamm's own, within the range where it is
    smooth enough for a solver. The car moves forwards or backwards at more than 0.1 m/s, on level ground without wind, trailer and lift axles.
    Its `step` is that of C: implicit in the tyres' resistance, and exact to rounding at the same substeps. Its states are those of
    `casadi_function`.

    Without `gear` the inputs are a planner's commands (`command` = 1: the rate of the wheels' angle and an acceleration). Then engine,
    gears, brakes and clutch are not included. With `gear` they are steering wheel, throttle and brake in that gear. This includes the
    engine's torque map, idle control and limiter, boost of a turbocharger, ratio, losses and inertia of the drive, and lags of the pedals.
    Electric motors and their battery are also included.

    Left out are shifts (one step has one gear; use another `symbolic` for another gear), neutral, clutch pedal, hand brake, low range and
    the lever of endurance brakes. Cars with a power split, a continuously variable gearbox or endurance brakes on the brake pedal raise
    ValueError. Single track has no anti-lock brakes and no traction control, here as in C.

    car: a `Vehicle`, or the name or path of a vehicle file.
    rung: "kinematic" or "single_track".
    limits: steering and acceleration end where the car's do. Without them they are smooth, which solvers like: then the limits are
        for the solver's own bounds, from `numbers`.
    friction, rolling_resistance: the ground's, for Kamm's own equations; the latter with the sinkage_drag of a loose surface.
    gear: -1 (reverse) or 1 and above, of an electric car 1: by the pedals, in that gear. An automatic gearbox keeps it in C between numbers["gears[2].kept_from_mps"] and
        "kept_to_mps". None: by commands.
    launch: with a gear. False: the clutch is closed. In C it is closed once it has gripped, while the wheels turn the engine at its idle
        speed or faster (straight ahead above numbers["gears[2].idle_mps"]). True: it slips and grips as in C, so that the car can drive off.
        Then `engine_radps` and `clutch_engagement` (1 once it has gripped, a jump for a solver) are states.
    """
    ca = need("casadi")
    if rung not in _rungs:
        raise _core.UnknownName(f"{rung}: there are no symbols for it, but for {' and '.join(_rungs)}{nearest(rung, _rungs)}")
    vehicle = car if isinstance(car, Vehicle) else load(car)
    is_own = rung == "single_track" and vehicle["single_track.equations"] != "commonroad"
    if gear is None and launch:
        raise ValueError("launch=True is for a car with pedals; wanted gear= as well")
    if gear is not None and not is_own:
        raise ValueError(f"gear is {gear}; only Kamm's own single_track equations, capped and linear, have an engine")
    if is_own:
        return _own_single_track(ca, vehicle, limits, {"ground_friction": friction, "ground_rolling_resistance": rolling_resistance}, gear, launch)
    numbers = _core.commonroad_numbers(vehicle)
    states = _kinematic_states if rung == "kinematic" else _commonroad_states
    x, u = ca.SX.sym("x", len(states)), ca.SX.sym("u", len(_inputs))
    rate, acceleration = _limited(ca, numbers, x, u) if limits else (u[0], u[1])
    equations: Callable[..., Any] = _kinematic if rung == "kinematic" else _single_track
    derivative = ca.Function("derivative", [x, u], [equations(ca, numbers, x, rate, acceleration)], ["x", "u"], ["xdot"])
    return Symbolic(derivative, states, _inputs, numbers)


def _own_single_track(ca: Any, vehicle: Vehicle, limits: bool, ground: dict[str, float], gear: int | None, launch: bool) -> Symbolic:
    substeps = max(usual_substeps_per_s, vehicle["stepping.substeps_per_s"])
    stepped = vehicle.replace({"stepping.substeps_per_s": substeps})  # as a batch has it compiled
    numbers = _core.single_track_numbers(stepped) | ground
    if numbers["load_lag_s"] <= 0:
        raise ValueError("single_track.load_lag_s is 0; wanted more for equations, as load and acceleration are a loop without")
    if gear is None:
        model, states, inputs = SingleTrack(ca, numbers, limits), _own_states, _inputs
    else:
        numbers |= _core.single_track_drive_numbers(stepped)
        _pedals.check(numbers, gear, launch)
        model, states, inputs = _pedals.Pedals(ca, numbers, limits, gear, launch), _pedals.states(numbers, launch), _pedals.inputs
    derivative = None if launch else _rates(ca, model, len(states), len(inputs))
    return Symbolic(derivative, states, inputs, numbers, model.substep, substeps)


def _rates(ca: Any, model: SingleTrack, states: int, inputs: int) -> Any:
    """What a substep comes to as it gets shorter, over its time."""
    x, u, h = ca.SX.sym("x", states), ca.SX.sym("u", inputs), ca.SX.sym("h")
    rate = ca.substitute(ca.jacobian(model.substep(x, u, h), h), h, 0)
    return ca.Function("derivative", [x, u], [rate], ["x", "u"], ["xdot"])


def _limited(ca: Any, n: dict[str, float], x: Any, u: Any) -> tuple[Any, Any]:
    """The inputs within the limits of section 5.1 of CommonRoad's vehicle models."""
    angle, speed = x[2], x[3]
    is_at_lock = ca.logic_or(ca.logic_and(angle <= -n["max_steer_rad"], u[0] <= 0), ca.logic_and(angle >= n["max_steer_rad"], u[0] >= 0))
    fastest = n["max_steer_rate_radps"]
    rate = ca.if_else(is_at_lock, 0, ca.fmin(ca.fmax(u[0], -fastest), fastest))
    most = n["max_acceleration_mps2"]
    limit = ca.if_else(speed > n["switch_speed_mps"], most * n["switch_speed_mps"] / ca.fmax(speed, 1e-3), most)
    is_at_end = ca.logic_or(ca.logic_and(speed <= -n["reverse_speed_mps"], u[1] <= 0),
                            ca.logic_and(speed >= n["top_speed_mps"], u[1] >= 0))
    return rate, ca.if_else(is_at_end, 0, ca.fmin(ca.fmax(u[1], -most), limit))


def _kinematic(ca: Any, n: dict[str, float], x: Any, rate: Any, acceleration: Any) -> Any:
    angle, speed, heading = x[2], x[3], x[4]
    return ca.vertcat(speed * ca.cos(heading), speed * ca.sin(heading), rate, acceleration,
                      speed / n["wheelbase_m"] * ca.tan(angle))


def _single_track(ca: Any, n: dict[str, float], x: Any, rate: Any, acceleration: Any) -> Any:
    is_slow = ca.fabs(x[3]) < _kinematic_mps
    slow, fast = _slow(ca, n, x, rate, acceleration), _fast(ca, n, x, acceleration)
    rows = [ca.if_else(is_slow, slow[i], fast[i]) for i in range(5)]
    return ca.vertcat(rows[0], rows[1], rate, acceleration, rows[2], rows[3], rows[4])


def _slow(ca: Any, n: dict[str, float], x: Any, rate: Any, acceleration: Any) -> tuple[Any, ...]:
    """Below 0.1 m/s: of x, y, heading, its rate and sideslip."""
    length = n["front_m"] + n["rear_m"]
    rear, angle, speed, heading, sideslip = n["rear_m"] / length, x[2], x[3], x[4], x[6]
    tangent, cosine = ca.tan(angle), ca.cos(angle)
    course = ca.atan(tangent * rear)
    slipping = rear * rate / (cosine**2 * (1 + (tangent**2 * rear) ** 2))
    turning = (acceleration * ca.cos(sideslip) * tangent - speed * ca.sin(sideslip) * slipping * tangent
               + speed * ca.cos(sideslip) * rate / cosine**2) / length
    return (speed * ca.cos(course + heading), speed * ca.sin(course + heading), speed * ca.cos(course) * tangent / length, turning,
            slipping)


def _fast(ca: Any, n: dict[str, float], x: Any, acceleration: Any) -> tuple[Any, ...]:
    front_m, rear_m, shift = n["front_m"], n["rear_m"], acceleration * n["height_m"]
    angle, heading, yaw_rate, sideslip = x[2], x[4], x[5], x[6]
    speed = ca.if_else(ca.fabs(x[3]) < _kinematic_mps, 1, x[3])  # there it is not used, and must not divide by nothing
    kf = n["front_grip"] * (_gravity_mps2 * rear_m - shift) / (front_m + rear_m)
    kr = n["rear_grip"] * (_gravity_mps2 * front_m + shift) / (front_m + rear_m)
    turn, damping = rear_m * kr - front_m * kf, front_m**2 * kf + rear_m**2 * kr
    turning = n["mass_per_inertia"] * (-damping * yaw_rate / speed + turn * sideslip + front_m * kf * angle)
    slipping = (turn / speed**2 - 1) * yaw_rate - (kf + kr) * sideslip / speed + kf * angle / speed
    return speed * ca.cos(heading + sideslip), speed * ca.sin(heading + sideslip), yaw_rate, turning, slipping
