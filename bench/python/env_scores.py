"""What random actions, each task's own driver and PPO (examples/python/ppo.py) score: 64 episodes, seeds 0 to 63, on the rung full.

    python bench/python/env_scores.py [TASK...] [--policies random driver ppo] [--seeds 10] [--cpu-s 60] [--csv FILE]

PPO learns with each of the seeds for so many seconds of the processor, on one thread. Rows are added to the file as they are found; what it
has is not found again, so that a run which was ended goes on. Means are of the episodes; in the summary, lowest and highest are of the seeds."""

import argparse
import csv
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[2] / "examples" / "python"))
import ppo  # noqa: E402  (first, as it sets NumPy's threads)

import numpy as np  # noqa: E402

from kamm.gym import TASKS, KammVectorEnv  # noqa: E402

Row = dict[str, str]


def play(task: str, policy: str, seed: int, cpu_s: float) -> tuple[ppo.Scores, float]:
    """Scores, and the millions of steps that were learnt from."""
    if policy == "ppo":
        learner = ppo.learn(task, cpu_s, seed)
        return ppo.score(task, learner.policy), learner.steps / 1e6
    space = KammVectorEnv(task, 64).action_space
    space.seed(seed)
    return ppo.score(task, (lambda _: space.sample()) if policy == "random" else None, held=1), 0


def rows_of(task: str, policy: str, seed: int, cpu_s: float) -> list[Row]:
    (rewards, figures), steps = play(task, policy, seed, cpu_s)
    spent = f"{cpu_s:g}" if policy == "ppo" else ""
    whose = {"task": task, "policy": policy, "seed": str(seed), "cpu_s": spent, "million_steps": f"{steps:.3g}" if steps else ""}
    return [
        {**whose, "figure": name, "mean": f"{each.mean():.5g}", "deviation": f"{each.std():.3g}"}
        for name, each in {"reward": rewards, **figures}.items()
        if name != "fault"
    ]


COLUMNS = ["task", "policy", "seed", "cpu_s", "million_steps", "figure", "mean", "deviation"]


def read(path: Path) -> list[Row]:
    if not path.exists():
        return []
    with open(path, encoding="utf-8", newline="") as file:
        return list(csv.DictReader(file))


def add(path: Path, rows: list[Row]) -> None:
    begins = not path.exists()
    with open(path, "a", encoding="utf-8", newline="") as file:
        writer = csv.DictWriter(file, COLUMNS, lineterminator="\n")
        if begins:
            writer.writeheader()
        writer.writerows(rows)


def show(rows: list[Row]) -> None:
    """A line for each task, policy and figure: over the seeds of PPO, over the episodes of the others."""
    print("| task | policy | figure | mean | lowest | highest |\n| --- | --- | --- | --- | --- | --- |")
    for task, policy, figure in dict.fromkeys((row["task"], row["policy"], row["figure"]) for row in rows):
        found = [row for row in rows if (row["task"], row["policy"], row["figure"]) == (task, policy, figure)]
        means = [float(row["mean"]) for row in found]
        ends = f"{min(means):.3g} | {max(means):.3g}" if len(means) > 1 else f"± {found[0]['deviation']} | of the episodes"
        seeds = f", {len(means)} seeds" if len(means) > 1 else ""
        print(f"| {task} | {policy}{seeds} | {figure} | {np.mean(means):.3g} | {ends} |")


def main() -> None:
    parser = argparse.ArgumentParser(description="What policies score in the tasks.")
    parser.add_argument("tasks", nargs="*", metavar="TASK", help=f"of {', '.join(TASKS)}; all, if none are given")
    parser.add_argument("--policies", nargs="+", default=["random", "driver", "ppo"], choices=["random", "driver", "ppo"])
    parser.add_argument("--seeds", type=int, default=10, help="of PPO")
    parser.add_argument("--cpu-s", type=float, default=60)
    parser.add_argument("--csv", type=Path, default=Path("build/env_scores.csv"))
    wanted = parser.parse_args()
    for seed in range(wanted.seeds):
        for task in wanted.tasks or TASKS:
            for policy in wanted.policies:
                known = {(row["task"], row["policy"], row["seed"]) for row in read(wanted.csv)}
                if (policy != "ppo" and seed > 0) or (task, policy, str(seed)) in known:
                    continue
                if sys.stderr.isatty():
                    print(f"\r\033[K{task}, {policy}, seed {seed}", end="", file=sys.stderr)
                add(wanted.csv, rows_of(task, policy, seed, wanted.cpu_s))
    show(read(wanted.csv))


if __name__ == "__main__":
    main()
