"""Slots of cars that are switched on and off; reports of portable states."""

from __future__ import annotations

from typing import NamedTuple


class Slot(NamedTuple):
    """Names a car from when it is switched on until it is switched off (`Batch.switch_on`)."""

    car: int
    """Its number in the batch."""
    generation: int
    """Changes whenever the car is switched off."""


class PortableReport(NamedTuple):
    """Differences between a portable state and what it was restored into. Without any, the drive continues with the same bits."""

    unknown: int
    """Number of fields of the state that are left out, such as those of a later version."""
    missing: int
    """Number of fields that the state lacks. They have the values of a car that is placed."""
    other_models: int
    """Number of cars whose model is made of other values."""
    first_unknown: str
    """Name of the first unknown field, or empty."""
    first_missing: str
    """Name of the first missing field, or empty."""
