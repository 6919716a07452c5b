"""Ground of a batch: height maps."""

import json
import pickle

import numpy as np
import pytest

import kamm


def on_hill(slope: float) -> kamm.World:
    """Rises along x, with the origin in the middle."""
    x_m = np.arange(-100, 101, 2.0)
    return kamm.World.heights(np.broadcast_to(slope * x_m, (101, 101)), 2, x_m=-100, y_m=-100)


def test_a_sloped_map_is_a_sloped_plane(m3):
    map_cars, plane_cars = (kamm.Batch(m3, 3, world=world) for world in (on_hill(0.1), kamm.World.plane(slope=0.1)))
    for cars in (map_cars, plane_cars):
        cars.place(x_m=[0, 20, 40], y_m=[-30, 0, 30], yaw_rad=[0, 1, -2], speed_mps=10)
        cars.inputs[:, kamm.INPUT["gear"]] = 0
        cars.step(1)
    channels = ("x_m", "y_m", "z_m", "speed_mps", "pitch_rad")  # the asphalt of the map is rough, that of the plane is not
    assert np.allclose(map_cars.read(*channels), plane_cars.read(*channels), rtol=0, atol=0.02)
    assert not map_cars.faults.any() and map_cars.read("z_m")[2] > 3.5


def test_cars_feel_bumps(m3):
    rng = np.random.default_rng(1)
    rough = kamm.World.heights(rng.normal(0, 0.01, (41, 401)), 0.5, y_m=-10)
    cars = kamm.Batch(m3, 2, world=rough)
    cars.place(x_m=20, y_m=[-3, 3], speed_mps=15)
    load = []
    for _ in range(100):
        cars.step(0.01)
        load.append(cars.read("wheels[0].load_n"))
    assert (np.std(load, axis=0) > 300).all() and not cars.faults.any()


def test_it_is_pickled_with_its_batch(m3):
    cars = kamm.Batch(m3, 2, world=on_hill(-0.05))
    cars.place(speed_mps=10)
    cars.step(0.5)
    again = pickle.loads(pickle.dumps(cars))
    for each in (cars, again):
        each.step(0.5)
    assert again.hash() == cars.hash() and cars.read("z_m")[0] < 0.5


def test_ice_is_slippery(m3):
    flat = np.zeros((50, 50))
    cars = [kamm.Batch(m3, 1, world=kamm.World.heights(flat, 4, surface=surface)) for surface in ("dry_asphalt", "ice")]
    for each in cars:
        each.place(x_m=20, y_m=100, speed_mps=15)
        each.inputs[:, kamm.INPUT["brake"]] = 1
        each.step(1)
    dry, ice = (each.read("speed_mps")[0] for each in cars)
    assert dry < 6.5 < 13 < ice


@pytest.mark.parametrize("arguments, options, error, text", [
    ((np.zeros(5), 1), {}, ValueError, "wanted a C-contiguous float32 array of shape"),
    ((np.zeros((1, 5)), 1), {}, ValueError, "2"),
    ((np.zeros((5, 5)), 0), {}, ValueError, "cell"),
    ((np.full((5, 5), np.nan), 1), {}, ValueError, "column 0, row 0 is nan m"),
    ((np.zeros((5, 5)), 1), {"surface": "icee"}, kamm.UnknownName, "icee"),
])
def test_mistakes_are_told(arguments, options, error, text):
    with pytest.raises(error, match=text):
        kamm.World.heights(*arguments, **options)


def test_ground_is_rough_where_that_is_asked_for():
    zeros = np.zeros((20, 200), np.float32)

    def shaken(world):
        car = kamm.Batch("nissan-micra", 1, world=world)
        car.place(x_m=2, y_m=5, speed_mps=10)
        car.step(4)
        accelerations = []
        for _ in range(60):
            car.step(1 / 60)
            accelerations.append(float(car.read("acceleration_z_mps2")[0]))
        return float(np.std(accelerations))

    for surface in ("dry_asphalt", "ploughed_field"):
        assert shaken(kamm.World.heights(zeros, 1, surface=surface)) < 0.1
    assert shaken(kamm.World.heights(zeros, 1, surface="road_class_c", rough=True)) > 0.2
    rough = kamm.World.surface("road_class_e", rough=True)
    assert shaken(rough) > 0.5
    assert shaken(pickle.loads(pickle.dumps(rough))) == shaken(rough)
    for lay in (lambda: kamm.World.surface("road_class_e"), lambda: kamm.World.heights(zeros, 1, surface="road_class_b")):
        with pytest.raises(ValueError, match="smooth ground"):
            lay()


def test_a_path_has_its_sides(tmp_path):
    """For each point to the right and to the left edge, as an environment's track as well: a car is off where the narrow side ends."""
    points = [[-60, 10], [0, 5], [60, 10], [70, 40], [0, 60], [-70, 40]]
    sides = [[2 + i, 8 - i] for i in range(6)]
    (tmp_path / "road.json").write_text(json.dumps({"terrain": [{"kind": "plane"}], "paths": [
        {"name": "narrow", "width_m": 12, "closed": True, "points_m": points, "sides_m": sides},
        {"name": "even", "width_m": 12, "closed": True, "points_m": points}]}))
    paths = kamm.World(tmp_path / "road.json").paths
    assert np.array_equal(paths["narrow"].sides_m, sides) and not paths["narrow"].sides_m.flags.writeable
    assert paths["even"].sides_m is None and paths["even"].width_m == 12 and paths["even"].closed
    assert np.array_equal(paths["narrow"].points_m, points) and "\n" not in repr(paths["narrow"])
    with pytest.raises(kamm.UnknownName, match='did you mean "narrow"'):
        paths["narow"]
    gymnasium = pytest.importorskip("gymnasium")
    pytest.importorskip("kamm.gym")
    rooms = []
    for path in (paths["narrow"], paths["even"], paths["narrow"]._replace(sides_m=np.array(sides, float)[:, ::-1].copy())):
        env = gymnasium.make("Kamm/Track-v0", track=path, rung="single_track").unwrapped
        seen, _ = env.reset(seed=1)
        rooms.append(dict(zip([column.name for column in env.core.columns], seen * [column.scale for column in env.core.columns])))
    names = [name for name in rooms[0] if "right" in name or "left" in name][:2]
    assert len({tuple(room[name] for name in names) for room in rooms}) == 3, rooms
