"""Figures of a vehicle beside the usual ranges of its class."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any, NamedTuple

from . import _core
from ._display import number, table
from ._extras import need
from .fields import Names
from .lab import Car
from .vehicle import Vehicle, load


class DiagnosedFigure(NamedTuple):
    """A figure of a diagnosis beside its usual range."""

    name: str
    value: float
    unit: str
    """"1" where it has none."""
    low: float
    """The usual range: two standard deviations of the class's rule, or what is usual for all."""
    high: float
    remark: str
    """What a value outside of the range leads to; "": it is inside, or outside without a consequence."""
    doc: str
    """What it is."""

    @property
    def is_usual(self) -> bool:
        """Whether the value is inside of the range."""
        return self.low <= self.value <= self.high


@dataclass(frozen=True)
class Diagnosis:
    """What `check` has found: `check(car)["roll_gradient_deg_per_g"]`."""

    car: str
    body: str
    """The class whose ranges are usual."""
    is_guess: bool
    """Whether that class was guessed."""
    figures: dict[str, DiagnosedFigure] = field(repr=False)
    """By name; without those that the vehicle has none of."""
    failures: tuple[str, ...]
    """Why it can't steer, drive or brake."""

    @property
    def ok(self) -> bool:
        """Whether it can steer, drive and brake. Figures outside of their range are no failures."""
        return not self.failures

    @property
    def unusual(self) -> list[DiagnosedFigure]:
        """The figures outside of their range."""
        return [one for one in self.figures.values() if not one.is_usual]

    def __getitem__(self, name: str) -> float:
        """The value of the figure `name`. UnknownName: there is none."""
        return self.figures[name].value

    def to_pandas(self) -> Any:
        """A DataFrame with a row for each figure, by name."""
        columns = DiagnosedFigure._fields
        return need("pandas").DataFrame(list(self.figures.values()), columns=columns).set_index("name")

    def __repr__(self) -> str:
        return f"<kamm.Diagnosis {self.car} as {self.body}: {len(self.figures)} figures, {len(self.unusual)} unusual{'' if self.ok else ', not ok'}>"

    def __str__(self) -> str:
        lines = [self._title()]
        for one in self.figures.values():
            remark = f": {one.remark}" if one.remark else ""
            unit = "" if one.unit == "1" else one.unit
            lines.append(f"  {one.name:30} {one.value:8.3g} {unit:6} usual {one.low:.3g} to {one.high:.3g}{remark}")
        return "\n".join(lines + [f"  failure: {text}" for text in self.failures])

    def _repr_html_(self) -> str:
        """Shown by notebooks."""
        rows = [(one.name, number(one.value, one.unit), f"{number(one.low)} to {number(one.high, one.unit)}", one.remark)
                for one in self.figures.values()]
        rows += [("failure", "", "", text) for text in self.failures]
        return table(self._title(), ("figure", "value", "usual", "remark"), rows)

    def _title(self) -> str:
        return f"Check of {self.car}, judged as {self.body}{' (a guess)' if self.is_guess else ''}"


def check(car: Car, body: str | None = None) -> Diagnosis:
    """Diagnoses a vehicle, as `kamm check` does: ride, roll, steer, brakes, gears and tyres beside the usual range of its class.

    car: a `Vehicle`, or the name or path of a vehicle file.
    body: class whose ranges are usual, as of `new` ("saloon"); None: guessed from size, mass, power and suspension.

    UnknownName: there is no such class. ValueError: a trailer or a two-wheeler, or a vehicle that no model can be made of.
    """
    vehicle = car if isinstance(car, Vehicle) else load(car)
    judged_as, figures, failures = _core.diagnose(vehicle, body)
    named = {entry[0]: DiagnosedFigure(*entry) for entry in figures}
    return Diagnosis(vehicle.id, judged_as, body is None, Names("figure", named), tuple(failures))
