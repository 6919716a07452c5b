"""Steady states and linear models, beside the equations of textbooks and the car itself."""

from pathlib import Path

import numpy as np
import pytest
from conftest import every_rung

import kamm
from kamm.linear import planar_states


@pytest.mark.parametrize("rung", ["single_track", "double_track", "full"])
def test_a_trimmed_car_stays_so(m3, rung):
    cars, trim = kamm.trim(m3, 20, 3, rung=rung)
    assert abs(trim.speed_mps - 20) < 0.03 and abs(trim.lateral_mps2 - 3) < 0.01
    for _ in range(4):
        cars.step(0.5)
        speed, rate = cars.read("speed_mps", "yaw_rate_radps")[0]
        assert abs(speed - 20) < 0.05 and abs(speed * rate - 3) < 0.02


def test_cars_of_a_batch_are_trimmed_each(m3):
    cars = kamm.Batch(m3, 2, "single_track")
    cars.expand("payload.mass_kg")[:] = [0, 300]
    cars.trim(20, 2, car=0)
    cars.trim(20, 2, car=1)
    steering = cars.inputs[:, kamm.INPUT["steering_wheel_rad"]]
    assert steering[0] != steering[1] and (steering > 0).all()
    cars.step(0.5)
    assert np.abs(cars.read("acceleration_y_mps2") - 2).max() < 0.1


def test_it_is_the_yaw_model_of_the_textbook(m3):
    """A pair of poles, faster than a second, damped, slower with speed; B answers to the left by the left."""
    slow, fast = kamm.linearise(m3, 15, rung="single_track"), kamm.linearise(m3, 40, rung="single_track")
    assert slow.A.shape == (2, 2) and slow.B.shape == (2, 1) and slow.C.shape == (0, 2) and slow.D.shape == (0, 1)
    assert (slow.B[1] > 0).all() and (slow.poles().real < fast.poles().real).all() and (fast.poles().real < 0).all()
    assert slow.units == {"velocity_y_mps": "m/s", "rate_z_radps": "rad/s", "steering_wheel_rad": "rad"}
    a, b, c, d, dt_s = slow
    assert a is slow.A and dt_s == 0.01


def test_forecasts_are_what_the_car_does(m3):
    cars, _ = kamm.trim(m3, 25, rung="single_track")
    linear = cars.linearise(0.2, outputs=("yaw_rate_radps", "acceleration_y_mps2"), car=0)
    before = cars.read("yaw_rate_radps", "acceleration_y_mps2")[0]
    cars.inputs[0, kamm.INPUT["steering_wheel_rad"]] += 0.02
    twin = cars.clone()
    twin.restore(cars.save())
    twin.inputs[0, kamm.INPUT["steering_wheel_rad"]] -= 0.02
    cars.step(0.2)
    twin.step(0.2)
    change = (cars.read("yaw_rate_radps", "acceleration_y_mps2") - twin.read("yaw_rate_radps", "acceleration_y_mps2"))[0]
    assert np.allclose(linear.D[:, 0] * 0.02, change, rtol=0.02) and np.isfinite(before).all()


def test_all_cars_at_once_on_threads(m3):
    cars = kamm.Batch(m3, 40, threads=2)
    cars.place(speed_mps=np.linspace(5, 30, 40))
    cars.step(0.1)
    states = (*planar_states, "wheels[2].spin_radps")
    linear = cars.linearise(states=states, inputs=("steering_wheel_rad", "throttle"), outputs=("speed_mps",))
    assert linear.A.shape == (40, 7, 7) and linear.B.shape == (40, 7, 2) and linear.C.shape == (40, 1, 7)
    alone = cars.linearise(states=states, inputs=("steering_wheel_rad", "throttle"), outputs=("speed_mps",), car=17)
    for one, all_of_them in zip((alone.A, alone.B, alone.C, alone.D), (linear.A, linear.B, linear.C, linear.D)):
        assert np.array_equal(one, all_of_them[17])
    assert linear.units["wheels[2].spin_radps"] == "rad/s"


def test_jacobians_chain(m3):
    """On a rung where plane motion and the wheels' spin are nearly all there is, the product of the steps' A is the A of the whole
    way; and so is the answer to inputs that are held."""
    car = kamm.Batch(m3, 1, "rigid2d")
    car.place(speed_mps=20)
    car.step(0.5)
    u = np.zeros((2, 10, 2), np.float32)
    u[1, :, 0] = 0.5
    options = {"steps": 10, "dt": 0.02, "inputs": ("steering_wheel_rad", "brake")}
    roll = kamm.Rollout(car, 2, jacobians=True, **options)
    states, k = roll.states, len(roll.states)
    assert states == kamm.moving_states(car) and "wheels[3].spin_radps" in states
    paths, a, b = roll(car.save(), u)
    assert np.array_equal(paths, kamm.Rollout(car, 2, **options)(car.save(), u))
    assert a.shape == (2, 10, k, k) and b.shape == (2, 10, k, 2) and not np.array_equal(a[0], a[1])
    assert np.array_equal(roll(car.save(), u)[1], a)
    whole = car.linearise(0.2, states=states, inputs=options["inputs"], car=0)
    chained = np.linalg.multi_dot(list(a[0][::-1]))
    assert np.abs(chained - whole.A)[:6, :6].max() < 0.005
    answer = sum((np.linalg.multi_dot([*a[0][:step:-1], b[0, step]]) if step < 9 else b[0, step]) for step in range(10))
    assert np.abs(answer - whole.B)[:6].max() < 0.001 * np.abs(whole.B).max()


def test_a_steered_front_is_among_the_states(m3):
    """The front of a two-wheeler has a rate of its own; the steering wheel of a car follows its input. With it the linear model falls
    over as fast as the bicycle does."""
    front = {"steering_rate_radps", "last_steering_acceleration_radps2"}
    assert not front & set(kamm.moving_states(kamm.Batch(m3, 1)))
    bicycle = kamm.Batch(kamm.load(Path(__file__).parents[2] / "test/reference/two_wheels/benchmark-bicycle.json"), 1)
    assert front <= set(kamm.moving_states(bicycle))
    for rung in ("kinematic", "single_track"):
        ridden = kamm.Batch(kamm.load(Path(__file__).parents[2] / "test/reference/two_wheels/sport-1000.json"), 1, rung)
        assert {"lean_rad", "lean_rate_radps", "asked_steer_rad"} <= set(kamm.moving_states(ridden))
    bicycle.place(speed_mps=9, gear=0)  # above what it is stable at by itself
    bicycle.inputs[:, [kamm.INPUT["free_steering"], kamm.INPUT["gear"]]] = 1, 0
    bicycle.rows("roll_rate_radps")[:] = 0.01
    bicycle.step(2)
    a = bicycle.linearise(0.1, states=kamm.moving_states(bicycle), inputs=(), car=0).A
    fastest = np.log(np.abs(np.linalg.eigvals(a)).max()) / 0.1
    before = bicycle.read("roll_rad")[0]
    bicycle.step(0.5)
    grown = np.log(bicycle.read("roll_rad")[0] / before) / 0.5
    assert 0.1 < fastest < 0.3 and abs(grown - fastest) < 0.1 * fastest


@pytest.mark.parametrize("rung", every_rung)
@pytest.mark.parametrize("name", ["bmw-m3-e46", "nissan-micra"])
def test_jacobians_say_what_rollouts_do(name, rung):
    """Half a second of a bend under throttle, in a gear that is held: yaw rate and speed answer to steering and throttle as A and B, chained over all
    steps, have it. With the states of plane motion alone speed is off by 30 to 100 %."""
    car, steps, names = kamm.Batch(name, 1, rung), 25, ("steering_wheel_rad", "throttle")
    car.place(speed_mps=18)
    car.inputs[:, [kamm.INPUT["steering_wheel_rad"], kamm.INPUT["throttle"], kamm.INPUT["gear"]]] = 0.3, 0.3, 3
    car.step(2)
    options = {"steps": steps, "dt": 0.02, "inputs": names, "channels": ("yaw_rate_radps", "forward_speed_mps")}
    u = np.repeat(np.array([[[0.3, 0.4]]], np.float32), steps, axis=1)
    roll = kamm.Rollout(car, 1, jacobians=True, **options)
    _, a, b = roll(car.save(), u)
    seen = [roll.states.index("rate_z_radps"), roll.states.index("velocity_x_mps")]
    for column, change in enumerate((0.02, 0.02)):
        both = np.repeat(u, 2, axis=0)
        both[:, :, column] += np.array([[change], [-change]])
        ends = kamm.Rollout(car, 2, **options)(car.save(), both)[:, -1]
        expected = (ends[0] - ends[1]) / (2 * change)
        answer = np.zeros(len(roll.states))
        for step in range(steps):
            answer = a[0, step] @ answer + b[0, step, :, column]
        assert np.abs(answer[seen] - expected).max() < 0.03 * np.abs(expected).max(), (names[column], answer[seen], expected)
    with pytest.raises(ValueError, match="are not among them"):
        kamm.Rollout(car, 1, jacobians=True, states=planar_states, **options)


def test_states_of_some_cars_are_rolled_out(m3):
    cars = kamm.Batch(m3, 5, "rigid2d")
    cars.place(speed_mps=np.arange(10.0, 15.0))
    roll = kamm.Rollout(cars, 2, steps=3, dt=0.02, inputs=("throttle",), channels=("speed_mps",))
    u = np.zeros((2, 3, 1), np.float32)
    paths = roll(cars.save(), u, starts=[3, 1])
    assert np.array_equal(roll(cars.save([3, 1]), u), paths)
    assert np.array_equal(roll(cars.save([3]), u), paths[[0, 0]])
    assert np.array_equal(roll(cars.save([0, 1, 3]), u, starts=[2, 1]), paths)
    with pytest.raises(ValueError, match="the state has 3 cars"):
        roll(cars.save([0, 1, 3]), u)
    with pytest.raises(ValueError, match="no state that save gave"):
        roll(b"nothing", u)


@pytest.mark.parametrize("options, error, text", [
    ({"states": ("velocity_z",)}, kamm.UnknownName, "velocity_z_mps"),
    ({"states": ("wheels[7].spin_radps",)}, ValueError, "state"),
    ({"inputs": ("steering",)}, kamm.UnknownName, "steering_wheel_rad"),
    ({"outputs": ("speed",)}, kamm.UnknownName, "speed_mps"),
    ({"dt_s": 0.0001}, ValueError, "substeps"),
    ({"car": 5}, ValueError, "counted from 0"),
])
def test_mistakes_are_told(m3, options, error, text):
    cars = kamm.Batch(m3, 2)
    cars.place(speed_mps=20)
    with pytest.raises(error, match=text):
        cars.linearise(**options)


def test_what_cannot_be_trimmed_says_how_near_it_came(m3):
    with pytest.raises(ValueError, match="m/s2"):
        kamm.trim(m3, 30, 25)
    cars = kamm.Batch(m3, 1)
    with pytest.raises(ValueError):
        cars.trim(20, car=3)
    with pytest.raises(ValueError):
        cars.trim(0.1)
