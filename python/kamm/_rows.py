"""Names and places of the states of a batch, numbers of its cars."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from . import _core
from .fields import Field, nearest, read_fields

row_kinds = ("car", "body_point", "axle", "wheel")
row_fields = [list(read_fields(f"{kind}_states")) for kind in row_kinds]
position_rows = ("position_x_m", "position_y_m", "position_z_m")
row_units = {name: field for kind in row_kinds for name, field in read_fields(f"{kind}_states").items()}


def row_of(name: str) -> tuple[int, int, int]:
    kind, item, field = 0, 0, name
    if "[" in name:
        head, _, rest = name.partition("[")
        index, _, field = rest.partition("].")
        plurals = {f"{each}s": number for number, each in enumerate(row_kinds)}
        if head not in plurals or not index.isdigit():
            raise _core.UnknownName(f"{name}: a state's name looks like yaw_rate_radps or wheels[2].spin_radps")
        kind, item = plurals[head], int(index)
    if field not in row_fields[kind]:
        raise _core.UnknownName(f"{name}: there is no such state{nearest(field, row_fields[kind])}")
    return kind, item, row_fields[kind].index(field)


def row_field(name: str) -> Field:
    """Unit and range of a state of `Batch.rows`. UnknownName: there is none."""
    kind, _, field = row_of(name)
    return read_fields(f"{row_kinds[kind]}_states")[row_fields[kind][field]]


def car_numbers(cars: npt.ArrayLike | None, count: int) -> npt.NDArray[np.int32]:
    """Numbers of cars as int32, from a mask of bools [count] or from numbers; None: all."""
    if cars is None:
        return np.arange(count, dtype=np.int32)
    which = np.asarray(cars)
    if which.dtype == bool:
        if which.shape != (count,):
            raise ValueError(f"cars: wanted a mask of shape ({count},), got {which.shape}")
        which = np.flatnonzero(which)
    if which.size and not np.issubdtype(which.dtype, np.integer):
        raise ValueError(f"cars: wanted whole numbers or a mask, got {which.dtype}")
    which = np.atleast_1d(which)
    if which.ndim != 1 or (which.size and (which.min() < 0 or which.max() >= count)):
        raise ValueError(f"cars: there are {count}, counted from 0; got {cars}")
    return np.ascontiguousarray(which, np.int32)


def spread(value: npt.ArrayLike, name: str, count: int) -> npt.NDArray[np.float64]:
    try:
        return np.ascontiguousarray(np.broadcast_to(np.asarray(value, np.float64), (count,)))
    except ValueError:
        raise ValueError(f"{name}: wanted a number or {count} of them, got shape {np.shape(value)}") from None
