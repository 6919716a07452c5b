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
    """`num_envs` environments of a task, stepped in C. Options are those of `KammVectorEnv`."""

    def __init__(self, task: str, num_envs: int, **options: Any):
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
        observations, rewards, terminated, truncated, info = self.env.step(self._actions)
        infos: list[dict[str, Any]] = [{} for _ in range(self.num_envs)]
        ended = terminated | truncated
        for i in np.flatnonzero(ended):
            figures = info["final_info"]
            infos[i] = {name: figures[name][i] for name in figures if not name.startswith("_")}
            infos[i]["terminal_observation"] = info["final_obs"][i]
            infos[i]["TimeLimit.truncated"] = bool(truncated[i])
        return observations, rewards, ended, infos

    def close(self) -> None:
        self.env.close()

    def get_attr(self, attr_name: str, indices: Any = None) -> list[Any]:
        return [getattr(self.env, attr_name)] * len(list(self._get_indices(indices)))

    def set_attr(self, attr_name: str, value: Any, indices: Any = None) -> None:
        raise AttributeError(f"{attr_name}: environments share their options")

    def env_method(self, method_name: str, *method_args: Any, indices: Any = None, **method_kwargs: Any) -> list[Any]:
        result = getattr(self.env, method_name)(*method_args, **method_kwargs)
        return [result] * len(list(self._get_indices(indices)))

    def env_is_wrapped(self, wrapper_class: type[Any], indices: Any = None) -> list[bool]:
        return [False] * len(list(self._get_indices(indices)))
