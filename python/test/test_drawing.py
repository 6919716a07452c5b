"""Debug draw: lines, points and texts as arrays."""

import numpy as np
import pytest

import kamm


def at_rest(vehicle, count=1, **place):
    world = kamm.World.plane()
    cars = kamm.Batch(vehicle, count, world=world)
    cars.place(**place)
    world.add(cars)
    world.step(1)
    return world, cars


def test_loads_are_arrows_of_their_length(m3):
    world, cars = at_rest(m3)
    drawing = kamm.draw(world, ["forces"], metres_per_n=1e-3)
    blue = (drawing.line_colours == [0x40, 0x60, 0xFF]).all(axis=1)
    lengths = np.linalg.norm(np.diff(drawing.lines_m[blue], axis=1)[:, 0], axis=1)
    loads = sum(cars.read(*(f"wheels[{i}].load_n" for i in range(4)))[0])
    shafts = np.sort(lengths)[-4:]
    assert shafts.sum() == pytest.approx(1e-3 * loads, rel=1e-3)


def test_shapes_are_where_the_bodies_are(m3):
    world, _ = at_rest(m3, x_m=30)
    world.add_body("static", [kamm.Box([1, 2, 0.5])], position_m=[10, -20, 0.5])
    world.step(substeps=1)
    drawing = kamm.draw(world, ["shapes"], within_m=5, centre_m=[10, -20, 0])
    assert len(drawing.lines_m) == 12 and drawing.lines_m.shape[1:] == (2, 3)
    assert np.allclose(drawing.lines_m.min(axis=(0, 1)), [9, -22, 0]) and np.allclose(drawing.lines_m.max(axis=(0, 1)), [11, -18, 1])
    assert (drawing.line_colours == 0x90).all()
    assert len(kamm.draw(world, ["shapes"]).lines_m) > 12


def test_texts_and_points_have_places_and_colours(m3):
    world, cars = at_rest(m3)
    drawing = kamm.draw(world)
    assert len(drawing.texts) == len(drawing.text_positions_m) == len(drawing.text_colours) >= 2
    assert len(drawing.points_m) == len(drawing.point_colours) >= 4
    load_kn = sum(float(text.split()[0]) for text in kamm.draw(world, ["axle_loads"]).texts)
    assert load_kn == pytest.approx(sum(cars.read(*(f"wheels[{i}].load_n" for i in range(4)))[0]) / 1000, abs=0.2)
    assert repr(drawing) == f"<kamm.Drawing of {len(drawing.lines_m)} lines, {len(drawing.points_m)} points, {len(drawing.texts)} texts>"


def test_a_batch_without_a_world_draws_the_same_cars(m3):
    world, _ = at_rest(m3, 2, y_m=[0, 5])
    alone = kamm.Batch(m3, 2)
    alone.place(y_m=[0, 5])
    alone.step(1)
    first, second = kamm.draw(world), kamm.draw(alone)
    assert np.allclose(first.lines_m, second.lines_m, rtol=0, atol=1e-6) and first.texts == second.texts
    assert np.array_equal(first.line_colours, second.line_colours) and np.array_equal(first.point_colours, second.point_colours)


def test_drawing_changes_nothing(m3):
    world, _ = at_rest(m3)
    before = world.save()
    kamm.draw(world)
    assert world.save() == before


def test_wrong_calls_say_why(m3):
    world, _ = at_rest(m3)
    with pytest.raises(kamm.UnknownName, match='there is no such part of a drawing; did you mean "wheels"'):
        kamm.draw(world, ["wheel"])
    with pytest.raises(ValueError, match="parts"):
        kamm.draw(world, [])
    with pytest.raises(ValueError, match="within_m is -1"):
        kamm.draw(world, within_m=-1)
    with pytest.raises(ValueError, match="centre_m"):
        kamm.draw(world, centre_m=[0, np.nan, 0])
    with pytest.raises(TypeError, match="wanted a World or a Batch"):
        kamm.draw("world")
