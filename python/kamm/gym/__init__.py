"""Environments of Gymnasium: Kamm/Track-v0, Kamm/Drift-v0, Kamm/Moose-v0, Kamm/Parking-v0, Kamm/Trailer-v0, Kamm/Overtake-v0,
Kamm/Balance-v0, Kamm/Trial-v0.

    import gymnasium as gym, kamm.gym
    env = gym.make_vec("Kamm/Track-v0", num_envs=4096, car="bmw-m3-e46")

docs/environments.md has what each of them observes, rewards and ends by.
"""

try:
    import gymnasium as _gymnasium
except ImportError as _error:
    raise ImportError("kamm.gym needs Gymnasium: pip install 'gymnasium>=1.0'") from _error

from .options import TASKS
from .single import KammEnv
from .vector import KammVectorEnv

__all__ = ["TASKS", "KammEnv", "KammVectorEnv"]

for _task in TASKS:
    _gymnasium.register(
        f"Kamm/{_task}-v0",
        entry_point="kamm.gym.single:KammEnv",
        vector_entry_point="kamm.gym.vector:KammVectorEnv",
        disable_env_checker=True,  # the tests run it
        kwargs={"task": _task},
    )
