"""Proximal policy optimisation (Schulman et al. 2017, arXiv:1707.06347) in NumPy alone: it learns to hold a drift with the full car.

    python examples/python/ppo.py [--task Drift] [--cpu-s 60] [--seed 0]

Seconds are those of the processor. Networks this small are no quicker on several threads, so one core does it all."""

import argparse
import os
import time
from collections.abc import Callable
from typing import Any

os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")
import numpy as np  # noqa: E402  (after the number of threads)
import numpy.typing as npt  # noqa: E402

from kamm.gym import TASKS, KammVectorEnv  # noqa: E402

Array = npt.NDArray[np.float32]
Bools = npt.NDArray[np.bool_]
Policy = Callable[[Array], Array]
hidden, steps, epochs, minibatches = 64, 32, 4, 8
hold, horizon_s = 3, 10.0  # an action is held for so many steps, as noise that is new in each would hardly move the car
discount, gae_lambda, clip, wanted_kl = float(np.exp(-0.02 * hold / horizon_s)), 0.95, 0.2, 0.015
entropy_gain, log_spread = 0.03, -0.7  # spread of the actions: at the beginning, and at most


class Network:
    """Layers with tanh between them. All weights are one row, and so are their slopes and the moments of Adam (arXiv:1412.6980)."""

    def __init__(self, rng: np.random.Generator, sizes: list[int], last_gain: float, extra: int = 0):
        shapes = [(a + 1, b) for a, b in zip(sizes, sizes[1:])]  # the last row is the bias
        ends = np.cumsum([a * b for a, b in shapes])
        self.weights, self.slopes, self.mean, self.square = np.zeros((4, ends[-1] + extra), np.float32)
        self.extra, self.extra_slopes = self.weights[ends[-1] :], self.slopes[ends[-1] :]
        parts = [slice(end - a * b, end) for end, (a, b) in zip(ends, shapes)]
        self.layers = [(self.weights[part].reshape(shape), self.slopes[part].reshape(shape)) for part, shape in zip(parts, shapes)]
        for k, (w, _) in enumerate(self.layers):
            left, _, right = np.linalg.svd(rng.normal(size=(len(w) - 1, w.shape[1])), full_matrices=False)
            w[:-1] = left @ right * (np.sqrt(2) if k + 1 < len(self.layers) else last_gain)  # orthogonal
        self.updates = 0

    def __call__(self, x: Array) -> Array:
        self.inputs = [x]
        for w, _ in self.layers[:-1]:
            self.inputs.append(np.tanh(self.inputs[-1] @ w[:-1] + w[-1]))
        w = self.layers[-1][0]
        return np.asarray(self.inputs[-1] @ w[:-1] + w[-1])

    def descend(self, slope: Array, rate: float) -> None:
        """A step of Adam down the loss, whose slope is that against what the network gave last."""
        for (w, slopes), x in zip(self.layers[::-1], self.inputs[::-1]):
            slopes[:-1], slopes[-1] = x.T @ slope, slope.sum(0)
            slope = (slope @ w[:-1].T) * (1 - x * x)
        self.updates += 1
        self.slopes *= min(1.0, 0.5 / (float(np.linalg.norm(self.slopes)) + 1e-8))
        self.mean += 0.1 * (self.slopes - self.mean)
        self.square += 0.001 * (self.slopes**2 - self.square)
        mean, square = self.mean / (1 - 0.9**self.updates), self.square / (1 - 0.999**self.updates)
        self.weights -= np.float32(rate) * mean / (np.sqrt(square) + np.float32(1e-5))


class Scale:
    """Mean and variance of all rows that were seen, for rows of about 1."""

    def __init__(self, columns: int):
        self.count, self.mean, self.variance = 1e-4, np.zeros(columns), np.ones(columns)

    def see(self, rows: Array) -> None:
        total, off = self.count + len(rows), rows.mean(0, np.float64) - self.mean
        share = len(rows) / total
        self.variance += share * (rows.var(0, np.float64) - self.variance + off**2 * (1 - share))
        self.mean, self.count = self.mean + off * share, total

    def __call__(self, rows: Array) -> Array:
        return np.clip((rows - self.mean) / np.sqrt(self.variance + 1e-8), -8, 8).astype(np.float32)


class Learner:
    def __init__(self, task: str, seed: int, count: int, **options: Any):
        self.env = KammVectorEnv(task, count, autoreset_mode="Disabled", **options)
        self.rng, self.count = np.random.default_rng(seed), count
        columns, actions = (space.shape[1] for space in (self.env.observation_space, self.env.action_space) if space.shape)
        self.actor = Network(self.rng, [columns, hidden, hidden, actions], 0.01, extra=actions)
        self.critic = Network(self.rng, [columns, hidden, hidden, 1], 1)
        self.log_spread = self.actor.extra
        self.log_spread[:] = log_spread
        self.scale, self.return_scale, self.returns = Scale(columns), Scale(1), np.zeros(count, np.float32)
        self.rate, self.left, self.steps = 1e-3, 1.0, 0  # left: share of the budget
        self.seen = self.env.reset(seed=1000 + 100_000 * seed)[0]  # not the seeds of `score`

    def policy(self, seen: Array) -> Array:
        return np.clip(self.actor(self.scale(seen)), -1, 1)

    def value(self, seen: Array) -> Array:
        return self.critic(self.scale(seen))[:, 0]

    def drive(self, action: Array) -> tuple[Array, Bools, Bools]:
        """Holds an action: the sum of its rewards, and who is over. Those wait for the others, for two steps at most."""
        total, terminated, truncated = np.zeros(self.count, np.float32), *np.zeros((2, self.count), bool)
        for _ in range(hold):
            self.seen, reward, failed, late, _ = self.env.step(action)
            total += reward
            terminated |= failed
            truncated |= late
        return total, terminated, truncated

    def act(self) -> tuple[Array, ...]:
        """An action of each environment: what was seen, noise, action, value, reward, and whether it goes on."""
        self.scale.see(self.seen)
        seen = self.scale(self.seen)
        value, noise = self.critic(seen)[:, 0], self.rng.standard_normal((self.count, len(self.log_spread)), np.float32)
        action = self.actor(seen) + np.exp(self.log_spread) * noise
        reward, terminated, truncated = self.drive(action)
        self.returns = discount * self.returns + reward
        self.return_scale.see(self.returns[:, None])
        reward = (reward / np.sqrt(self.return_scale.variance + 1e-8)).astype(np.float32)
        if truncated.any():  # these would have gone on
            reward[truncated] += discount * self.value(self.seen[truncated])
        goes_on = ~(terminated | truncated)
        self.returns *= goes_on
        if not goes_on.all():
            self.seen = self.env.reset(options={"reset_mask": ~goes_on})[0]
        self.steps += self.count * hold
        return seen, noise, action, value, reward, goes_on.astype(np.float32)

    def iterate(self) -> None:
        seen, noise, action, value, reward, goes_on = (np.array(each) for each in zip(*[self.act() for _ in range(steps)]))
        advantage, ahead, later = np.zeros_like(value), np.zeros(self.count, np.float32), self.value(self.seen)
        for t in reversed(range(steps)):  # generalised advantage estimation
            ahead = reward[t] - value[t] + discount * goes_on[t] * (later + gae_lambda * ahead)
            advantage[t], later = ahead, value[t]
        worth = (advantage + value).ravel()
        advantage = ((advantage - advantage.mean()) / (advantage.std() + 1e-8)).ravel()
        seen, noise, action = (each.reshape(len(worth), -1) for each in (seen, noise, action))
        before = (-0.5 * noise**2 - self.log_spread).sum(1)
        for _ in range(epochs):
            for part in self.rng.permutation(len(worth)).reshape(minibatches, -1):
                self.improve(seen[part], action[part], before[part], advantage[part])
                self.critic.descend((self.critic(seen[part]) - worth[part, None]) / len(part), self.rate)

    def improve(self, seen: Array, action: Array, before: Array, advantage: Array) -> None:
        """The actor, by the clipped surrogate. The rate follows from how far the policy goes in an update."""
        spread = np.exp(self.log_spread)
        noise = (action - self.actor(seen)) / spread
        log_ratio = (-0.5 * noise**2 - self.log_spread).sum(1) - before
        ratio = np.exp(log_ratio)
        went_far = (ratio - 1 - log_ratio).mean() > wanted_kl * self.left
        self.rate = float(np.clip(self.rate * (0.97 if went_far else 1.03), 1e-5, 3e-3))
        is_free = ratio * advantage <= np.clip(ratio, 1 - clip, 1 + clip) * advantage
        pull = (-ratio * advantage * is_free / len(seen))[:, None]
        self.actor.extra_slopes[:] = (pull * (noise**2 - 1)).sum(0) - entropy_gain * self.left
        self.actor.descend(pull * noise / spread, self.rate)
        np.minimum(self.log_spread, log_spread, out=self.log_spread)


def learn(task: str, cpu_s: float, seed: int = 0, count: int = 64, tell: bool = False, **options: Any) -> Learner:
    """Until so many seconds of the processor are spent. `options` are those of the environments."""
    learner, start_s, told = Learner(task, seed, count, threads=1, **options), time.process_time(), 0
    while (spent_s := time.process_time() - start_s) < cpu_s:
        learner.left = 1 - spent_s / cpu_s
        learner.iterate()
        if tell and spent_s >= 5 * (told + 1):
            told += 1
            print(f"{spent_s:3.0f} s, {learner.steps / 1e6:5.2f} million steps, {summary(*score(task, learner.policy, 16))}", flush=True)
    return learner


Scores = tuple[npt.NDArray[np.float64], dict[str, npt.NDArray[np.float64]]]


def score(task: str, policy: Policy | None, episodes: int = 64, held: int = hold) -> Scores:
    """Rewards of the episodes of seeds 0, 1, … on the rung full, and what each came to. None: the task's own driver."""
    env = KammVectorEnv(task, episodes, autoreset_mode="Disabled")
    seen, _ = env.reset(seed=0)
    rewards, over, k = np.zeros(episodes), np.zeros(episodes, bool), 0
    figures: dict[int, dict[str, float]] = {}
    while not over.all():
        if not policy:
            action = env.advice()
        elif k % held == 0:
            action = policy(seen)
        seen, reward, terminated, truncated, info = env.step(action)
        k += 1
        rewards += reward
        for i in np.flatnonzero((terminated | truncated) & ~over).tolist():
            figures[i] = {name: float(info[name][i]) for name in info if not name.startswith("_")}
        over |= terminated | truncated
    return rewards, {name: np.array([figures[i][name] for i in range(episodes)]) for name in figures[0]}


def summary(rewards: npt.NDArray[np.float64], figures: dict[str, npt.NDArray[np.float64]]) -> str:
    return f"reward {rewards.mean():.2f}: " + ", ".join(f"{name} {each.mean():.3g}" for name, each in figures.items())


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description="Learns a task of kamm.gym, and tells how well.")
    parser.add_argument("--task", default="Drift", choices=list(TASKS))
    parser.add_argument("--cpu-s", type=float, default=60)
    parser.add_argument("--seed", type=int, default=0)
    wanted = parser.parse_args()
    learner = learn(wanted.task, wanted.cpu_s, wanted.seed, tell=True)
    print(summary(*score(wanted.task, learner.policy)))
