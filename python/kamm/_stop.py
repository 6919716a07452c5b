"""Long calls into C that Ctrl-C ends."""

from __future__ import annotations

import threading
from collections.abc import Callable
from typing import Any, TypeVar

import numpy as np
import numpy.typing as npt

T = TypeVar("T")


def run_interruptibly(call: Callable[[npt.NDArray[np.int32]], T], tell: Callable[[int, int], None] | None = None) -> T:
    """call(stop) on a thread of its own, while this one waits for signals; once one raises here, stop[0] is 1, and the call is to end
    soon. Other threads than the main one get no signals, so that they make the call themselves.

    tell: told stop[1] and stop[2] meanwhile, which are the runs done and those of the call, where it counts runs.
    """
    stop = np.zeros(3, np.int32)
    if threading.current_thread() is not threading.main_thread():
        return call(stop)
    found: dict[str, Any] = {}
    done = threading.Event()

    def work() -> None:
        try:
            found["result"] = call(stop)
        except BaseException as error:  # raised again in the waiting thread
            found["error"] = error
        finally:
            done.set()

    thread = threading.Thread(target=work, name="kamm", daemon=True)
    thread.start()
    try:
        while not done.wait(0.05):  # with a time, as without one nothing interrupts it on Windows
            if tell is not None:
                tell(int(stop[1]), int(stop[2]))
    except BaseException:
        stop[0] = 1
        thread.join()
        raise
    thread.join()
    if "error" in found:
        raise found["error"]
    if tell is not None:
        tell(int(stop[1]), int(stop[2]))
    result: T = found["result"]
    return result
