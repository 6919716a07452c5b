"""The ROS 2 node without ROS: rclpy is a stub, messages have ROS's own definitions (rosbags), and each one that is published is written
in ROS's binary form."""
import math
import sys
import types
from pathlib import Path

import numpy as np
import pytest
from rosbags.typesys import Stores, get_types_from_msg, get_typestore

import kamm

ROS = Path(__file__).parents[2] / "ros" / "kamm_ros"
sys.path.insert(0, str(ROS))

from kamm_ros.vehicle import Command, Vehicle, quaternion_of, rotation_of  # noqa: E402

STORE = get_typestore(Stores.ROS2_HUMBLE)
STORE.register(get_types_from_msg(
    "float32 steering_angle\nfloat32 steering_angle_velocity\nfloat32 speed\nfloat32 acceleration\nfloat32 jerk",
    "ackermann_msgs/msg/AckermannDrive"))
STORE.register(get_types_from_msg("std_msgs/Header header\nackermann_msgs/AckermannDrive drive", "ackermann_msgs/msg/AckermannDriveStamped"))

MESSAGES = ("ackermann_msgs/AckermannDriveStamped", "builtin_interfaces/Time", "geometry_msgs/Quaternion", "geometry_msgs/TransformStamped",
            "geometry_msgs/Vector3", "nav_msgs/Odometry", "rosgraph_msgs/Clock", "sensor_msgs/Imu", "sensor_msgs/JointState",
            "tf2_msgs/TFMessage")


def message(name: str):
    """A message as rclpy makes it: with its defaults, changed by keywords."""
    values = {}
    for field, (kind, detail) in STORE.fielddefs[name][1]:
        if kind.name == "BASE":
            values[field] = {"string": "", "bool": False}.get(detail[0], 0.0 if detail[0].startswith("float") else 0)
        elif kind.name == "NAME":
            values[field] = message(detail)
        elif kind.name == "ARRAY":
            values[field] = np.zeros(detail[1])
        else:
            values[field] = []
    return types.SimpleNamespace(**values, type_name=name)


def packed(of, name: str):
    """The same as an object of rosbags, which checks names and types."""
    values = {}
    for field, (kind, detail) in STORE.fielddefs[name][1]:
        value = getattr(of, field)
        if kind.name == "NAME":
            value = packed(value, detail)
        elif kind.name == "SEQUENCE" and detail[0][0].name == "NAME":
            value = [packed(one, detail[0][1]) for one in value]
        elif kind.name in ("SEQUENCE", "ARRAY") and detail[0][1][0] != "string":
            assert all(type(one) is float for one in value) or isinstance(value, np.ndarray)
            value = np.asarray(value, float)
        elif kind.name == "BASE" and detail[0].startswith("float"):
            assert type(value) is float, (name, field)
        values[field] = value
    unknown = set(vars(of)) - set(values) - {"type_name"}
    assert not unknown, f"{name} has no {unknown}"
    return STORE.types[name](**values)


class Publisher:
    def __init__(self, kind, topic):
        self.kind, self.topic, self.sent = kind, topic, []

    def publish(self, of):
        assert of.type_name == self.kind
        self.sent.append(of)
        assert STORE.serialize_cdr(packed(of, self.kind), self.kind)


class Node:
    parameters: dict = {}

    def __init__(self, name):
        self.declared, self.publishers, self.taken, self.timers = {}, {}, {}, []

    def declare_parameter(self, name, value):
        self.declared[name] = Node.parameters.get(name, value)

    def get_parameter(self, name):
        return types.SimpleNamespace(value=self.declared[name])

    def create_subscription(self, kind, topic, take, _depth):
        self.taken[topic] = take

    def create_publisher(self, kind, topic, _depth):
        self.publishers[topic] = Publisher(kind.type_name, topic)
        return self.publishers[topic]

    def create_timer(self, period_s, call):
        self.timers.append((period_s, call))


def maker(name: str):
    def make(**changed):
        of = message(name)
        for field, value in changed.items():
            assert hasattr(of, field)
            setattr(of, field, value)
        return of
    make.type_name = name
    return make


@pytest.fixture
def node_class(monkeypatch):
    modules = {"rclpy": types.ModuleType("rclpy"), "rclpy.node": types.ModuleType("rclpy.node")}
    modules["rclpy.node"].Node = Node
    for name in MESSAGES:
        package, kind = name.split("/")
        module = modules.setdefault(f"{package}.msg", types.ModuleType(f"{package}.msg"))
        modules.setdefault(package, types.ModuleType(package))
        setattr(module, kind, maker(f"{package}/msg/{kind}"))
    for name, module in modules.items():
        monkeypatch.setitem(sys.modules, name, module)
    monkeypatch.delitem(sys.modules, "kamm_ros.node", raising=False)
    monkeypatch.setattr(Node, "parameters", {"vehicle": "nissan-micra", "rung": "single_track", "rate_hz": 50.0})
    from kamm_ros.node import VehicleNode
    yield VehicleNode
    sys.modules.pop("kamm_ros.node", None)


def test_rotations_agree():
    for angles in ((0.1, -0.2, 0.3), (0, 0.4, 0), (-1, 0, 3)):
        x, y, z, w = quaternion_of(*angles)
        turned = np.array([[1 - 2 * (y * y + z * z), 2 * (x * y - w * z), 2 * (x * z + w * y)],
                           [2 * (x * y + w * z), 1 - 2 * (x * x + z * z), 2 * (y * z - w * x)],
                           [2 * (x * z - w * y), 2 * (y * z + w * x), 1 - 2 * (x * x + y * y)]])
        np.testing.assert_allclose(rotation_of(*angles), turned, atol=1e-12)


@pytest.mark.parametrize("rung", ["single_track", "full"])
@pytest.mark.parametrize("speed_mps", [-2.0, 3.0, 12.0])
def test_commands_are_followed(rung, speed_mps):
    vehicle = Vehicle("nissan-micra", rung)
    vehicle.command = Command(speed=speed_mps)
    for _ in range(600):
        vehicle.step(0.02)
    assert vehicle.state().velocity_mps[0] == pytest.approx(speed_mps, abs=0.1)
    vehicle.command = Command()
    for _ in range(250):
        vehicle.step(0.02)
    assert abs(vehicle.state().velocity_mps[0]) < 0.02


@pytest.mark.parametrize("steering", [-0.2, 0.2])
def test_base_link_turns_about_the_rear_axle(steering):
    """At walking pace without slip the yaw rate is v tan(angle) / wheelbase, and base_link does not move sideways."""
    vehicle = Vehicle("nissan-micra")
    vehicle.command = Command(steering_angle=steering, steering_angle_velocity=0.4, speed=2.0, acceleration=1.0)
    vehicle.step(0.02)
    assert vehicle.state().steering_angle_rad == pytest.approx(math.copysign(0.4 * 0.02, steering), rel=0.1)
    for _ in range(600):
        vehicle.step(0.02)
    state = vehicle.state()
    wanted = state.velocity_mps[0] * math.tan(steering) / vehicle.cars.model["wheelbase_m"]
    assert state.rates_radps[2] == pytest.approx(wanted, rel=0.03)
    assert abs(state.velocity_mps[1]) < 0.03
    assert abs(state.position_m[2]) < 0.02
    assert np.linalg.norm(state.orientation) == pytest.approx(1)
    roll = vehicle.cars.read("roll_rad")[0]  # an accelerometer that leans outwards reads some of the weight
    force = state.velocity_mps[0] * state.rates_radps[2] + 9.80665 * math.sin(roll)
    assert state.specific_force_mps2[1] == pytest.approx(force, rel=0.02)
    assert state.specific_force_mps2[2] == pytest.approx(9.80665, abs=0.02)


def test_velocity_is_the_change_of_position():
    vehicle = Vehicle("nissan-micra")
    vehicle.place(3, 4, 1.0)
    np.testing.assert_allclose(vehicle.state().position_m, [3, 4, 0], atol=0.01)
    vehicle.command = Command(steering_angle=0.1, speed=8)
    for _ in range(200):
        vehicle.step(0.02)
    positions, velocities = [], []
    for _ in range(50):
        state = vehicle.state()
        positions.append(state.position_m)
        velocities.append(rotation_of(*vehicle.cars.read("roll_rad", "pitch_rad", "yaw_rad")[0]) @ state.velocity_mps)
        vehicle.step(0.02)
    means = (np.array(velocities[1:]) + velocities[:-1]) / 2
    np.testing.assert_allclose(np.diff(positions, axis=0) / 0.02, means, atol=0.005)
    np.testing.assert_allclose((positions[-1] - positions[0]) / 0.98, means.mean(axis=0), atol=0.001)


def test_the_node_publishes_what_it_drives(node_class):
    node = node_class()
    period, step = node.timers[0]
    assert period == 0.02
    for i in range(250):
        if i % 10 == 0:
            command = message("ackermann_msgs/msg/AckermannDriveStamped")
            command.drive.speed, command.drive.steering_angle = 4.0, 0.1
            node.taken["ackermann_cmd"](command)
        step()
    odometry = node.publishers["odom"].sent[-1]
    assert (odometry.header.frame_id, odometry.child_frame_id) == ("odom", "base_link")
    assert odometry.twist.twist.linear.x == pytest.approx(4, abs=0.2)
    assert odometry.header.stamp.sec + 1e-9 * odometry.header.stamp.nanosec == pytest.approx(5)
    transform = node.publishers["/tf"].sent[-1].transforms[0].transform
    assert transform.translation.x == odometry.pose.pose.position.x
    joints, ticks = node.publishers["joint_states"].sent[-1], node.publishers["wheel_ticks"].sent[-1]
    assert joints.name[1:] == ticks.name and len(ticks.name) == 4
    np.testing.assert_allclose(np.array(ticks.position) / 4096, np.array(joints.position[1:]) / math.tau, atol=1 / 4096)
    assert {len(publisher.sent) for publisher in node.publishers.values()} == {250}

    for _ in range(250):  # without commands
        step()
    assert abs(node.publishers["odom"].sent[-1].twist.twist.linear.x) < 0.05


def test_package_and_node_say_the_same_version():
    version = kamm.__version__
    assert f"<version>{version}</version>" in (ROS / "package.xml").read_text()
    assert f'version="{version}"' in (ROS / "setup.py").read_text()
