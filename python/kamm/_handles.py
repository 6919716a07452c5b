"""Handles of what a world has at an index: bodies, joints."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from .world import World


class Handle:
    """Index and generation of something in a world. Handles of the same are equal."""

    __slots__ = ("_world", "index", "generation")

    def __init__(self, world: World, index: int, generation: int) -> None:
        self._world, self.index, self.generation = world, index, generation

    @property
    def world(self) -> World:
        """The world that it is of."""
        return self._world

    @property
    def is_there(self) -> bool:
        """False after it was removed."""
        raise NotImplementedError

    def __eq__(self, other: object) -> bool:
        return isinstance(other, type(self)) and (self._world, self.index, self.generation) == (other._world, other.index, other.generation)

    def __hash__(self) -> int:
        return hash((id(self._world), self.index, self.generation))

    def __repr__(self) -> str:
        return f"<kamm.{type(self).__name__} {self.index}{'' if self.is_there else ', removed'}>"
