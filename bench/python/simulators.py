"""Kamm's environments beside other simulators that pip has: steps a second and thread, in one run, one thread each, taking turns.

    cmake --preset release && cmake --build --preset release && sh tools/build_python.sh build/release
    python3 -m venv build/python/simulators && build/python/simulators/bin/pip install -r bench/python/simulators.txt
    KAMM_DATA=$PWD/data PYTHONPATH=$PWD/build/python/beside build/python/simulators/bin/python bench/python/simulators.py [--json FILE]

Seconds are those of the processor, so that what else runs on the machine hardly counts. A simulator that is missing is named."""

import argparse
import importlib.metadata
import json
import os
import statistics
import sys
import time
import warnings
from collections.abc import Callable
from typing import Any, NamedTuple

for _library in ("OMP", "OPENBLAS", "MKL"):
    os.environ[f"{_library}_NUM_THREADS"] = "1"
os.environ["SDL_VIDEODRIVER"] = "dummy"
warnings.filterwarnings("ignore")

import numpy as np  # noqa: E402  (after the number of threads)

Advance = Callable[[], int]  # does some steps, tells how many


class Simulator(NamedTuple):
    name: str
    package: str
    model: str
    make: Callable[[], tuple[Advance, float, float]]  # what advances it, a step and a substep in s


def gymnasium_steps(env: Any, steps: int) -> Advance:
    """Steps of a single environment with random actions drawn ahead, resets included."""
    env.reset(seed=1)
    env.action_space.seed(1)
    actions = [env.action_space.sample() for _ in range(64)]

    def advance() -> int:
        for k in range(steps):
            _, _, terminated, truncated, _ = env.step(actions[k % 64])
            if terminated or truncated:
                env.reset()
        return steps

    return advance


def vector_steps(env: Any, shape: tuple[int, ...], steps: int, dtype: str = "f4") -> Advance:
    """Steps of environments that reset by themselves, with random actions drawn ahead."""
    env.reset()
    actions = np.random.default_rng(1).uniform(-1, 1, (8, *shape)).astype(dtype)

    def advance() -> int:
        for k in range(steps):
            env.step(actions[k % 8])
        return steps * shape[0]

    return advance


def car_racing() -> tuple[Advance, float, float]:
    import gymnasium

    return gymnasium_steps(gymnasium.make("CarRacing-v3"), 20), 1 / 50, 1 / 50


def highway(name: str) -> tuple[Advance, float, float]:
    import gymnasium
    import highway_env  # noqa: F401

    gymnasium.logger.min_level = gymnasium.logger.ERROR  # of racetrack there is a newer version
    env = gymnasium.make(name)
    config = env.unwrapped.config
    return gymnasium_steps(env, 5), 1 / config["policy_frequency"], 1 / config["simulation_frequency"]


def commonroad(word: str) -> tuple[Advance, float, float]:
    """As the package's own examples: scipy's odeint (LSODA), which picks its substeps; here from 20 ms to 20 ms."""
    from importlib import import_module

    from scipy.integrate import odeint
    from vehiclemodels.parameters_vehicle2 import parameters_vehicle2

    start = getattr(import_module(f"vehiclemodels.init_{word}"), f"init_{word}")
    slope = getattr(import_module(f"vehiclemodels.vehicle_dynamics_{word}"), f"vehicle_dynamics_{word}")
    car, step_s = parameters_vehicle2(), 0.02
    begin = np.array(start([0.0, 0.0, 0.0, 15.0, 0.0, 0.0, 0.0], car))
    state, done = begin, 0

    def derivative(x: Any, _: float, inputs: list[float]) -> list[float]:
        return slope(list(x), inputs, car)

    def advance() -> int:
        nonlocal state, done
        for _ in range(10):
            inputs = [0.2 if done % 100 < 50 else -0.2, 0.5]  # steering in rad/s, acceleration in m/s^2
            state = odeint(derivative, state, [0, step_s], args=(inputs,))[-1]
            done += 1
            if done % 500 == 0 or not np.isfinite(state).all():
                state = begin
        return 10

    _, told = odeint(derivative, begin, [0, 1], args=([0.2, 0.5],), full_output=True)
    return advance, step_s, min(step_s, 1 / float(told["nst"][-1]))


def ant_file() -> str:
    import gymnasium

    return os.path.join(os.path.dirname(gymnasium.__file__), "envs", "mujoco", "assets", "ant.xml")


def ant_mjbatch() -> tuple[Advance, float, float]:
    """Steps without observation, reward or reset of fallen ones: mjbatch has none."""
    import mjbatch
    import mujoco

    model = mujoco.MjModel.from_xml_path(ant_file())
    count, substeps = 256, 5
    batch = mjbatch.Batch(model, count, num_threads=1)
    batch.reset()
    torque, draw, steps = batch.bind("ctrl"), np.random.default_rng(1), 0
    torques = draw.uniform(-1, 1, (8, *torque.shape))

    def advance() -> int:
        nonlocal steps
        torque[...] = torques[steps % 8]
        batch.step(nstep=substeps)
        steps += 1
        if steps % 200 == 0:
            batch.reset()
        return count

    return advance, substeps * model.opt.timestep, model.opt.timestep


def ant_envpool() -> tuple[Advance, float, float]:
    import envpool

    env = envpool.make("Ant-v5", env_type="gymnasium", num_envs=256, num_threads=1)
    return vector_steps(env, (256, 8), 1, "f8"), 0.05, 0.01


def kamm_track(rung: str, count: int, substeps_per_s: int) -> tuple[Advance, float, float]:
    import gymnasium

    import kamm.gym  # noqa: F401

    options = {"rung": rung, "threads": 1, "substeps_per_s": substeps_per_s}
    env = gymnasium.make_vec("Kamm/Track-v0", num_envs=count, **options)
    return vector_steps(env, (count, 2), max(1, 200 // count)), 0.02, 1 / substeps_per_s


def kamm_simulators() -> list[Simulator]:
    words = {
        "full": "sprung body, suspensions, wheels, engine, Magic Formula",
        "single_track": "two wheels that slide, engine, Magic Formula",
        "kinematic": "no slip",
    }
    rates = [("full", 150), ("full", 300), ("single_track", 150), ("kinematic", 50)]
    return [
        Simulator(
            f"Kamm/Track-v0, {rung}, n={count}", "kamm", words[rung], lambda r=rung, n=count, f=rate: kamm_track(r, n, f)
        )
        for count in (1, 4096)
        for rung, rate in rates
    ]


SIMULATORS = [
    Simulator("CarRacing-v3", "gymnasium", "Box2D: body, four wheels with friction from above; draws 96x96 pixels", car_racing),
    Simulator("racetrack-v0", "highway-env", "kinematic bicycle, one other car", lambda: highway("racetrack-v0")),
    Simulator("parking-v0", "highway-env", "kinematic bicycle", lambda: highway("parking-v0")),
    Simulator("CommonRoad STD", "commonroad-vehicle-models", "single-track drift, Pacejka; no task", lambda: commonroad("std")),
    Simulator("CommonRoad MB", "commonroad-vehicle-models", "multi-body, 29 states; no task", lambda: commonroad("mb")),
    Simulator("Ant, mjbatch, n=256", "mjbatch", "MuJoCo, 14 degrees of freedom; no task", ant_mjbatch),
    Simulator("Ant-v5, EnvPool, n=256", "envpool", "MuJoCo, 14 degrees of freedom", ant_envpool),
    *kamm_simulators(),
]


def rate(advance: Advance, cpu_s: float) -> float:
    """Steps in a second of the processor, all threads of the process together."""
    start_s, steps = time.process_time(), 0
    while (spent_s := time.process_time() - start_s) < cpu_s:
        steps += advance()
    return steps / spent_s


def measure(simulators: list[Simulator], rounds: int, cpu_s: float) -> list[dict[str, Any]]:
    made, rows = [], []
    for each in simulators:
        try:
            made.append((each, *each.make()))
            rate(made[-1][1], 0.1)  # warm
        except (ImportError, AttributeError) as error:
            rows.append({"simulator": each.name, "package": each.package, "missing": f"{type(error).__name__}: {error}"})
    rates: list[list[float]] = [[] for _ in made]
    for turn in range(rounds):
        for i, (each, advance, _, _) in enumerate(made):
            if sys.stderr.isatty():
                print(f"\r\033[Kround {turn + 1} of {rounds}: {each.name}", end="", file=sys.stderr)
            rates[i].append(rate(advance, cpu_s))
    if sys.stderr.isatty():
        print(end="\r\033[K", file=sys.stderr)
    for (each, _, step_s, substep_s), found in zip(made, rates):
        steps_per_s = statistics.median(found)
        rows.append({
            "simulator": each.name, "package": each.package, "version": version(each.package), "model": each.model,
            "step_s": step_s, "substep_s": substep_s, "steps_per_s": steps_per_s, "simulated_s_per_s": steps_per_s * step_s,
            "lowest_steps_per_s": min(found), "highest_steps_per_s": max(found),
        })  # fmt: skip
    return rows


def version(package: str) -> str:
    try:
        return importlib.metadata.version(package)
    except importlib.metadata.PackageNotFoundError:
        return "this tree"


def show(rows: list[dict[str, Any]]) -> None:
    print("| simulator | version | model | step s | substep s | steps/s | simulated s per s |\n| --- | --- | --- | --- | --- | --- | --- |")
    for row in rows:
        if "missing" in row:
            print(f"| {row['simulator']} | missing | {row['missing']} | | | | |")
            continue
        print(f"| {row['simulator']} | {row['version']} | {row['model']} | {row['step_s']:.3g} | {row['substep_s']:.2g} "
              f"| {row['steps_per_s']:,.0f} | {row['simulated_s_per_s']:,.3g} |")  # fmt: skip


def main() -> None:
    parser = argparse.ArgumentParser(description="Steps a second and thread of Kamm and of other simulators.")
    parser.add_argument("only", nargs="*", help="words in the names of those wanted; all, if none are given")
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--cpu-s", type=float, default=1.0, help="of each simulator in each round")
    parser.add_argument("--json", help="a file for all figures")
    wanted = parser.parse_args()
    chosen = [each for each in SIMULATORS if not wanted.only or any(word in each.name for word in wanted.only)]
    rows = measure(chosen, wanted.rounds, wanted.cpu_s)
    show(rows)
    if wanted.json:
        with open(wanted.json, "w", encoding="utf-8") as file:
            json.dump(rows, file, indent=1)


if __name__ == "__main__":
    main()
