"""Cars with steering wheel and pedals as expressions of CasADi, beside the steps in C."""

import json
import os
from pathlib import Path

import numpy as np
import pytest

import kamm
from kamm.states import States

led_only = {"toyota-prius-plug-in-2012": "a power split"}
electric = ["tesla-model-3-performance-2018"]
shipped = sorted(file.stem for file in (Path(os.environ["KAMM_DATA"]) / "vehicles").glob("*.json"))
driven = [name for name in shipped if name not in (*led_only, *electric)]
most_mps = 50
electric_ranges = {"battery_used": (-0.08, 0.88), "battery_a": (-200, 900), "motor_nm": (-150, 300), "motor_warmth_k": (0, 100)}
mirrored = ("position_y_m", "rotation_z_rad", "velocity_y_mps", "rate_z_radps", "steering_rad")


def own(name, equations="capped"):
    """CommonRoad's cars by Kamm's own equations."""
    return kamm.load(name).replace({"single_track.equations": equations})


def in_gear(vehicle, count, gear, world=None, speed_mps=10):
    cars = kamm.Batch(vehicle, count, "single_track", world=world)
    cars.place(speed_mps=speed_mps)
    for row in ("gear_engaged", "target_gear"):
        cars.rows(row)[...] = gear
    cars.rows("clutch_engagement")[...] = 1
    cars.inputs[:, kamm.INPUT["gear"]] = gear
    return cars


def speeds(rng, n, gear, launch, count):
    """Within the scope: above idle speed in that gear if the clutch is closed, below the limiter, and where an automatic keeps the gear."""
    if not n["has_engine"]:
        return rng.uniform(*sorted((0.5 * gear, most_mps * gear)), count)
    idle = n[f"gears[{gear}].idle_mps"]
    last = 0.97 * idle * n["engine.limiter_radps"] / n["engine.idle_radps"]
    first = 1.15 * idle
    if launch:
        first = np.copysign(0.5, idle)
    if gear > 0:
        first, last = max(first, n[f"gears[{gear}].kept_from_mps"]), min(last, n[f"gears[{gear}].kept_to_mps"], most_mps)
    return rng.uniform(*sorted((first, last)), count)


def anywhere(found, vehicle, gear, launch, friction=1.0, count=96, seed=7):
    """Cars in states of all kinds with all that pedals can do, of which many slide or are at the lock; their states and inputs."""
    rng, n, names = np.random.default_rng(seed), found.numbers, list(found.states)
    cars = in_gear(vehicle, count, gear, kamm.World.plane(friction=friction))
    states = States(names, cars)
    x, lock = states.read(cars), n["steering_lock_rad"]
    speed = speeds(rng, n, gear, launch, count)
    x[:, :3] = rng.normal(0, (100, 100, 2), (count, 3))
    x[:, 3], x[:, 4] = speed, speed * rng.normal(0, 0.04, count)
    x[:, 5] = np.clip(rng.normal(0, 0.3, count), -np.abs(speed) / 8, np.abs(speed) / 8)
    x[:, 6] = np.clip(rng.normal(0, 0.15, count) * n["steering_ratio"], -lock, lock)
    x[:, 7] = rng.normal(0, 3, count)
    x[:, 8:10] = rng.uniform(0, 1, (count, 2))
    if "boost" in names:
        x[:, names.index("boost")] = rng.uniform(0, 1, count)
    for i, name in enumerate(names):
        if "motor" in name or "battery" in name:
            x[:, i] = rng.uniform(*electric_ranges[name.rpartition(".")[2]], count)
    if launch:
        x[:, -2] = rng.uniform(0.9 * n["engine.idle_radps"], n["engine.limiter_radps"], count)
        x[:, -1] = rng.integers(0, 2, count)
    states.write(cars, x)
    wheel, pedals = x[:, 6] + rng.normal(0, 0.5, count), np.clip(rng.uniform((-0.3, -1), (1.3, 1), (count, 2)), 0, 1)
    u = np.column_stack([wheel, pedals]).astype(np.float32)
    cars.inputs[:, [kamm.INPUT[name] for name in found.inputs]] = u
    return cars, states, states.read(cars), u


def row(cars, name):
    return cars.rows(name).reshape(-1)[: cars.count]


def in_scope(cars, gear, launch):
    """Which cars neither shift nor, where the clutch is closed for good, come below idle speed."""
    stays = row(cars, "target_gear") == gear
    return stays if launch else stays & (row(cars, "clutch_engagement") == 1)


def errors(after, wanted, names=()):
    """Over the size of each, 1 at the least; of motors' torques and currents, which pass through 0 on their way, 100."""
    turned = np.remainder(after[:, 2] - wanted[:, 2] + np.pi, 2 * np.pi) - np.pi
    after[:, 2] = wanted[:, 2] + turned
    least = [100 if name.endswith(("motor_nm", "battery_a")) else 1 for name in names] or 1
    return np.abs(after - wanted) / np.maximum(least, np.abs(wanted))


def check_step(vehicle, gear, launch, friction):
    found = kamm.symbolic(vehicle, friction=friction, gear=gear, launch=launch)
    cars, states, x, u = anywhere(found, vehicle, gear, launch, friction)
    wanted = np.array(found.step(0.02).map(cars.count)(x.T, u.T)).T
    cars.step(0.02)
    off, scope = errors(states.read(cars), wanted, found.states), in_scope(cars, gear, launch)
    assert not cars.faults.any() and scope.mean() > 0.9
    assert off[scope].max() < 1e-5, (gear, friction, dict(zip(found.states, off[scope].max(axis=0))))
    assert np.abs(wanted - x)[:, :10].max(axis=0).min() > 1e-3


@pytest.mark.parametrize("launch", [False, True])
@pytest.mark.parametrize("name", driven)
def test_steps_are_those_of_c(name, launch):
    """Of each vehicle with an engine in its gears: 20 ms from states of all kinds."""
    pytest.importorskip("casadi")
    vehicle = own(name)
    top = round(kamm.symbolic(vehicle, gear=1).numbers["top_gear"])
    for i, gear in enumerate(sorted({-1, 1, 2, (top + 1) // 2, top} & set(range(-1, top + 1)))):
        check_step(vehicle, gear, launch, (1.0, 0.6, 0.2)[i % 3])


hybrid = {"axles[0].motor.peak_nm": 150, "axles[0].motor.power_w": 6e4, "axles[0].motor.max_radps": 1500, "axles[0].motor.ratio": 8,
          "axles[0].motor.brake_share": 0.3, "axles[0].motor.lift_share": 0.1, "battery.capacity_j": 5e7, "battery.resistance_ohm": 0.1}
"""Motors at the front axle of a car whose engine drives the rear one."""


@pytest.mark.parametrize("friction", [1.0, 0.6, 0.2])
@pytest.mark.parametrize("name, changes, gear", [(electric[0], {}, 1), (electric[0], {}, -1), (electric[0], {"engine.speed_limit_mps": 30}, 1),
                                                 (electric[0], {"battery.capacity_j": 0}, 1), ("bmw-m3-e46", hybrid, 3), ("bmw-m3-e46", hybrid, -1)])
def test_steps_are_those_with_electric_motors(name, changes, gear, friction):
    """Of which some are hot or at the end of their speed, and batteries full or empty."""
    pytest.importorskip("casadi")
    check_step(kamm.load(name).replace(changes), gear, False, friction)


@pytest.mark.parametrize("friction", [1.0, 0.6, 0.2])
@pytest.mark.parametrize("equations", ["capped", "linear"])
@pytest.mark.parametrize("name", ["bmw-m3-e46", "ford-fiesta-st-2013", "kraz-6x4", "mercedes-citaro"])
def test_steps_are_those_in_all_gears(name, equations, friction):
    pytest.importorskip("casadi")
    vehicle = own(name, equations)
    for gear in range(1, round(kamm.symbolic(vehicle, gear=1).numbers["top_gear"]) + 1):
        check_step(vehicle, gear, False, friction)


def test_steps_are_those_with_a_load_map(tmp_path):
    pytest.importorskip("casadi")
    car = json.loads((Path(os.environ["KAMM_DATA"]) / "vehicles" / "bmw-m3-e46.json").read_text())
    rows = [{"throttle": 0, "shares": [0, 0.05, 0]}, {"throttle": 0.4, "shares": [0.7, 0.5, 0.4]}, {"throttle": 1, "shares": [1, 1, 1]}]
    car["engine"] |= {"pedal_curve": {"pedal": [0, 0.3, 1], "throttle": [0, 0.5, 1]}, "load_speeds_rpm": [1000, 3000, 7000], "load_map": rows}
    car["engine"].pop("part_load", None)
    (tmp_path / "mapped.json").write_text(json.dumps(car))
    mapped = kamm.load(str(tmp_path / "mapped.json"))
    assert kamm.symbolic(mapped, gear=3).numbers["engine.load_rows"] == 3
    check_step(mapped, 3, False, 1.0)


@pytest.mark.parametrize("name", ["bmw-m3-e46", "formula-car-2014"])
def test_the_limiter_is_that_of_c(name):
    """Within its band a float's rounding of the engine's speed is worth more than elsewhere."""
    pytest.importorskip("casadi")
    found = kamm.symbolic(name, gear=1)
    cars, states, x, u = anywhere(found, name, 1, False)
    n = found.numbers
    x[:, 3] = n["gears[1].idle_mps"] * np.linspace(0.99, 1.02, cars.count) * n["engine.limiter_radps"] / n["engine.idle_radps"]
    x[:, 4:6] = 0.01
    states.write(cars, x)
    x = states.read(cars)
    wanted = np.array(found.step(0.02).map(cars.count)(x.T, u.T)).T
    cars.step(0.02)
    assert errors(states.read(cars), wanted).max() < 1e-4


@pytest.mark.parametrize("name, gear", [("bmw-m3-e46", 3), ("ford-fiesta-st-2013", 2), ("man-kat1-8x8", -1), (electric[0], 1)])
def test_mirrored_inputs_give_mirrored_cars(name, gear):
    pytest.importorskip("casadi")
    found = kamm.symbolic(name, gear=gear)
    cars, _, x, u = anywhere(found, name, gear, False)
    mirror = np.array([-1 if state in mirrored else 1 for state in found.states])
    step = found.step(0.02).map(cars.count)
    plain, turned = np.array(step(x.T, u.T)).T, np.array(step((mirror * x).T, (np.array([-1, 1, 1]) * u).T)).T
    assert np.abs(turned - mirror * plain).max() < 1e-12


@pytest.mark.parametrize("name, gear, launch, speed_mps", [("bmw-m3-e46", 3, False, 20), ("ford-fiesta-st-2013", 2, False, 10),
                                                           (electric[0], 1, False, 5), ("bmw-m3-e46", 1, True, 0.5),
                                                           ("mercedes-citaro", 1, True, 0.5)])
def test_drives_stay_together(name, gear, launch, speed_mps):
    """A slalom with full throttle, coasting and braking on both sides, each from its own last state: 3 s. With `launch` it drives off."""
    pytest.importorskip("casadi")
    found = kamm.symbolic(name, gear=gear, launch=launch)
    cars = in_gear(name, 1, gear)
    states, step = States(list(found.states), cars), found.step(0.02)
    x = states.read(cars)
    x[0, 3] = speed_mps
    if launch:
        x[0, -2:] = found.numbers["engine.idle_radps"], 0
    states.write(cars, x)
    x = states.read(cars)[0]
    for i in range(150):
        pedals = (0, 0) if 70 < i < 90 and not launch else (0, 0.2) if i > 120 else (1, 0)
        u = np.float32([0.5 * np.cos(i / 10), *pedals])
        cars.inputs[0, [kamm.INPUT[each] for each in found.inputs]] = u
        cars.step(0.02)
        x = np.array(step(x, u)).ravel()
    assert row(cars, "target_gear")[0] == gear and row(cars, "clutch_engagement")[0] == 1
    assert errors(states.read(cars), x[None], found.states).max() < 1e-3 and x[3] > 3


def test_derivatives_are_the_limit_of_steps():
    pytest.importorskip("casadi")
    found = kamm.symbolic("ford-fiesta-st-2013", gear=3)
    cars, _, x, u = anywhere(found, "ford-fiesta-st-2013", 3, False, count=32)
    rates = (np.array(found.step(1e-6, 1).map(32)(x.T, u.T)) - x.T) / 1e-6
    derivative = np.array(found.derivative.map(32)(x.T, u.T))
    assert (np.abs(rates - derivative) / np.maximum(1, np.abs(derivative))).max() < 2e-3
    assert kamm.symbolic("ford-fiesta-st-2013", gear=1, launch=True).derivative is None


@pytest.mark.parametrize("name, pedals", [*((name, (0.2, 0.2)) for name in (*driven, *electric)),
                                          *(("ford-fiesta-st-2013", pedals) for pedals in ((0.4, 0), (0.1, 0.3)))])
def test_gradients_are_those_of_c(name, pedals):
    """Against differences of the rung in C, in a turn within the grip. (Without load a turbocharger's boost is at 0, where it has a kink.)"""
    ca = pytest.importorskip("casadi")
    vehicle = own(name)
    gear = 1 if name in electric else min(3, len(vehicle["gearbox.ratios"]))
    found = kamm.symbolic(vehicle, gear=gear)
    first, last = np.sort(speeds(np.random.default_rng(1), found.numbers, gear, False, 1000))[[0, -1]]
    cars = in_gear(vehicle, 1, gear, speed_mps=min(0.5 * (first + last), 20))
    u = np.array([0.01 * found.numbers["steering_ratio"], *pedals])
    cars.inputs[0, [kamm.INPUT[each] for each in found.inputs]] = u
    cars.step(0.3)
    in_c = kamm.casadi_function(cars, 0.02, inputs=tuple(found.inputs), states=tuple(found.states))
    x, inputs = ca.MX.sym("x", len(found.states)), ca.MX.sym("u", 3)
    gradients = [np.array(ca.Function("g", [x, inputs], [ca.jacobian(step(x, inputs), ca.vertcat(x, inputs))])(in_c.x0, u))
                 for step in (found.step(0.02), in_c)]
    assert np.abs(gradients[0] - gradients[1]).max() < 2e-3 * np.abs(gradients[0]).max()
    assert gradients[0][8, -2] > 1e-3 and gradients[0][9, -1] > 1e-3


def test_ipopt_plans_by_pedals():
    """Out of the way and from 30 to 20 m/s in three seconds, with the least of steering and pedals; then driven in C."""
    ca = pytest.importorskip("casadi")
    rows, dt_s, size = 31, 0.1, np.array([10, 1, 0.1, 10, 1, 0.3, 1, 1, 1, 1])
    found, cars = kamm.symbolic("bmw-m3-e46", gear=4), in_gear("bmw-m3-e46", 1, 4, speed_mps=30)
    states, step, opti = States(list(found.states), cars), found.step(dt_s, 10), ca.Opti()
    x0, scaled, u = states.read(cars)[0], opti.variable(10, rows), opti.variable(3, rows - 1)
    x = ca.diag(size) @ scaled
    opti.minimize(0.1 * ca.sumsqr(u[0, :]) + ca.sumsqr(u[0, 1:] - u[0, :-1]) + ca.sumsqr(u[1:, :]))
    for i in range(rows - 1):
        opti.subject_to(scaled[:, i + 1] == step(x[:, i], u[:, i]) / size)
    opti.subject_to(scaled[:, 0] == x0 / size)
    opti.subject_to(opti.bounded(0, ca.vec(u[1:, :]), 1))
    opti.subject_to(ca.vertcat(x[1, -1] - 3, x[2, -1], x[5, -1], x[3, -1] - 20) == 0)
    guess = np.tile(x0[:, None], rows)
    guess[0], guess[3] = np.linspace(0, 75, rows), np.linspace(30, 20, rows)
    opti.set_initial(scaled, guess / size[:, None])
    opti.set_initial(u[2, :], 0.2)
    opti.solver("ipopt", {"print_time": False}, {"print_level": 0, "sb": "yes"})
    plan = opti.solve()
    for i in range(rows - 1):
        cars.inputs[0, [kamm.INPUT[each] for each in found.inputs]] = plan.value(u[:, i])
        cars.step(dt_s)
    after = states.read(cars)[0]
    assert abs(after[1] - 3) < 0.02 and abs(after[3] - 20) < 0.02 and np.max(plan.value(u[2, :])) > 0.1


@pytest.mark.parametrize("name, what", led_only.items())
def test_cars_that_are_left_out_are_told(name, what):
    pytest.importorskip("casadi")
    with pytest.raises(ValueError, match=what):
        kamm.symbolic(name, gear=1)


def test_parts_that_are_left_out_are_told():
    pytest.importorskip("casadi")
    with pytest.raises(ValueError, match="under the brake pedal"):
        kamm.symbolic(kamm.load("man-tgs-8x4").replace({"brakes.endurance_pedal": 0.5}), gear=1)


def test_mistakes_are_told():
    pytest.importorskip("casadi")
    for gear in (0, 7, -2):
        with pytest.raises(ValueError, match=f"gear is {gear}; allowed: -1 .reverse. and 1 to 6"):
            kamm.symbolic("bmw-m3-e46", gear=gear)
    with pytest.raises(ValueError, match="launch"):
        kamm.symbolic("bmw-m3-e46", launch=True)
    with pytest.raises(ValueError, match="no engine"):
        kamm.symbolic(electric[0], gear=1, launch=True)
    for car, rung in (("bmw-m3-e46", "kinematic"), (own("bmw-m3-e46", "commonroad"), "single_track")):
        with pytest.raises(ValueError, match="capped and linear"):
            kamm.symbolic(car, rung, gear=2)
