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
    rigs = kamm.Combinations(name, 2, rung)
    rigs.place(x_m=[0, 5], y_m=[0, 50], yaw_rad=[0, 1], speed_mps=8)
    rigs.inputs[:, kamm.INPUT["throttle"]] = 0.3
    rigs.step(2)
    assert not rigs.faults.any() and abs(rigs.time_s - 2) < 1e-9
    speeds = np.array([rigs.read("speed_mps", unit=unit) for unit in range(len(rigs.units))])
    assert np.abs(speeds - speeds[0]).max() < 0.1 and (speeds[0] > 5).all()
    for unit in range(1, len(rigs.units)):
        hitch = rigs.hitch(unit)
        assert hitch.coupled.all() and np.abs(hitch.articulation_rad).max() < 0.01 and np.abs(hitch.gap_m[:, 1]).max() < 0.02
        behind = np.hypot(*(rigs.read("x_m", "y_m", unit=unit - 1) - rigs.read("x_m", "y_m", unit=unit)).T)
        assert (behind > 1).all() and abs(behind[0] - behind[1]) < 0.05


def test_they_are_those_of_the_command(tmp_path):
    """The masses of `kamm check`, and what `kamm run` has of the same combination is told by its name."""
    rigs = kamm.Combinations("volvo-v40-caravan")
    assert [unit.id for unit in rigs.units] == ["volvo-v40", "caravan-1200"] and rigs.units[1].mass_kg > 900
    assert rigs.world.name == "" and "volvo-v40 + caravan-1200" in repr(rigs)


@pytest.mark.parametrize("rung", rungs)
def test_mirrored_inputs_bend_it_the_other_way(rung):
    rigs = kamm.Combinations("volvo-v40-caravan", 3, rung, threads=1)
    rigs.place(speed_mps=10)
    rigs.inputs[:, kamm.INPUT["steering_wheel_rad"]] = [1, -1, 0]
    rigs.step(3)
    hitch = rigs.hitch()
    assert hitch.articulation_rad[0] == -hitch.articulation_rad[1] and abs(hitch.articulation_rad[0]) > 0.05
    assert hitch.articulation_rad[0] < 0 and abs(hitch.articulation_rad[2]) < 1e-6  # to the left: the trailer's nose lags


def test_the_pull_is_that_of_the_trailers_mass():
    rigs = kamm.Combinations("volvo-v40-caravan")
    rigs.place(speed_mps=5)
    rigs.inputs[:, [kamm.INPUT["throttle"], kamm.INPUT["gear"]]] = 0.8, 2
    rigs.step(1)
    before = rigs.read("speed_mps", unit=1)
    pulls = []
    for _ in range(100):
        rigs.step(0.01)
        pulls.append(rigs.hitch().force_n[0, 0])
    gained = (rigs.read("speed_mps", unit=1) - before)[0]
    resists = np.mean(pulls) - rigs.units[1].mass_kg * gained  # rolling and drag
    assert gained > 0.5 and 0 < resists < 0.06 * rigs.units[1].mass_kg * 9.81


def test_copies_go_on_with_the_same_bits():
    rigs = kamm.Combinations("tractor-semitrailer-laden", 2, world=kamm.World.plane(slope=0.02))
    rigs.place(speed_mps=10, articulation_rad=[[0.1], [0.0]])
    assert np.allclose(rigs.hitch().articulation_rad, [0.1, 0], atol=1e-3)
    rigs.inputs = np.where(np.arange(rigs.inputs.shape[1]) == kamm.INPUT["gear"], kamm.GEAR_DRIVE, 0.1)
    rigs.step(0.5)
    state, others = rigs.save(), [copy.deepcopy(rigs), pickle.loads(pickle.dumps(rigs)), kamm.Combinations("tractor-semitrailer-laden", 2, world=rigs.world)]
    others[2].restore(state)
    rigs.step(1)
    for other in others:
        other.step(1)
        assert other.hash() == rigs.hash() and other.time_s == rigs.time_s
    for at in range(0, len(state) - 8, 997):
        changed = bytearray(state)
        changed[at] ^= 1 << at % 8
        with pytest.raises(ValueError):
            rigs.restore(bytes(changed))
    assert rigs.hash() == others[0].hash()


def test_uncoupled_trailers_roll_on():
    rigs = kamm.Combinations("volvo-v40-caravan", 2)
    rigs.place(speed_mps=10)
    rigs.uncouple(which=[1])
    assert list(rigs.hitch().coupled) == [True, False]
    rigs.inputs[:, kamm.INPUT["brake"]] = 0.3
    rigs.step(1)
    speeds = rigs.read("speed_mps", unit=1)
    assert speeds[0] < 9.5 and speeds[1] > 9.3
    rigs.place()
    rigs.uncouple()
    rigs.couple()
    assert rigs.hitch().coupled.all()


@pytest.mark.parametrize("mistake, error, text", [
    (lambda rigs: kamm.Combinations("volvo-v40-caravn"), kamm.UnknownName, "did you mean"),
    (lambda rigs: kamm.Combinations("volvo-v40-caravan", 1, "ful"), kamm.UnknownName, 'did you mean "full"'),
    (lambda rigs: kamm.Combinations("volvo-v40-caravan", 1, "kinematic"), ValueError, "rung"),
    (lambda rigs: kamm.Combinations("volvo-v40-caravan", 0), ValueError, "count is 0"),
    (lambda rigs: kamm.Combinations("volvo-v40-caravan", threads=0), ValueError, "threads"),
    (lambda rigs: kamm.Batch("volvo-v40-caravan"), kamm.UnknownName, "kamm.Combinations"),
    (lambda rigs: rigs.place(speed_mps=[0, np.nan]), ValueError, "combination 1: speed_mps"),
    (lambda rigs: rigs.place(gear=[0, 3.5]), ValueError, "combination 1: gear"),
    (lambda rigs: rigs.place(gear=[0, 99]), ValueError, "combination 1: gear: 99"),
    (lambda rigs: rigs.place(speed_mps=1e9), ValueError, "combination 0: speed_mps"),
    (lambda rigs: rigs.place(articulation_rad=np.inf), ValueError, "articulation_rad"),
    (lambda rigs: rigs.place(which=[2]), ValueError, "there are 2"),
    (lambda rigs: rigs.read("speed_mps", unit=2), IndexError, "there are 2"),
    (lambda rigs: rigs.read("sped_mps"), kamm.UnknownName, "speed_mps"),
    (lambda rigs: rigs.hitch(0), IndexError, "towed ones"),
    (lambda rigs: rigs.step(1 / 60.5), ValueError, "substeps"),
    (lambda rigs: rigs.step(), TypeError, "a time or"),
    (lambda rigs: rigs.restore(b"nothing"), ValueError, "no state"),
    (lambda rigs: setattr(rigs, "input", 1), AttributeError, "input"),
])
def test_mistakes_are_told(mistake, error, text):
    rigs = kamm.Combinations("volvo-v40-caravan", 2, "single_track")
    rigs.place(speed_mps=5)
    before = rigs.hash()
    with pytest.raises(error, match=text):
        mistake(rigs)
    assert rigs.hash() == before
