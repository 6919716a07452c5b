"""Steady states and linear models, beside the equations of textbooks and the car itself."""

import numpy as np
import pytest

import kamm
from kamm.linear import planar_states


@pytest.mark.parametrize("rung", ["single_track", "double_track", "full"])
def test_a_trimmed_car_stays_so(m3, rung):
    cars, trim = m3.trim(20, 3, rung=rung)
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
    slow, fast = m3.linearise(15, rung="single_track"), m3.linearise(40, rung="single_track")
    assert slow.A.shape == (2, 2) and slow.B.shape == (2, 1) and slow.C.shape == (0, 2) and slow.D.shape == (0, 1)
    assert (slow.B[1] > 0).all() and (slow.poles().real < fast.poles().real).all() and (fast.poles().real < 0).all()
    assert slow.units == {"velocity_y_mps": "m/s", "rate_z_radps": "rad/s", "steering_wheel_rad": "rad"}
    a, b, c, d, dt_s = slow
    assert a is slow.A and dt_s == 0.01


def test_forecasts_are_what_the_car_does(m3):
    cars, _ = m3.trim(25, rung="single_track")
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
    states = (*planar_states, *(f"wheels[{wheel}].spin_radps" for wheel in range(4)))
    options = {"steps": 10, "dt": 0.02, "inputs": ("steering_wheel_rad", "brake")}
    roll = kamm.Rollout(car, 2, jacobians=True, states=states, **options)
    paths, a, b = roll(car.save(), u)
    assert np.array_equal(paths, kamm.Rollout(car, 2, **options)(car.save(), u))
    assert a.shape == (2, 10, 10, 10) and b.shape == (2, 10, 10, 2) and not np.array_equal(a[0], a[1])
    assert np.array_equal(roll(car.save(), u)[1], a)
    whole = car.linearise(0.2, states=states, inputs=options["inputs"], car=0)
    chained = np.linalg.multi_dot(list(a[0][::-1]))
    assert np.abs(chained - whole.A)[:6, :6].max() < 0.005
    answer = sum((np.linalg.multi_dot([*a[0][:step:-1], b[0, step]]) if step < 9 else b[0, step]) for step in range(10))
    assert np.abs(answer - whole.B)[:6].max() < 0.001 * np.abs(whole.B).max()


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
        m3.trim(30, 25)
    cars = kamm.Batch(m3, 1)
    with pytest.raises(ValueError):
        cars.trim(20, car=3)
    with pytest.raises(ValueError):
        cars.trim(0.1)
