"""Combinations of a vehicle with trailers, side by side."""

import copy
import pickle

import numpy as np
import pytest

import kamm

every_combination = kamm.combinations()
rungs = ["single_track", "full"]


@pytest.mark.parametrize("rung", rungs)
@pytest.mark.parametrize("name", every_combination)
def test_all_that_are_shipped_drive(name, rung):
    """Straight on under light throttle: all units go on together, one behind the other, and the pull is Newton's for what is towed."""
    combinations = kamm.Combinations(name, 2, rung)
    combinations.place(x_m=[0, 5], y_m=[0, 50], yaw_rad=[0, 1], speed_mps=8)
    combinations.inputs[:, kamm.INPUT["throttle"]] = 0.3
    combinations.step(2)
    assert not combinations.faults.any() and abs(combinations.time_s - 2) < 1e-9
    speeds = np.array([combinations.read("speed_mps", unit=unit) for unit in range(len(combinations.units))])
    assert np.abs(speeds - speeds[0]).max() < 0.1 and (speeds[0] > 5).all()
    for unit in range(1, len(combinations.units)):
        hitch = combinations.hitch(unit)
        assert hitch.coupled.all() and np.abs(hitch.articulation_rad).max() < 0.01 and np.abs(hitch.gap_m[:, 1]).max() < 0.02
        behind = np.hypot(*(combinations.read("x_m", "y_m", unit=unit - 1) - combinations.read("x_m", "y_m", unit=unit)).T)
        assert (behind > 1).all() and abs(behind[0] - behind[1]) < 0.05


def test_they_are_those_of_the_command(tmp_path):
    """The masses of `kamm check`, and what `kamm run` has of the same combination is found by its name."""
    combinations = kamm.Combinations("volvo-v40-caravan")
    assert [unit.id for unit in combinations.units] == ["volvo-v40", "caravan-1200"] and combinations.units[1].mass_kg > 900
    assert combinations.world.name == "" and "volvo-v40 + caravan-1200" in repr(combinations)


@pytest.mark.parametrize("rung", rungs)
def test_mirrored_inputs_bend_it_the_other_way(rung):
    combinations = kamm.Combinations("volvo-v40-caravan", 3, rung, threads=1)
    combinations.place(speed_mps=10)
    combinations.inputs[:, kamm.INPUT["steering_wheel_rad"]] = [1, -1, 0]
    combinations.step(3)
    hitch = combinations.hitch()
    assert hitch.articulation_rad[0] == -hitch.articulation_rad[1] and abs(hitch.articulation_rad[0]) > 0.05
    assert hitch.articulation_rad[0] < 0 and abs(hitch.articulation_rad[2]) < 1e-6  # to the left: the trailer's nose lags


def test_the_pull_is_that_of_the_trailers_mass():
    combinations = kamm.Combinations("volvo-v40-caravan")
    combinations.place(speed_mps=5)
    combinations.inputs[:, [kamm.INPUT["throttle"], kamm.INPUT["gear"]]] = 0.8, 2
    combinations.step(1)
    before = combinations.read("speed_mps", unit=1)
    pulls = []
    for _ in range(100):
        combinations.step(0.01)
        pulls.append(combinations.hitch().force_n[0, 0])
    gained = (combinations.read("speed_mps", unit=1) - before)[0]
    resists = np.mean(pulls) - combinations.units[1].mass_kg * gained  # rolling and drag
    assert gained > 0.5 and 0 < resists < 0.06 * combinations.units[1].mass_kg * 9.81


def test_copies_go_on_with_the_same_bits():
    combinations = kamm.Combinations("tractor-semitrailer-laden", 2, world=kamm.World.plane(slope=0.02))
    combinations.place(speed_mps=10, articulation_rad=[[0.1], [0.0]])
    assert np.allclose(combinations.hitch().articulation_rad, [0.1, 0], atol=1e-3)
    combinations.inputs = np.where(np.arange(combinations.inputs.shape[1]) == kamm.INPUT["gear"], kamm.GEAR_DRIVE, 0.1)
    combinations.step(0.5)
    state, others = combinations.save(), [copy.deepcopy(combinations), pickle.loads(pickle.dumps(combinations)), kamm.Combinations("tractor-semitrailer-laden", 2, world=combinations.world)]
    others[2].restore(state)
    combinations.step(1)
    for other in others:
        other.step(1)
        assert other.hash() == combinations.hash() and other.time_s == combinations.time_s
    for at in range(0, len(state) - 8, 997):
        changed = bytearray(state)
        changed[at] ^= 1 << at % 8
        with pytest.raises(ValueError):
            combinations.restore(bytes(changed))
    assert combinations.hash() == others[0].hash()


def test_uncoupled_trailers_roll_on():
    combinations = kamm.Combinations("volvo-v40-caravan", 2)
    combinations.place(speed_mps=10)
    combinations.uncouple(which=[1])
    assert list(combinations.hitch().coupled) == [True, False]
    combinations.inputs[:, kamm.INPUT["brake"]] = 0.3
    combinations.step(1)
    speeds = combinations.read("speed_mps", unit=1)
    assert speeds[0] < 9.5 and speeds[1] > 9.3
    combinations.place()
    combinations.uncouple()
    combinations.couple()
    assert combinations.hitch().coupled.all()


@pytest.mark.parametrize("mistake, error, text", [
    (lambda combinations: kamm.Combinations("volvo-v40-caravn"), kamm.UnknownName, "did you mean"),
    (lambda combinations: kamm.Combinations("volvo-v40-caravan", 1, "ful"), kamm.UnknownName, 'did you mean "full"'),
    (lambda combinations: kamm.Combinations("volvo-v40-caravan", 1, "kinematic"), ValueError, "rung"),
    (lambda combinations: kamm.Combinations("volvo-v40-caravan", 0), ValueError, "count is 0"),
    (lambda combinations: kamm.Combinations("volvo-v40-caravan", threads=0), ValueError, "threads"),
    (lambda combinations: kamm.Batch("volvo-v40-caravan"), kamm.UnknownName, "kamm.Combinations"),
    (lambda combinations: combinations.place(speed_mps=[0, np.nan]), ValueError, "combination 1: speed_mps"),
    (lambda combinations: combinations.place(gear=[0, 3.5]), ValueError, "combination 1: gear"),
    (lambda combinations: combinations.place(gear=[0, 99]), ValueError, "combination 1: gear: 99"),
    (lambda combinations: combinations.place(speed_mps=1e9), ValueError, "combination 0: speed_mps"),
    (lambda combinations: combinations.place(articulation_rad=np.inf), ValueError, "articulation_rad"),
    (lambda combinations: combinations.place(which=[2]), ValueError, "there are 2"),
    (lambda combinations: combinations.read("speed_mps", unit=2), IndexError, "there are 2"),
    (lambda combinations: combinations.read("sped_mps"), kamm.UnknownName, "speed_mps"),
    (lambda combinations: combinations.hitch(0), IndexError, "towed ones"),
    (lambda combinations: combinations.step(1 / 60.5), ValueError, "substeps"),
    (lambda combinations: combinations.step(), TypeError, "a time or"),
    (lambda combinations: combinations.restore(b"nothing"), ValueError, "no state"),
    (lambda combinations: setattr(combinations, "input", 1), AttributeError, "input"),
])
def test_mistakes_are_told(mistake, error, text):
    combinations = kamm.Combinations("volvo-v40-caravan", 2, "single_track")
    combinations.place(speed_mps=5)
    before = combinations.hash()
    with pytest.raises(error, match=text):
        mistake(combinations)
    assert combinations.hash() == before
