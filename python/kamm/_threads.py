"""How many threads calls use."""

from __future__ import annotations

import os


def threads_allowed() -> int:
    """How many threads a batch uses: $KAMM_THREADS, else the processors that this process may run on."""
    wanted = os.environ.get("KAMM_THREADS", "")
    if wanted:
        if not wanted.isdigit() or int(wanted) < 1:
            raise ValueError(f"KAMM_THREADS is {wanted!r}; allowed: a whole number, 1 or more")
        return int(wanted)
    affinity = len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1
    return max(1, min(affinity, _quota()))


def _quota() -> int:
    """Processors that the control group allows, rounded up."""
    try:
        with open("/sys/fs/cgroup/cpu.max", encoding="ascii") as file:
            quota, period = file.read().split()
        return max(1, -(-int(quota) // int(period)))
    except (OSError, ValueError):  # none, or "max"
        return 1 << 16
