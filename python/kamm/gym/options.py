"""Options of environments, and what the core makes of them."""

from __future__ import annotations

import os
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from .. import _core
from .._threads import threads_allowed
from ..batch import usual_substeps_per_s
from ..fields import unknown
from ..vehicle import Vehicle, load
from ..world import World
from .tracks import Track, take_track

TASKS: dict[str, str] = {
    "Track": "bmw-m3-e46",
    "Drift": "nissan-350z-drift",
    "Moose": "volvo-v40",
    "Parking": "volvo-v40",
    "Trailer": "volvo-v40",
    "Overtake": "bmw-m3-e46",
    "Balance": "benchmark-bicycle",
    "Trial": "sport-1000",
}
"""The tasks, and the car of each if none is named."""


class Column(NamedTuple):
    """A column of observations or actions, or a figure: the array has the value over `scale`."""

    name: str
    unit: str
    scale: float
    doc: str


class Core(_core.Env):
    """Environments of one task, on arrays: what both forms have inside.

    task: of `TASKS`.
    count, autoreset: set by both forms.
    car: a `Vehicle`, or the name or path of a vehicle file; None: the task's own (`TASKS`).
    rung: of the ladder of models; Balance and Trial need "full".
    ground: a plane: a `World.plane()` or `World.surface()`, or the name of a surface.
    track: of Track and Overtake: the name of a path of the proving ground, or a number for a generated closed track. It may also be
        the path of a CSV file with x_m, y_m, w_tr_right_m, w_tr_left_m, or a `kamm.world.Path`. Of Trial: a number, for other planks.
    randomise: {path: (low, high)} of parameters with new random values in each episode; of Trailer, paths that begin with "trailer." are
        the trailer's.
    substeps_per_s: None: 300, or the vehicle's own where that is higher.
    max_steps: after which an episode is truncated; None: the task's own.
    opponents: of Overtake: 1 to 7.
    trailer: of Trailer: a `Vehicle`, or the name or path of a trailer's file; None: "caravan-1200".
    sideslip_rad, radius_m: of Drift: what is wanted.
    threads: None: `threads_allowed()`. The bits do not depend on it.
    """

    columns: list[Column]
    action_columns: list[Column]
    figure_columns: list[Column]
    count: int
    task: str

    def __new__(
        cls,
        task: str,
        count: int,
        autoreset: int,
        *,
        car: Vehicle | str | os.PathLike[str] | None = None,
        rung: str = "full",
        ground: World | str | None = None,
        track: Track = None,
        randomise: dict[str, tuple[float, float]] | None = None,
        substeps_per_s: float | None = None,
        max_steps: int | None = None,
        opponents: int = 3,
        trailer: Vehicle | str | os.PathLike[str] | None = None,
        sideslip_rad: float = 0.5,
        radius_m: float = 20.0,
        threads: int | None = None,
    ) -> Core:
        if task not in TASKS:
            raise unknown(task, TASKS, "task")
        vehicle = car if isinstance(car, Vehicle) else load(TASKS[task] if car is None else car)
        if ground is None:
            ground = World.plane()
        elif not isinstance(ground, World):
            ground = World.surface(ground)
        if substeps_per_s is None:
            substeps_per_s = max(usual_substeps_per_s, vehicle["stepping.substeps_per_s"])
        path, track_seed = take_track(track)
        threads = threads_allowed() if threads is None else threads
        if threads < 1:
            raise ValueError(f"threads is {threads}; allowed: 1 or more")
        if task == "Trailer":
            vehicle = _with_hitch(vehicle)
            trailer = "caravan-1200" if trailer is None else trailer
        if trailer is not None and not isinstance(trailer, Vehicle):
            trailer = load(trailer)
        ranges = [(name, float(low), float(high)) for name, (low, high) in (randomise or {}).items()]
        core = super().__new__(
            cls, task, vehicle, count, rung, float(substeps_per_s), autoreset, max_steps or 0, ranges, ground, path,
            track_seed, opponents, trailer, float(sideslip_rad), float(radius_m), threads,
        )  # fmt: skip
        core.columns, core.action_columns, core.figure_columns = (
            [Column(*each) for each in fields] for fields in core.describe()
        )
        core.count, core.task = count, task
        return core

    def figure_array(self) -> npt.NDArray[np.float64]:
        """float64 [count, figures]: what each episode has come to."""
        out = np.empty((self.count, len(self.figure_columns)))
        self.figures(out)
        return out

    def fault_array(self) -> npt.NDArray[np.int32]:
        """int32 [count]: as in `Batch.faults`."""
        out = np.empty(self.count, np.int32)
        self.faults(out)
        return out

    def advice_array(self) -> npt.NDArray[np.float32]:
        """float32 [count, actions]: what the task's own driver would do now; ask it once a step."""
        out = np.empty((self.count, len(self.action_columns)), np.float32)
        self.advice(out)
        return out


def _with_hitch(vehicle: Vehicle) -> Vehicle:
    """A ball behind the bumper, as data/combinations has it of the Volvo V40, for cars without a hitch."""
    if vehicle["hitch.kind"] != "none":
        return vehicle
    vehicle = vehicle.copy()
    vehicle["hitch.kind"] = "ball"
    vehicle["hitch.behind_front_axle_m"] = vehicle["body.length_m"] - vehicle["body.front_overhang_m"] + 0.05
    vehicle["hitch.height_m"] = 0.42
    vehicle["hitch.bend_stop_deg"] = 75
    vehicle["hitch.bend_stop_nm_per_rad"] = 20000
    vehicle["hitch.bend_stop_nms_per_rad"] = 2000
    return vehicle


def take_render_mode(render_mode: str | None) -> str | None:
    if render_mode not in (None, "rgb_array"):
        raise ValueError(f"render_mode is {render_mode!r}; allowed: None, 'rgb_array'")
    return render_mode


def take_seed(seed: float | np.integer[Any]) -> int:
    whole = int(seed)
    if whole != seed or whole < 0:
        raise ValueError(f"seed is {seed!r}; allowed: whole numbers, 0 or more")
    return whole & 0xFFFF_FFFF_FFFF_FFFF
