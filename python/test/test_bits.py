"""The same bits as in C, whatever the way there."""

import copy
import os
import pickle

import numpy as np
import pytest
from conftest import drive, every_rung, every_vehicle

import kamm


def native_hashes() -> dict[tuple[str, str], int]:
    """What wasm/test/native_drive.c printed, by vehicle and rung."""
    with open(os.environ["KAMM_NATIVE_DRIVE"], encoding="ascii") as file:
        lines = [line.split() for line in file]
    return {(line[0], line[1]): int(line[2], 16) for line in lines if len(line) == 3}


@pytest.mark.skipif("KAMM_NATIVE_DRIVE" not in os.environ, reason="tools/test_python.sh tells what C has")
def test_drives_have_the_bits_of_c():
    hashes = native_hashes()
    assert len(hashes) == 20
    for (vehicle, rung), hash_in_c in hashes.items():
        own_rate = kamm.load(vehicle)["stepping.substeps_per_s"]
        cars = kamm.Batch(vehicle, 3, rung, substeps_per_s=own_rate)
        drive(cars)
        assert cars.hash() == hash_in_c, (vehicle, rung)


@pytest.mark.parametrize("vehicle", every_vehicle)
@pytest.mark.parametrize("rung", every_rung)
def test_any_way_of_stepping(vehicle, rung):
    """Threads, groupings of substeps and channels that are bound change nothing; a state that is restored goes on as it would."""
    plain, other = kamm.Batch(vehicle, 40, rung, threads=1), kamm.Batch(vehicle, 40, rung, threads=2)
    other.bind("speed_mps", "x_m")
    for cars in (plain, other):
        cars.place(speed_mps=np.linspace(0, 20, 40))
        cars.inputs[:, kamm.INPUT["steering_wheel_rad"]] = np.linspace(-1, 1, 40)
    plain.step(0.4)
    other.step(0.1)
    state = other.save()
    other.step(0.3)
    assert plain.hash() == other.hash()
    other.step(0.2)
    other.restore(state)
    assert other.time_s == pytest.approx(0.1)
    other.step(0.3)
    assert plain.hash() == other.hash()


@pytest.mark.parametrize("vehicle", every_vehicle)
@pytest.mark.parametrize("rung", every_rung)
def test_rollouts_are_steps(vehicle, rung):
    """A rollout gives what steps with the same inputs give, from one state and from one each."""
    car = kamm.Batch(vehicle, 1, rung)
    car.place(speed_mps=8)
    car.step(0.2)
    inputs = ("steering_wheel_rad", "throttle", "brake")
    channels = ("x_m", "y_m", "speed_mps", "yaw_rate_radps")
    roll = kamm.Rollout(car, 20, steps=6, dt=0.05, inputs=inputs, channels=channels, threads=2)
    u = np.random.default_rng(3).uniform(0, 0.6, (20, 6, 3)).astype("f4")
    got = roll(car.save(), u)
    before = car.save()
    for i in (0, 7, 19):
        car.restore(before)
        for step in range(6):
            car.inputs[0, roll.columns] = u[i, step]
            car.step(0.05)
            assert np.array_equal(got[i, step], car.read(*channels)[0]), (i, step)
    many = kamm.Batch(vehicle, 20, rung)
    many.restore(kamm_one(car, before), cars=range(20))
    again = kamm.Rollout(many, 20, steps=6, dt=0.05, inputs=inputs, channels=channels)
    assert np.array_equal(again(many.save(), u), got)


def kamm_one(car: kamm.Batch, state: bytes) -> bytes:
    car.restore(state)
    return car.save(cars=[0])


@pytest.mark.parametrize("vehicle", every_vehicle)
def test_expanded_parameters_are_those_of_a_vehicle_of_its_own(vehicle):
    path = "body.mass_kg"
    base = kamm.load(vehicle)
    cars = kamm.Batch(base, 3, substeps_per_s=300)
    cars.step(0.1)  # before as well as after: cars that run are taken over
    cars.expand(path)[:] = base[path] * np.array([1, 1.05, 0.97])
    cars.place(speed_mps=12)
    cars.step(0.5)
    for i, share in enumerate((1, 1.05, 0.97)):
        alone = kamm.Batch(base.replace({path: base[path] * share}), 1, substeps_per_s=300)
        alone.place(speed_mps=12)
        alone.step(0.5)
        channels = ("x_m", "speed_mps", "wheels[0].load_n")
        assert np.array_equal(cars.read(*channels)[i], alone.read(*channels)[0])


def test_mirrored_inputs_drive_the_mirrored_way(m3):
    for rung in every_rung:
        cars = kamm.Batch(m3, 2, rung)
        cars.place(speed_mps=25)
        cars.inputs[:, kamm.INPUT["steering_wheel_rad"]] = (0.8, -0.8)
        cars.step(2)
        y, yaw_rate = cars.read("y_m"), cars.read("yaw_rate_radps")
        assert y[0] == -y[1] != 0 and yaw_rate[0] == -yaw_rate[1] != 0


def test_vehicles_are_pickled_and_copied(m3):
    m3["body.mass_kg"] = 1600.25
    for other in (pickle.loads(pickle.dumps(m3)), copy.deepcopy(m3), copy.copy(m3)):
        assert other.to_bytes() == m3.to_bytes()
        other["body.mass_kg"] = 1700
        assert m3["body.mass_kg"] == 1600.25


def test_batches_are_pickled_and_copied_to_the_same_bits(m3):
    cars = kamm.Batch(m3, 33, world="proving-ground", threads=2)
    cars.place(*cars.world.starts["circuit"], 20)
    cars.expand("payload.mass_kg")[:] = np.linspace(0, 300, 33)
    cars.inputs[:, 0] = np.linspace(-1, 1, 33)
    cars.step(0.5)
    others = [pickle.loads(pickle.dumps(cars)), copy.deepcopy(cars)]
    for other in others:
        assert other.hash() == cars.hash() and other.time_s == cars.time_s
    for each in (cars, *others):
        each.step(0.5)
    assert {other.hash() for other in others} == {cars.hash()}
