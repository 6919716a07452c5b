"""Arcade presets: a vehicle that is changed drifts by keys, held by the input assist."""

import numpy as np
import pytest

import kamm


def drift(preset, angle_rad, count=2):
    """The sideslip in degrees of two cars in the last second: one with the left key, one with the right one."""
    car = kamm.load("bmw-m3-e46")
    car.arcade(preset)
    cars = kamm.Batch(car, count)
    cars.place(y_m=[0, 500], speed_mps=18, gear=kamm.GEAR_DRIVE)
    sides = np.array([1.0, -1.0])
    slides = []
    for frame in range(360):
        cars.assist(1 / 60, steer=sides, throttle=float(frame >= 45), drift_angle_rad=angle_rad, drift_lift=1)
        cars.step(substeps=4)
        if frame >= 300:
            slides.append(-sides * np.degrees(cars.read("sideslip_rad")).ravel())
    return np.array(slides)


def test_presets_are_listed():
    assert kamm.arcade_presets() == ["drift", "kart", "monster", "rally", "sim", "street-racer"]


def test_keys_hold_a_drift_to_either_side():
    held = drift("drift", 0.7)
    assert held.min() > 25 and held.max() < 60
    assert np.allclose(held[:, 0], held[:, 1])


def test_without_the_knob_it_grips():
    assert np.abs(drift("sim", 0)).max() < 20


def test_sim_changes_nothing():
    car, same = kamm.load("nissan-micra"), kamm.load("nissan-micra")
    same.arcade("sim")
    assert all(np.array_equal(car[path], same[path]) for path in car if isinstance(car[path], float))


def test_unknown_presets_are_refused():
    with pytest.raises((kamm.UnknownName, ValueError, FileNotFoundError)) as error:
        kamm.load("nissan-micra").arcade("drifft")
    assert "drift" in str(error.value)
