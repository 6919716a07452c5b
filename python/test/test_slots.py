"""Cars that come and go, portable states, and lifted wheels."""

import numpy as np
import pytest

import kamm


def test_cars_come_and_go_by_slots_that_hold_once():
    cars = kamm.Batch("nissan-micra", 3)
    assert cars.is_on.all()
    cars.switch_all_off()
    assert not cars.is_on.any()
    first = cars.switch_on(5, speed_mps=10)
    assert (first.car, cars.slot_of(0), cars.slot_of(1)) == (0, first, None)
    assert cars.read("x_m")[0] == pytest.approx(5) and cars.read("speed_mps")[0] == pytest.approx(10)
    state = cars.save()
    second = cars.switch_on(car=2)
    cars.switch_off(first)
    with pytest.raises(kamm.UnknownName):
        cars.switch_off(first)
    assert cars.is_on.tolist() == [False, False, True]
    again = cars.switch_on()
    assert again.car == first.car and again.generation != first.generation
    with pytest.raises(ValueError):
        cars.switch_on(car=second.car)
    with pytest.raises(ValueError):
        cars.switch_on(x_m=np.nan)
    cars.switch_on()
    with pytest.raises(ValueError, match="all 3 cars are on"):
        cars.switch_on()
    with pytest.raises(ValueError):
        cars.switch_on(car=3)
    cars.restore(state)
    assert cars.is_on.tolist() == [True, False, False] and cars.slot_of(0) == first


def test_a_car_that_is_off_changes_no_bit_of_the_others():
    places = []
    for count in (1, 3):
        cars = kamm.Batch("nissan-micra", count)
        for car in range(1, count):
            cars.switch_off(cars.slot_of(car))
        cars.inputs[:, kamm.INPUT["throttle"]] = 1
        cars.step(2)
        places.append(cars.read("x_m")[0])
    assert places[0] == places[1] > 2


def test_portable_states_continue_with_the_same_bits():
    here, there = kamm.Batch("nissan-micra", 2), kamm.Batch("nissan-micra", 2)
    here.inputs[:, kamm.INPUT["throttle"]] = 1, 0.5
    here.step(1)
    state = here.save_portable()
    assert there.restore_portable(state) == kamm.PortableReport(0, 0, 0, "", "")
    assert (there.inputs == here.inputs).all()
    for cars in (here, there):
        cars.step(1)
    assert here.hash() == there.hash()
    hash = there.hash()
    for wrong in (state[:-1], b"", state[:30] + b"?" + state[31:]):
        with pytest.raises(ValueError):
            there.restore_portable(wrong)
    heavier = kamm.load("nissan-micra")
    heavier["body.mass_kg"] = 1300
    assert kamm.Batch(heavier, 2).restore_portable(state).other_models == 2
    with pytest.raises(ValueError):
        kamm.Batch("nissan-micra", 2, "kinematic").restore_portable(state)
    assert there.hash() == hash


def test_worlds_have_portable_states():
    def start():
        world = kamm.World.plane()
        crate = world.add_body("dynamic", [kamm.Box([0.3, 0.3, 0.3])], mass_kg=100, position_m=[-5, 0, 0.3])
        cars = kamm.Batch("nissan-micra", 1, world=world)
        world.add(cars)
        world.add_joint("rope", (cars, 0), crate, first_point_m=[-1.5, 0, 0.3], length_m=4)
        return world, cars

    (world, cars), (other, others) = start(), start()
    cars.inputs[:, kamm.INPUT["throttle"]] = 0.6
    world.step(2)
    assert other.restore_portable(world.save_portable()) == kamm.PortableReport(0, 0, 0, "", "")
    assert (others.inputs == cars.inputs).all()
    for each in (world, other):
        each.step(1)
    assert other.hash() == world.hash()
    with pytest.raises(ValueError):
        kamm.World.plane().restore_portable(world.save_portable())


def test_a_wheelie():
    machines = kamm.Batch("sport-1000", 2)
    machines.place(speed_mps=15)
    for _ in range(100):
        machines.ride(0.02)
        machines.lift_wheel([0.25, 0])
        machines.step(0.02)
    lifts = machines.wheel_lift_rad
    assert lifts[0] == pytest.approx(0.25, abs=0.05) and lifts[1] == pytest.approx(0, abs=0.02)
    with pytest.raises(ValueError):
        kamm.Batch("nissan-micra").lift_wheel(0.1)
    assert np.isnan(kamm.Batch("nissan-micra").wheel_lift_rad).all()
