"""Batches: arrays, and messages of mistakes."""

import gc
import multiprocessing
import os
import subprocess
import sys
import threading
import weakref

import numpy as np
import pytest
from conftest import every_rung, every_vehicle

import kamm


@pytest.mark.parametrize("name", every_vehicle)
def test_parked_cars_stay(name):
    cars = kamm.Batch(name, 2)
    cars.inputs[:, kamm.INPUT["hand_brake"]] = 1
    cars.step(1)
    before = cars.read("x_m", "y_m")
    cars.step(5)
    assert np.abs(cars.read("x_m", "y_m") - before).max() < 1e-3
    assert not cars.faults.any()


def test_the_assist_stands_and_reverses_at_a_second_press(m3):
    cars = kamm.Batch(m3, 2)
    cars.place(speed_mps=[10, 0])

    def hold(seconds, **requests):
        for _ in range(round(50 * seconds)):
            cars.assist(0.02, **requests)
            cars.step(0.02)

    hold(5, brake=[1, 0])
    assert np.abs(cars.read("speed_mps")).max() < 0.02
    assert (cars.inputs[:, kamm.INPUT["gear"]] == 100).all()
    hold(0.2)
    hold(3, brake=[1, 0])
    speed = cars.read("forward_speed_mps")
    assert speed[0] < -1 and abs(speed[1]) < 0.01
    assert cars.inputs[0, kamm.INPUT["gear"]] == -1
    cars.place()
    cars.inputs[:, kamm.INPUT["gear"]] = 0
    cars.assist(0.02, throttle=1, own_gear=True)
    assert (cars.inputs[:, kamm.INPUT["gear"]] == 0).all()
    with pytest.raises(ValueError, match="steer: wanted a number or 2"):
        cars.assist(0.02, steer=[1, 2, 3])


def test_inputs_are_live(m3):
    cars = kamm.Batch(m3, 3)
    cars.place(speed_mps=20)
    inputs = cars.inputs
    inputs[1, kamm.INPUT["brake"]] = 1
    cars.step(1)
    speed = cars.read("speed_mps")
    assert speed[1] < 15 < 18 < speed[0] and speed[0] == speed[2]
    cars.expand("payload.mass_kg")[2] = 200  # the same array still leads
    inputs[:, kamm.INPUT["brake"]] = 1
    cars.step(3)
    assert np.abs(cars.read("speed_mps")).max() < 0.1
    cars.place()
    assert not inputs[:, kamm.INPUT["brake"]].any()


def test_bound_channels_follow_each_step(m3):
    cars = kamm.Batch(m3, 20)
    speed = cars.bind("speed_mps")
    assert speed.shape == (20,) and not speed.flags.writeable
    cars.place(speed_mps=np.arange(20.0))
    cars.step(0.02)
    assert np.array_equal(speed, cars.read("speed_mps")) and speed[19] > 18
    both = cars.bind("wheels[3].load_n", "yaw_rad")
    old = speed.copy()
    cars.step(0.02)
    assert np.array_equal(both, cars.read("wheels[3].load_n", "yaw_rad"))
    assert np.array_equal(speed, old)  # another binding took its place


def test_rows_are_the_state(m3):
    cars = kamm.Batch(m3, 20)
    cars.place(speed_mps=np.arange(20.0))
    row = cars.rows("velocity_x_mps")
    assert row.shape == (2, 16)
    assert np.allclose(row.reshape(-1)[:20], np.arange(20), atol=1e-4)
    row[1, 3] = 30  # car 19
    assert cars.read("speed_mps")[19] == pytest.approx(30, abs=1e-3)
    assert cars.rows("wheels[2].spin_radps").shape == (2, 16)


def test_views_keep_the_batch_alive(m3):
    cars = kamm.Batch(m3, 4)
    views = [cars.inputs, cars.bind("speed_mps"), cars.rows("velocity_x_mps")]
    gone = weakref.ref(cars)
    del cars
    gc.collect()
    assert gone() is not None
    views[2][0, 0] = 5
    del views
    gc.collect()
    assert gone() is None


def test_some_are_placed_and_saved(m3):
    cars = kamm.Batch(m3, 6)
    cars.place(x_m=np.arange(6.0) * 10, speed_mps=5)
    mask = np.array([1, 0, 0, 1, 0, 0], bool)
    state = cars.save(mask)
    cars.step(1)
    cars.place(100, 50, cars=[5])
    x = cars.read("x_m")
    cars.restore(state, mask)
    now = cars.read("x_m")
    assert now[[0, 3]] == pytest.approx([0, 30], abs=2) and np.array_equal(now[[1, 2, 4, 5]], x[[1, 2, 4, 5]])
    assert x[5] == pytest.approx(100, abs=2)


def test_grounds():
    for surface, least, most in (("dry_asphalt", 6, 14), ("ice", 0.2, 2.5)):
        cars = kamm.Batch("bmw-m3-e46", world=kamm.World.surface(surface))
        cars.place(speed_mps=20)
        cars.inputs[:, kamm.INPUT["brake"]] = 1
        cars.step(1)
        assert least < 20 - cars.read("speed_mps")[0] < most
    hill = kamm.Batch("bmw-m3-e46", world=kamm.World.plane(slope=0.1))
    hill.place(x_m=50)
    assert hill.read("z_m")[0] == pytest.approx(5, abs=1)
    ground = kamm.World("proving-ground")
    assert "circuit" in ground.starts and ground.paths["circuit"].points_m.shape[1] == 2


def test_a_fault_is_that_cars_alone(m3):
    cars = kamm.Batch(m3, 3)
    cars.inputs[1, kamm.INPUT["throttle"]] = np.nan
    cars.step(0.02)
    assert list(cars.faults) == [0, 2, 0]


def test_threads_come_from_the_machine_or_the_variable(monkeypatch):
    from kamm._threads import threads_allowed

    monkeypatch.delenv("KAMM_THREADS", raising=False)
    assert 1 <= threads_allowed() <= len(os.sched_getaffinity(0))
    monkeypatch.setenv("KAMM_THREADS", "3")
    assert threads_allowed() == 3
    monkeypatch.setenv("KAMM_THREADS", "many")
    with pytest.raises(ValueError, match="KAMM_THREADS"):
        threads_allowed()


def step_and_hash(cars, pipe):
    cars.step(0.2)
    pipe.send(cars.hash())


def test_a_forked_child_makes_threads_of_its_own(m3):
    cars = kamm.Batch(m3, 64, threads=2)
    cars.place(speed_mps=15)
    cars.step(0.2)
    fork = multiprocessing.get_context("fork")
    ours, theirs = fork.Pipe()
    child = fork.Process(target=step_and_hash, args=(cars, theirs))
    child.start()
    assert ours.poll(30)
    in_child = ours.recv()
    child.join(10)
    cars.step(0.2)
    assert in_child == cars.hash()


def test_one_batch_in_two_threads_is_told(m3):
    cars = kamm.Batch(m3, 2000, threads=1)
    told = []

    def step():
        try:
            for _ in range(20):
                cars.step(0.05)
        except RuntimeError as error:
            told.append(str(error))

    threads = [threading.Thread(target=step) for _ in range(3)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert told and all("in use by another thread" in text for text in told)
    cars.step(0.05)


def test_mistakes_are_told(m3):
    cars = kamm.Batch(m3, 5)
    with pytest.raises(ValueError, match="whole numbers"):
        cars.step(0.0213)
    with pytest.raises(TypeError):
        cars.step()
    with pytest.raises(ValueError, match="allowed: 1 to"):
        cars.step(substeps=0)
    with pytest.raises(KeyError, match='did you mean "speed_mps"'):
        cars.bind("sped_mps")
    with pytest.raises(KeyError, match="there is no wheel 4"):
        cars.read("wheels[4].load_n")
    with pytest.raises(TypeError, match="sequence of str"):
        kamm._core.Batch.bind(cars, "speed_mps")
    with pytest.raises(KeyError, match="yaw_rate_radps"):
        cars.rows("yaw_rate_radp")
    with pytest.raises(ValueError, match="wanted a number or 5"):
        cars.place(x_m=[1, 2])
    with pytest.raises(ValueError, match="there are 5"):
        cars.place(cars=[5])
    with pytest.raises(ValueError, match="no state that save gave"):
        cars.restore(b"what is this")
    with pytest.raises(ValueError, match="no state that save gave"):
        cars.restore(cars.save(), cars=[0])
    with pytest.raises(KeyError, match="there are kinematic"):
        kamm.Batch(m3, 1, "complete")
    with pytest.raises(ValueError, match="count is 0"):
        kamm.Batch(m3, 0)
    with pytest.raises(ValueError, match="threads is 0"):
        kamm.Batch(m3, 1, threads=0)
    with pytest.raises(ValueError, match="substeps_per_s"):
        kamm.Batch(m3, 1, substeps_per_s=3)
    with pytest.raises(TypeError, match="Vehicle and a World"):
        kamm._core.Batch(3, 1, "full", 4, 300.0, 1)


def test_expansions_that_are_wrong_change_nothing(m3):
    cars = kamm.Batch(m3, 5)
    mass = cars.expand("body.mass_kg")
    cars.place(speed_mps=10)
    before = cars.hash()
    mass[3] = -1
    with pytest.raises(ValueError, match=r"car 3: body\.mass_kg"):
        cars.step(0.1)
    assert cars.hash() == before
    mass[3] = 1500
    cars.step(0.1)
    with pytest.raises(KeyError):
        cars.expand("body.mas_kg")
    row = cars.rows("velocity_x_mps")
    other = kamm.Batch(m3, 2)
    held = other.rows("velocity_x_mps")
    with pytest.raises(RuntimeError, match="before taking rows"):
        other.expand("body.mass_kg")
    del held, row
    other.expand("body.mass_kg")


def test_a_closed_batch_says_so(m3):
    cars = kamm.Batch(m3, 5)
    held = cars.rows("velocity_x_mps")
    with pytest.raises(RuntimeError, match="in use"):
        cars.close()
    del held
    cars.close()
    cars.close()
    for call in (lambda: cars.step(0.1), cars.hash, cars.save, lambda: cars.read("x_m"), lambda: cars.faults):
        with pytest.raises(RuntimeError, match="closed"):
            call()


def test_rollout_mistakes_are_told(m3):
    car = kamm.Batch(m3)
    with pytest.raises(KeyError, match="there is no such input"):
        kamm.Rollout(car, 8, steps=2, dt=0.02, inputs=("throtle",))
    with pytest.raises(KeyError, match='did you mean "speed_mps"'):
        kamm.Rollout(car, 8, steps=2, dt=0.02, channels=("speed_mp",))
    with pytest.raises(ValueError, match="whole numbers"):
        kamm.Rollout(car, 8, steps=2, dt=0.0201)
    roll = kamm.Rollout(car, 8, steps=2, dt=0.02)
    good = np.zeros((8, 2, 3), "f4")
    for bad in (good[:, :1], good.astype("f8"), good.transpose(1, 0, 2), np.asfortranarray(good)):
        with pytest.raises(ValueError, match=r"inputs: wanted a C-contiguous float32 array of shape \(8, 2, 3\)"):
            roll(car.save(), bad)
    with pytest.raises(ValueError, match="not contiguous"):
        roll(car.save(), np.asfortranarray(good))
    out = np.empty((8, 2, 4))
    out.flags.writeable = False
    with pytest.raises(ValueError, match="read-only"):
        roll(car.save(), good, out=out)
    with pytest.raises(ValueError, match="starts"):
        roll(car.save(), good, starts=np.full(8, 3))


def test_importing_tells_nothing_and_needs_numpy_alone():
    program = "import sys, kamm; print(sorted({name.split('.')[0] for name in sys.modules} & {'gymnasium', 'pandas', 'scipy'}))"
    done = subprocess.run([sys.executable, "-W", "error", "-c", program], capture_output=True, text=True, check=True)
    assert done.stdout == "[]\n" and done.stderr == ""


@pytest.mark.parametrize("rung", every_rung)
@pytest.mark.parametrize("name, values", [
    ("x_m", (np.nan, np.inf, 1e10)), ("y_m", (np.nan, -np.inf)), ("yaw_rad", (np.nan, np.inf)),
    ("speed_mps", (np.nan, 1e9, -1000)), ("gear", (99, 3.5, -2, 7, np.nan, 1e12)),
])
def test_placements_that_no_car_has_are_told(m3, rung, name, values):
    cars = kamm.Batch(m3, 3, rung)
    cars.place(speed_mps=10, gear=3)
    cars.inputs[:, kamm.INPUT["throttle"]] = 1
    before = cars.hash()
    for value in values:
        with pytest.raises(ValueError, match=f"car 2: {name if name not in ('x_m', 'y_m') else 'position_m'}"):
            cars.place(**{name: [0, 0, value]})
        assert cars.hash() == before and cars.inputs[0, kamm.INPUT["throttle"]] == 1


@pytest.mark.parametrize("rung", every_rung)
def test_states_that_were_changed_are_refused(m3, rung):
    cars = kamm.Batch(m3, 2, rung)
    cars.place(speed_mps=10)
    cars.step(0.1)
    before = cars.hash()
    for state, which in ((cars.save(), None), (cars.save([1]), [0])):
        for at in range(0, len(state), 37):
            changed = bytearray(state)
            changed[at] ^= 1 << at % 8
            with pytest.raises(ValueError):
                cars.restore(bytes(changed), which)
        assert cars.hash() == before
        cars.restore(state, which)


def test_arrays_that_are_assigned_are_written(m3):
    cars = kamm.Batch(m3, 2)
    cars.place(speed_mps=20)
    inputs, wanted = cars.inputs, cars.inputs.copy()
    wanted[1, kamm.INPUT["brake"]] = 1
    cars.inputs = wanted
    cars.step(1)
    speed = cars.read("speed_mps")
    assert cars.inputs is inputs and speed[1] < 14 < 18 < speed[0]
    cars.inputs *= 0
    assert not inputs.any()
    with pytest.raises(ValueError):
        cars.inputs = np.zeros((3, len(kamm.INPUTS)))


@pytest.mark.parametrize("name", ["vehicle", "world", "rung", "substeps_per_s", "threads", "model", "time_s", "count", "faults", "input"])
def test_what_a_batch_is_made_of_is_not_assigned(m3, name):
    cars = kamm.Batch(m3, 2)
    with pytest.raises(AttributeError):
        setattr(cars, name, None)
    with pytest.raises(AttributeError):
        cars.vehicle.mass_kg = 1200


@pytest.mark.parametrize("rung", every_rung)
def test_accelerations_are_obeyed_or_refused(m3, rung):
    cars = kamm.Batch(m3, 3, rung)
    cars.place(speed_mps=20)
    cars.inputs[1, [kamm.INPUT["command"], kamm.INPUT["acceleration_mps2"]]] = 1, -2
    if rung in ("kinematic", "single_track"):
        cars.step(1)
        assert abs(cars.read("speed_mps")[1] - 18) < 0.1
        kamm.Rollout(cars, 1, steps=1, dt=0.02, inputs=("acceleration_mps2",))
        return
    with pytest.raises(ValueError, match=f"car 1: acceleration_mps2 is commanded, which cars on {rung} do not obey"):
        cars.step(1)
    assert cars.time_s == 0
    cars.inputs[1, kamm.INPUT["acceleration_mps2"]] = 0  # the rate of the road wheels leads on all rungs
    cars.inputs[1, kamm.INPUT["road_wheel_rate_radps"]] = 0.02
    cars.step(1)
    assert abs(cars.read("road_wheel_rad")[1] - 0.02) < 1e-3
    for refused in (lambda: kamm.Rollout(cars, 1, steps=1, dt=0.02, inputs=("acceleration_mps2",)),
                    lambda: cars.linearise(inputs=("acceleration_mps2",)), lambda: kamm.steps.Stepper(kamm.Batch(m3, 1, rung), 0.02, ("acceleration_mps2",), None)):
        with pytest.raises(ValueError, match="do not obey"):
            refused()


@pytest.mark.parametrize("mistake, text", [
    (lambda cars: kamm.Batch("volvo-v40", 1, "ful"), 'there is no such rung; did you mean "full"'),
    (lambda cars: kamm.INPUT["throtle"], 'there is no such input; did you mean "throttle"'),
    (lambda cars: kamm.CHANNELS["sped_mps"], 'did you mean "speed_mps"'),
    (lambda cars: cars.bind("sped_mps"), 'did you mean "speed_mps"'),
    (lambda cars: kamm.CHANNELS["ay"], 'did you mean "acceleration_y_mps2"'),
    (lambda cars: cars.read("lateral-acceleration"), 'did you mean "acceleration_y_mps2"'),
    (lambda cars: kamm.WHEEL_CHANNELS["fz"], 'did you mean "load_n"'),
    (lambda cars: cars.linearise(inputs=("throtle",)), 'did you mean "throttle"'),
    (lambda cars: kamm.Rollout(cars, 1, steps=1, dt=0.02, inputs=("throtle",)), 'did you mean "throttle"'),
    (lambda cars: kamm.World.surface("icee"), 'there is no such surface; did you mean "ice"'),
    (lambda cars: kamm.World("proving-ground").starts["circut"], 'there is no such start; did you mean "circuit"'),
    (lambda cars: kamm.World("proving-ground").paths["circut"], 'there is no such path; did you mean "circuit"'),
    (lambda cars: kamm.road_tests()["mose"], 'there is no such road test; did you mean "moose"'),
    (lambda cars: kamm.run("mose", "volvo-v40"), "did you mean moose"),
    (lambda cars: kamm.run("moose", "volvo-v40", rung="ful"), 'did you mean "full"'),
    (lambda cars: kamm.run("moose", "volvo-v40", surface="icee"), 'did you mean "ice"'),
    (lambda cars: kamm.load("volvo-v4"), 'did you mean "volvo-v40"'),
])
def test_the_nearest_name_is_told(m3, mistake, text):
    with pytest.raises(kamm.UnknownName, match=text):
        mistake(kamm.Batch(m3, 1))


def test_repr_is_one_line(m3):
    cars = kamm.Batch(m3, 2)
    shown = [cars, m3, cars.world, kamm.Rollout(cars, 1, steps=2, dt=0.02), cars.linearise(), cars.trim(20), kamm.road_tests()["moose"],
             kamm.run("step-steer", m3), kamm.run("step-steer", m3).log]
    for each in shown:
        assert "\n" not in repr(each) and len(repr(each)) < 200 and " at 0x" not in repr(each), repr(each)
