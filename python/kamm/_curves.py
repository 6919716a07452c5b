"""Parts of drive trains as expressions of CasADi."""

from __future__ import annotations

from typing import Any


def between(ca: Any, value: Any, low: Any, high: Any) -> Any:
    return ca.fmin(ca.fmax(value, low), high)


def follow(ca: Any, state: Any, wanted: Any, response_s: float, h: Any) -> Any:
    """After h, by a lag of first order."""
    return state + (wanted - state) * (1 - ca.exp(-h / response_s)) if response_s > 0 else wanted


def curve(ca: Any, n: dict[str, float], name: str, at: Any) -> Any:
    """kamm_track_curve in C. A sum over the intervals, each of which gives its rise up to there: so it needs no look-up."""
    per = n[f"{name}.knots_per_unit"]
    value, slope = ([number for key, number in n.items() if key.startswith(f"{name}.{each}[")] for each in ("value", "slope"))
    total, knots = value[0], (at - n[f"{name}.first"]) * per
    for i in range(len(value) - 1 if per > 0 else 0):
        rise, t = value[i + 1] - value[i], between(ca, knots - i, 0, 1)
        before, behind = rise - slope[i], slope[i + 1] - rise
        cubic = behind - before
        total = total + t * (slope[i] + t * (before - cubic + t * cubic))
    return total


def linear(ca: Any, xs: list[float], ys: list[Any], at: Any) -> Any:
    """Between points, held beyond."""
    total = ys[0]
    for i in range(len(xs) - 1):
        total = total + (ys[i + 1] - ys[i]) * between(ca, (at - xs[i]) / (xs[i + 1] - xs[i]), 0, 1)
    return total


loss_names = "driving_loss", "overrun_loss", "loss_radps_per_nms", "least_loss_radps"


def delivered(ca: Any, losses: tuple[float, ...], torque_nm: Any, speed: Any, h: Any) -> Any:
    """What losses leave of a torque at wheels of that speed. losses: kamm_track_losses in C."""
    driving, overrun, radps_per_nms, least_radps = losses
    least = ca.fmax(ca.fabs(torque_nm) * radps_per_nms * h, least_radps)
    flow = between(ca, speed * ca.if_else(torque_nm < 0, -1, 1) / least, -1, 1)
    return torque_nm * (1 - ca.if_else(flow > 0, driving, overrun) * flow)
