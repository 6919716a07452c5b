"""Names, units and descriptions of inputs, channels, states and parameters."""

from collections.abc import Iterable
from dataclasses import dataclass
from difflib import get_close_matches
from typing import Any, NoReturn, TypeVar

from . import _core

Value = TypeVar("Value")


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


_aliases = {(word, bool(of_wheel)): channel for word, channel, of_wheel in _core.channel_aliases()}


def _meant(name: str, names: list[str]) -> list[str]:
    """The channel that people mean by such a word, with a unit at its end or without, if it is one of these names."""
    word = name.lower().replace("-", "_").replace(" ", "_")
    tried = [(each, of_wheel) for each in (word, word.rpartition("_")[0]) for of_wheel in (False, True)]
    return [_aliases[key] for key in tried if _aliases.get(key) in names]


def nearest(name: str, names: Iterable[str]) -> str:
    """What an error goes on with; "" if none is near."""
    names = list(names)
    near = _meant(name, names) or [each for each in names if name and each.startswith(name)] or get_close_matches(name, names, 1)
    return f'; did you mean "{near[0]}"?' if near else ""


def unknown(name: str, names: Iterable[str], what: str, where: str = "") -> _core.UnknownName:
    """There is no `what` of that name (`where`): the nearest one, or else what there are."""
    names = list(names)
    hint = nearest(name, names)
    if not hint:
        hint = f"; there are {', '.join(names[:20])}{', …' if len(names) > 20 else ''}" if names else "; there are none"
    return _core.UnknownName(f"{name}: there is no such {what}{where}{hint}")


class Names(dict[str, Value]):
    """A dict whose missing keys raise UnknownName with the nearest one, which is a KeyError."""

    def __init__(self, what: str, *arguments: Any):
        super().__init__(*arguments)
        self.what = what

    def __missing__(self, name: str) -> NoReturn:
        raise unknown(name, self, self.what)

    def __reduce__(self) -> tuple[Any, ...]:
        return Names, (self.what, dict(self))


def read_fields(name: str) -> Names[Field]:
    """One of the core's lists of fields, by name."""
    return Names(name.removesuffix("s").replace("_", " "), {entry[0]: Field(*entry) for entry in _core.fields(name)})
