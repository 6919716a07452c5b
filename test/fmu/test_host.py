"""What hosts do with an FMU: steps of any length, states, several instances, parameters, mistakes."""

import pytest
from conftest import Refused


def start(car):
    car.begin(start__speed_mps=20)
    car["driver.throttle"] = 0.25
    car["driver.steering_wheel_rad"] = 0.5
    return car


def test_steps_of_any_length_keep_time(make):
    """The remainder is carried, and milliseconds stay whole substeps."""
    car = start(make())
    for count in range(1, 5001):
        car.step(0.001)
        assert car["time_s"] == pytest.approx(count / 1000, abs=1e-9)
    for step_s, count in ((1 / 60, 60), (1 / 3, 3), (0.0004, 2500), (0.7, 10), (0.01, 100), (1 / 1200, 1200)):
        before, left = car["time_s"], 0.0
        for _ in range(count):
            car.step(step_s)
            left = car["time"] - car["time_s"]
            assert -2e-9 < left < 0.001
        assert car["time_s"] - before == pytest.approx(step_s * count, abs=1e-9), step_s


def test_lengths_of_steps_change_nothing(make):
    one, other = start(make()), start(make())
    one.step(0.001, 100)
    other.step(0.0025, 40)
    assert one.outputs() == other.outputs()


def test_outputs_are_those_of_the_state(make):
    """No input and no parameter shows before the next step."""
    car = start(make())
    car.step(0.001, 50)
    before = car.outputs()
    car["driver.throttle"] = 1
    car["driver.brake"] = 1
    car["payload.mass_kg"] = 200
    car["road.friction"] = 0.3
    assert car.outputs() == before
    car.step(0.001, 50)
    assert car["throttle"] == 1 and car["brake"] == 1
    assert car["fault"] == 0


def test_states_are_got_set_and_kept(make):
    """Into the same instance and into another, with time not yet stepped and parameters that were set."""
    car = start(make())
    car["payload.mass_kg"] = 150
    car.step(0.0004, 123)
    state = car.save()
    car["axles[0].tyre.lmuy"] = 0.5
    car["driver.brake"] = 1
    car.step(0.0004, 100)
    other = make()
    for each in (car, other):
        each.restore(state)
        assert each["payload.mass_kg"] == 150 and each["axles[0].tyre.lmuy"] == 1
        assert each["driver.brake"] == 0
        each.step(0.0004, 777)
    assert car.outputs() == other.outputs()
    assert car["time_s"] == pytest.approx(0.36)
    fresh = start(make())
    fresh["payload.mass_kg"] = 150
    fresh.step(0.0004, 900)
    assert fresh.outputs() == car.outputs()
    car.restore(make().save())
    start(car).step(0.001, 10)


def test_instances_are_on_their_own(make):
    alone = start(make())
    alone.step(0.001, 300)
    one, other = start(make()), make()
    other.begin(start__speed_mps=5)
    for _ in range(300):
        one.step()
        other.step(0.003)
    assert one.outputs() == alone.outputs() != other.outputs()


def test_reset_begins_anew(make):
    fresh = start(make())
    fresh.step(0.001, 200)
    car = make()
    car["payload.mass_kg"] = 300
    car["start.x_m"] = 100
    start(car)
    car["road.friction"] = 0.5
    car.step(0.001, 77)
    car.call("reset")
    car.time = 0.0
    start(car).step(0.001, 200)
    assert car.outputs() == fresh.outputs()


def test_initial_values_follow_parameters(make):
    car = make()
    car.call("enterInitializationMode")
    light = car["wheels[0].load_n"]
    car["payload.mass_kg"] = 300
    car["start.x_m"] = 12
    assert car["wheels[0].load_n"] > light + 100
    assert car["x_m"] == pytest.approx(12, abs=0.05)
    car.call("exitInitializationMode")
    car.step()


def test_every_tunable_parameter_may_change(make):
    car = start(make())
    parameters = [v for v in car.description.modelVariables if v.causality == "parameter"]
    tunable = [v for v in parameters if v.variability == "tunable"]
    assert len(tunable) > 100 and len(parameters) - len(tunable) > 30
    for variable in tunable:
        value, high = float(variable.start), float(variable.max)
        car[variable.name] = value * 1.01 if value * 1.01 <= high else value * 0.99
        car.step(0.001, 2)
    for variable in parameters:
        if variable.variability == "fixed":
            with pytest.raises(Refused, match="is fixed"):
                car[variable.name] = float(variable.start)
    car.step(0.001, 200)
    assert car["fault"] == 0


def test_less_grip_and_more_payload_are_felt(make):
    cars = [start(make()) for _ in range(3)]
    cars[1]["axles[0].tyre.lmuy"] = cars[1]["axles[1].tyre.lmuy"] = 0.5
    cars[2]["payload.mass_kg"] = 400
    for car in cars:
        car["driver.steering_wheel_rad"] = 2
        car.step(0.001, 1500)
    rates = [abs(car["yaw_rate_radps"]) for car in cars]
    assert rates[1] < 0.8 * rates[0]
    assert sum(cars[2][f"wheels[{i}].load_n"] for i in range(4)) > 3000 + sum(
        cars[0][f"wheels[{i}].load_n"] for i in range(4)
    )


def test_planes_of_the_host(make):
    """Flat ones are the flat road to the bit; the wheels on ice pull nothing."""
    flat, hosted, icy = start(make()), start(make("--ground", "host")), make("--ground", "host")
    for i in (0, 2):
        icy[f"wheels[{i}].ground_friction"] = 0.1
    icy.begin(start__speed_mps=20)
    icy["driver.brake"] = 1
    for _ in range(500):
        for car in (flat, hosted, icy):
            car.step()
        for i in range(4):
            hosted[f"wheels[{i}].ground_x_m"] = hosted[f"wheels[{i}].probe_x_m"]
    common = flat.outputs()
    assert common == {name: value for name, value in hosted.outputs().items() if name in common}
    assert icy["yaw_rate_radps"] < -0.02


def test_a_slope_of_the_host_is_the_road_slope(make):
    road, hosted = make(), make("--ground", "host")
    road.begin(road__slope=0.1, start__speed_mps=10)
    length = (1 + 0.1**2) ** 0.5
    for i in range(4):
        hosted[f"wheels[{i}].ground_normal_x"] = -0.1 / length
        hosted[f"wheels[{i}].ground_normal_z"] = 1 / length
    hosted.begin(start__slope=0.1, start__speed_mps=10)
    for car in (road, hosted):
        car.step(0.001, 3000)
    assert hosted["speed_mps"] == pytest.approx(road["speed_mps"], rel=1e-4)
    assert hosted["z_m"] == pytest.approx(road["z_m"], abs=0.001)


def test_mistakes_are_told(make):
    with pytest.raises(Refused, match="the token is wrong; this FMU's is {"):
        make(token="wrong")
    car = make()
    with pytest.raises(Refused, match="can't step before initialisation has ended"):
        car.step()
    with pytest.raises(Refused, match=r"payload.mass_kg: -1 kg is out of range; allowed: 0 to 1e\+06"):
        car["payload.mass_kg"] = -1
    with pytest.raises(Refused, match="start.speed_mps: 1000 is out of range; allowed: -100 to 300"):
        car["start.speed_mps"] = 1000
    start(car)
    with pytest.raises(Refused, match="driver.throttle: nan is out of range; allowed: 0 to 1"):
        car["driver.throttle"] = float("nan")
    with pytest.raises(Refused, match="yaw_rate_radps can't be set"):
        car["yaw_rate_radps"] = 1
    for step_s in (0, -0.001, float("nan")):
        with pytest.raises(Refused, match="allowed is above 0"):
            car.step(step_s)
    with pytest.raises(Refused, match="no variable with the value reference 99999"):
        car.read_all(99999, 1)
    with pytest.raises(Refused, match="this is no state"):
        car.restore(b"nonsense")
    state = bytearray(car.save())
    with pytest.raises(Refused, match="the state is that of another FMU"):
        make("--ground", "host").restore(bytes(state))
    state[-9] ^= 1
    with pytest.raises(Refused, match="the state is damaged"):
        car.restore(bytes(state))
    car.step(0.001, 10)
