"""Riders of two-wheelers: by a curvature, and by the input assist."""

import numpy as np
import pytest

import kamm

step_s = 0.01


@pytest.fixture
def motorcycle() -> kamm.Vehicle:
    return kamm.load("sport-1000")


def ride(cars: kamm.Batch, seconds: float, **request) -> None:
    for _ in range(round(seconds / step_s)):
        cars.inputs[:, kamm.INPUT["throttle"]] = np.clip(0.05 + 0.1 * (15 - cars.read("speed_mps")), 0, 0.3)
        cars.ride(step_s, **request)
        cars.step(step_s)


def test_a_rider_leans_as_the_turn_requires(motorcycle):
    cars = kamm.Batch(motorcycle, 3)
    cars.place(speed_mps=15)
    wanted = np.array([-1 / 60, 0, 1 / 60])
    ride(cars, 8, curvature_per_m=wanted)
    speed, yaw, lean = cars.read("speed_mps", "yaw_rate_radps", "roll_rad").T
    for car in range(3):
        assert lean[car] == pytest.approx(cars.lean_in_turn_rad(speed[car], wanted[car], car=car), abs=0.02)
    assert yaw / (speed * np.cos(lean)) == pytest.approx(wanted, abs=0.06 / 60)
    assert lean[0] == -lean[2] > 0.3 and abs(lean[1]) < 1e-3


def test_the_first_torque_is_to_the_other_side(motorcycle):
    cars = kamm.Batch(motorcycle, 2)
    cars.place(speed_mps=15)
    ride(cars, 1)
    cars.ride(step_s, [0.01, -0.01])
    left, right = cars.inputs[:, kamm.INPUT["steering_wheel_nm"]]
    assert left < -1 and right > 1
    assert (cars.inputs[:, kamm.INPUT["free_steering"]] == 1).all()


def test_without_hands_it_falls_and_with_half_the_help_it_does_not(motorcycle):
    cars = kamm.Batch(motorcycle, 3)
    cars.place(speed_mps=4)
    cars.rows("roll_rate_radps")[0, :3] = 0.2
    for _ in range(300):
        cars.ride(step_s, strength=[1, 0.6, 0], feet=False)
        cars.step(step_s)
    lean = np.abs(cars.read("roll_rad"))
    assert lean[0] < 0.05 and lean[1] < 0.1 and lean[2] > 1


def test_limits_are_kept(motorcycle):
    cars = kamm.Batch(motorcycle, 2)
    cars.place(speed_mps=15)
    most = [0.2, 0]
    for _ in range(400):
        cars.inputs[:, kamm.INPUT["throttle"]] = np.where(cars.read("speed_mps") < 15, 0.3, 0)
        cars.ride(step_s, 1 / 20, max_lean_rad=most, max_torque_nm=[0, 5])
        assert abs(cars.inputs[1, kamm.INPUT["steering_wheel_nm"]]) <= 5
        cars.step(step_s)
    assert -0.23 < cars.read("roll_rad")[0] < -0.17


def test_keys_ride_and_stand(motorcycle):
    cars = kamm.Batch(motorcycle)
    for second in range(12):
        for _ in range(50):
            cars.assist(0.02, steer=1 if 3 <= second < 6 else 0, throttle=1 if second < 2 else 0, brake=1 if second > 7 else 0)
            cars.step(0.02)
        if second == 5:
            assert cars.read("roll_rad")[0] < -0.2 and cars.read("yaw_rate_radps")[0] > 0.1
    assert abs(cars.read("speed_mps")[0]) < 0.05 and abs(cars.read("roll_rad")[0]) < 0.1


def test_states_of_ridden_vehicles_repeat(motorcycle):
    cars = kamm.Batch(motorcycle, 2)
    cars.place(speed_mps=15)
    ride(cars, 1, curvature_per_m=0.02)
    state = cars.save()
    ride(cars, 1, curvature_per_m=-0.02)
    first = cars.hash()
    cars.restore(state)
    ride(cars, 1, curvature_per_m=-0.02)
    assert cars.hash() == first


def test_vehicles_without_a_rider_say_so(m3):
    cars = kamm.Batch(m3)
    with pytest.raises(ValueError, match="no rider balances this vehicle"):
        cars.ride(0.01, 0.02)
    with pytest.raises(ValueError, match="no rider balances this vehicle"):
        cars.lean_in_turn_rad(10, 0.02)


def test_wrong_shapes_are_refused(motorcycle):
    cars = kamm.Batch(motorcycle, 2)
    with pytest.raises(ValueError, match="curvature_per_m: wanted a number or 2"):
        cars.ride(0.01, [1, 2, 3])
    with pytest.raises(IndexError):
        cars.lean_in_turn_rad(10, 0.02, car=2)
