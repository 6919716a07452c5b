"""Many environments: gymnasium.vector.VectorEnv."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import gymnasium
import numpy as np
import numpy.typing as npt
from gymnasium.vector import AutoresetMode

from .options import Core, take_render_mode, take_seed

_modes = [AutoresetMode.NEXT_STEP, AutoresetMode.SAME_STEP, AutoresetMode.DISABLED]  # as kamm_env_autoreset has them
_Singles = npt.NDArray[np.float32]
_Bools = npt.NDArray[np.bool_]
_Arrays = tuple[_Singles, _Singles, _Bools, _Bools, _Singles | None]
_Seeds = int | list[int | None] | None


class KammVectorEnv(gymnasium.vector.VectorEnv):
    """`num_envs` environments of a task, stepped in C.

    task: of `TASKS`.
    num_envs: how many.
    autoreset_mode: an `AutoresetMode`, or its value.
    copy: False: arrays are the same ones from step to step, which the next step overwrites.
    render_mode: None, or "rgb_array": `render` draws each from above, with Pillow.
    options: those of `kamm.gym.options.Core`.

    Environment i of seed s is a single one of seed s + i, to the bit, whatever their number, the threads and the mode.
    """

    def __init__(
        self,
        task: str,
        num_envs: int = 1,
        *,
        autoreset_mode: AutoresetMode | str = AutoresetMode.NEXT_STEP,
        copy: bool = True,
        render_mode: str | None = None,
        **options: Any,
    ):
        mode = AutoresetMode(autoreset_mode)
        self.render_mode = take_render_mode(render_mode)
        self._made_of = (task, num_envs, mode, copy, {**options, "render_mode": render_mode})
        self.core = Core(task, num_envs, _modes.index(mode), **options)
        self.num_envs = num_envs
        self.metadata = {"render_modes": ["rgb_array"], "render_fps": 50, "autoreset_mode": mode}
        columns, actions = len(self.core.columns), len(self.core.action_columns)
        self.single_observation_space = gymnasium.spaces.Box(-np.inf, np.inf, (columns,), np.float32)
        self.single_action_space = gymnasium.spaces.Box(-1, 1, (actions,), np.float32)
        batch = gymnasium.vector.utils.batch_space
        self.observation_space = batch(self.single_observation_space, num_envs)
        self.action_space = batch(self.single_action_space, num_envs)
        self._mode, self._is_seeded = mode, False
        self._actions = np.zeros((num_envs, actions), np.float32)
        self._kept = None if copy else self._make_arrays()

    def _make_arrays(self) -> _Arrays:
        count, columns = self.num_envs, len(self.core.columns)
        final = np.zeros((count, columns), np.float32) if self._mode is AutoresetMode.SAME_STEP else None
        return (np.empty((count, columns), np.float32), np.empty(count, np.float32),
                np.empty(count, bool), np.empty(count, bool), final)  # fmt: skip

    def reset(self, *, seed: _Seeds = None, options: dict[str, Any] | None = None) -> tuple[_Singles, dict[str, Any]]:
        """Observations float32 [num_envs, columns] and an empty dict.

        seed: with one the first episode of each begins, without the next one. One number s: s + i of environment i; or a list.
        options: {"reset_mask": mask}: of some environments alone, bool [num_envs]; the others are observed as they are.
        """
        mask = (options or {}).get("reset_mask")
        if mask is not None:
            mask = np.asarray(mask)
            if mask.dtype != bool or mask.shape != (self.num_envs,):
                raise ValueError(f"reset_mask: wanted bool of shape ({self.num_envs},), got {mask.dtype} of {mask.shape}")
            mask = np.ascontiguousarray(mask)
        observations = self._kept[0] if self._kept else np.empty((self.num_envs, len(self.core.columns)), np.float32)
        self.core.reset(self._seeds(seed), mask, observations)
        return observations, {}

    def _seeds(self, seed: _Seeds) -> list[int] | None:
        if seed is None:
            if self._is_seeded:
                return None
            seed = int(self.np_random.integers(1 << 62))
        elif isinstance(seed, (int, np.integer)):
            self._np_random, self._np_random_seed = gymnasium.utils.seeding.np_random(int(seed))
        self._is_seeded = True
        if isinstance(seed, (int, np.integer)):
            first = take_seed(seed)
            return [(first + i) & 0xFFFF_FFFF_FFFF_FFFF for i in range(self.num_envs)]
        if len(seed) != self.num_envs:
            raise ValueError(f"seed: wanted {self.num_envs} of them, got {len(seed)}")
        return [int(self.np_random.integers(1 << 62)) if each is None else take_seed(each) for each in seed]

    def step(self, actions: npt.ArrayLike) -> tuple[_Singles, _Singles, _Bools, _Bools, dict[str, Any]]:
        """20 ms: observations, rewards [num_envs], terminated, truncated, and figures of the episodes that ended.

        actions: float32 [num_envs, actions], -1 to 1.
        """
        actions = np.asarray(actions)
        if actions.shape != self._actions.shape:
            raise ValueError(f"actions: wanted shape {self._actions.shape}, got {actions.shape}")
        if actions.dtype != np.float32 or not actions.flags.c_contiguous:
            self._actions[...] = actions
            actions = self._actions
        arrays = self._kept or self._make_arrays()
        self.core.step(actions, *arrays)
        observations, rewards, terminated, truncated, final = arrays
        ended = terminated | truncated
        return observations, rewards, terminated, truncated, self._info(ended, final) if ended.any() else {}

    def _info(self, ended: _Bools, final: _Singles | None) -> dict[str, Any]:
        """Figures of those that ended, in Gymnasium's form: an array of each, and whose it is, with a "_" before its name."""
        values = self.core.figure_array()
        info: dict[str, Any] = {"fault": self.core.fault_array()}
        info |= {column.name: values[:, k].copy() for k, column in enumerate(self.core.figure_columns)}
        info |= {f"_{name}": ended for name in list(info)}
        if final is not None:
            info = {"final_obs": final, "_final_obs": ended, "final_info": info, "_final_info": ended}
        return info

    def advice(self) -> _Singles:
        """float32 [num_envs, actions]: what the task's own driver would do now; ask it once a step."""
        return self.core.advice_array()

    def render(self, environments: Sequence[int] | None = None) -> tuple[npt.NDArray[np.uint8], ...] | None:
        """A picture of each from above, uint8 [height, width, 3]; None without a render mode. environments: which ones; None: all."""
        if self.render_mode is None:
            return None
        from .picture import draw

        return tuple(draw(self.core, i) for i in (range(self.num_envs) if environments is None else environments))

    def figures(self) -> dict[str, Any]:
        """What the episodes have come to so far, arrays [num_envs], and `fault`, 0 where there was none."""
        values = self.core.figure_array()
        return {"fault": self.core.fault_array(), **{column.name: values[:, k] for k, column in enumerate(self.core.figure_columns)}}

    def __repr__(self) -> str:
        return f"<KammVectorEnv {self.num_envs} × {self.core.task}>"

    def close_extras(self, **kwargs: Any) -> None:
        """What `close` calls: releases the cars. kwargs: not used."""
        self.core.close()

    def __reduce__(self) -> tuple[Any, ...]:
        return _make_again, (self._made_of, self.core.save(), self._is_seeded, self._np_random, self._np_random_seed)


def _make_again(
    made_of: tuple[str, int, AutoresetMode, bool, dict[str, Any]],
    state: bytes,
    is_seeded: bool,
    random: np.random.Generator | None,
    random_seed: int | None,
) -> KammVectorEnv:
    task, num_envs, mode, copy, options = made_of
    env = KammVectorEnv(task, num_envs, autoreset_mode=mode, copy=copy, **options)
    env.core.restore(state)
    env._is_seeded, env._np_random, env._np_random_seed = is_seeded, random, random_seed
    return env
