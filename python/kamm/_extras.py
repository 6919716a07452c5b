"""Packages that only some functions need."""

from importlib import import_module
from typing import Any

_pip = {"asammdf": "asammdf", "casadi": "casadi", "pandas": "pandas", "ray": "'ray[default]'"}


def need(name: str) -> Any:
    """The package; ImportError with the line that installs it."""
    try:
        return import_module(name)
    except ModuleNotFoundError as error:
        if error.name != name:
            raise
        raise ImportError(f"{name} is needed for this: pip install {_pip[name]}", name=name) from None
