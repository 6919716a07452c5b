"""Installs the node for `ros2 run kamm_ros vehicle`."""
from setuptools import setup

setup(
    name="kamm_ros",
    version="0.1.0",
    packages=["kamm_ros"],
    data_files=[
        ("share/ament_index/resource_index/packages", ["resource/kamm_ros"]),
        ("share/kamm_ros", ["package.xml"]),
    ],
    install_requires=["kamm", "numpy"],
    license="MIT",
    description="A vehicle of Kamm as a ROS 2 node",
    entry_points={"console_scripts": ["vehicle = kamm_ros.node:main"]},
)
