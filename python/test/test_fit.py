"""Drives from a log, and parameters that are fitted to them."""

import os
from pathlib import Path

import numpy as np
import pytest
from conftest import command, every_rung

import kamm

measured_csv = Path(os.environ["KAMM_DATA"]).parent / "test" / "reference" / "volvo_v40" / "step_steer_left.csv"


def steering(amplitude_rad: float = 0.6) -> dict:
    time_s = np.arange(0, 3, 0.01)
    return {"time_s": time_s, "steering_wheel_rad": amplitude_rad * np.sin(np.pi * time_s) * (time_s > 0.5),
            "speed_mps": np.full(300, 20.0), "gear": np.full(300, 4.0)}


def test_a_replay_is_that_of_the_command(tmp_path):
    log = steering()
    found = kamm.replay(log, "volvo-v40", rung="double_track", surface="wet_asphalt")
    np.savetxt(tmp_path / "log.csv", np.column_stack(list(log.values())), "%.17g", ",", header=",".join(log), comments="")
    told = command("replay", str(tmp_path / "log.csv"), "--car", "volvo-v40", "--rung", "double_track", "--surface", "wet_asphalt")
    assert found.to_csv() == told and len(found) == 300
    assert kamm.replay(tmp_path / "log.csv", "volvo-v40", rung="double_track", surface="wet_asphalt").to_csv() == told


def test_a_log_of_a_run_can_be_driven_again(m3):
    run = kamm.run("step-steer", m3).log
    again = kamm.replay({name: run[name] for name in ("time_s", "steering_wheel_rad", "speed_mps")}, m3)
    assert np.sqrt(np.mean((again["yaw_rate_radps"] - run["yaw_rate_radps"]) ** 2)) < 0.02


@pytest.mark.parametrize("rung", every_rung)
def test_measured_angles_and_pedals_are_there_at_their_times(m3, rung):
    """What a log says of its rows is what the car then has, to the bit: steering and pedals that change at every row, from the first on."""
    time_s = np.arange(0, 2, 0.01)
    log = {"time_s": time_s, "steering_wheel_rad": np.float32(0.4 * np.sin(3 * time_s + 0.5)), "throttle": np.float32(0.5 + 0.4 * np.sin(time_s)),
           "brake": np.float32(0.1 * np.abs(np.sin(9 * time_s))), "x_m": 0 * time_s, "y_m": 0 * time_s}
    found = kamm.replay({**log, "speed_mps": np.full(len(time_s), 20.0)}, m3, rung=rung)
    for name in ("steering_wheel_rad", "throttle", "brake"):
        assert np.array_equal(found[name][1:], log[name][1:]), name


def test_a_run_under_throttle_goes_on_at_once(m3):
    run = kamm.run("step-steer", m3).log
    names = ("time_s", "steering_wheel_rad", "throttle", "brake", "gear", "speed_mps")
    again = kamm.replay({name: run[name] for name in names}, m3)
    assert np.abs(again["speed_mps"] - run["speed_mps"]).max() < 0.01
    assert np.abs(again["yaw_rate_radps"] - run["yaw_rate_radps"]).max() < 0.03 * run["yaw_rate_radps"].max()


def test_what_cannot_be_told_has_no_end():
    """A value that nothing compared depends on, and two that do the same: masses of the body and of what it carries there."""
    log, bar = steering(), "axles[1].suspension.anti_roll_bar_n_per_m"
    driven = kamm.replay(log, kamm.load("volvo-v40").replace({"body.yaw_inertia_kgm2": 2500}))
    data = {**log, "yaw_rate_radps": driven["yaw_rate_radps"]}
    with pytest.warns(UserWarning, match="hand_brake_torque_nm: nothing that was compared tells of it"):
        found = kamm.fit("volvo-v40", data, {"axles[1].hand_brake_torque_nm": (100, 5000), "body.yaw_inertia_kgm2": (1500, 3500), bar: (0, 40e3)})
    assert found.without_effect == ("axles[1].hand_brake_torque_nm",) and found.deviations["axles[1].hand_brake_torque_nm"] == np.inf
    assert found.values["axles[1].hand_brake_torque_nm"] == kamm.load("volvo-v40")["axles[1].hand_brake_torque_nm"]
    assert abs(found.values["body.yaw_inertia_kgm2"] - 2500) < 5 and found.deviations["body.yaw_inertia_kgm2"] < 50
    assert found.covariance.shape == (3, 3) and np.isclose(found.covariance[1, 1], found.deviations["body.yaw_inertia_kgm2"] ** 2)
    assert np.allclose(found.covariance[1:, 1:], found.covariance[1:, 1:].T) and "\n" not in repr(found)
    assert all(f"<td style='text-align:left'>{path}</td>" in found._repr_html_() for path in [*found.values, *found.rms])


def test_deviations_are_those_of_noise():
    """Of twenty fits to the same drive with noise, values spread by what one of them says of itself."""
    log, rng, spread = steering(), np.random.default_rng(1), []
    clean = kamm.replay(log, "volvo-v40", rung="single_track")["yaw_rate_radps"]
    for _ in range(20):
        data = {**log, "yaw_rate_radps": clean + rng.normal(0, 0.01, len(clean))}
        found = kamm.fit("volvo-v40", data, {"body.yaw_inertia_kgm2": (1500, 3500)}, rung="single_track")
        spread.append(found.values["body.yaw_inertia_kgm2"])
    assert 0.6 < found.deviations["body.yaw_inertia_kgm2"] / np.std(spread) < 1.6


def test_what_was_changed_is_found_again():
    log = steering()
    bar = "axles[1].suspension.anti_roll_bar_n_per_m"
    truth = kamm.load("volvo-v40").replace({"body.yaw_inertia_kgm2": 2600, bar: 9000})
    driven = kamm.replay(log, truth)
    data = {**log, "yaw_rate_radps": driven["yaw_rate_radps"], "roll_rad": driven["roll_rad"]}
    found = kamm.fit("volvo-v40", data, {"body.yaw_inertia_kgm2": (1500, 3500), bar: (0, 40e3)}, ("yaw_rate_radps", "roll_rad"))
    assert abs(found.values["body.yaw_inertia_kgm2"] - 2600) < 20 and abs(found.values[bar] - 9000) < 200
    assert found.rms["yaw_rate_radps"] < 0.02 * found.rms_before["yaw_rate_radps"] and found.iterations < 12
    assert found.vehicle[bar] == found.values[bar] and found.deviations[bar] < 500


def test_it_stays_within_the_ranges():
    log = steering()
    truth = kamm.load("volvo-v40").replace({"body.yaw_inertia_kgm2": 3400})
    data = {**log, "yaw_rate_radps": kamm.replay(log, truth)["yaw_rate_radps"]}
    found = kamm.fit("volvo-v40", data, {"body.yaw_inertia_kgm2": (2000, 3000)})
    assert found.values["body.yaw_inertia_kgm2"] == 3000 and np.isnan(found.deviations["body.yaw_inertia_kgm2"])


def test_the_measured_volvo():
    """Two numbers that its makers do not tell, from where a guess begins to what was measured at Lunda."""
    time_s, angle_rad, yaw_radps, speed_mps, _ = np.loadtxt(measured_csv, delimiter=",", skiprows=7, unpack=True)
    log = {"time_s": time_s, "steering_wheel_rad": angle_rad, "speed_mps": speed_mps, "yaw_rate_radps": yaw_radps,
           "gear": np.full(len(time_s), 4.0)}
    guess = {"axles[0].tyre.lmuy": 0.85, "body.yaw_inertia_kgm2": 1900}
    found = kamm.fit("volvo-v40", log, {"axles[0].tyre.lmuy": (0.7, 1.2), "body.yaw_inertia_kgm2": (1500, 3000)}, set=guess,
                     between_s=(0, 1.1))
    assert found.rms["yaw_rate_radps"] < 0.7 * found.rms_before["yaw_rate_radps"]
    assert found.rms["yaw_rate_radps"] < 0.06 * np.abs(yaw_radps).max()


@pytest.mark.parametrize("changes, error, text", [
    ({"vary": {"body.mas_kg": (1, 2)}}, kamm.UnknownName, "mas_kg"),
    ({"vary": {"body.mass_kg": (1, 2)}}, ValueError, "allowed here: 1 to 2"),
    ({"vary": {"body.mass_kg": (2, 1)}}, ValueError, "does not rise"),
    ({"compare": ()}, ValueError, "nothing to compare"),
    ({"between_s": (7, 8)}, ValueError, "nothing to compare"),
    ({"compare": ("roll_rad",)}, kamm.UnknownName, "roll_rad: there is no such column in the log"),
    ({"compare": ("yaw_rat_radps",)}, kamm.UnknownName, 'did you mean "yaw_rate_radps"'),
    ({"compare": "yaw_rate_radps"}, TypeError, "wanted a sequence"),
    ({"compare": ("yaw_rate_radps", "lap")}, kamm.UnknownName, "lap: there is no such channel to compare with"),
])
def test_mistakes_are_told(changes, error, text):
    log = {**steering(), "yaw_rate_radps": np.ones(300), "lap": np.ones(300)}
    with pytest.raises(error, match=text):
        kamm.fit(**{"car": "volvo-v40", "log": log, "vary": {"body.mass_kg": (1000, 2000)}, **changes})


def test_other_units_and_names_are_the_same_drive():
    speed_mps = np.array([20.0, 20.0, 22.0])
    expected = kamm.replay({"time_s": np.arange(3.0), "speed_mps": speed_mps}, "volvo-v40")
    foreign = {"t": 1000 * np.arange(3.0), "Speed": 3.6 * speed_mps, "Colour": ["red", "red", "red"]}
    found = kamm.replay(foreign, "volvo-v40", columns={"t": "time_ms", "Speed": "speed_kmh", "Colour": None})
    np.testing.assert_allclose(found["x_m"], expected["x_m"], rtol=1e-6)


def test_logs_with_mistakes_are_told():
    with pytest.raises(ValueError, match="no column time_s"):
        kamm.replay({"speed_mps": np.ones(3)}, "volvo-v40")
    with pytest.raises(kamm.UnknownName, match="did you mean speed_kmh"):
        kamm.replay({"time_s": np.arange(3.0), "sped_kmh": np.ones(3)}, "volvo-v40")
    with pytest.raises(ValueError, match="no column drives"):
        kamm.replay({"time_s": np.arange(3.0), "Speed": np.ones(3)}, "volvo-v40", columns={"Speed": None})
    with pytest.raises(ValueError, match="wanted"):
        kamm.replay({"time_s": np.arange(4.0), "speed_mps": np.ones(3)}, "volvo-v40")
    with pytest.raises(ValueError, match="time_s"):
        kamm.replay({"time_s": np.zeros(4), "speed_mps": np.ones(4)}, "volvo-v40")


def test_logs_and_figures_together():
    """Two drives with a sensor that is late and off, a figure, a prior, and a drive that is held out."""
    truth = kamm.load("volvo-v40").replace({"axles[1].tyre.lky": 1.1})
    rng, drives = np.random.default_rng(3), []
    for amplitude_rad in (0.5, 0.3, 0.4):
        log = steering(amplitude_rad)
        yaw_radps = kamm.replay(log, truth, rung="rigid2d")["yaw_rate_radps"]
        late = np.concatenate([yaw_radps[:2], yaw_radps[:-2]])  # 20 ms
        drives.append({**log, "yaw_rate_radps": late + 0.01 + rng.normal(0, 0.002, len(late))})
    distance_m = kamm.run("brake", "volvo-v40", rung="rigid2d", surface=0.6, log=False)["distance_100_0_kmh_m"]
    sensor = "sensors.yaw_rate_radps"
    found = kamm.fit(
        "volvo-v40", drives[:2], {"axles[1].tyre.lky": (0.5, 2), f"{sensor}.delay_s": None, f"{sensor}.offset": (-0.1, 0.1), "body.mass_kg": None},
        figures={"brake.mean_deceleration_mps2": (9.5, 0.5)}, check=drives[2:], priors={"body.mass_kg": (1355, 1)}, weights=[1, 2], rung="rigid2d",
        between_s=(0, 2.9), search=20, seed=4)
    assert abs(found.values[f"{sensor}.delay_s"] - 0.02) < 1e-3 and abs(found.values[f"{sensor}.offset"] - 0.01) < 1e-3
    assert abs(found.values["body.mass_kg"] - 1355) < 3 and found.vehicle["body.mass_kg"] == found.values["body.mass_kg"]
    low, high = found.intervals["axles[1].tyre.lky"]
    assert low < found.values["axles[1].tyre.lky"] < high and high - low > 3 * found.deviations["axles[1].tyre.lky"]
    assert {name: verdict for name, verdict in found.verdicts.items() if verdict != "found"} == {}
    assert [(one.source, one.is_check, one.is_figure) for one in found.series] == [(0, False, False), (1, False, False), (2, False, True), (3, True, False)]
    assert np.allclose(np.diag(found.correlation), 1) and found.series[3].rms < 1.2 * found.rms["yaw_rate_radps"]
    alone = kamm.fit("volvo-v40", None, {"surface.friction": (0.3, 1.2)}, figures={"brake.distance_100_0_kmh_m": distance_m}, rung="rigid2d")
    assert abs(alone.values["surface.friction"] - 0.6) < 1e-3 and alone.log is None


@pytest.mark.parametrize("changes, error, text", [
    ({"log": None}, ValueError, "nothing to compare"),
    ({"figures": {"accel.time_0_100_kmh": 8}}, kamm.UnknownName, "accel.time_0_100_kmh_s"),
    ({"weights": [1, 2]}, ValueError, "2 of 1 logs"),
    ({"vary": {"sensors.yaw_rate_rad.delay_s": None}}, kamm.UnknownName, "yaw_rate_radps"),
    ({"priors": {"body.mass_kg": (1400, -1)}}, ValueError, "spread"),
    ({"priors": {"body.mas_kg": (1400, 1)}}, kamm.UnknownName, "body.mass_kg"),
])
def test_mistakes_of_sources_are_told(changes, error, text):
    log = {**steering(), "yaw_rate_radps": np.ones(300)}
    with pytest.raises(error, match=text):
        kamm.fit(**{"car": "volvo-v40", "log": log, "vary": {"body.mass_kg": (1000, 2000)}, "rung": "rigid2d", **changes})
