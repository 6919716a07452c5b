"""Model predictive path integral control (Williams et al. 2017) with the full car: it laps the proving ground's circuit.

    python examples/python/mppi.py [SECONDS]    for that long, or until a lap is driven

256 rollouts of 1.6 s, weighted by how well they do, 25 times a second; the real car is the same model here. Costs are in metres: how far a
rollout comes along the road, less for what is beyond the edges, faster than the corners ahead allow, or with tyres beyond their grip."""

import os
import sys
import time

os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")
import numpy as np  # noqa: E402  (after the number of threads)
import numpy.typing as npt  # noqa: E402

import kamm  # noqa: E402

Doubles = npt.NDArray[np.float64]
samples, steps, step_s, held = 256, 40, 0.04, 4  # noise is held for four steps
grip_mps2, braking_mps2, slip_rad, half_car_m, run_up_m = 8.8, 7.8, 0.12, 0.95, 100.0
spread, share = (0.4, 0.4), 0.15  # of the steering wheel in rad, of the pedals; temperature, of the costs' median above the least


class Road:
    """A closed path with its points 2 m apart: where its middle is, where it leads to, and how fast a car can be there."""

    def __init__(self, path: kamm.world.Path):
        around = np.vstack([path.points_m, path.points_m[:1]])
        way_m = np.append(0, np.hypot(*np.diff(around, axis=0).T).cumsum())
        self.count, self.half_m, self.length_m = int(way_m[-1] / 2), path.width_m / 2 - half_car_m, way_m[-1]
        self.spacing_m = self.length_m / self.count
        self.points_m = np.stack([np.interp(np.arange(self.count) * self.spacing_m, way_m, each) for each in around.T], 1)
        ahead = np.roll(self.points_m, -1, 0) - np.roll(self.points_m, 1, 0)
        self.ahead = ahead / np.hypot(*ahead.T)[:, None]
        self.limit_mps = self._limits()

    def _limits(self) -> Doubles:
        yaw_rad = np.arctan2(self.ahead[:, 1], self.ahead[:, 0])
        turned_rad = (np.roll(yaw_rad, -5) - np.roll(yaw_rad, 5) + np.pi) % (2 * np.pi) - np.pi
        curvature = np.maximum(np.abs(turned_rad), 1e-3) / (10 * self.spacing_m)
        limit_mps: Doubles = np.sqrt(grip_mps2 / curvature)
        for i in reversed(range(2 * self.count)):  # against the way, twice round: who is to brake has to begin in time
            k, after_mps = i % self.count, limit_mps[(i + 1) % self.count]
            left = 1 - min(after_mps**2 * curvature[k] / grip_mps2, 1) ** 2  # of the friction circle, squared
            limit_mps[k] = min(limit_mps[k], np.sqrt(after_mps**2 + 2 * braking_mps2 * np.sqrt(left) * self.spacing_m))
        return limit_mps

    def find(self, places_m: Doubles, first: int, many: int) -> tuple[npt.NDArray[np.int64], Doubles, Doubles]:
        """The nearest of `many` points from the first, the way from that one, and how far to the left of the middle."""
        x_m, y_m = places_m[..., 0], places_m[..., 1]
        near = (first + np.arange(many)) % self.count
        steps = np.argmin((x_m[..., None] - self.points_m[near, 0]) ** 2 + (y_m[..., None] - self.points_m[near, 1]) ** 2, -1)
        k = near[steps]
        east_m, north_m, along, across = x_m - self.points_m[k, 0], y_m - self.points_m[k, 1], self.ahead[k, 0], self.ahead[k, 1]
        return k, steps * self.spacing_m + along * east_m + across * north_m, along * north_m - across * east_m


def cost(road: Road, paths: Doubles, first: int) -> Doubles:
    """Of each rollout, from its places, speeds and slip angles [samples, steps, 5]."""
    some = paths[:, held - 1 :: held]
    k, way_m, left_m = road.find(some, first, 8 + int(60 * steps * step_s / road.spacing_m))
    later_m = left_m[:, -1] + 0.5 / (held * step_s) * (left_m[:, -1] - left_m[:, -2])  # half a second on
    beyond_m = np.maximum(np.abs(np.column_stack([left_m, later_m])) - road.half_m + 0.3, 0)
    fast_mps = np.maximum(some[..., 2] - road.limit_mps[k], 0)
    slides_rad = np.maximum(np.abs(some[..., 3:]) - slip_rad, 0)
    found: Doubles = -way_m[:, -1] + 20 * (beyond_m**2).sum(1) + (fast_mps**2).sum(1) + 500 * (slides_rad**2).sum((1, 2))
    return found


def inputs_of(u: npt.NDArray[np.float32]) -> npt.NDArray[np.float32]:
    """Steering wheel, accelerator and brake, from the steering wheel and both pedals as one."""
    return np.stack([u[..., 0], u[..., 1].clip(0, 1), -u[..., 1].clip(-1, 0)], -1)


car = kamm.Batch("bmw-m3-e46", 1, world="proving-ground", substeps_per_s=150)
assert car.world
road, rng = Road(car.world.paths["circuit"]), np.random.default_rng(1)
roll = kamm.Rollout(car, samples, steps=steps, dt=step_s, threads=2, inputs=("steering_wheel_rad", "throttle", "brake"),
                    channels=("x_m", "y_m", "speed_mps", "wheels[0].slip_angle_rad", "wheels[2].slip_angle_rad"))
car.place(*car.world.starts["circuit"], speed_mps=20)
k, _, _ = road.find(car.read("x_m", "y_m")[0], 0, road.count)
u = np.zeros((steps, 2), np.float32)
until_s = float(sys.argv[1]) if len(sys.argv) > 1 else np.inf
driven_m, started_s, worst_m, cpu_s = 0.0, float("inf"), 0.0, time.process_time()
while car.time_s < until_s and driven_m < run_up_m + road.length_m:
    du = rng.normal(0, spread, (samples, steps // held, 2)).astype(np.float32)
    tried = u + np.repeat(du, held, axis=1)
    tried[..., 1] = tried[..., 1].clip(-1, 1)
    costs = cost(road, roll(car.save(), inputs_of(tried)), int(k) - 4)
    w = np.exp((costs.min() - costs) / (share * (np.median(costs) - costs.min())))
    u = np.tensordot(w / w.sum(), tried, 1).astype(np.float32)
    car.inputs[:, roll.columns] = inputs_of(u[0])
    car.step(step_s)
    u[:-1] = u[1:]
    before, (k, _, left_m) = k, road.find(car.read("x_m", "y_m")[0], int(k) - 4, 20)
    driven_m += ((int(k) - int(before) + 10) % road.count - 10) * road.spacing_m
    worst_m = max(worst_m, abs(float(left_m)))
    if driven_m >= run_up_m:
        started_s = min(started_s, car.time_s)
if driven_m >= run_up_m + road.length_m:
    print(f"lap: {car.time_s - started_s:.2f} s")
print(f"{driven_m:.0f} m in {car.time_s:.2f} s, at most {worst_m:.2f} m off the middle of a road of {2 * (road.half_m + half_car_m):.0f} m, "
      f"{(time.process_time() - cpu_s) / car.time_s:.2f} s of the processor for a second")
