"""The rung single_track with steering wheel and pedals as expressions of CasADi: src/rungs/planar/driveline.h and src/part/engine.h in C,
line by line, for a car in one gear. What is not in it: shifts, neutral, clutch pedal, hand brake, low range and the lever of endurance brakes; cars
with a power split, a continuously variable gearbox or endurance brakes under the brake pedal."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from ._curves import between, curve, delivered, follow, linear, loss_names
from ._motors import AxleMotor, Motors, motor_states
from ._single_track import Axle, SingleTrack
from ._single_track import states as _track_states

inputs = {"steering_wheel_rad": "rad", "throttle": "1", "brake": "1"}

_throttle, _brake, _more = 8, 9, 10  # where they are in x
_no_motor = AxleMotor(0, 0, 0)
_idle_share = 0.5  # of the gas that idle control has
_boost_lags = 0.5, 4.0  # of the lag at the speed of the greatest torque, at high and low engine speed
_creep_per_brake = 10.0


def states(numbers: dict[str, float], launch: bool) -> dict[str, str]:
    """Names and units, in the order of x."""
    more = {"boost": "1"} if numbers["engine.boost_share"] > 0 else {}
    clutch = {"engine_radps": "rad/s", "clutch_engagement": "1"} if launch else {}
    return _track_states | {"throttle_state": "1", "brake_state": "1"} | more | clutch | motor_states(numbers)


def check(numbers: dict[str, float], gear: int, launch: bool) -> None:
    """Raises for a car or a gear that these equations are not of."""
    left_out = {"has_power_split": "a power split", "has_cvt": "a continuously variable gearbox",
                "has_endurance_pedal": "exhaust brake or retarder under the brake pedal"}
    for name, what in left_out.items():
        if numbers[name]:
            raise ValueError(f"the car has {what}, for which there are no symbols with pedals; without gear= it is led by its acceleration")
    if not numbers["has_engine"] and (launch or not numbers["has_motors"]):
        raise ValueError("the car has no engine, which launch=True is for" if numbers["has_motors"] else "nothing drives the car")
    if gear == 0 or not -1 <= gear <= numbers["top_gear"]:
        raise ValueError(f"gear is {gear}; allowed: -1 (reverse) and 1 to {numbers['top_gear']:.0f}")


@dataclass
class _Gas:
    """Torques at the crankshaft."""

    drag_nm: Any
    most_nm: Any
    pedal_nm: Any

    def idle_nm(self, ca: Any, n: dict[str, float], speed: Any) -> Any:
        wanted = self.drag_nm + (n["engine.idle_radps"] - speed) * n["engine.hold_nms_per_rad"]
        return ca.fmin(ca.fmax(wanted, 0), _idle_share * self.most_nm)


@dataclass
class _Clutch:
    """State of the clutch in a substep."""

    is_closed: Any
    speed_radps: Any
    """The engine's, by which it gives its torque."""
    wheels_radps: Any
    """What the wheels turn at on the engine's side of the gearbox."""
    before_radps: Any
    """The engine's, before the substep."""


class Pedals(SingleTrack):
    """A substep of it. `launch`: with a clutch that slips and grips; else it is closed at any speed."""

    def __init__(self, ca: Any, numbers: dict[str, float], has_limits: bool, gear: int, launch: bool):
        super().__init__(ca, numbers, has_limits)
        self.launch, self.ratio, self.direction = launch, numbers.get(f"gears[{gear}].ratio", 0), 1 if gear > 0 else -1
        self.has_boost = numbers["engine.boost_share"] > 0

    def _steered(self, x: Any, wanted: Any, h: Any) -> Any:
        ca, n = self.ca, self.n
        if not self.has_limits:
            return wanted - x[6]
        change = between(ca, wanted, -n["steering_lock_rad"], n["steering_lock_rad"]) - x[6]
        most = self._most_steering_radps(x, change) * h
        return ca.if_else(ca.fabs(change) <= most, change, ca.sign(change) * most)  # with the rate's limit for its slope at h = 0

    def _drive(self, axles: list[Axle], x: Any, u: Any, body_n: Any, h: Any) -> list[Any]:
        """States after the substep, under the driver's inputs."""
        ca, n = self.ca, self.n
        throttle = follow(ca, x[_throttle], self._pedal(u[1]), n["engine.response_s"], h)
        brake = follow(ca, x[_brake], u[2], n["brake_response_s"], h)
        wheels_nm, inertia_kgm2, engine = self._engine(axles, x, throttle, u[2], h) if n["has_engine"] else (0, 0, [])
        motors, electric = self._electric(axles, x, throttle, brake, h) if n["has_motors"] else ({}, [])
        for a, axle in enumerate(axles):
            radius_m, share, motor = n[f"axles[{a}].rolling_radius_m"], n[f"axles[{a}].drive_share"], motors.get(a, _no_motor)
            brake_nm = n[f"axles[{a}].brake_nm"] * brake
            axle.drive_n = (wheels_nm * share + motor.wheels_nm) / radius_m
            taken_nm = ca.if_else(motor.taken_nm <= brake_nm, motor.taken_nm, brake_nm) if a in motors else 0
            axle.dry_n = axle.dry_n + (brake_nm - taken_nm) / radius_m
            axle.turning_kg = axle.turning_kg + (inertia_kgm2 * share + motor.inertia_kgm2) / radius_m**2
        return [throttle, brake, *engine, *electric]

    def _electric(self, axles: list[Axle], x: Any, throttle: Any, brake: Any, h: Any) -> tuple[dict[int, AxleMotor], list[Any]]:
        spins = [axle.rolling_mps / self.n[f"axles[{a}].rolling_radius_m"] for a, axle in enumerate(axles)]
        first = _more + self.has_boost + 2 * self.launch
        return Motors(self.ca, self.n, self.direction).step(x[first:], throttle, brake, self._allowed(x[3]), spins, h)

    def _allowed(self, road_mps: Any) -> Any:
        """Share of the drive that a limit of speed leaves."""
        ca, n = self.ca, self.n
        return between(ca, (n["engine.speed_limit_end_mps"] - ca.fabs(road_mps)) / n["engine.speed_limit_band_mps"], 0, 1)

    def _engine(self, axles: list[Axle], x: Any, throttle: Any, brake: Any, h: Any) -> tuple[Any, Any, list[Any]]:
        """Torque at the wheels and the engine's inertia there, summed over the axles; and states after the substep."""
        ca, n = self.ca, self.n
        cage = sum(axle.rolling_mps * n[f"axles[{a}].cage_share"] / n[f"axles[{a}].rolling_radius_m"] for a, axle in enumerate(axles))
        clutch = self._clutch(x, throttle, cage * self.ratio, h)
        gas, more = self._charged(x, self._gas(clutch.speed_radps, throttle, x[3]), clutch.speed_radps, h)
        carried, after = self._carried(clutch, gas, brake, h)
        losses = tuple(n[f"clutch.{name}"] for name in loss_names)
        wheels_nm, inertia = delivered(ca, losses, carried * self.ratio, cage, h), n["engine.inertia_kgm2"] * self.ratio**2
        if not self.launch:
            return wheels_nm, inertia, more
        engaged = ca.if_else(clutch.is_closed, 1, 0)
        return wheels_nm, inertia * engaged, [*more, after, engaged]

    def _clutch(self, x: Any, throttle: Any, wheels_radps: Any, h: Any) -> _Clutch:
        if not self.launch:
            return _Clutch(True, wheels_radps, wheels_radps, wheels_radps)
        ca, n = self.ca, self.n
        engine, engagement, idle = x[_more + self.has_boost], x[_more + self.has_boost + 1], n["engine.idle_radps"]
        wanted = idle + n["clutch.launch_rise_radps"] * throttle
        led = ca.fmax(engine + (wanted - engine) * ca.fmin(h / n["clutch.follow_s"], 1), idle)
        meets = ca.logic_or(wheels_radps >= led, engagement > 0.5)
        is_closed = ca.logic_and(meets, wheels_radps >= idle)
        return _Clutch(is_closed, ca.if_else(is_closed, wheels_radps, led), wheels_radps, engine)

    def _gas(self, speed: Any, throttle: Any, road_mps: Any) -> _Gas:
        """The torque map, without boost."""
        ca, n = self.ca, self.n
        drag = n["engine.drag_nm"] + n["engine.drag_nms_per_rad"] * speed
        firing = between(ca, (speed - n["engine.firing_radps"]) / n["engine.firing_band_radps"], 0, 1)
        fuel = between(ca, (n["engine.limiter_end_radps"] - speed) / n["engine.limiter_band_radps"], 0, 1)
        most = (curve(ca, n, "engine.full_load_nm", speed) + drag) * firing * fuel
        return _Gas(drag, most, most * self._load_share(throttle, speed) * self._allowed(road_mps))

    def _load_share(self, throttle: Any, speed: Any) -> Any:
        """Share of the full-load torque at a throttle."""
        ca, n = self.ca, self.n
        if n["engine.load_rows"]:
            return self._mapped_share(throttle, speed)
        k = n["engine.part_load"] * ca.fmax(1 - speed / n["engine.limiter_radps"], 0)
        return throttle * (1 + k) / (1 + k * throttle)

    def _mapped_share(self, throttle: Any, speed: Any) -> Any:
        ca, n = self.ca, self.n
        rows, columns = range(round(n["engine.load_rows"])), range(round(n["engine.load_columns"]))
        by_speed = [linear(ca, [n[f"engine.load_throttle[{i}]"] for i in rows], [n[f"engine.load_share[{i}][{j}]"] for i in rows], throttle)
                    for j in columns]
        return linear(ca, [n[f"engine.load_radps[{j}]"] for j in columns], by_speed, speed)

    def _charged(self, x: Any, gas: _Gas, speed: Any, h: Any) -> tuple[_Gas, list[Any]]:
        """With the turbocharger's boost, and that after the substep."""
        ca, n = self.ca, self.n
        if not self.has_boost:
            return gas, []
        boost, wanted = x[_more], gas.pedal_nm / ca.fmax(gas.most_nm, 1e-3)
        lag = n["engine.boost_s"] * between(ca, n["engine.boost_radps"] / ca.fmax(speed, 1), *_boost_lags)
        lag = ca.if_else(wanted < boost, 0.5 * lag, lag)
        after = boost + (wanted - boost) * h / (lag + h)
        share = 1 - n["engine.boost_share"] * (1 - boost)
        return _Gas(gas.drag_nm, gas.most_nm * share, gas.pedal_nm * share), [after]

    def _carried(self, clutch: _Clutch, gas: _Gas, brake: Any, h: Any) -> tuple[Any, Any]:
        """Torque into the gearbox, and the engine's speed after the substep."""
        ca, n, most = self.ca, self.n, self.n["clutch.torque_nm"]
        idle_nm = gas.idle_nm(ca, n, clutch.speed_radps)
        closed_nm = ca.if_else(gas.pedal_nm >= idle_nm, gas.pedal_nm, idle_nm) - gas.drag_nm  # with the pedal's slope where both are 0
        if not self.launch:
            return between(ca, closed_nm, -most, most), clutch.speed_radps
        slipping_nm, run_up = self._slipping(clutch, gas, brake, h)
        rise = ca.fmax(clutch.speed_radps - clutch.before_radps, 0)
        after = ca.if_else(clutch.is_closed, clutch.speed_radps, clutch.speed_radps - (rise - run_up))
        carried = between(ca, ca.if_else(clutch.is_closed, closed_nm, slipping_nm), -most, most)
        return carried * ca.if_else(clutch.is_closed, 1, self._torque_ratio(clutch)), after

    def _slipping(self, clutch: _Clutch, gas: _Gas, brake: Any, h: Any) -> tuple[Any, Any]:
        """What goes through a clutch that slips, and by what the engine runs up."""
        ca, n, inertia = self.ca, self.n, self.n["engine.inertia_kgm2"]
        pull = ca.fmax(gas.pedal_nm - gas.drag_nm, 0)
        run_up = between(ca, clutch.speed_radps - clutch.before_radps, 0, pull * h / inertia)
        slow = between(ca, (n["engine.idle_radps"] - clutch.wheels_radps) / n["clutch.creep_band_radps"], 0, 1)
        creep = n["clutch.creep_nm"] * slow * ca.fmax(1 - _creep_per_brake * brake, 0)
        left = pull - inertia * run_up / h
        return ca.if_else(creep > ca.fmax(left, 0), creep, left), run_up

    def _torque_ratio(self, clutch: _Clutch) -> Any:
        """Torque ratio of a converter that slips; 1 for a clutch."""
        ca, n = self.ca, self.n
        if not n["clutch.has_converter"]:
            return 1
        return curve(ca, n, "clutch.torque_ratio", between(ca, clutch.wheels_radps / ca.fmax(clutch.speed_radps, 1), 0, 1))

    def _pedal(self, pedal: Any) -> Any:
        ca, n = self.ca, self.n
        return between(ca, curve(ca, n, "engine.pedal", pedal), 0, 1) if n["engine.has_pedal_curve"] else pedal
