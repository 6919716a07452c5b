"""Worlds with bodies and cars that collide."""

import gc
import json
import pickle
import weakref

import numpy as np
import pytest

import kamm

corners = np.array([[x, y, z] for x in (-0.4, 0.4) for y in (-0.3, 0.3) for z in (-0.2, 0.2)])


def test_shapes_lie_on_the_ground_at_their_height():
    """A body at rest stands as high above the ground as its lowest point is below its frame."""
    world = kamm.World.plane()
    shapes = [(kamm.Box([0.4, 0.3, 0.2]), 0.2), (kamm.Sphere(0.3), 0.3), (kamm.Cylinder(0.3, 0.5), 0.5), (kamm.Hull(corners), 0.2)]
    bodies = [world.add_body("dynamic", [shape], mass_kg=20, position_m=[3 * i, 0, half_m + 0.02])
              for i, (shape, half_m) in enumerate(shapes)]
    lying = kamm.Capsule(0.25, 0.6, orientation=[np.sqrt(0.5), np.sqrt(0.5), 0, 0])
    bodies.append(world.add_body("dynamic", [lying], mass_kg=20, position_m=[15, 0, 0.3]))
    world.step(2)
    motion = world.read_motions(bodies)
    assert np.allclose(motion.position_m[:, 2], [half_m for _, half_m in shapes] + [0.25], atol=0.01)
    assert np.abs(motion.velocity_mps).max() < 0.02 and motion.orientation.shape == (5, 4)
    assert world.bodies == bodies and bodies[1].index == 1


def test_a_free_fall_has_its_closed_form():
    world = kamm.World.plane()
    ball = world.add_body("dynamic", [kamm.Sphere(0.1)], mass_kg=1, position_m=[0, 0, 100])
    ball.set_motion(velocity_mps=[3, 0, 4], angular_velocity_radps=[0, 0, 2])
    world.step(1)
    motion = ball.read_motion()
    assert np.allclose(motion.position_m, [3, 0, 100 + 4 - 9.80665 / 2], atol=0.03)
    assert np.allclose(motion.velocity_mps, [3, 0, 4 - 9.80665], atol=1e-3)
    assert np.allclose(motion.orientation, [np.cos(1), 0, 0, np.sin(1)], atol=1e-3)


def test_cars_push_bodies_by_their_momentum(m3):
    """A car in neutral meets a crate in the air above ice: together they keep the momentum along x."""
    world = kamm.World.plane(friction=0.01)
    crate = world.add_body("dynamic", [kamm.Box([0.5, 2, 0.3])], mass_kg=500, position_m=[8, 0, 0.32], restitution=0, friction=0, material=7)
    cars = kamm.Batch(m3, 2, world=world)
    cars.place(y_m=[0, 20], speed_mps=10, gear=0)
    speed = cars.bind("speed_mps")
    world.add(cars)
    assert world.cars == (cars,)
    events = []
    for _ in range(60):
        world.step(0.02)
        events += world.contacts()
    pushed, free = speed
    crate_mps = crate.read_motion().velocity_mps[0]
    mass_kg = cars.model["mass_kg"]
    assert crate_mps > 5 and abs(mass_kg * pushed + 500 * crate_mps - mass_kg * free) < 0.03 * mass_kg * free
    hits = [event for event in events if {event.first.type, event.second.type} == {"car", "dynamic"}]
    assert hits and hits[0].began and 7 in hits[0].materials and hits[0].speed_mps == pytest.approx(10, abs=0.3)
    ids = {hits[0].first, hits[0].second}
    assert kamm.BodyId("car", 0, 0) in ids and kamm.BodyId("dynamic", 0, crate.index) in ids
    assert cars.time_s == pytest.approx(1.2) and not cars.faults.any()


def test_a_car_alone_has_the_bits_of_its_batch(m3):
    world = kamm.World.plane()
    world.add_body("dynamic", [kamm.Sphere(0.3)], mass_kg=5, position_m=[0, 500, 0.3])
    cars, alone = (kamm.Batch(m3, 3, world=each) for each in (world, kamm.World.plane()))
    world.add(cars)
    for batch in (cars, alone):
        batch.place(y_m=[0, 10, 20], speed_mps=20)
        batch.inputs[:, kamm.INPUT["steering_wheel_rad"]] = 0.3
    world.step(1)
    alone.step(1)
    assert cars.hash() == alone.hash()


def test_kinematic_bodies_move_as_they_are_set():
    world = kamm.World.plane()
    lift = world.add_body("kinematic", [kamm.Box([2, 2, 0.1])], position_m=[0, 0, 0.2])
    load = world.add_body("dynamic", [kamm.Box([0.3, 0.3, 0.3])], mass_kg=10, position_m=[0, 0, 0.61])
    lift.move_to([0, 0, 1.2], dt_s=2)
    world.step(2.5)
    assert np.allclose(lift.read_motion().position_m, [0, 0, 1.2]) and abs(load.read_motion().position_m[2] - 1.6) < 0.01
    lift.set_motion(velocity_mps=[0, 0, 0.5])
    world.step(substeps=240)
    assert np.allclose(lift.read_motion().position_m, [0, 0, 1.7], atol=1e-6)
    assert not np.allclose(load.read_motion().position_m[2], 1.6, atol=0.1)


def test_meshes_filters_and_sensors():
    world = kamm.World.plane()
    square = np.array([[-2, -2, 1], [2, -2, 1], [2, 2, 1], [-2, 2, 1]])
    roof = world.add_body("static", [kamm.Mesh(square, [[0, 1, 2], [0, 2, 3]])], filter=kamm.Filter(category=2))
    gate = world.add_body("static", [kamm.Box([2, 2, 0.2])], position_m=[0, 0, 2], sensor=True)
    box = kamm.Box([0.3, 0.3, 0.3])
    stays, falls = (world.add_body("dynamic", [box], mass_kg=5, position_m=[x, 0, 3.5], filter=kamm.Filter(4, mask))
                    for x, mask in ((-1, 0b11), (1, 0b01)))
    events = []
    for _ in range(100):
        world.step(0.025)
        events += world.sensor_events()
    height_m = world.read_motions([stays, falls]).position_m[:, 2]
    assert np.allclose(height_m, [1.3, 0.3], atol=0.01)
    assert {event.sensor for event in events} == {gate.index}
    assert [event.entered for event in events if event.body.index == falls.index] == [True, False]
    assert falls.filter == kamm.Filter(4, 1) and gate.filter == kamm.Filter()
    stays.filter = kamm.Filter(4, 0b01)
    world.step(1)
    assert abs(stays.read_motion().position_m[2] - 0.3) < 0.01
    roof.filter = kamm.Filter(mask=0)
    assert roof.filter == kamm.Filter(1, 0)


def test_filters_of_cars(m3):
    """A car passes through a wall that its filter excludes; the one beside it hits the wall."""
    world = kamm.World.plane()
    world.add_body("static", [kamm.Box([0.5, 20, 1])], position_m=[15, 0, 1])
    cars = kamm.Batch(m3, 3, world=world)
    cars.place(y_m=[-8, 0, 8], speed_mps=10, gear=0)
    world.add(cars)
    world.set_car_filter(cars, kamm.Filter(mask=0), which=[1])
    world.set_car_filter(cars, kamm.Filter(2, 2), which=[False, False, True])
    world.step(3)
    x_m = cars.read("x_m")
    assert x_m[0] < 14 and (x_m[1:] > 20).all()


rock = {
    "kind": "mesh",
    "vertices_m": [[-90, -9, 0], [8, -9, 0], [-90, 9, 0], [8, 9, 0], [8, -9, 2], [40, -9, 2], [8, 9, 2], [40, 9, 2]],
    "triangles": [[0, 1, 2], [2, 1, 3], [4, 5, 6], [6, 5, 7], [1, 4, 3], [3, 4, 6]],
}


def test_upright_faces_stop_a_car_of_any_rung(tmp_path):
    path = tmp_path / "rock.json"
    path.write_text(json.dumps({"terrain": [rock]}))
    farthest = []
    for walls in (False, True):
        world = kamm.World(path)
        if walls:
            assert world.add_terrain_faces(friction=0.7) in world.bodies
        cars = kamm.Batch("nissan-micra", 1, rung="kinematic", world=world)
        cars.place(speed_mps=8, gear=0)
        world.add(cars)
        world.step(2)
        farthest.append(cars.read("x_m")[0])
    assert farthest[0] > 8 > farthest[1]
    assert kamm.World.plane().add_terrain_faces() is None
    with pytest.raises(ValueError, match="friction"):
        kamm.World(path).add_terrain_faces(friction=9)


def test_a_world_goes_back_to_what_was_saved(m3):
    world = kamm.World.plane()
    crates = [world.add_body("dynamic", [kamm.Box([0.5, 0.5, 0.5])], mass_kg=40, position_m=[15, 0, 0.5 + i]) for i in range(3)]
    cars = kamm.Batch(m3, 1, world=world)
    cars.place(speed_mps=15)
    world.add(cars)
    world.step(0.5)
    cars.inputs[0, kamm.INPUT["brake"]] = 1
    state, before = world.save(), world.hash()
    world.step(1)
    after = world.hash()
    cars.inputs[:] = 0
    world.restore(state)
    assert world.hash() == before != after and cars.time_s == 0.5 and cars.inputs[0, kamm.INPUT["brake"]] == 1
    world.step(1)
    assert world.hash() == after
    crates[0].remove()
    with pytest.raises(ValueError):
        world.restore(state)
    with pytest.raises(ValueError, match="no state"):
        world.restore(b"KammWl")


def test_bodies_come_and_go():
    world = kamm.World("proving-ground")
    there = len(world.bodies)
    body = world.add_body("static", [kamm.Box([1, 1, 1])], position_m=[0, 0, 50])
    assert len(world.bodies) == there + 1 and body.is_there and body in world.bodies
    body.remove()
    other = world.add_body("static", [kamm.Sphere(1)], position_m=[0, 0, 60])
    assert not body.is_there and other.index == body.index and other != body and "removed" in repr(body)
    for use in (body.read_motion, body.remove, lambda: body.filter == 1 or body.set_motion()):
        with pytest.raises(kamm.UnknownName, match=f"index {body.index}"):
            use()


def test_the_world_steps_the_cars_that_it_has(m3):
    world = kamm.World.plane()
    cars = kamm.Batch(m3, 2, world=world)
    mass_kg = cars.expand("body.mass_kg")
    world.add(cars)
    for wrong, error in ((lambda: cars.step(0.1), RuntimeError), (lambda: world.add(cars), ValueError),
                         (lambda: kamm.World.plane().add(kamm.Batch(m3, 1, world=world)), ValueError),
                         (lambda: world.remove(kamm.Batch(m3, 1, world=world)), ValueError),
                         (lambda: world.add(3), TypeError), (lambda: world.step(0.0001), ValueError),
                         (lambda: world.step(), TypeError), (lambda: pickle.dumps(world), TypeError)):
        with pytest.raises(error):
            wrong()
    with pytest.raises(ValueError, match="substep"):
        world.add(kamm.Batch(m3, 1, world=world, substeps_per_s=600))
    assert world.substep_s == pytest.approx(1 / 300) and world.cars == (cars,)
    other = kamm.Batch(m3, 1, world=world)
    world.add(other)
    with pytest.raises(RuntimeError, match="before they are added"):
        other.expand("body.mass_kg")
    world.remove(other)
    mass_kg[0] *= 1.2
    cars.inputs[:, kamm.INPUT["throttle"]] = 1
    world.step(7)
    heavy_mps, light_mps = cars.read("speed_mps")
    assert 0.8 * light_mps < heavy_mps < 0.97 * light_mps
    world.remove(cars)
    cars.step(0.1)
    world.add(cars)
    world.step(0.1)
    assert cars.time_s == pytest.approx(7.2)
    cars.close()
    assert world.cars == () and world.substep_s == 1 / 240
    world.step(0.1)


def test_a_world_and_its_cars_are_freed_together(m3):
    world = kamm.World.plane()
    cars = kamm.Batch(m3, 1, world=world)
    world.add(cars)
    refs = weakref.ref(world), weakref.ref(world.add_body("static", [kamm.Sphere(1)]).world)
    del cars
    gc.collect()
    assert len(world.cars) == 1  # the world keeps them
    world.step(0.1)
    del world
    gc.collect()
    assert all(ref() is None for ref in refs)


@pytest.mark.parametrize("arguments, options, error, text", [
    (("free", [kamm.Sphere(1)]), {}, kamm.UnknownName, "free"),
    (("dynamic", [kamm.Sphere(1)]), {}, ValueError, "mass"),
    (("static", []), {}, ValueError, "1 to 16"),
    (("static", [kamm.Sphere(1)] * 17), {}, ValueError, "1 to 16"),
    (("static", [kamm.Sphere(0)]), {}, ValueError, "bodies"),
    (("static", [kamm.Box([1, 1])]), {}, ValueError, "half_m"),
    (("static", ["box"]), {}, TypeError, "Box, Sphere"),
    (("static", [kamm.Hull(corners[:, :2])]), {}, ValueError, "points_m"),
    (("static", [kamm.Hull(corners[:2])]), {}, ValueError, "points"),
    (("static", [kamm.Mesh(corners, [[0, 1, 8]])]), {}, ValueError, "8"),
    (("static", [kamm.Mesh(corners, [[0, 1, 2.5]])]), {}, ValueError, "whole numbers"),
    (("dynamic", [kamm.Mesh(corners, [[0, 1, 2]])]), {"mass_kg": 1}, ValueError, "mesh"),
    (("static", [kamm.Sphere(1)]), {"friction": 3}, ValueError, "friction"),
    (("static", [kamm.Sphere(1)]), {"filter": kamm.Filter(0)}, ValueError, "category"),
    (("static", [kamm.Sphere(1)]), {"position_m": [0, 0, np.nan]}, ValueError, "not finite"),
])
def test_wrong_bodies_are_refused(arguments, options, error, text):
    world = kamm.World.plane()
    with pytest.raises(error, match=text):
        world.add_body(*arguments, **options)
    assert not world.bodies


def test_wrong_motions_are_refused():
    world = kamm.World.plane()
    wall = world.add_body("static", [kamm.Sphere(1)])
    crate = world.add_body("dynamic", [kamm.Sphere(1)], mass_kg=1)
    for wrong in (lambda: wall.set_motion(velocity_mps=[1, 0, 0]), lambda: crate.set_motion(velocity_mps=[1, 0]),
                  lambda: crate.set_motion(position_m=[np.inf, 0, 0]), lambda: crate.move_to([0, 0, 1], dt_s=1)):
        with pytest.raises(ValueError):
            wrong()
    world.set_motions([crate], position_m=[[1, 2, 3]])
    assert np.array_equal(crate.read_motion().position_m, [1, 2, 3])
