"""Drivers who see each other: the gaps of the IDM, grids, recovery, states."""

import numpy as np
import pytest

import kamm

STRAIGHT = kamm.Path(np.column_stack((np.arange(0, 3001, 20.0), np.zeros(151))), 11.0, False)
ANGLES = np.arange(0, 2 * np.pi, 2 * np.pi / 90)
CIRCLE = kamm.Path(80 * np.column_stack((np.cos(ANGLES), np.sin(ANGLES))), 12.0, True)


def drive(traffic, seconds):
    for _ in range(round(60 * seconds)):
        traffic.drive(1 / 60)
        for batch in traffic.cars:
            batch.step(1 / 60)


def cars_of(count, rung="single_track", **options):
    return kamm.Batch("nissan-micra", count, rung, substeps_per_s=240, **options)


def test_a_follower_keeps_the_gap_of_the_idm():
    """(s0 + v T) / sqrt(1 - (v / v0)^4) from nose to tail, as the page has it."""
    narrow = STRAIGHT._replace(width_m=3.5)
    traffic = kamm.Traffic(narrow, cars_of(2))
    traffic.style["speed_mps"][:] = [10, 20]
    traffic.place([200, 150], speed_mps=10)
    drive(traffic, 60)
    station_m, length_m = traffic.state["station_m"], traffic.body["length_m"]
    gap_m = station_m[0] - station_m[1] - length_m.mean()
    assert traffic.state["along_mps"] == pytest.approx([10, 10], abs=0.05)
    assert gap_m == pytest.approx((2 + 10 * 1.5) / np.sqrt(1 - 0.5**4), rel=0.01)


def test_several_batches_and_an_obstacle_share_a_road():
    """A faster car of another batch and rung passes the slower one, and both pass what stands."""
    world = kamm.World.plane()
    slow, fast = cars_of(1, world=world), cars_of(1, "full", world=world)
    traffic = kamm.Traffic(STRAIGHT, (slow, fast), obstacles=1)
    assert traffic.count == 3 and traffic.cars == (slow, fast)
    traffic.style["speed_mps"][:2] = [8, 16]
    traffic.style["acceleration_mps2"][:] = 3
    traffic.body["x_m"][2], traffic.body["y_m"][2] = 300, 1
    traffic.place([100, 60], speed_mps=8)
    drive(traffic, 40)
    driven_m = traffic.state["driven_m"][:2]
    assert driven_m[0] > 300 and driven_m[1] > 500 and (traffic.state["recoveries"] == 0).all()


def test_a_grid_and_the_same_bits_again():
    traffic = kamm.Traffic(CIRCLE, cars_of(6), style="racing")
    assert (traffic.style["headway_s"] == 0.4).all() and (traffic.style["stuck_s"] == 3).all()
    traffic.place_on_grid(row_m=12, right_first=True)
    cars = traffic.cars[0]
    x_m, y_m = cars.read("x_m", "y_m").T
    radius_m = np.hypot(x_m, y_m)
    assert radius_m == pytest.approx([83, 77] * 3, abs=0.1)  # the right of an anticlockwise circle is outside
    assert (cars.read("speed_mps") < 1e-6).all()
    drive(traffic, 5)
    states = traffic.save(), cars.save()
    drive(traffic, 5)
    end = cars.hash(), traffic.save()
    traffic.restore(states[0]), cars.restore(states[1])
    drive(traffic, 5)
    assert (cars.hash(), traffic.save()) == end
    assert (traffic.state["along_mps"] > 10).all()


def test_it_turns_round_and_is_placed_back():
    traffic = kamm.Traffic(STRAIGHT, cars_of(1, "full"))
    cars = traffic.cars[0]
    cars.place(x_m=150, y_m=1, yaw_rad=3)
    modes = set()
    for _ in range(25):
        drive(traffic, 1)
        modes.add(kamm.traffic_modes[traffic.state["mode"][0]])
    assert modes & {"turns", "backs"} and traffic.state["recoveries"][0] >= 1 and abs(traffic.state["heading_rad"][0]) < 0.1
    assert traffic.place_back(0) and traffic.state["resets"][0] == 1
    assert cars.read("speed_mps")[0] == pytest.approx(4.9, abs=0.11)  # at most 5


def test_a_car_of_the_player_is_seen_and_not_driven():
    traffic = kamm.Traffic(STRAIGHT._replace(width_m=3.5), cars_of(2))
    traffic.style["is_driven"][0] = 0
    traffic.place([200, 150], speed_mps=[0, 15])
    traffic.cars[0].inputs[0, kamm.INPUT["brake"]] = 1
    drive(traffic, 30)
    assert traffic.state["along_mps"] == pytest.approx([0, 0], abs=0.05)
    assert traffic.state["station_m"][0] - traffic.state["station_m"][1] - traffic.body["length_m"][0] > 1


def test_circuits_of_worlds_have_their_traffic():
    world = kamm.World("proving-ground")
    cars = cars_of(4, "full", world=world)
    traffic = kamm.Traffic("circuit", cars)
    traffic.place(np.arange(4) * 40.0)
    world.add(cars)
    for _ in range(120):
        traffic.drive(1 / 60)
        world.step(1 / 60)
    assert (traffic.state["driven_m"] > 15).all() and "4 drivers" in repr(traffic)
    with pytest.raises(kamm.UnknownName, match="circuit"):
        kamm.Traffic("circus", cars)


def test_views_outlive_the_traffic():
    traffic = kamm.Traffic(CIRCLE, cars_of(3))
    pace = traffic.style["pace"]
    state = traffic.state["along_mps"]
    del traffic
    pace[:] = 0.5
    assert pace.sum() == 1.5 and not state.flags.writeable


@pytest.mark.parametrize("act, error, text", [
    (lambda t: t.set_style({"pase": 1}), kamm.UnknownName, "pace"), (lambda t: t.set_style("raving"), kamm.UnknownName, "racing"),
    (lambda t: t.place(np.nan), ValueError, "finite"), (lambda t: t.place(100, drivers=[7]), IndexError, "7"),
    (lambda t: t.place_on_grid(), ValueError, "place 0 of the grid"), (lambda t: t.place_on_grid(row_m=0), ValueError, "row_m"),
    (lambda t: t.place_back(3), IndexError, "there are 2"), (lambda t: t.drive(0), ValueError, "above 0"),
    (lambda t: t.restore(b"nothing"), ValueError, "no state"), (lambda t: t.place(0, speed_mps=1e9), ValueError, "speed")])
def test_mistakes_are_told(act, error, text):
    traffic = kamm.Traffic(STRAIGHT, cars_of(2))
    with pytest.raises(error, match=text):
        act(traffic)


def test_what_cannot_be_traffic():
    with pytest.raises(ValueError, match="grip"):
        kamm.Traffic(STRAIGHT, cars_of(1), grip=9)
    with pytest.raises(ValueError, match="one world"):
        kamm.Traffic(STRAIGHT, (cars_of(1, world=kamm.World.plane()), cars_of(1)))
    with pytest.raises(ValueError, match="at least one"):
        kamm.Traffic(STRAIGHT, ())
    with pytest.raises(ValueError, match="points"):
        kamm.Traffic(STRAIGHT._replace(points_m=STRAIGHT.points_m[:2]), cars_of(1))
