"""Environments for Stable-Baselines3: `PPO("MlpPolicy", KammVecEnv("Track", 64))`."""

from __future__ import annotations

from typing import Any

import numpy as np
import numpy.typing as npt
from gymnasium.vector import AutoresetMode

try:
    from stable_baselines3.common.vec_env import VecEnv
except ImportError as _error:
    raise ImportError("kamm.gym.sb3 needs Stable-Baselines3: pip install stable-baselines3") from _error

from .vector import KammVectorEnv


class KammVecEnv(VecEnv):
    """`num_envs` environments of a task, stepped in C.

    task, options: those of `KammVectorEnv`.
    hold: an action is held for so many steps of 20 ms, whose rewards add up. Noise that is new in each step hardly moves a car.
    """

    def __init__(self, task: str, num_envs: int, *, hold: int = 1, **options: Any):
        if hold < 1:
            raise ValueError(f"hold is {hold}; allowed: 1 or more")
        self.hold = hold
        self.env = KammVectorEnv(task, num_envs, autoreset_mode=AutoresetMode.SAME_STEP, **options)
        super().__init__(num_envs, self.env.single_observation_space, self.env.single_action_space)
        self._actions = np.zeros((num_envs, len(self.env.core.action_columns)), np.float32)

    def reset(self) -> npt.NDArray[np.float32]:
        seeds = None if all(seed is None for seed in self._seeds) else self._seeds
        self._reset_seeds()
        self._reset_options()
        return self.env.reset(seed=seeds)[0]

    def step_async(self, actions: npt.NDArray[np.float32]) -> None:
        self._actions = actions

    def step_wait(
        self,
    ) -> tuple[npt.NDArray[np.float32], npt.NDArray[np.float32], npt.NDArray[np.bool_], list[dict[str, Any]]]:
        infos: list[dict[str, Any]] = [{} for _ in range(self.num_envs)]
        ended, total = np.zeros(self.num_envs, bool), np.zeros(self.num_envs, np.float32)
        actions = self._actions
        for _ in range(self.hold):
            if ended.any():  # an episode that has begun meanwhile waits for an action of its own
                actions = np.where(ended[:, None], np.float32(0), actions)
            observations, rewards, terminated, truncated, info = self.env.step(actions)
            total += np.where(ended, 0, rewards)
            for i in np.flatnonzero((terminated | truncated) & ~ended):
                infos[i] = self._end_of(int(i), info, bool(truncated[i]))
            ended |= terminated | truncated
        return observations, total, ended, infos

    @staticmethod
    def _end_of(i: int, info: dict[str, Any], truncated: bool) -> dict[str, Any]:
        """What Stable-Baselines3 wants to know of an episode's end, and the figures."""
        figures = info["final_info"]
        ends = {name: figures[name][i] for name in figures if not name.startswith("_")}
        return {**ends, "terminal_observation": info["final_obs"][i], "TimeLimit.truncated": truncated}

    def close(self) -> None:
        self.env.close()

    def get_attr(self, attr_name: str, indices: Any = None) -> list[Any]:
        return self._each(getattr(self.env, attr_name), indices)

    def set_attr(self, attr_name: str, value: Any, indices: Any = None) -> None:
        raise AttributeError(f"{attr_name}: environments share their options")

    def env_method(self, method_name: str, *method_args: Any, indices: Any = None, **method_kwargs: Any) -> list[Any]:
        if method_name == "render":
            which = self._numbers(indices)
            return list(self.env.render(which) or [None] * len(which))
        return self._each(getattr(self.env, method_name)(*method_args, **method_kwargs), indices)

    def get_images(self) -> list[npt.NDArray[np.uint8] | None]:
        return self.env_method("render")

    def _numbers(self, indices: Any) -> list[int]:
        """Which environments are meant. IndexError: there is none of that number."""
        which = [int(i) for i in self._get_indices(indices)]
        for i in which:
            if not -self.num_envs <= i < self.num_envs:
                raise IndexError(f"indices: there are {self.num_envs} environments; got {i}")
        return [i % self.num_envs for i in which]

    def _each(self, result: Any, indices: Any) -> list[Any]:
        """Each environment's part of what all of them have: a row of an array, of each array of a dict; else the same."""
        which = self._numbers(indices)
        if isinstance(result, np.ndarray) and result.shape[:1] == (self.num_envs,):
            return [result[i] for i in which]
        if isinstance(result, dict) and result and all(np.shape(each)[:1] == (self.num_envs,) for each in result.values()):
            return [{name: each[i] for name, each in result.items()} for i in which]
        return [result] * len(which)

    def env_is_wrapped(self, wrapper_class: type[Any], indices: Any = None) -> list[bool]:
        return [False] * len(self._numbers(indices))
