"""Environments for PufferLib, which C steps into PufferLib's own arrays: `KammPuffer("Track", 4096)`."""

from __future__ import annotations

from typing import Any

import gymnasium
import numpy as np
import numpy.typing as npt

try:
    from pufferlib.pufferlib import PufferEnv
except ImportError as _error:
    raise ImportError("kamm.gym.puffer needs PufferLib: pip install pufferlib-core") from _error

from .options import Core, take_seed

same_step = 1
"""KAMM_ENV_SAME_STEP, as PufferLib has it of native environments."""
_Singles = npt.NDArray[np.float32]
_Bools = npt.NDArray[np.bool_]


class KammPuffer(PufferEnv):
    """`num_envs` environments of a task. Options are those of `kamm.gym.options.Core`."""

    def __init__(self, task: str, num_envs: int = 1, buf: Any = None, seed: int = 0, **options: Any):
        self.core = Core(task, num_envs, same_step, **options)
        self.num_agents = num_envs
        columns, actions = len(self.core.columns), len(self.core.action_columns)
        self.single_observation_space = gymnasium.spaces.Box(-np.inf, np.inf, (columns,), np.float32)
        self.single_action_space = gymnasium.spaces.Box(-1, 1, (actions,), np.float32)
        self._seed = seed
        super().__init__(buf)

    def reset(self, seed: int | None = None) -> tuple[_Singles, list[dict[str, float]]]:
        first = take_seed(self._seed if seed is None else seed)
        self.core.reset([first + i for i in range(self.num_agents)], None, self.observations)
        return self.observations, []

    def step(self, actions: npt.ArrayLike) -> tuple[_Singles, _Singles, _Bools, _Bools, list[dict[str, float]]]:
        self.actions[:] = actions
        self.core.step(self.actions, self.observations, self.rewards, self.terminals, self.truncations, None)
        ended = np.flatnonzero(self.terminals | self.truncations)
        return self.observations, self.rewards, self.terminals, self.truncations, self._infos(ended)

    def _infos(self, ended: npt.NDArray[np.intp]) -> list[dict[str, float]]:
        """Means of the figures of those that ended, as PufferLib's log has them."""
        if not ended.size:
            return []
        means = self.core.figure_array()[ended].mean(0)
        return [{column.name: float(mean) for column, mean in zip(self.core.figure_columns, means)}]

    def close(self) -> None:
        self.core.close()
