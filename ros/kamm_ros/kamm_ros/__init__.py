"""A vehicle of Kamm as a ROS 2 node."""
