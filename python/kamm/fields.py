"""Names, units and descriptions of inputs, channels, states and parameters."""

from dataclasses import dataclass

from . import _core


@dataclass(frozen=True)
class Field:
    """What is known of a value: its unit, its range, what it is."""

    name: str
    unit: str
    doc: str
    default: float
    min: float
    max: float
    kind: str = "number"
    choices: tuple[str, ...] = ()


def read_fields(name: str) -> dict[str, Field]:
    """One of the core's lists of fields, by name."""
    return {entry[0]: Field(*entry) for entry in _core.fields(name)}
