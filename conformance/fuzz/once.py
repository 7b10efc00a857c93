"""A property that is worked out once: `functools.cached_property` without the lock that it takes each time before Python 3.12."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Generic, TypeVar, overload

Made = TypeVar("Made")


class Once(Generic[Made]):
    """Made when it is first asked for, and kept in the object under the name of the property."""

    def __init__(self, make: Callable[[Any], Made]) -> None:
        self._make = make
        self._name = make.__name__
        self.__doc__ = make.__doc__

    @overload
    def __get__(self, owner: None, type_: type[Any]) -> Once[Made]: ...
    @overload
    def __get__(self, owner: object, type_: type[Any]) -> Made: ...
    def __get__(self, owner: object | None, type_: type[Any]) -> Once[Made] | Made:
        if owner is None:
            return self
        made = owner.__dict__[self._name] = self._make(owner)
        return made
