"""Vehicles by path."""

import pytest
from conftest import every_vehicle

import kamm


@pytest.mark.parametrize("name", every_vehicle)
def test_every_value_has_its_field_and_is_written_and_read_back(name, tmp_path):
    car = kamm.load(name)
    for path in car:
        field = car.field(path)
        assert field.doc and path.endswith(field.name)
        value = car[path]
        if field.kind == "number":
            assert field.min <= value <= field.max or field.min == field.max
            car[path] = value
        elif field.kind == "choice":
            assert value in field.choices
            car[path] = value
        elif field.kind == "flag":
            assert isinstance(value, bool)
            car[path] = value
    file = tmp_path / f"{name}.json"
    car.save(file)
    again = kamm.load(file)
    assert all(again[path] == car[path] for path in car)


def test_units_at_the_end_of_a_path(m3):
    m3["engine.idle_rpm"] = 900
    assert m3["engine.idle_rpm"] == pytest.approx(900)


def test_lists_and_curves(m3):
    ratios = m3["gearbox.ratios"]
    assert len(ratios) >= 5 and m3["gearbox.ratios[1]"] == ratios[1]
    speeds, torques = m3["engine.torque_curve"]
    assert len(speeds) == len(torques) > 3 and speeds == sorted(speeds)


def test_mistakes_are_told(m3):
    with pytest.raises(KeyError, match="anti_rol"):
        m3["axles[1].suspension.anti_rol"]
    with pytest.raises(KeyError):
        m3.field("axles[9].track_m")
    with pytest.raises(ValueError, match="allowed: 0 to"):
        m3["axles[1].suspension.anti_roll_bar_n_per_m"] = -5
    with pytest.raises(ValueError):
        m3["body.mass_kg"] = float("nan")
    with pytest.raises(TypeError):
        m3["body.mass_kg"] = [1]
    with pytest.raises(KeyError, match="no-such-car"):
        kamm.load("no-such-car")
    with pytest.raises(OSError, match="no-such-car.json"):
        kamm.load("no-such-car.json")
    with pytest.raises(OSError):
        m3.save("/no-such-folder/car.json")


def test_what_is_published_has_sources(m3):
    figures = m3.published()
    assert figures and all(source for _, _, source in figures)


NEEDED = {"mass": 1450, "wheelbase": "2650mm", "tyres": "225/45R17", "power": "147kW"}


def test_a_car_from_a_data_sheet(tmp_path):
    car = kamm.new(**NEEDED, drive="front", power_at="6000rpm", ratios=[3.5, 2.0, 1.4, 1.0, 0.8])
    assert car["body.mass_kg"] == 1450 and car["axles[1].behind_front_axle_m"] == pytest.approx(2.65)
    assert car["gearbox.ratios"] == [3.5, 2.0, 1.4, 1.0, 0.8]
    speeds, torques = car["engine.torque_curve"]
    assert max(speed * torque for speed, torque in zip(speeds, torques)) == pytest.approx(147e3, rel=2e-3)
    file = tmp_path / "own.json"
    kept = kamm.new(file, **NEEDED)
    assert "rule front_ride_frequency" in file.read_text() and kept.id == "own"


def test_a_data_sheet_with_mistakes():
    with pytest.raises(KeyError, match="did you mean wheelbase"):
        kamm.new(wheelbas=2.65)
    with pytest.raises(ValueError, match="wheelbase is missing"):
        kamm.new(mass=1450)
    with pytest.raises(ValueError, match="allowed: 50 to 60000 kg"):
        kamm.new(mass=5)


yaml = """
m: 1100
a: 1.2
b: 1.4
R_w: 0.34
longitudinal:
  a_max: 11.5
  v_switch: 7
"""


def test_vehicle_data_of_other_programs_are_imported(tmp_path):
    file = tmp_path / "car.yaml"
    file.write_text(yaml)
    car = kamm.import_vehicle(file, tmp_path / "out.json", body="hatchback", name="Old")
    assert car["body.mass_kg"] == 1100 and car["axles[1].behind_front_axle_m"] == pytest.approx(2.6) and car["name"] == "Old"
    assert "imported: CommonRoad m" in (tmp_path / "out.json").read_text()
    assert kamm.import_vehicle(file, format="commonroad")["body.mass_kg"] == 1100
    with pytest.raises(ValueError, match="m = heavy"):
        file.write_text(yaml.replace("1100", "heavy"))
        kamm.import_vehicle(file)
    with pytest.raises(ValueError, match="allowed: by_name, assetto_corsa"):
        kamm.import_vehicle(file, format="racer")
    with pytest.raises(OSError, match="none.yaml"):
        kamm.import_vehicle(tmp_path / "none.yaml")
