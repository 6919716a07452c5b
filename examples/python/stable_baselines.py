"""PPO of Stable-Baselines3 learns to drive the full car: round a track as fast as it goes, or in a drift.

    pip install '.[gym]' stable-baselines3
    python examples/python/stable_baselines.py [--task Track] [--cpu-s 60] [--seed 0]

Its usual settings do not. Rewards of a whole track make the critic's error so large that its share of the clipped gradient leaves the actor none: they are brought to one
size. An action that is held for 20 ms hardly moves a car, and a look ahead of 2 s misses the bend. Noise as wide as the
steering wheel's lock ends each episode at once. Seconds are those of the processor, on one core."""

import argparse
import time

import numpy as np
import torch
from stable_baselines3 import PPO
from stable_baselines3.common.callbacks import BaseCallback
from stable_baselines3.common.vec_env import VecNormalize

from kamm.gym import TASKS
from kamm.gym.sb3 import KammVecEnv

cars, hold, horizon_s = 64, 3, 10.0  # an action for 60 ms
discount = float(np.exp(-0.02 * hold / horizon_s))


class Budget(BaseCallback):
    """Ends the learning when the processor's time is up."""

    def __init__(self, cpu_s: float):
        super().__init__()
        self.begin_s, self.cpu_s = time.process_time(), cpu_s

    def left(self) -> float:
        """Of the time, from 1 to 0."""
        return max(0.0, 1 - (time.process_time() - self.begin_s) / self.cpu_s)

    def _on_step(self) -> bool:
        return self.left() > 0


def learn(task: str, seed: int, cpu_s: float) -> PPO:
    budget = Budget(cpu_s)
    model = PPO(
        "MlpPolicy",
        VecNormalize(KammVecEnv(task, cars, hold=hold, threads=1), norm_obs=False, gamma=discount),  # observations have one size as they come
        gamma=discount,
        policy_kwargs={"log_std_init": -0.7},  # half of each action's range, and less as it learns
        n_steps=64,
        batch_size=512,
        n_epochs=4,
        learning_rate=lambda _: 1e-3 * max(0.05, budget.left()),
        target_kl=0.03,
        seed=seed,
        device="cpu",
    )
    model.learn(10**9, callback=budget)
    return model


def score(task: str, model: PPO | None, episodes: int = 64) -> float:
    """Mean of the rewards of episodes from seed 0 on, without noise; without a model of actions that are 0."""
    env = KammVecEnv(task, episodes, hold=hold, threads=1)
    env.seed(0)
    seen, total, goes_on = env.reset(), np.zeros(episodes), np.ones(episodes, bool)
    while goes_on.any():
        actions = np.zeros((episodes, env.action_space.shape[0]), np.float32) if model is None else model.predict(seen, deterministic=True)[0]
        seen, rewards, ended, _ = env.step(actions)
        total += rewards * goes_on
        goes_on &= ~ended
    return float(total.mean())


def main() -> None:
    words = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    words.add_argument("--task", default="Track", choices=TASKS)
    words.add_argument("--cpu-s", type=float, default=60.0)
    words.add_argument("--seed", type=int, default=0)
    given = words.parse_args()
    torch.set_num_threads(1)  # networks this small are no quicker on several
    model = learn(given.task, given.seed, given.cpu_s)
    print(f"{given.task}, seed {given.seed}: {score(given.task, model):.2f} after {model.num_timesteps * hold / 1e6:.1f} million steps of "
          f"{given.cpu_s:.0f} s; nothing done: {score(given.task, None):.2f}")


if __name__ == "__main__":
    main()
