"""Plans that cars follow, and such that they cannot."""

import numpy as np
import pytest

import kamm

dt_s = 0.05


def plan(speed_mps, curvature_per_m) -> np.ndarray:
    """[t, 4] from speeds and curvatures at each row."""
    speed, curvature = np.broadcast_arrays(np.asarray(speed_mps, float), curvature_per_m)
    course = np.concatenate(([0], np.cumsum(dt_s * (speed * curvature)[:-1])))
    middle = course + 0.5 * dt_s * speed * curvature
    x, y = (np.concatenate(([0], np.cumsum(dt_s * speed * f(middle))[:-1])) for f in (np.cos, np.sin))
    return np.column_stack((x, y, course, speed))


rows = 161
ramp = np.clip((np.arange(rows) * dt_s - 1) / 2, 0, 1)  # from 1 s to 3 s
gentle = plan(15.0, ramp / 60)  # 3.75 m/s2
limits = [plan(speed, ramp / 60) for speed in (10.0, 15.0, 20.0, 25.0, 30.0)]  # to 15 m/s2


@pytest.mark.parametrize("car", ["bmw-m3-e46", "nissan-micra", "volvo-v40", "tesla-model-3-performance-2018"])
@pytest.mark.parametrize("rung", ["rigid2d", "single_track", "full"])
def test_what_is_gentle_is_followed(car, rung):
    if rung == "rigid2d" and car != "bmw-m3-e46":
        pytest.skip("one car will do")
    slalom = plan(20.0, 0.008 * np.sin(np.arange(rows) * dt_s * 2) * ramp)
    stop = plan(20 - 15 * ramp, 0 * ramp)
    found = kamm.follow(car, [gentle, slalom, stop, plan(20.0, 0 * ramp)], dt_s, rung=rung)
    assert found.feasible.all(), (found.off_m, np.abs(found.ahead_m).max(axis=1))
    assert found.off_m.max() < 0.35 and found.off_m[3] < 0.05 and not found.faults.any()
    assert found.path.shape == (4, rows, 4) and np.abs(found.speed_error_mps[:, -1]).max() < 0.5


def test_grip_ends_what_can_be_followed(m3):
    dry = kamm.follow(m3, limits, dt_s)
    assert dry.feasible.tolist() == [True, True, True, False, False] and dry.off_m[4] > 3
    ice = kamm.follow(m3, limits, dt_s, world=kamm.World.surface("ice"))
    assert not ice.feasible[1:].any() and (ice.off_m[1:] > dry.off_m[1:]).all()


def test_power_ends_what_can_be_followed():
    sprint = plan(10 + 20 * ramp, 0 * ramp)  # 10 m/s2
    found = kamm.follow("nissan-micra", [sprint], dt_s)
    assert not found.feasible[0] and found.ahead_m[0].min() < -10 and found.off_m[0] < 0.1


def test_mirrored_plans_are_mirrored(m3):
    mirrored = gentle * [1, -1, -1, 1]
    found = kamm.follow(m3, [gentle, mirrored], dt_s, rung="single_track")
    assert np.allclose(found.aside_m[0], -found.aside_m[1], atol=1e-3)


def test_plans_do_not_know_of_each_other(m3):
    together, alone = kamm.follow(m3, limits, dt_s, threads=2), kamm.follow(m3, limits[2:3], dt_s)
    assert np.abs(together.aside_m[2] - alone.aside_m[0]).max() < 0.05  # but for the speed at which understeer is measured


@pytest.mark.parametrize("plans, text", [
    (gentle, r"\[n, t, 4\]"),
    ([gentle[:, :3]], r"\[n, t, 4\]"),
    ([gentle * np.nan], "finite"),
])
def test_mistakes_are_told(m3, plans, text):
    with pytest.raises(ValueError, match=text):
        kamm.follow(m3, plans, dt_s)


def test_a_time_that_is_no_number_of_substeps_is_told(m3):
    with pytest.raises(ValueError, match="substeps"):
        kamm.follow(m3, [gentle], 0.0517)
