"""The node: subscribes ackermann_cmd, publishes odom, imu, wheel ticks, the transform to base_link, and the simulation's clock.

    ros2 run kamm_ros vehicle --ros-args -p vehicle:=volvo-v40 -p rung:=full -p rate_hz:=100.0

A command that is older than `command_timeout_s` lets the vehicle brake.
"""
from __future__ import annotations

from typing import Any

import rclpy
from ackermann_msgs.msg import AckermannDriveStamped
from builtin_interfaces.msg import Time
from geometry_msgs.msg import Quaternion, TransformStamped, Vector3
from nav_msgs.msg import Odometry
from rclpy.node import Node
from rosgraph_msgs.msg import Clock
from sensor_msgs.msg import Imu, JointState
from tf2_msgs.msg import TFMessage

from .vehicle import Command, State, Vehicle

PARAMETERS: dict[str, Any] = {
    "vehicle": "volvo-v40",
    "rung": "full",
    "world": "",  # a world file or a name; empty: a plane
    "rate_hz": 100.0,  # steps and messages a second of simulation time
    "odom_frame": "odom",
    "base_frame": "base_link",
    "command_timeout_s": 0.5,
    "ticks_per_turn": 4096,
}


def stamp_of(time_s: float) -> Time:
    nanoseconds = round(time_s * 1e9)
    return Time(sec=nanoseconds // 1_000_000_000, nanosec=nanoseconds % 1_000_000_000)


def vector_of(values: Any) -> Vector3:
    return Vector3(**{axis: float(value) for axis, value in zip("xyz", values, strict=True)})


def quaternion_of(values: Any) -> Quaternion:
    return Quaternion(**{axis: float(value) for axis, value in zip("xyzw", values, strict=True)})


class VehicleNode(Node):
    def __init__(self) -> None:
        super().__init__("kamm_vehicle")
        for name, value in PARAMETERS.items():
            self.declare_parameter(name, value)
        of = {name: self.get_parameter(name).value for name in PARAMETERS}
        self.frames = of["odom_frame"], of["base_frame"]
        self.dt_s = 1.0 / of["rate_hz"]
        self.timeout_s, self.ticks_per_rad = of["command_timeout_s"], of["ticks_per_turn"] / 6.283185307179586
        self.vehicle = Vehicle(of["vehicle"], of["rung"], of["world"] or None)
        self.command_time_s = 0.0
        self.joints = ["steering"] + [f"wheel{wheel}" for wheel in range(self.vehicle.wheels)]

        self.create_subscription(AckermannDriveStamped, "ackermann_cmd", self.take_command, 1)
        self.odometry = self.create_publisher(Odometry, "odom", 10)
        self.imu = self.create_publisher(Imu, "imu", 10)
        self.wheels = self.create_publisher(JointState, "joint_states", 10)
        self.ticks = self.create_publisher(JointState, "wheel_ticks", 10)
        self.transforms = self.create_publisher(TFMessage, "/tf", 10)
        self.clock_of_simulation = self.create_publisher(Clock, "/clock", 10)
        self.create_timer(self.dt_s, self.step)

    def take_command(self, message: AckermannDriveStamped) -> None:
        drive = message.drive
        self.vehicle.command = Command(drive.steering_angle, drive.steering_angle_velocity, drive.speed, drive.acceleration)
        self.command_time_s = self.vehicle.state().time_s

    def step(self) -> None:
        if self.vehicle.state().time_s - self.command_time_s > self.timeout_s:
            self.vehicle.command = Command(steering_angle=self.vehicle.command.steering_angle)
        self.vehicle.step(self.dt_s)
        self.publish(self.vehicle.state())

    def publish(self, state: State) -> None:
        stamp = stamp_of(state.time_s)
        self.clock_of_simulation.publish(Clock(clock=stamp))

        odometry = Odometry()
        odometry.header.stamp, odometry.header.frame_id, odometry.child_frame_id = stamp, *self.frames
        position = odometry.pose.pose.position
        position.x, position.y, position.z = map(float, state.position_m)
        odometry.pose.pose.orientation = quaternion_of(state.orientation)
        odometry.twist.twist.linear = vector_of(state.velocity_mps)
        odometry.twist.twist.angular = vector_of(state.rates_radps)
        self.odometry.publish(odometry)

        transform = TransformStamped()
        transform.header.stamp, transform.header.frame_id, transform.child_frame_id = stamp, *self.frames
        transform.transform.translation = vector_of(state.position_m)
        transform.transform.rotation = quaternion_of(state.orientation)
        self.transforms.publish(TFMessage(transforms=[transform]))

        imu = Imu()
        imu.header.stamp, imu.header.frame_id = stamp, self.frames[1]
        imu.orientation = quaternion_of(state.orientation)
        imu.angular_velocity = vector_of(state.rates_radps)
        imu.linear_acceleration = vector_of(state.specific_force_mps2)
        self.imu.publish(imu)

        joints = JointState()
        joints.header.stamp = stamp
        joints.name = self.joints
        joints.position = [state.steering_angle_rad, *map(float, state.wheel_angles_rad)]
        joints.velocity = [0.0, *map(float, state.wheel_rates_radps)]
        self.wheels.publish(joints)

        ticks = JointState()
        ticks.header.stamp = stamp
        ticks.name = self.joints[1:]
        ticks.position = [float(int(angle * self.ticks_per_rad)) for angle in state.wheel_angles_rad]
        self.ticks.publish(ticks)


def main() -> None:
    rclpy.init()
    node = VehicleNode()
    try:
        rclpy.spin(node)
    except KeyboardInterrupt:
        pass
    finally:
        node.destroy_node()
