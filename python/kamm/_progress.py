"""Progress bars by tqdm, where it is installed."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from importlib import import_module
from typing import Any


def bar_of(wanted: bool | None, title: str, unit: str) -> Any | None:
    """A bar that is to be closed. wanted: None: where someone looks, and tqdm is installed. ImportError: wanted, but not installed."""
    someone_looks = "ipykernel" in sys.modules or (sys.stderr is not None and sys.stderr.isatty())
    if wanted is False or (wanted is None and not someone_looks):
        return None
    try:
        tqdm = import_module("tqdm.auto").tqdm
    except ModuleNotFoundError as error:
        if wanted is None:
            return None
        raise ImportError("tqdm is needed for this: pip install tqdm", name="tqdm") from error
    return tqdm(desc=title, unit=unit, total=0, leave=False)


@contextmanager
def shown_bar(wanted: bool | None, title: str, unit: str) -> Iterator[Any | None]:
    """The same, closed at the end."""
    bar = bar_of(wanted, title, unit)
    try:
        yield bar
    finally:
        if bar is not None:
            bar.close()


def move(bar: Any | None, done: int, of: int) -> None:
    """The bar at done of so many."""
    if bar is None or of <= 0:
        return
    bar.total = of
    bar.update(done - bar.n)
