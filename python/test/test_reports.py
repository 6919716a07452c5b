"""Reports are those of the command, limits those of its table; mistakes."""

import csv
import xml.etree.ElementTree as xml

import numpy as np
import pytest
from conftest import command, interrupted_after

import kamm


def test_a_report_is_that_of_the_command(tmp_path):
    theirs, mine = tmp_path / "command.html", tmp_path / "python.html"
    command("report", "nissan-micra", "-o", str(theirs), "--rung", "kinematic")
    kamm.report("nissan-micra", mine, rung="kinematic")
    assert mine.read_bytes() == theirs.read_bytes()
    assert sorted(tmp_path.iterdir()) == [theirs, mine]  # no part of it is left


def test_a_report_of_cars_side_by_side(tmp_path, m3):
    """Of one in memory, of one whose file is gone, and of a name."""
    made = kamm.new(mass=1450, wheelbase=2.65, tyres="225/45R17", power="147kW", drive="front")
    m3["name"] = "Changed & named"
    kamm.report([m3, made, "nissan-micra"], tmp_path / "cars.html", rung="kinematic", surface="ice")
    page = xml.parse(tmp_path / "cars.html").getroot()
    title = "".join(next(each for each in page.iter() if each.tag.endswith("h1")).itertext())
    assert title.split(" · ") == ["Changed & named", made["name"], kamm.load("nissan-micra")["name"]]


def test_limits_are_those_of_the_command(tmp_path):
    path = tmp_path / "ggv.csv"
    command("report", "nissan-micra", "-o", str(tmp_path / "x.html"), "--rung", "kinematic", "--ggv", str(path))
    with open(path) as file:
        rows = [[float(row[name]) for name in list(row)[1:]] for row in csv.DictReader(file)]
    table = np.array(rows).reshape(-1, 25, 4)
    found = kamm.ggv("nissan-micra", table[:, 0, 0], rung="kinematic")
    assert len(table) > 2 and np.allclose(np.stack(found, axis=-1), table[..., 1:], rtol=1e-6, atol=1e-6)


def test_limits_have_the_shape_of_the_speeds():
    one, two = kamm.ggv("volvo-v40", 30, points=9), kamm.ggv("volvo-v40", [30, 50], 0.5, 9)
    assert one.lateral_mps2.shape == (9,) and two.braking_mps2.shape == (2, 9)
    assert one.lateral_mps2[0] == 0 and (np.diff(one.lateral_mps2) > 0).all() and (one.braking_mps2 < 0).all()
    assert two.lateral_mps2[0, -1] < 0.6 * one.lateral_mps2[-1]
    assert two.accelerating_mps2[1, 0] < two.accelerating_mps2[0, 0]
    assert np.array_equal(kamm.ggv("volvo-v40", [30], points=9).accelerating_mps2[0], one.accelerating_mps2)
    assert "\n" not in repr(one) and "(2, 9)" in repr(two)


@pytest.mark.parametrize("options, error, text", [
    ({"speed_mps": 200}, ValueError, "speed"),
    ({"speed_mps": [[1]]}, ValueError, "shape"),
    ({"friction": 0}, ValueError, "friction"),
    ({"points": 1}, ValueError, "points is 1"),
    ({"rung": "ful"}, kamm.UnknownName, 'did you mean "full"'),
    ({"car": "no-such"}, kamm.UnknownName, "no-such"),
])
def test_mistakes_of_limits_are_told(options, error, text):
    with pytest.raises(error, match=text):
        kamm.ggv(**{"car": "volvo-v40", "speed_mps": 20, **options})


@pytest.mark.parametrize("options, error, text", [
    ({"cars": []}, ValueError, "1 to 6"),
    ({"cars": ["volvo-v40"] * 7}, ValueError, "1 to 6"),
    ({"rung": "ful"}, kamm.UnknownName, 'did you mean "full"'),
    ({"surface": "icee"}, kamm.UnknownName, "icee"),
    ({"path": "no-such/x.html"}, FileNotFoundError, "no-such"),
])
def test_mistakes_of_reports_are_told(options, error, text, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    with pytest.raises(error, match=text):
        kamm.report(**{"cars": "volvo-v40", "path": "x.html", **options})
    assert not list(tmp_path.iterdir())


def test_ctrl_c_ends_a_report(tmp_path):
    idle_s = interrupted_after("time.sleep(30)")
    assert interrupted_after(f"kamm.report(['toyota-hilux-laden'] * 6, {str(tmp_path / 'x.html')!r})", 0.2) < idle_s + 0.1
    assert not list(tmp_path.iterdir())
