"""Names, units and descriptions of inputs, channels, states and parameters."""

from dataclasses import dataclass

from . import _core


@dataclass(frozen=True)
class Field:
    """What is known of a value: its unit, its range, what it is."""

    name: str
    unit: str
    """That of the number, such as "N/m"; "1" where it has none."""
    doc: str
    """What it is, in a line."""
    default: float
    """NaN: it has to be given, or follows from others."""
    min: float
    """The least and the greatest that are allowed."""
    max: float
    kind: str = "number"
    """"number", "numbers", "curve", "flag", "choice" or "text"."""
    choices: tuple[str, ...] = ()
    """Of a choice: its words."""


def read_fields(name: str) -> dict[str, Field]:
    """One of the core's lists of fields, by name."""
    return {entry[0]: Field(*entry) for entry in _core.fields(name)}
