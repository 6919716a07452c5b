"""Electric motors and their battery as expressions of CasADi: src/rungs/electric.h, src/part/motor.h and src/part/battery.h in C, line by line,
for a rung whose wheels roll with the ground: nothing slips, so no aid takes torque away."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from ._curves import between, curve, delivered, follow, loss_names

_empty_band, _full_band = 0.02, 0.05  # of the charge
_least_voltage_share = 0.4


def motor_axles(numbers: dict[str, float]) -> list[int]:
    return [a for a in range(round(numbers["axle_count"])) if f"axles[{a}].motor.peak_nm" in numbers]


def motor_states(numbers: dict[str, float]) -> dict[str, str]:
    """Names and units, in the order of x."""
    if not numbers["has_motors"]:
        return {}
    axles = {f"axles[{a}].{name}": unit for a in motor_axles(numbers) for name, unit in (("motor_nm", "N.m"), ("motor_warmth_k", "K"))}
    return {"battery_used": "1", "battery_a": "A"} | axles


@dataclass
class _Request:
    """Request to one motor, and its result."""

    speed: Any
    most_nm: Any
    wanted_nm: Any
    brake_nm: Any
    torque_nm: Any = 0

    def braking_nm(self, ca: Any) -> Any:
        """Torque of the brake pedal's request that the motor gives."""
        missing = ca.fmax((self.torque_nm - self.wanted_nm) * ca.if_else(self.speed < 0, -1, 1), 0)
        return ca.fmax(self.brake_nm - missing, 0)


@dataclass
class AxleMotor:
    wheels_nm: Any
    """Summed over the axle's wheels."""
    taken_nm: Any
    """Off the friction brakes of the axle."""
    inertia_kgm2: Any
    """At the wheels."""


class Motors:
    """A substep of them."""

    def __init__(self, ca: Any, numbers: dict[str, float], direction: int):
        self.ca, self.n, self.direction, self.axles = ca, numbers, direction, motor_axles(numbers)

    def step(self, x: Any, throttle: Any, brake: Any, allowed: Any, spins: list[Any], h: Any) -> tuple[dict[int, AxleMotor], list[Any]]:
        """What they do at their axles, and x after. x: of `motor_states`; allowed: share that a limit of speed leaves; spins: of all axles."""
        ca, n, used, torques, warmth = self.ca, self.n, x[0], x[2::2], x[3::2]
        slower = self._nominal_over_present(used, x[1])
        requests = [self._request(a, spins[a], warmth[i], slower, throttle, brake, allowed) for i, a in enumerate(self.axles)]
        for i, (a, request) in enumerate(zip(self.axles, requests)):
            torque = follow(ca, torques[i], request.wanted_nm, n[f"axles[{a}].motor.response_s"], h)
            request.torque_nm = between(ca, torque, -request.most_nm, request.most_nm)
        share = self._share(used, requests)
        for request in requests:
            request.torque_nm = request.torque_nm * share
        losses_w = [self._load_w(a, request) + self._standing_w(a, request) for a, request in zip(self.axles, requests)]
        power_w = n["battery.auxiliary_w"] + sum(request.torque_nm * request.speed + loss for request, loss in zip(requests, losses_w))
        ampere = self._ampere(used, power_w)
        after = [used + n["battery.used_per_as"] * h * ampere, ampere]
        for i, a in enumerate(self.axles):
            after += [requests[i].torque_nm, warmth[i] + self._warming_k(a, warmth[i], losses_w[i], h)]
        return {a: self._at_wheels(a, request, spins[a], h) for a, request in zip(self.axles, requests)}, after

    def _request(self, a: int, spin: Any, warmth: Any, slower: Any, throttle: Any, brake: Any, allowed: Any) -> _Request:
        ca, n = self.ca, self.n
        speed = spin * n[f"axles[{a}].motor.ratio"]
        most = self._most_nm(a, speed, warmth, slower)
        fade = ca.fmin(ca.fabs(speed) / n[f"axles[{a}].motor.fade_radps"], 1)
        braking = most * n[f"axles[{a}].motor.regen_share"]
        lift = braking * n[f"axles[{a}].motor.lift_share"] * (1 - throttle)
        total = ca.fmin(lift + n[f"axles[{a}].motor.brake_nm"] * brake, braking)
        drive = self.direction * most * throttle * allowed
        wanted = drive - ca.if_else(speed < 0, -1, 1) * total * fade
        return _Request(speed, most, wanted, (total - ca.fmin(lift, total)) * fade)

    def _most_nm(self, a: int, speed: Any, warmth: Any, slower: Any) -> Any:
        ca, n, name = self.ca, self.n, f"axles[{a}].motor."
        turns = ca.fabs(speed)
        as_if = ca.fmax(turns * slower, 1e-3)
        weakened = ca.fmin(n[name + "power_w"], n[name + "weak_w_radps"] / as_if) / as_if
        band = between(ca, (n[name + "end_radps"] - turns) / n[name + "speed_band_radps"], 0, 1)
        cool = between(ca, (n[name + "hottest_k"] - warmth) / n[name + "heat_band_k"], 0, 1)
        return ca.fmin(n[name + "peak_nm"], weakened) * band * cool

    def _load_w(self, a: int, request: _Request) -> Any:
        return self.n[f"axles[{a}].motor.copper_w_per_n2m2"] * request.torque_nm**2

    def _standing_w(self, a: int, request: _Request) -> Any:
        n, turns = self.n, self.ca.fabs(request.speed)
        return n[f"axles[{a}].motor.idle_w"] + turns * (n[f"axles[{a}].motor.iron_nm"] + n[f"axles[{a}].motor.windage_nms2"] * turns**2)

    def _warming_k(self, a: int, warmth: Any, loss_w: Any, h: Any) -> Any:
        n = self.n
        cools = n[f"axles[{a}].motor.cools_per_s"] * h
        return (n[f"axles[{a}].motor.warms_k_per_j"] * h * loss_w - cools * warmth) / (1 + cools)

    def _at_wheels(self, a: int, request: _Request, spin: Any, h: Any) -> AxleMotor:
        n, name = self.n, f"axles[{a}].motor."
        ratio = n[name + "ratio"]
        losses = tuple(n[name + each] for each in loss_names)
        return AxleMotor(delivered(self.ca, losses, request.torque_nm * ratio, spin, h), request.braking_nm(self.ca) * ratio,
                         n[name + "inertia_kgm2"] * ratio**2)

    def _charge(self, used: Any) -> Any:
        return between(self.ca, self.n["battery.charge"] - used, 0, 1)

    def _open_v(self, used: Any) -> Any:
        return self.ca.fmax(curve(self.ca, self.n, "battery.open_v", self._charge(used)), 1)

    def _nominal_over_present(self, used: Any, ampere: Any) -> Any:
        n = self.n
        present = self._open_v(used) - n["battery.resistance_ohm"] * ampere
        return n["battery.nominal_v"] / self.ca.fmax(present, max(_least_voltage_share * n["battery.nominal_v"], 1))

    def _share(self, used: Any, requests: list[_Request]) -> Any:
        """Share of the motors' torques that the battery can give or take."""
        ca, n, charge = self.ca, self.n, self._charge(used)
        if not n["battery.is_limited"]:
            return 1
        losses = sum(self._load_w(a, request) for a, request in zip(self.axles, requests))
        shafts = sum(request.torque_nm * request.speed for request in requests)
        always = n["battery.auxiliary_w"] + sum(self._standing_w(a, request) for a, request in zip(self.axles, requests))
        gives = n["battery.discharge_w"] * ca.fmin(charge / _empty_band, 1)
        takes = n["battery.charge_w"] * ca.fmin((1 - charge) / _full_band, 1)
        total = losses + shafts + always
        left = between(ca, total, -takes, gives) - always
        left = ca.if_else(total > 0, ca.fmax(left, 0), ca.fmin(left, 0))
        root = ca.sqrt(ca.fmax(shafts**2 + 4 * losses * left, 1e-6))  # with a derivative where nothing is asked for
        share = 2 * ca.fabs(left) / ca.fmax(ca.fabs(shafts) + root, 1e-3)
        return ca.if_else(ca.logic_or(total > gives, total < -takes), ca.fmin(share, 1), 1)

    def _ampere(self, used: Any, power_w: Any) -> Any:
        ca, open_v = self.ca, self._open_v(used)
        under = ca.fmax(open_v**2 - 4 * self.n["battery.resistance_ohm"] * power_w, 0.01 * open_v**2)
        return 2 * power_w / (open_v + ca.sqrt(under))
