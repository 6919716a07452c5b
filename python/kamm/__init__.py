"""Vehicle dynamics: one real car model, from a kinematic bicycle to the full car, one car or a million.

    import kamm
    cars = kamm.Batch("bmw-m3-e46", 4096)
    speed = cars.bind("speed_mps")
    cars.inputs[:, kamm.INPUT["throttle"]] = 0.5
    cars.step(0.02)
    print(speed.mean())

All quantities are in SI units, which the names end in; x points forward or east, y left or north, z up.
"""

import os as _os

if "KAMM_DATA" not in _os.environ:  # the cars and worlds that came with the package
    _data = _os.path.join(_os.path.dirname(__file__), "data")
    if _os.path.isdir(_data):
        _os.environ["KAMM_DATA"] = _data

if "KAMM_FMU" not in _os.environ:  # what goes into FMUs, if the package was built with it
    _parts = _os.path.join(_os.path.dirname(__file__), "fmu_parts")
    if _os.path.isdir(_parts):
        _os.environ["KAMM_FMU"] = _parts

from ._core import GEAR_DRIVE, UnknownName
from ._core import version as _version
from .batch import CHANNELS, INPUT, INPUTS, WHEEL_CHANNELS, Batch
from .bodies import Body, BodyId, BodyMotion, Box, Capsule, Contact, Cylinder, Filter, Hull, Mesh, SensorEvent, Sphere
from .combinations import Combinations, Hitch, combinations
from .diagnosis import DiagnosedFigure, Diagnosis, check
from .drawing import Drawing, draw, draw_parts
from .fitting import Fit, FitSeries, fit
from .fmu import fmu
from .following import Followed, follow
from .joints import Joint, JointState
from .lab import Figure, Log, RoadTest, replay, road_tests, run, scenario, scenarios
from .linear import Linear, Trim
from .portable import PortableReport, Slot
from .ranking import FigureBand, ParameterEffect, Sensitivity, sensitivity
from .recordings import RecordedBody, RecordedCar, RecordedModel, RecordedWheel, Recorder, Recording
from .reports import Limits, ggv, report
from .rollout import Rollout
from .sweeping import Sweep, ray_executor, sweep
from .fields import Field
from .states import moving_states
from .steady import linearise, trim
from .steps import casadi_function
from .symbols import Symbolic, symbolic
from .traffic import Traffic, traffic_modes
from .tyres import Tyre, TyreForces, tyre
from .vehicle import Vehicle, arcade_presets, import_vehicle, load, new, vehicles
from .world import Path, World

__version__ = _version()
__all__ = [
    "CHANNELS",
    "GEAR_DRIVE",
    "INPUT",
    "INPUTS",
    "WHEEL_CHANNELS",
    "Batch",
    "Body",
    "BodyId",
    "BodyMotion",
    "Box",
    "Capsule",
    "Combinations",
    "Contact",
    "Cylinder",
    "DiagnosedFigure",
    "Diagnosis",
    "Drawing",
    "Field",
    "Figure",
    "FigureBand",
    "Filter",
    "Fit",
    "FitSeries",
    "Followed",
    "Hitch",
    "Hull",
    "Joint",
    "JointState",
    "Limits",
    "Linear",
    "Log",
    "Mesh",
    "ParameterEffect",
    "Path",
    "PortableReport",
    "RecordedBody",
    "RecordedCar",
    "RecordedModel",
    "RecordedWheel",
    "Recorder",
    "Recording",
    "RoadTest",
    "Rollout",
    "Sensitivity",
    "SensorEvent",
    "Slot",
    "Sphere",
    "Sweep",
    "Symbolic",
    "Traffic",
    "Trim",
    "Tyre",
    "TyreForces",
    "UnknownName",
    "Vehicle",
    "World",
    "arcade_presets",
    "casadi_function",
    "check",
    "combinations",
    "draw",
    "draw_parts",
    "fit",
    "fmu",
    "follow",
    "ggv",
    "import_vehicle",
    "linearise",
    "load",
    "moving_states",
    "new",
    "ray_executor",
    "replay",
    "report",
    "road_tests",
    "run",
    "scenario",
    "scenarios",
    "sensitivity",
    "sweep",
    "symbolic",
    "traffic_modes",
    "trim",
    "tyre",
    "vehicles",
]
