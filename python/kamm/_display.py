"""What notebooks show of vehicles, road tests and fits."""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from html import escape


def number(value: float, unit: str = "") -> str:
    """Four digits and the unit; "" without a value."""
    if math.isnan(value):
        return ""
    text = f"{value:.4g}" if abs(value) < 1e4 else f"{value:.0f}"
    return text if unit in ("", "1") else f"{text} {unit}"


def table(title: str, head: Sequence[str], rows: Iterable[Sequence[str]], note: str = "") -> str:
    """A table as HTML; texts are not HTML yet. Notebooks give it their own style."""
    cells = "".join(f"<th style='text-align:left'>{escape(name)}</th>" for name in head)
    lines = "".join("<tr>" + "".join(f"<td style='text-align:left'>{escape(text)}</td>" for text in row) + "</tr>" for row in rows)
    below = f"<div>{escape(note)}</div>" if note else ""
    return (f"<table><caption style='text-align:left;font-weight:bold'>{escape(title)}</caption>"
            f"<thead><tr>{cells}</tr></thead><tbody>{lines}</tbody></table>{below}")
