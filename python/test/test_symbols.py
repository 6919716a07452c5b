"""Expressions of CasADi beside the equations and the steps in C."""

import json
import os
import sys
from pathlib import Path

import numpy as np
import pytest

import kamm
from kamm import _core
from kamm.states import States


@pytest.mark.parametrize("car", ["commonroad-2-bmw-320i", "bmw-m3-e46", "kraz-6x4"])
@pytest.mark.parametrize("rung, size", [("kinematic", 5), ("single_track", 7)])
def test_derivatives_are_those_of_c(car, rung, size):
    pytest.importorskip("casadi")
    vehicle, rng = kamm.load(car).replace({"single_track.equations": "commonroad"}), np.random.default_rng(1)
    found = kamm.symbolic(vehicle, rung)
    assert len(found.states) == size and list(found.inputs) == ["road_wheel_rate_radps", "acceleration_mps2"]
    for i in range(200):
        x = rng.normal(0, [50, 50, 0.4, 15, 2, 0.5, 0.1][:size])
        x[3] *= [1, 0.003, 3][i % 3]  # above and below where it is kinematic, and at its top speed
        u, wanted = rng.normal(0, [0.4, 8]), np.empty(size)
        _core.commonroad_derivative(vehicle, x, u, wanted)
        assert np.allclose(np.array(found.derivative(x, u)).ravel(), wanted, rtol=1e-9, atol=1e-9)


def test_steps_are_those_of_the_rung():
    """A slalom with braking: from each state of the cars in C to the next, 10 ms later."""
    pytest.importorskip("casadi")
    vehicle = kamm.load("bmw-m3-e46").replace({"single_track.equations": "commonroad"})
    cars = kamm.Batch(vehicle, 1, "single_track")
    cars.place(speed_mps=20)
    step = kamm.symbolic(vehicle).step(0.01, 3)
    names = ("x_m", "y_m", "road_wheel_rad", "speed_mps", "yaw_rad", "yaw_rate_radps", "sideslip_rad")
    cars.inputs[0, kamm.INPUT["command"]] = 1
    for i in range(300):
        u = np.float32([0.2 * np.cos(i / 20), -2 if i > 150 else 1])
        cars.inputs[0, kamm.INPUT["road_wheel_rate_radps"]], cars.inputs[0, kamm.INPUT["acceleration_mps2"]] = u
        before = cars.read(*names)[0]
        cars.step(0.01)
        assert np.abs(np.array(step(before, u)).ravel() - cars.read(*names)[0]).max() < 1e-5
    assert abs(before[1]) > 1


def test_they_are_differentiated():
    ca = pytest.importorskip("casadi")
    vehicle = kamm.load("bmw-m3-e46").replace({"single_track.equations": "commonroad"})
    step = kamm.symbolic(vehicle, limits=False).step(0.02)
    x, u = ca.SX.sym("x", 7), ca.SX.sym("u", 2)
    jacobian = ca.Function("A", [x, u], [ca.jacobian(step(x, u), x)])
    a = np.array(jacobian([0, 0, 0.02, 20, 0, 0.1, 0], [0, 0]))
    assert a.shape == (7, 7) and np.isfinite(a).all() and abs(a[0, 3] - 0.02) < 1e-3


def test_mistakes_are_told(monkeypatch):
    pytest.importorskip("casadi")
    with pytest.raises(kamm.UnknownName, match='did you mean "single_track"'):
        kamm.symbolic("bmw-m3-e46", "singel_track")
    with pytest.raises(ValueError, match="load_lag_s"):
        kamm.symbolic(kamm.load("bmw-m3-e46").replace({"single_track.load_lag_s": 0}))
    monkeypatch.setitem(sys.modules, "casadi", None)
    for function in (kamm.symbolic, lambda car: kamm.casadi_function(car, 0.02)):
        with pytest.raises(ImportError, match="pip install casadi"):
            function("bmw-m3-e46")


def test_kinematic_steps_are_those_of_the_rung(m3):
    """The rung accelerates the centre of gravity along its path, the equations the rear axle: that is the difference in speed."""
    pytest.importorskip("casadi")
    cars, found = kamm.Batch(m3, 1, "kinematic"), kamm.symbolic(m3, "kinematic")
    cars.place(speed_mps=10)
    step, behind_m, worst = found.step(0.01, 3), found.numbers["rear_m"], np.zeros(5)
    cars.inputs[0, kamm.INPUT["command"]] = 1
    for i in range(200):
        u = np.float32([0.2 * np.cos(i / 20), 1])
        cars.inputs[0, kamm.INPUT["road_wheel_rate_radps"]], cars.inputs[0, kamm.INPUT["acceleration_mps2"]] = u
        states = []
        for _ in range(2):
            x_m, y_m, angle, speed_mps, yaw = cars.read("x_m", "y_m", "road_wheel_rad", "forward_speed_mps", "yaw_rad")[0]
            states.append([x_m - behind_m * np.cos(yaw), y_m - behind_m * np.sin(yaw), angle, speed_mps, yaw])
            if len(states) == 1:
                cars.step(0.01)
        off = np.abs(np.array(step(states[0], u)).ravel() - states[1])
        worst = np.maximum(worst, off)
    assert worst[[0, 1, 2, 4]].max() < 1e-5 and worst[3] < 1e-3, worst


def cars_anywhere(vehicle, world, count=96, seed=1):
    """Cars on single_track in all kinds of states, led by all kinds of commands, and those as x and u of the symbols."""
    rng, cars = np.random.default_rng(seed), kamm.Batch(vehicle, count, "single_track", world=world)
    cars.place(speed_mps=10)
    states = States(list(kamm.symbolic(vehicle).states), cars)
    x = states.read(cars)
    speed = np.where(np.arange(count) % 8 == 0, -rng.uniform(1, 5, count), rng.uniform(0.5, 50, count))
    x[:, :3] = rng.normal(0, (100, 100, 2), (count, 3))
    x[:, 3], x[:, 4], x[:, 5] = speed, speed * rng.normal(0, 0.06, count), rng.normal(0, 0.5, count)
    lock = kamm.symbolic(vehicle).numbers["steering_lock_rad"]
    x[:, 6] = np.clip(rng.normal(0, 0.2, count) * cars.model["steering_ratio"], -lock, lock)
    x[:, 7] = rng.normal(0, 3, count)
    states.write(cars, x)
    u = rng.normal(0, (0.3, 5), (count, 2)).astype(np.float32)
    cars.inputs[:, kamm.INPUT["command"]] = 1
    cars.inputs[:, [kamm.INPUT["road_wheel_rate_radps"], kamm.INPUT["acceleration_mps2"]]] = u
    return cars, states, states.read(cars), u


@pytest.mark.parametrize("car", ["bmw-m3-e46", "volvo-v40", "kraz-6x4", "go-kart-125", "reliant-robin", "tesla-model-3-performance-2018"])
@pytest.mark.parametrize("equations", ["capped", "linear"])
@pytest.mark.parametrize("friction", [1.0, 0.6, 0.2])
def test_own_steps_are_those_of_c(car, equations, friction):
    """From states of all kinds, of which many slide, are at the lock, or ask for more than there is: 20 ms later."""
    pytest.importorskip("casadi")
    vehicle = kamm.load(car).replace({"single_track.equations": equations})
    cars, states, x, u = cars_anywhere(vehicle, kamm.World.plane(friction=friction))
    step = kamm.symbolic(vehicle, friction=friction).step(0.02)
    wanted = np.array(step.map(cars.count)(x.T, u.T)).T
    cars.step(0.02)
    after = states.read(cars)
    turned = np.remainder(after[:, 2] - wanted[:, 2] + np.pi, 2 * np.pi) - np.pi
    after[:, 2] = wanted[:, 2] + turned
    assert not cars.faults.any()
    off = np.abs(after - wanted) / np.maximum(1, np.abs(wanted))
    assert off.max() < 1e-5, (off.max(axis=0), np.unravel_index(off.argmax(), off.shape))
    assert np.abs(wanted - x).max(axis=0).min() > 1e-2


@pytest.mark.parametrize("surface", ["gravel", "sand", "snow", "ice"])
def test_own_steps_are_those_on_surfaces(surface):
    pytest.importorskip("casadi")
    listed = json.loads((Path(os.environ["KAMM_DATA"]) / "surfaces.json").read_text())["surfaces"]
    numbers = next(each for each in listed if each["name"] == surface)
    cars, states, x, u = cars_anywhere("volvo-v40", kamm.World.surface(surface))
    found = kamm.symbolic("volvo-v40", friction=numbers["friction"],
                          rolling_resistance=numbers["rolling_resistance"] + numbers.get("sinkage_drag", 0))
    wanted = np.array(found.step(0.02).map(cars.count)(x.T, u.T)).T
    cars.step(0.02)
    assert (np.abs(states.read(cars) - wanted) / np.maximum(1, np.abs(wanted)))[:, [0, 1, 3, 4, 5, 6, 7]].max() < 1e-5


def test_own_steps_stay_together():
    """A slalom with braking on C's side and on the symbols', each from its own last state: 3 s."""
    pytest.importorskip("casadi")
    found = kamm.symbolic("bmw-m3-e46")
    cars = kamm.Batch("bmw-m3-e46", 1, "single_track")
    cars.place(speed_mps=25)
    states, step = States(list(found.states), cars), found.step(0.02)
    x = states.read(cars)[0]
    cars.inputs[0, kamm.INPUT["command"]] = 1
    for i in range(150):
        u = np.float32([0.25 * np.cos(i / 10), -3 if i > 75 else 1])
        cars.inputs[0, [kamm.INPUT["road_wheel_rate_radps"], kamm.INPUT["acceleration_mps2"]]] = u
        cars.step(0.02)
        x = np.array(step(x, u)).ravel()
    assert np.abs(states.read(cars)[0] - x).max() < 1e-3 and abs(x[1]) > 1


def test_own_derivatives_are_the_limit_of_steps():
    ca = pytest.importorskip("casadi")
    found = kamm.symbolic("volvo-v40")
    cars, _, x, u = cars_anywhere("volvo-v40", None, 32)
    short = found.step(1e-6, 1)
    rates = (np.array(short.map(32)(x.T, u.T)) - x.T) / 1e-6
    derivative = np.array(found.derivative.map(32)(x.T, u.T))
    assert (np.abs(rates - derivative) / np.maximum(1, np.abs(derivative))).max() < 2e-3
    symbol, inputs = ca.SX.sym("x", 8), ca.SX.sym("u", 2)
    jacobian = ca.Function("A", [symbol, inputs], [ca.jacobian(found.derivative(symbol, inputs), symbol)])
    assert all(np.isfinite(np.array(jacobian(x[i], u[i]))).all() for i in range(32))


@pytest.mark.parametrize("car", ["bmw-m3-e46", "kraz-6x4"])
@pytest.mark.parametrize("speed_mps", [8, 25])
def test_own_gradients_are_those_of_c(car, speed_mps):
    """By x and by u, against differences of the rung in C: in a turn within the grip, where no limit is passed."""
    ca = pytest.importorskip("casadi")
    cars, found = kamm.Batch(car, 1, "single_track"), kamm.symbolic(car)
    cars.place(speed_mps=speed_mps)
    cars.inputs[0, [kamm.INPUT["command"], kamm.INPUT["road_wheel_rate_radps"], kamm.INPUT["acceleration_mps2"]]] = 1, 0.02, 0.4
    cars.step(0.5)
    in_c = kamm.casadi_function(cars, 0.02, inputs=tuple(found.inputs), states=tuple(found.states))
    symbol, inputs = ca.MX.sym("x", 8), ca.MX.sym("u", 2)
    gradients = [np.array(ca.Function("g", [symbol, inputs], [ca.jacobian(step(symbol, inputs), ca.vertcat(symbol, inputs))])(in_c.x0, [0.02, 0.4]))
                 for step in (found.step(0.02), in_c)]
    assert np.abs(gradients[0] - gradients[1]).max() < 2e-3 * np.abs(gradients[0]).max() and np.abs(gradients[0][5, 6]) > 1e-3
