"""One environment: gymnasium.Env."""

from __future__ import annotations

from typing import Any

import gymnasium
import numpy as np
import numpy.typing as npt

from .options import Core, take_render_mode, take_seed

disabled = 2
"""KAMM_ENV_DISABLED: the stepper resets it."""


class KammEnv(gymnasium.Env):
    """One environment of a task.

    task: of `TASKS`.
    render_mode: None, or "rgb_array": from above, drawn with Pillow.
    options: those of `kamm.gym.options.Core`.
    """

    metadata = {"render_modes": ["rgb_array"], "render_fps": 50}

    def __init__(self, task: str, render_mode: str | None = None, **options: Any):
        self.render_mode = take_render_mode(render_mode)
        self._made_of = (task, render_mode, options)
        self.core = Core(task, 1, disabled, **options)
        columns, actions = len(self.core.columns), len(self.core.action_columns)
        self.observation_space = gymnasium.spaces.Box(-np.inf, np.inf, (columns,), np.float32)
        self.action_space = gymnasium.spaces.Box(-1, 1, (actions,), np.float32)
        self._is_seeded = False
        self._rewards = np.zeros(1, np.float32)
        self._ends = np.zeros((2, 1), bool)

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[npt.NDArray[np.float32], dict[str, Any]]:
        """Observations and an empty dict: with a seed those of its first episode, otherwise of the next one. options: not used."""
        super().reset(seed=seed)
        seeds = None
        if seed is not None:
            seeds = [take_seed(seed)]
        elif not self._is_seeded:
            seeds = [int(self.np_random.integers(1 << 62))]
        observations = np.empty((1, len(self.core.columns)), np.float32)
        self.core.reset(seeds, None, observations)
        self._is_seeded = True
        return observations[0], {}

    def step(self, action: npt.ArrayLike) -> tuple[npt.NDArray[np.float32], float, bool, bool, dict[str, Any]]:
        """20 ms: observation, reward, terminated, truncated, and at the end of an episode its `figures`. action: float32 [actions], -1 to 1."""
        action = np.ascontiguousarray(action, np.float32)
        if action.shape != self.action_space.shape:
            raise ValueError(f"action: wanted shape {self.action_space.shape}, got {action.shape}")
        observations = np.empty((1, len(self.core.columns)), np.float32)
        self.core.step(action[None], observations, self._rewards, self._ends[0], self._ends[1], None)
        terminated, truncated = bool(self._ends[0, 0]), bool(self._ends[1, 0])
        info = self.figures() if terminated or truncated else {}
        return observations[0], float(self._rewards[0]), terminated, truncated, info

    def figures(self) -> dict[str, float]:
        """What the episode has come to, and `fault`, 0 where there was none."""
        values = self.core.figure_array()[0]
        figures = {column.name: float(value) for column, value in zip(self.core.figure_columns, values)}
        return {"fault": int(self.core.fault_array()[0]), **figures}

    def advice(self) -> npt.NDArray[np.float32]:
        """What the task's own driver would do now; ask it once a step."""
        advice: npt.NDArray[np.float32] = self.core.advice_array()[0]
        return advice

    def render(self) -> npt.NDArray[np.uint8] | None:
        """A picture from above, uint8 [height, width, 3]; None without a render mode."""
        if self.render_mode is None:
            return None
        from .picture import draw

        return draw(self.core)

    def close(self) -> None:
        """Releases the cars. What is called afterwards raises RuntimeError."""
        self.core.close()

    def __reduce__(self) -> tuple[Any, ...]:
        return _make_again, (self._made_of, self.core.save(), self._is_seeded, self._np_random, self._np_random_seed)


def _make_again(
    made_of: tuple[str, str | None, dict[str, Any]],
    state: bytes,
    is_seeded: bool,
    random: np.random.Generator | None,
    random_seed: int | None,
) -> KammEnv:
    task, render_mode, options = made_of
    env = KammEnv(task, render_mode, **options)
    env.core.restore(state)
    env._is_seeded, env._np_random, env._np_random_seed = is_seeded, random, random_seed
    return env
