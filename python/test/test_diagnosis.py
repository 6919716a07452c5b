"""Diagnosis of vehicles: the lines of the command, failures, tables, mistakes."""

import pytest
from conftest import command
from test_lab import Cells

import kamm


@pytest.mark.parametrize("car, words, options", [
    ("volvo-v40", (), {}),
    ("nissan-micra", ("--class", "sports"), {"body": "sports"}),
])
def test_lines_are_those_of_the_command(car, words, options):
    told = command("check", car, *words).splitlines()
    mine = str(kamm.check(car, **options)).splitlines()
    figures = [line.strip() for line in told if " usual " in line]
    assert len(figures) > 15 and [line.strip() for line in mine[1:]] == figures
    judged = next(line for line in told if "judged as" in line)
    assert mine[0].endswith(judged.strip().partition(",")[0] + (" (a guess)" if not options else ""))


def test_figures_have_ranges_and_remarks():
    usual = kamm.check("nissan-micra")
    changed = kamm.load("nissan-micra").replace({"body.cg_height_m": 0.9})
    found = kamm.check(changed, usual.body)
    assert usual.is_guess and not found.is_guess and found.body == usual.body and found.ok
    factor = found.figures["static_stability_factor"]
    assert factor.value < factor.low == usual.figures["static_stability_factor"].low and "tips over" in factor.remark
    assert factor in found.unusual and factor not in usual.unusual and not factor.is_usual
    assert found["static_stability_factor"] == factor.value and factor.doc
    assert changed["body.cg_height_m"] == 0.9


def test_failures_are_told():
    blunt = kamm.load("volvo-v40")
    for path in blunt:
        if path.endswith(".brake_torque_nm"):
            blunt[path] = 0
    found = kamm.check(blunt)
    assert not found.ok and "can't brake" in found.failures[0]
    assert f"failure: {found.failures[0]}" in str(found) and found.failures[0] in Cells(found._repr_html_()).texts
    assert "not ok" in repr(found)


def test_notebooks_show_a_table():
    found = kamm.check("volvo-v40")
    texts = Cells(found._repr_html_()).texts
    for figure in found.figures.values():
        assert figure.name in texts and (figure.remark in texts or not figure.remark)
    assert "\n" not in repr(found) and found.body in repr(found)


def test_a_frame_of_figures():
    pytest.importorskip("pandas")
    found = kamm.check("volvo-v40")
    frame = found.to_pandas()
    assert list(frame.index) == list(found.figures) and list(frame.columns[:4]) == ["value", "unit", "low", "high"]
    assert frame["value"]["full_braking_g"] == found["full_braking_g"]


@pytest.mark.parametrize("options, error, text", [
    ({"body": "salon"}, kamm.UnknownName, 'did you mean "saloon"'),
    ({"car": "caravan-1200"}, ValueError, "no class has trailers"),
    ({"car": "no-such"}, kamm.UnknownName, "no-such"),
])
def test_mistakes_are_told(options, error, text):
    with pytest.raises(error, match=text):
        kamm.check(**{"car": "volvo-v40", **options})
    with pytest.raises(kamm.UnknownName, match='did you mean "roll_gradient_deg_per_g"'):
        kamm.check("volvo-v40")["roll_gradient"]
