"""Joints of worlds: closed forms of what they hold, drive and break."""

import numpy as np
import pytest

import kamm

G = 9.80665


def box(world, at, mass_kg=10.0, half_m=(0.1, 0.1, 0.1)):
    return world.add_body("dynamic", [kamm.Box(half_m)], mass_kg=mass_kg, position_m=at)


def test_a_pendulum_has_its_period():
    """A box on a hinge: 2 pi sqrt((I + m l^2) / (m g l)) for small angles."""
    world = kamm.World.plane()
    bob = box(world, [0, 0, 10 - 1])
    hinge = world.add_joint("hinge", None, bob, point_m=[0, 0, 10], axis=[0, 1, 0])
    bob.set_motion(velocity_mps=[0.1, 0, 0], angular_velocity_radps=[0, -0.1, 0])
    inertia = 10 * (0.2**2 + 0.2**2) / 12 + 10 * 1**2
    angles = []
    for _ in range(1200):
        world.step(substeps=1)
        angles.append(hinge.read().position)
    ups = [i + angles[i] / (angles[i] - angles[i + 1]) for i in range(1199) if angles[i] < 0 <= angles[i + 1]]
    assert np.mean(np.diff(ups)) / 240 == pytest.approx(2 * np.pi * np.sqrt(inertia / (10 * G)), rel=2e-3)
    assert hinge.read().force_n[2] == pytest.approx(10 * G, rel=0.02)


def test_a_motor_opens_a_gate_to_its_limit():
    """It accelerates by its torque over the inertia, then holds its speed."""
    world = kamm.World.plane()
    gate = box(world, [0, 1, 1], 40, (0.05, 1, 0.5))
    hinge = world.add_joint("hinge", None, gate, point_m=[0, 0, 1], axis=[0, 0, 1], limits=(0, 1.2), motor_speed=0.5, motor_force=500)
    world.step(1)
    state = hinge.read()
    inertia = 40 * (2**2 + 0.1**2) / 12 + 40 * 1**2
    assert state.position == pytest.approx(0.5 - 0.5**2 / (2 * 500 / inertia), abs=2e-3) and state.speed == pytest.approx(0.5, abs=1e-3)
    world.step(2)
    assert hinge.read().position == pytest.approx(1.2, abs=1e-3) and abs(hinge.read().speed) < 1e-3
    hinge.set_motor(-0.5, 500)
    world.step(1)
    assert hinge.read().position == pytest.approx(0.7, abs=0.02)
    hinge.set_limits(None)
    world.step(3)
    assert hinge.read().position < -0.5


@pytest.mark.parametrize("kind, options, length_m", [
    ("rope", {"length_m": 2.0}, 2.0), ("distance", {}, 1.0), ("spring", {"length_m": 1.0, "stiffness": 1000.0, "damping": 200.0}, 1 + 10 * G / 1000)])
def test_a_weight_hangs(kind, options, length_m):
    world = kamm.World.plane()
    weight = box(world, [0, 0, 9])
    joint = world.add_joint(kind, None, weight, first_point_m=[0, 0, 10], **options)
    world.step(5)
    state = joint.read()
    assert state.position == pytest.approx(length_m, abs=2e-3) and state.force_n[2] == pytest.approx(10 * G, rel=1e-3)
    assert state.points_m.shape == (2, 3) and np.allclose(state.points_m[0], [0, 0, 10])
    assert np.allclose(state.points_m[1], weight.read_motion().position_m)


def test_it_breaks_and_a_saved_world_mends_it():
    world = kamm.World.plane()
    weight = box(world, [0, 0, 9])
    rope = world.add_joint("rope", None, weight, first_point_m=[0, 0, 10], break_force_n=150)
    world.step(1)
    before = world.save()
    assert not rope.read().is_broken and world.broken_joints() == []
    weight.set_motion(velocity_mps=[0, 0, -20])
    world.step(substeps=2)
    assert rope.read().is_broken and world.broken_joints() == [rope]
    world.restore(before)
    assert not rope.read().is_broken


def test_a_car_tows_another(m3):
    """The rope's force accelerates the towed car's mass."""
    world = kamm.World.plane()
    cars = kamm.Batch(m3, 2, world=world)
    cars.place(x_m=[0, -9])
    world.add(cars)
    rope = world.add_joint("rope", (cars, 0), (cars, 1), first_point_m=[-0.9, 0, 0.4], second_point_m=[3.4, 0, 0.4],
                           length_m=5, stiffness=30000, damping=2000)
    cars.inputs[:, kamm.INPUT["gear"]] = [1, 0]
    cars.inputs[0, kamm.INPUT["throttle"]] = 0.4
    world.step(4)
    speeds, forces = [], []
    for _ in range(200):
        world.step(0.01)
        speeds.append(cars.read("forward_speed_mps")[1])
        forces.append(rope.read().force_n[0])
    gained = speeds[-1] - speeds[0]
    assert gained > 1 and np.mean(forces) * 1.99 == pytest.approx(cars.model["mass_kg"] * gained, rel=0.15)
    world.remove(cars)
    assert not rope.is_there and world.joints == []


def test_handles(m3):
    world = kamm.World.plane()
    first, second = box(world, [0, 0, 5]), box(world, [1, 0, 5])
    ball, fixed = (world.add_joint(kind, first, second, point_m=[0.5, 0, 5]) for kind in ("ball", "fixed"))
    assert world.joints == [ball, fixed] and ball != fixed and len({ball, fixed, world.joints[0]}) == 2
    ball.remove()
    assert not ball.is_there and fixed.is_there and "removed" in repr(ball)
    with pytest.raises(kamm.UnknownName):
        ball.read()
    second.remove()
    assert not fixed.is_there


@pytest.mark.parametrize("arguments, error, text", [
    (("hing", None, 0), kamm.UnknownName, "hinge"), (("ball", None, None), ValueError, "end"), (("rope", 0, 0), ValueError, "end"),
    (("ball", 5, 0), TypeError, "first"), (("ball", "other", 0), ValueError, "another world"), (("ball", "closed", 0), ValueError, "closed"),
    (("ball", "few", 0), ValueError, "the batch has 1")])
def test_mistakes_are_told(m3, arguments, error, text):
    world = kamm.World.plane()
    body = box(world, [0, 0, 5])
    closed = kamm.Batch(m3, 1, world=world)
    closed.close()
    other = {"other": box(kamm.World.plane(), [0, 0, 1]), "closed": (closed, 0), "few": (kamm.Batch(m3, 1, world=world), 1)}
    kind, *ends = arguments
    with pytest.raises(error, match=text):
        world.add_joint(kind, *(body if end == 0 and end is not None else other.get(end, end) if isinstance(end, str) else end for end in ends))
    assert world.joints == []
