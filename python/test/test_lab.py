"""Road tests: the command's figures and files, channels, Ctrl-C, mistakes."""

import json
import math
import sys
from html.parser import HTMLParser

import numpy as np
import pytest
from conftest import command, every_vehicle, interrupted_after

import kamm

runs = [
    ("step-steer", "volvo-v40", {}, ()),
    ("sine-dwell", "bmw-m3-e46", {"rung": "single_track"}, ("--rung", "single_track")),
    ("brake", "nissan-micra", {"surface": "wet_asphalt"}, ("--surface", "wet_asphalt")),
    ("brake", "nissan-micra", {"surface": 0.5, "set": {"body.mass_kg": 1000, "aids.abs": False}},
     ("--surface", "0.5", "--set", "body.mass_kg=1000", "--set", "aids.abs=false")),
    ("step-steer", "bmw-m3-e46", {"tyre": "205-55r16-touring", "substeps_per_s": 900},
     ("--tyre", "205-55r16-touring", "--substeps", "900")),
    ("lift-off", "volvo-v40", {}, ()),
    ("low-speed-turn", "volvo-v40-caravan", {"set": {"units[1].body.mass_kg": 900}},
     ("--set", "units[1].body.mass_kg=900")),
]


@pytest.mark.parametrize("test, car, options, words", runs)
def test_figures_and_files_are_those_of_the_command(test, car, options, words, tmp_path):
    told = json.loads(command("run", test, "--car", car, "--json", "--csv", str(tmp_path / "command.csv"), *words))
    found = kamm.run(test, car, **options)
    assert found.car == told["car"] == car and list(found.figures) == list(told["figures"])
    for name, figure in told["figures"].items():
        mine = found.figures[name]
        assert mine.unit == figure["unit"] and mine.doc
        assert mine.value == figure["value"] or (math.isnan(mine.value) and figure["value"] is None)
        assert mine.published == figure["published"] or figure["published"] is None
    found.log.save(tmp_path / "python.csv")
    mine, theirs = ((tmp_path / name).read_text().splitlines() for name in ("python.csv", "command.csv"))
    first_unit = len(mine[0].split(","))  # the command's files have the trailers' channels as well
    assert mine == [",".join(line.split(",")[:first_unit]) for line in theirs]


def test_a_lap_is_driven_in_a_world(m3):
    lap = kamm.run("lap", m3, world="proving-ground", interval_s=0.1)
    assert abs(lap["lap_time_s"] - 79) < 1 and lap.passed is None
    assert np.hypot(np.diff(lap.log["x_m"]), np.diff(lap.log["y_m"])).sum() > lap["lap_length_m"]
    assert abs(np.diff(lap.log.time_s).mean() - 0.1) < 1e-3


def test_channels_have_names_and_units(m3):
    found = kamm.run("step-steer", m3)
    log = found.log
    assert log["yaw_rate_radps"].shape == log.time_s.shape == (len(log),)
    assert log.units["yaw_rate_radps"] == "rad/s" and log.units["wheel3_load_n"] == "N"
    assert np.array_equal(log["wheels[2].load_n"], log["wheel2_load_n"]) and "wheels[2].load_n" in log
    assert "yaw_rate_radps" in list(log) and "wheels[9].load_n" not in log
    with pytest.raises(kamm.UnknownName, match='did you mean "yaw_rate_radps"'):
        log["yaw_rate_rad"]
    with pytest.raises(kamm.UnknownName, match="steady_roll_deg"):
        found["steady_rol_deg"]
    with pytest.raises(ValueError, match="allowed: .csv, .mf4"):
        log.save("x.xls")
    assert kamm.run("step-steer", m3, log=False).log is None
    assert kamm.run("step-steer", m3, log=False)["steady_roll_deg"] == found["steady_roll_deg"]
    assert "steady_roll_deg" in str(found)


def test_published_figures_have_their_source():
    found = kamm.run("accel", "bmw-m3-e46", log=False)
    figure = found.figures["time_0_100_kmh_s"]
    assert abs(figure.value - figure.published) < 1 and figure.source


def test_what_a_rule_asks_for_is_passed_or_not(m3):
    assert kamm.run("sine-dwell", m3, set={"aids.esc": True}, log=False).passed is True
    slides = kamm.run("sine-dwell", "volvo-v40", set={"aids.esc": False}, log=False)
    assert slides.passed is False and slides.figures["yaw_left_after_1_s_percent"].passed is False
    assert slides.figures["aside_after_1_07_s_m"].passed is True
    assert kamm.run("step-steer", m3, log=False).passed is None


def test_the_car_is_not_changed(m3):
    before = m3["body.mass_kg"]
    kamm.run("step-steer", m3, set={"body.mass_kg": 1700}, substeps_per_s=1000, log=False)
    assert m3["body.mass_kg"] == before and m3["stepping.substeps_per_s"] < 1000


@pytest.mark.parametrize("options, error, text", [
    ({"test": "mose"}, kamm.UnknownName, "did you mean moose"),
    ({"rung": "ful"}, kamm.UnknownName, 'did you mean "full"'),
    ({"test": "crosswind", "rung": "kinematic"}, ValueError, "the lowest rung that can"),
    ({"surface": "icee"}, kamm.UnknownName, "icee"),
    ({"surface": 3.0}, ValueError, "0 to 2"),
    ({"world": "proving-ground"}, ValueError, "takes no world"),
    ({"test": "lap", "surface": "ice"}, ValueError, "takes no surface"),
    ({"set": {"body.mas_kg": 1}}, kamm.UnknownName, "mas_kg"),
    ({"set": {"body.mass_kg": -1}}, ValueError, "body.mass_kg"),
    ({"substeps_per_s": 1}, ValueError, "substeps_per_s"),
    ({"tyre": "no-such"}, kamm.UnknownName, "no-such"),
    ({"interval_s": 0}, ValueError, "interval_s"),
    ({"car": "volvo-v40-caravan"}, kamm.UnknownName, "of combinations"),
])
def test_mistakes_are_told(m3, options, error, text):
    with pytest.raises(error, match=text):
        kamm.run(**{"test": "step-steer", "car": m3, **options})


def test_a_scenario_is_a_file(m3, tmp_path):
    assert "lift-off" in kamm.scenarios() and kamm.scenario("lift-off").standard.startswith("ISO 9816")
    path = tmp_path / "coast.json"
    path.write_text(json.dumps({
        "title": "Coast", "doc": "Rolls.",
        "runs": [{"name": "roll", "start": {"speed": "20[m/s]", "gear": 0},
                  "phases": [{"name": "roll", "lane": 0, "throttle": 0, "duration": "2[s]"}]}],
        "figures": [{"name": "loss_mps", "unit": "m/s", "doc": "Loss", "value": "first(speed_mps) - last(speed_mps)"}]}))
    found = kamm.run(path, m3)
    assert found.test == kamm.scenario(path) and found.test.name == "coast"
    assert found["loss_mps"] == pytest.approx(found.log["speed_mps"][0] - found.log["speed_mps"][-1], abs=1e-4) and found["loss_mps"] > 0
    path.write_text(path.read_text().replace("last(speed_mps)", "last(speed)"))
    with pytest.raises(ValueError, match=r"figures\[0\].value.*did you mean speed_mps"):
        kamm.scenario(path)


def test_missing_extras_say_how_to_get_them(m3, monkeypatch):
    log = kamm.run("step-steer", m3).log
    for name in ("asammdf", "pandas"):
        monkeypatch.setitem(sys.modules, name, None)  # as if it were not there
        with pytest.raises(ImportError, match=f"pip install {name}"):
            log.save("x.mf4") if name == "asammdf" else log.to_pandas()


def test_a_frame_of_channels(m3):
    pytest.importorskip("pandas")
    log = kamm.run("step-steer", m3).log
    frame = log.to_pandas()
    assert list(frame.columns) == list(log.names) and np.array_equal(frame["speed_mps"], log["speed_mps"])


def test_mf4_reads_back(m3, tmp_path):
    asammdf = pytest.importorskip("asammdf")
    log = kamm.run("step-steer", m3).log
    log.save(tmp_path / "x.mf4")
    with asammdf.MDF(tmp_path / "x.mf4") as file:
        signal = file.get("yaw_rate_radps")
        assert np.array_equal(signal.samples, log["yaw_rate_radps"]) and signal.unit == "rad/s"
        assert np.array_equal(signal.timestamps, log.time_s)


@pytest.mark.parametrize("test", ["moose", "slope-hold", "lap", "turning-circle"])
def test_ctrl_c_ends_a_long_run(test):
    """Beside the interpreter's own end, which takes as long as that of one that only sleeps."""
    idle_s = interrupted_after("time.sleep(30)")
    assert interrupted_after(f"[kamm.run('{test}', 'toyota-hilux-laden') for _ in range(99)]", 0.2) < idle_s + 0.1


def test_ctrl_c_ends_a_long_replay():
    idle_s = interrupted_after("time.sleep(30)")
    log = "{'time_s': [0.0, 1e5], 'speed_mps': [20.0, 20.0]}"
    assert interrupted_after(f"kamm.replay({log}, 'nissan-micra')", 0.2) < idle_s + 0.1


class Cells(HTMLParser):
    """Texts of a table's cells; fails where a tag isn't closed."""

    def __init__(self, text):
        super().__init__()
        self.open, self.texts = [], []
        self.feed(text)
        assert not self.open

    def handle_starttag(self, tag, attributes):
        self.open.append(tag)

    def handle_endtag(self, tag):
        assert self.open.pop() == tag

    def handle_data(self, data):
        self.texts.append(data)


def test_notebooks_show_tables(m3):
    m3["name"] = "A <b> & C"
    texts = Cells(m3._repr_html_()).texts
    assert f"A <b> & C ({m3.id})" in texts
    assert f"{m3['body.mass_kg']:.4g} kg" in texts
    assert "3" not in texts and "2" in texts  # driven axles
    test = kamm.run("sine-dwell", "volvo-v40", substeps_per_s=240, log=False)
    texts = Cells(test._repr_html_()).texts
    for figure in test.figures.values():
        assert figure.name in texts
    assert {True: "passed", False: "not passed", None: "value"}[test.passed] in texts
    assert "\n" not in repr(test) and "\n" not in repr(m3)


def test_every_vehicle_shows_a_table():
    for name in every_vehicle:
        texts = Cells(kamm.load(name)._repr_html_()).texts
        assert len(texts) > 10
