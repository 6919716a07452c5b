"""A double lane change planned by IPOPT, by the equations of the single-track rung and by steps of the full car. The
car of each plan then drives it.

    python ipopt.py [--equations-only] [--plot FILE.png]

The plan by equations takes a second, that by steps of the full car a minute.
"""

import argparse
import time
from dataclasses import dataclass
from typing import Any

import casadi as ca
import numpy as np

import kamm

name, speed_mps, lane_m, dt_s = "volvo-v40", 20.0, 3.0, 0.1
rows, away = 39, slice(17, 21)  # states; when the car is in the other lane


@dataclass
class Plan:
    states: list[str]
    x: Any
    """[rows, states]"""
    way_m: Any
    """[rows, 2]: where the car went."""
    iterations: int

    def of(self, state: str) -> Any:
        return self.x[:, self.states.index(state)]

    @property
    def off_m(self) -> float:
        """How far the car went from the plan."""
        return float(np.hypot(self.way_m[:, 0] - self.of("position_x_m"), self.way_m[:, 1] - self.of("position_y_m")).max())


def lane_change(step: Any, x0: Any, places: dict[str, int], size: Any, start: Any, limits: Any, options: dict[str, Any]) -> tuple[Any, Any, int]:
    """States and inputs, [rows, …]: least steering into the other lane and back. `size`: what is usual of states and inputs, by
    which they are scaled; `start`: those to begin the search with; `limits`: of the inputs."""
    opti = ca.Opti()
    scaled_x, scaled_u = opti.variable(len(x0), rows), opti.variable(len(limits), rows - 1)
    x, u = ca.diag(size[0]) @ scaled_x, ca.diag(size[1]) @ scaled_u
    y, yaw, speed, rate = (x[places[each], :] for each in ("position_y_m", "rotation_z_rad", "velocity_x_mps", "rate_z_radps"))
    opti.minimize(ca.sumsqr(scaled_u) + 10 * ca.sumsqr(scaled_u[:, 1:] - scaled_u[:, :-1]) + 0.1 * ca.sumsqr(speed - speed_mps))
    for row in range(rows - 1):
        opti.subject_to(scaled_x[:, row + 1] == step(x[:, row], u[:, row]) / size[0])
    opti.subject_to(scaled_x[:, 0] == x0 / size[0])
    for i, (low, high) in enumerate(limits):
        opti.subject_to(opti.bounded(low, u[i, :], high))
    opti.subject_to(y[away] >= lane_m)
    opti.subject_to(opti.bounded(-0.5, y, lane_m + 0.5))
    opti.subject_to(ca.vertcat(y[-1], yaw[-1], rate[-1]) == 0)
    opti.set_initial(scaled_x, start[0].T / size[0][:, None])
    opti.set_initial(scaled_u, start[1].T / size[1][:, None])
    opti.solver("ipopt", {"print_time": False}, {"print_level": 0, "sb": "yes", **options})
    found = opti.solve()
    values: list[Any] = [found.value(each) for each in (x, u)]
    return values[0].T, values[1].T, found.stats()["iter_count"]


def drive(cars: kamm.Batch, columns: list[int], u: Any) -> Any:
    """Where the car is at each row if it is given the planned inputs, [rows, 2]."""
    way = [[cars.rows(f"position_{axis}_m")[0, 0] for axis in "xy"]]
    for inputs in u:
        cars.inputs[0, columns] = inputs
        cars.step(dt_s)
        way.append([cars.rows(f"position_{axis}_m")[0, 0] for axis in "xy"])
    return np.array(way)


def plan_single_track() -> Plan:
    """By equations, whose derivatives are exact."""
    model = kamm.symbolic(name, "single_track", limits=False)
    cars = kamm.Batch(name, 1, "single_track")
    cars.place(speed_mps=speed_mps)
    cars.inputs[0, kamm.INPUT["command"]] = 1
    places = {state: place for place, state in enumerate(model.states)}
    x0 = np.zeros(len(places))
    x0[places["velocity_x_mps"]] = speed_mps
    start, guess = np.tile(x0, (rows, 1)), np.zeros((rows - 1, 2))
    start[:, 0] = np.arange(rows) * dt_s * speed_mps
    size = np.array([10, 1, 0.1, 10, 1, 0.3, 1, 1]), np.array([0.1, 1])
    rate = model.numbers["steering_rate_radps"] / model.numbers["steering_ratio"]
    x, u, iterations = lane_change(model.step(dt_s), x0, places, size, (start, guess), [(-rate, rate), (-3, 3)], {})
    return Plan(list(model.states), x, drive(cars, [kamm.INPUT[each] for each in model.inputs], u), iterations)


def plan_full(first: Plan) -> Plan:
    """By steps of the full car in the gear that it is in, whose derivatives are differences. The search begins with what it does by the
    steering of `first`."""
    cars = kamm.Batch(name, 1, "full")
    cars.place(speed_mps=speed_mps)
    cars.inputs[0, kamm.INPUT["gear"]] = cars.rows("gear_engaged")[0, 0]
    cars.inputs[0, kamm.INPUT["throttle"]] = 0.2
    cars.step(1.0)
    step = kamm.casadi_function(cars, dt_s, inputs=("steering_wheel_rad", "throttle"))
    places = {state: place for place, state in enumerate(step.states)}
    x0 = step.x0.copy()
    usual = {"m": 0.01, "rad": 0.01, "m/s": 0.1, "rad/s": 1.0, "m/s2": 10.0, "rad/s2": 10.0}
    size = np.array([usual.get(unit, 1.0) for unit in step.states.values()]), np.array([1.0, 1.0])
    for state, large in {"position_x_m": 10, "position_y_m": 1, "rotation_z_rad": 0.1, "velocity_x_mps": 10, "rate_z_radps": 0.3}.items():
        size[0][places[state]] = large
    guess = np.column_stack((first.of("steering_rad")[1:], np.full(rows - 1, 0.2)))
    start = np.vstack([x0, np.array(step.mapaccum(rows - 1)(x0, guess.T)).T])
    options = {"hessian_approximation": "limited-memory", "tol": 5e-2, "constr_viol_tol": 3e-3, "max_iter": 100}
    x, u, iterations = lane_change(step, x0, places, size, (start, guess), [(-3, 3), (0, 0.6)], options)
    return Plan(list(step.states), x, drive(cars, [kamm.INPUT[each] for each in step.inputs], u), iterations)


def plot(plans: dict[str, Plan], path: str) -> None:
    import matplotlib  # type: ignore[import-not-found, unused-ignore]

    matplotlib.use("Agg")
    import matplotlib.pyplot as plt  # type: ignore[import-not-found, unused-ignore]

    figure, axes = plt.subplots(2, 1, sharex=True, figsize=(9, 6), layout="constrained")
    for i, (title, plan) in enumerate(plans.items()):
        x_m = plan.of("position_x_m") - plan.of("position_x_m")[0]
        axes[0].plot(x_m, plan.of("position_y_m"), f"oC{i}", markersize=4, label=f"{title}: plan")
        axes[0].plot(plan.way_m[:, 0] - plan.way_m[0, 0], plan.way_m[:, 1], f"C{i}", label=f"{title}: driven")
        axes[1].plot(x_m, plan.of("velocity_x_mps") * plan.of("rate_z_radps"), label=title)
    axes[0].set_ylabel("to the left in m")
    axes[1].set_ylabel("speed times yaw rate in m/s²")
    axes[1].set_xlabel("ahead in m")
    for axis in axes:
        axis.grid(alpha=0.3)
        axis.legend()
    figure.savefig(path, dpi=120)


def main() -> None:
    parser = argparse.ArgumentParser(description="A double lane change planned by IPOPT.")
    parser.add_argument("--equations-only", action="store_true", help="without the full car")
    parser.add_argument("--plot", metavar="FILE.png", help="draw plans and drives; needs matplotlib")
    options = parser.parse_args()
    plans: dict[str, Plan] = {}
    print(f"{'':12} states  iterations  CPU s  aside m  m/s2  driven, off by mm")
    for title in ("single_track",) if options.equations_only else ("single_track", "full"):
        begin = time.process_time()
        plan = plan_full(plans["single_track"]) if title == "full" else plan_single_track()
        cpu_s, side = time.process_time() - begin, np.abs(plan.of("velocity_x_mps") * plan.of("rate_z_radps")).max()
        print(f"{title:12} {len(plan.states):6} {plan.iterations:11} {cpu_s:6.1f} {plan.of('position_y_m').max():8.2f} {side:5.1f} "
              f"{1e3 * plan.off_m:17.2f}")
        plans[title] = plan
    if options.plot:
        plot(plans, options.plot)


if __name__ == "__main__":
    main()
