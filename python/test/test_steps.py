"""Steps of any rung as functions of CasADi."""

import gc

import numpy as np
import pytest

import kamm
from kamm import moving_states
from kamm.linear import body_states, planar_states
from kamm.states import States

ca = pytest.importorskip("casadi")
rungs = ("kinematic", "rigid2d", "single_track", "double_track", "full")
pedals = ("steering_wheel_rad", "throttle", "brake")


def rolling(car, rung, speed_mps, steering_rad=0.3):
    """A car in a gentle turn, in the gear that it is in."""
    cars = kamm.Batch(car, 1, rung)
    cars.place(speed_mps=speed_mps)
    cars.inputs[0, kamm.INPUT["gear"]] = cars.rows("gear_engaged")[0, 0]
    cars.inputs[0, [kamm.INPUT["steering_wheel_rad"], kamm.INPUT["throttle"]]] = steering_rad, 0.2
    cars.step(0.5)
    return cars


@pytest.mark.parametrize("rung", ["single_track", "full"])
def test_states_are_read_as_written(rung):
    """Of 40 cars in three blocks, with roll and pitch; and the channels of place and attitude say the same."""
    rng, cars = np.random.default_rng(1), kamm.Batch("volvo-v40", 40, rung)
    cars.place(speed_mps=20)
    states = States(moving_states(cars), cars)
    x = states.read(cars)
    names = list(states.names)
    places = {name: names.index(name) for name in body_states if name in names}
    x[:, list(places.values())] += rng.normal(0, 0.3, (40, len(places)))
    states.write(cars, x)
    assert np.abs(states.read(cars) - x).max() < 2e-7
    assert np.allclose(cars.read("yaw_rad"), x[:, places["rotation_z_rad"]], atol=1e-6)
    assert (cars.rows("position_x_m").reshape(-1)[:40] == x[:, places["position_x_m"]]).all()
    if rung == "full":
        assert np.allclose(cars.read("roll_rad", "pitch_rad"), x[:, [places["rotation_x_rad"], places["rotation_y_rad"]]], atol=1e-6)
    before = cars.read("x_m", "y_m")
    cars.step(substeps=1)
    moved = cars.read("x_m", "y_m") - before
    assert np.abs(moved).max() < 0.1 and np.abs(moved).min(axis=0).max() > 0


def jacobian_of(step):
    x, u = ca.MX.sym("x", len(step.states)), ca.MX.sym("u", len(step.inputs))
    return ca.Function("jacobian", [x, u], [ca.jacobian(step(x, u), x), ca.jacobian(step(x, u), u)])


@pytest.mark.parametrize("rung", rungs)
@pytest.mark.parametrize("car", ["bmw-m3-e46", "tesla-model-3-performance-2018", "man-tgs-8x4"])
def test_steps_one_by_one_are_the_drive(car, rung):
    """Steps that know of the last one by x alone, against the car that drives on: x has all that moves."""
    cars = rolling(car, rung, 15, 0.0)
    step, x, distance = kamm.casadi_function(cars, 0.02), None, 0.0
    x = step.x0
    columns = [kamm.INPUT[name] for name in step.inputs]
    for i in range(40):
        u = np.float32([np.sin(i / 8), 0.3 if i < 20 else 0, 0 if i < 25 else 0.3])
        cars.inputs[0, columns] = u
        cars.step(0.02)
        x = np.array(step(x, u)).ravel()
    again = kamm.casadi_function(cars, 0.02)
    planar = [list(step.states).index(name) for name in planar_states]
    assert np.abs(x - again.x0)[planar].max() < 1e-5, dict(zip(step.states, x - again.x0))
    assert abs(x[1] - step.x0[1]) > 0.05


@pytest.mark.parametrize("rung", rungs)
@pytest.mark.parametrize("car, speed_mps", [("bmw-m3-e46", 8), ("bmw-m3-e46", 25), ("man-tgs-8x4", 15)])
def test_jacobians_are_differences_of_the_function(car, rung, speed_mps):
    """Central differences of F itself, with other steps, in the states of the plane, the steering wheel's and the inputs."""
    step = kamm.casadi_function(rolling(car, rung, speed_mps), 0.02)
    x0, u0, names = step.x0, np.array([0.3, 0.3, 0.1]), list(step.states)
    a, b = (np.array(each) for each in jacobian_of(step)(x0, u0))
    assert a.shape == (len(names), len(names)) and b.shape == (len(names), 3) and np.isfinite(a).all() and np.isfinite(b).all()
    rows = [names.index(name) for name in planar_states]
    for name in (*planar_states, "steering_rad"):
        column, h = names.index(name), 4e-3
        change = np.eye(len(names))[column] * h
        difference = (np.array(step(x0 + change, u0)) - np.array(step(x0 - change, u0))).ravel() / (2 * h)
        assert np.abs(a[rows, column] - difference[rows]).max() < 1e-3 + 2e-2 * np.abs(difference[rows]).max(), name
    for column in range(3):
        change = np.eye(3)[column] * 2e-2
        difference = (np.array(step(x0, u0 + change)) - np.array(step(x0, u0 - change))).ravel() / 4e-2
        assert np.abs(b[rows, column] - difference[rows]).max() < 1e-3 + 2e-2 * np.abs(difference[rows]).max(), column
    assert np.allclose(a[rows[0], rows[0]], 1, atol=1e-6)


@pytest.mark.parametrize("rung", ["single_track", "double_track", "full"])
def test_jacobians_are_those_of_linearise(rung):
    """By sideways velocity and yaw rate, in which both have the same axes."""
    cars, names = rolling("volvo-v40", rung, 20), ("velocity_y_mps", "rate_z_radps")
    step = kamm.casadi_function(cars, 0.02, inputs=("steering_wheel_rad",), states=names)
    a, b = (np.array(each) for each in jacobian_of(step)(step.x0, [0.3]))
    wanted = cars.linearise(0.02, states=names, inputs=("steering_wheel_rad",), car=0)
    assert np.allclose(a, wanted.A, atol=2e-3) and np.allclose(b, wanted.B, atol=2e-3) and abs(wanted.A[0, 1]) > 0.05


def test_it_needs_nothing_but_itself():
    """The batch that it was made from may move on or go; without the function what was built with it says so."""
    cars = rolling("bmw-m3-e46", "single_track", 20)
    step = kamm.casadi_function(cars, 0.02)
    x, u, x0 = ca.MX.sym("x", len(step.states)), ca.MX.sym("u", 3), step.x0
    built, jacobian, once = ca.Function("built", [x, u], [step(x, u)]), jacobian_of(step), np.array(step(x0, [0.1, 0.2, 0]))
    cars.step(1.0)
    del cars
    gc.collect()
    assert (np.array(built(x0, [0.1, 0.2, 0])) == once).all()
    assert np.isfinite(np.array(jacobian(x0, [0.1, 0.2, 0])[0])).all()
    del step
    gc.collect()
    with pytest.raises(RuntimeError, match="deleted"):
        built(x0, [0.1, 0.2, 0])


def test_it_is_the_same_each_time_and_in_maps():
    step = kamm.casadi_function("volvo-v40", 0.02, "full")
    rng = np.random.default_rng(1)
    u = rng.uniform(0, (1, 0.5, 0.1), (6, 3)).T
    alone = np.hstack([np.array(step(step.x0, u[:, i])) for i in range(6)])
    assert (np.array(step.map(6)(np.tile(step.x0, (6, 1)).T, u)) == alone).all()
    assert (np.hstack([np.array(step(step.x0, u[:, i])) for i in reversed(range(6))])[:, ::-1] == alone).all()
    assert len(np.unique(alone[0])) == 6
    in_a_row = np.array(step.mapaccum(6)(step.x0, u))
    assert (in_a_row[:, :1] == alone[:, :1]).all() and in_a_row[0, -1] - step.x0[0] == pytest.approx(6 * 0.4, rel=0.02)


def test_headings_go_on_past_half_a_turn():
    step = kamm.casadi_function(rolling("bmw-m3-e46", "single_track", 10, 3.0), 0.02)
    place = list(step.states).index("rotation_z_rad")
    x = step.x0.copy()
    x[place] = 3.1415
    after = np.array(step(x, [3.0, 0.2, 0])).ravel()
    assert 3.1415 < after[place] < 3.2
    a = np.array(jacobian_of(step)(x, [3.0, 0.2, 0])[0])
    assert a[place, place] == pytest.approx(1, abs=1e-3) and np.abs(a).max() < 200


def test_mistakes_are_told():
    with pytest.raises(kamm.UnknownName, match="sigle"):
        kamm.casadi_function("bmw-m3-e46", 0.02, "sigle_track")
    with pytest.raises(kamm.UnknownName, match="throttel"):
        kamm.casadi_function("bmw-m3-e46", 0.02, inputs=("throttel",))
    with pytest.raises(kamm.UnknownName, match="wheels\\[0\\].spin"):
        kamm.casadi_function("bmw-m3-e46", 0.02, states=("wheels[0].spin",))
    with pytest.raises(ValueError, match="wheels\\[0\\].travel_m: cars on single_track do not have that state"):
        kamm.casadi_function("bmw-m3-e46", 0.02, "single_track", states=("wheels[0].travel_m",))
    with pytest.raises(ValueError, match="2 cars; wanted one"):
        kamm.casadi_function(kamm.Batch("bmw-m3-e46", 2), 0.02)
    with pytest.raises(ValueError, match="whole numbers"):
        kamm.casadi_function("bmw-m3-e46", 0.0123)


@pytest.mark.parametrize("value, told", [(np.nan, "not finite"), (1e9, "a fault")])
def test_steps_that_fail_say_why(value, told, capfd):
    step = kamm.casadi_function("bmw-m3-e46", 0.02, "full")
    x = step.x0.copy()
    x[list(step.states).index("velocity_x_mps")] = value
    with pytest.raises(ValueError, match=told):
        step(x, [0, 0, 0])
    assert np.isfinite(np.array(step(step.x0, [0, 0, 0]))).all()


def test_ipopt_takes_it():
    """The steering and throttle for a wanted yaw rate and speed: found by IPOPT, and what the car then does."""
    step = kamm.casadi_function(rolling("bmw-m3-e46", "single_track", 20), 0.1, inputs=("steering_wheel_rad", "throttle"))
    names, opti = list(step.states), ca.Opti()
    u, x = opti.variable(2), step.x0
    after = x
    for _ in range(4):
        after = step(after, u)
    opti.minimize((after[names.index("rate_z_radps")] - 0.15) ** 2)
    opti.subject_to(opti.bounded(0, u[1], 1))
    opti.set_initial(u, [0.3, 0.2])
    opti.solver("ipopt", {"print_time": False}, {"print_level": 0, "sb": "yes", "hessian_approximation": "limited-memory", "tol": 1e-4})
    found = opti.solve()
    assert found.value(after[names.index("rate_z_radps")]) == pytest.approx(0.15, abs=1e-3)
