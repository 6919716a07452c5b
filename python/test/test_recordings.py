"""Recordings: what is read is what was there, to the resolution of the format."""

import os

import numpy as np
import pytest

import kamm

FRAMES = 90


@pytest.fixture
def file(tmp_path):
    return tmp_path / "run.kammrec"


def same_rotation(one, other):
    return np.allclose(np.abs((one * other).sum(axis=-1)), 1, atol=1e-7)


def scene(vehicle):
    world = kamm.World.plane(slope=0.05)
    world.add_body("dynamic", [kamm.Box([0.5, 0.5, 0.5])], mass_kg=60, position_m=[12, 0, 1.2])
    world.add_body("static", [kamm.Hull([[0, -2, 0], [0, 2, 0], [6, -2, 0], [6, 2, 0], [6, 0, 1]])], position_m=[60, 20, 0])
    world.add_body("static", [kamm.Mesh([[0, 0, 0], [4, 0, 1], [4, 4, 0]], [[0, 1, 2]]), kamm.Sphere(0.5, [0, 0, 3])], position_m=[-40, 0, 0])
    cars = kamm.Batch(vehicle, 3, world=world)
    cars.place(x_m=[0, 0, 5], y_m=[0, 8, -9], yaw_rad=[0, 0.4, -2], speed_mps=[12, 4, 8])
    cars.inputs[:, kamm.INPUT["throttle"]] = [0.5, 1, 0]
    cars.inputs[:, kamm.INPUT["steering_wheel_rad"]] = [0, 1, -2]
    world.add(cars)
    return world, cars


def test_what_is_read_was_there(m3, file):
    world, cars = scene(m3)
    seen = []
    channels = ("x_m", "y_m", "throttle", "gear", "steering_wheel_rad", "wheels[2].spin_radps")
    with kamm.Recorder(file, world, title="A crate") as recorder:
        for frame in range(FRAMES):
            world.step(substeps=4)
            recorder.frame(frame / 60)
            seen.append((cars.read(*channels), world.read_motions()))
    found = kamm.Recording(file)
    assert found.title == "A crate" and found.is_complete and not found.notes and found.world_file is None
    assert np.allclose(found.plane[1], np.array([-0.05, 0, 1]) / np.hypot(1, 0.05), atol=1e-6)
    assert np.allclose(found.time_s, np.arange(FRAMES) / 60)
    assert len(found.models) == 1 and len(found.models[0].wheels) == 4 and found.models[0].length_m > 4
    assert [car.number for car in found.cars] == [0, 1, 2] and all(car.is_on.all() for car in found.cars)
    for i, car in enumerate(found.cars):
        x, y, throttle, gear, steering, spin = np.array([row[0][i] for row in seen]).T
        wheels = car.wheel_position_m.mean(axis=1)
        assert np.abs(wheels[:, 0] - x).max() < 1 and np.abs(wheels[:, 1] - y).max() < 1  # of the middle of the wheels and the mass
        assert np.allclose(np.diff(wheels[:, 0] - x), 0, atol=0.02)
        assert np.allclose(car.throttle, throttle, atol=0.003) and np.array_equal(car.gear, gear)
        assert np.allclose(car.steering_wheel_rad, steering, atol=0.0011) and np.allclose(car.spin_radps[:, 2], spin, atol=0.03)
        assert np.allclose(np.linalg.norm(car.orientation, axis=1), 1, atol=1e-4)
    assert [body.type for body in found.bodies] == ["dynamic", "static", "static"]
    for i, body in enumerate(found.bodies):
        assert np.allclose(body.position_m, [row[1].position_m[i] for row in seen], atol=6e-5)
        assert same_rotation(body.orientation, np.array([row[1].orientation[i] for row in seen]))
    crate, ramp, mesh = (body.shapes for body in found.bodies)
    assert isinstance(crate[0], kamm.Box) and np.allclose(crate[0].half_m, 0.5)
    assert isinstance(ramp[0], kamm.Hull) and np.allclose(np.sort(ramp[0].points_m[:, 0]), [0, 0, 6, 6, 6])
    assert isinstance(mesh[0], kamm.Mesh) and np.array_equal(mesh[0].triangles, [[0, 1, 2]])
    assert isinstance(mesh[1], kamm.Sphere) and mesh[1].radius_m == pytest.approx(0.5)
    assert np.ptp(found.bodies[0].position_m[:, 0]) > 0.5  # the first car has hit it


def test_recording_changes_nothing(m3, file):
    alone, _ = scene(m3)
    recorded, _ = scene(m3)
    with kamm.Recorder(file, recorded) as recorder:
        for frame in range(40):
            alone.step(substeps=4)
            recorded.step(substeps=4)
            recorder.frame(frame / 60)
    assert alone.hash() == recorded.hash()


def test_batches_without_a_world_and_combinations(m3, file):
    cars = kamm.Batch(m3, 2)
    cars.place(y_m=[0, 6], speed_mps=10)
    with kamm.Recorder(file, cars) as recorder:
        recorder.frame(0)
        cars.step(0.5)
        recorder.frame(0.5)
    found = kamm.Recording(file)
    assert len(found.cars) == 2 and np.allclose(found.cars[1].position_m[1] - found.cars[1].position_m[0], [5, 0, 0], atol=0.3)
    trains = kamm.Combinations("volvo-v40-caravan", 2)
    trains.place(y_m=[0, 8], speed_mps=10)
    with kamm.Recorder(file, trains) as recorder:
        for frame in range(3):
            recorder.frame(0.1 * frame)
            trains.step(0.1)
    found = kamm.Recording(file)
    assert sorted((car.unit, car.number) for car in found.cars) == [(0, 0), (0, 1), (1, 0), (1, 1)]
    for car in found.cars:
        behind = found.cars[0].position_m[:, 0] - car.position_m[:, 0]
        assert np.allclose(behind, behind[0], atol=0.02) and (behind[0] > 2) == (car.unit == 1)
        assert np.allclose(np.diff(car.position_m[:, 0]), 1, atol=0.05)


def test_road_tests_are_recorded_with_their_course(file):
    silent = kamm.run("crash", "nissan-micra", rung="single_track", log=False)
    run = kamm.run("crash", "nissan-micra", rung="single_track", record=file)
    assert {name: run[name] for name in run.figures} == pytest.approx({name: silent[name] for name in silent.figures}, rel=0, abs=0, nan_ok=True)
    found = kamm.Recording(file)
    assert found.title.startswith("crash, Nissan Micra") and len(found.bodies) == 1 and found.is_complete  # the wall
    assert len(found.time_s) == len(run.log["time_s"]) > 100 and np.allclose(found.time_s, run.log["time_s"])
    assert np.allclose(np.diff(found.cars[0].position_m[:, 0]), np.diff(run.log["x_m"]), atol=2e-4)
    run = kamm.run("sway", "volvo-v40-caravan", rung="single_track", log=False, record=file)
    units = kamm.Recording(file).cars
    assert run.log is None and [car.unit for car in units] == [0, 1] and units[1].is_on.all()
    apart = np.linalg.norm(units[0].position_m - units[1].position_m, axis=1)
    assert np.ptp(apart) < 0.5 and apart.min() > 2
    with pytest.raises(OSError, match="none/run.kammrec: can't be written"):
        kamm.run("crash", "nissan-micra", record=file.parent / "none" / "run.kammrec")


def test_a_file_that_breaks_off_is_read(m3, file):
    world, _ = scene(m3)
    recorder = kamm.Recorder(file, world)
    for frame in range(5):
        world.step(substeps=4)
        recorder.frame(frame / 60)
    recorder.close()
    os.truncate(file, os.path.getsize(file) - 60)
    found = kamm.Recording(file)
    assert not found.is_complete and found.notes and 3 <= len(found.time_s) <= 5


def test_wrong_calls_say_why(m3, file, tmp_path):
    world, _ = scene(m3)
    with pytest.raises(TypeError, match="wanted a World, a Batch or Combinations"):
        kamm.Recorder(file, "world")
    with pytest.raises(OSError, match="can't be written"):
        kamm.Recorder(tmp_path / "none" / "run.kammrec", world)
    recorder = kamm.Recorder(file, world)
    recorder.frame(1)
    with pytest.raises(ValueError, match="times must not decrease"):
        recorder.frame(0.5)
    recorder.close()
    recorder.close()
    with pytest.raises(ValueError, match="has ended"):
        recorder.frame(2)
    file.write_bytes(b"no recording")
    with pytest.raises(ValueError, match="run.kammrec"):
        kamm.Recording(file)
    cars = kamm.Batch(m3, 1)
    recorder = kamm.Recorder(file, cars)
    cars.close()
    with pytest.raises(RuntimeError, match="closed"):
        recorder.frame(1)
    recorder.close()
