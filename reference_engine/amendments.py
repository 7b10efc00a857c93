"""Amendments: this engine with one of its rules read otherwise, for as long as the amendment is in force.

A rule is a function of this package. An amendment says what is done instead of it, before it or after it; while it is in force (`with
amendment:`) every place of the package that calls the rule calls that. Nothing else changes, and nothing is left behind. The suite makes
engines with a mistake in this way, to see whether its cases notice (`conformance.mutants`).

The rules run only while a game is set up, acted on or looked at; so games by other amendments, or by none, may be played in turns.
"""

from __future__ import annotations

import inspect
import sys
from collections.abc import Callable, Iterator
from typing import Any

from .editions import CHANGES, Edition

Rule = Callable[..., Any]
PACKAGE = __name__.rpartition(".")[0]


class Amendment:
    """Some rules read otherwise. Made once, in force whenever it is entered."""

    def __init__(self) -> None:
        self._changes: list[tuple[Any, str, Any, Any]] = []
        self._entered = 0

    # --- what it says ----------------------------------------------------------------------------------------------------------

    def instead(self, rule: Any) -> Callable[[Rule], Rule]:
        """What is done instead of `rule`, a function, method or property. It is given the rule itself first, then what the rule is given.

        Raises ValueError if the rule is none of this package, or has been amended before.
        """

        def decorate(amended: Rule) -> Rule:
            original = rule.fget if isinstance(rule, property) else rule
            if inspect.isgeneratorfunction(original) and not inspect.isgeneratorfunction(amended):
                raise ValueError(f"{original.__qualname__} asks players, so what is done instead has to be a generator")

            def in_its_place(*args: Any, **kwargs: Any) -> Any:
                return amended(original, *args, **kwargs)

            self._put(rule, property(in_its_place) if isinstance(rule, property) else in_its_place)
            return amended

        return decorate

    def never(self, rule: Any, result: Any = None) -> None:
        """`rule` does nothing; it gives `result` (a rule that asks players asks nothing)."""
        if inspect.isgeneratorfunction(rule):

            @self.instead(rule)
            def asks_nothing(original: Rule, *args: Any, **kwargs: Any) -> Any:
                return result
                yield

            return

        @self.instead(rule)
        def nothing(original: Rule, *args: Any, **kwargs: Any) -> Any:
            return result

    def before(self, rule: Any) -> Callable[[Rule], Rule]:
        """What is done before `rule`, given what it is given. It asks nobody."""
        return self._around(rule, early=True)

    def after(self, rule: Any) -> Callable[[Rule], Rule]:
        """What is done when `rule` is through, given what it was given. It asks nobody."""
        return self._around(rule, early=False)

    def edition(self, change: str, has: bool) -> None:
        """A change of the rules is not known, or before its time; the rest is as the edition says. KeyError if there is none."""
        CHANGES[change]

        @self.instead(Edition.has)
        def known(original: Rule, edition: Edition, asked: str) -> Any:
            return has if asked == change else original(edition, asked)

    def value(self, owner: Any, name: str, value: Any) -> None:
        """Another value of a module or class."""
        self._changes.append((owner, name, getattr(owner, name), value))

    def _around(self, rule: Any, *, early: bool) -> Callable[[Rule], Rule]:
        def decorate(added: Rule) -> Rule:
            if inspect.isgeneratorfunction(rule):

                @self.instead(rule)
                def asking(original: Rule, *args: Any, **kwargs: Any) -> Any:
                    if early:
                        added(*args, **kwargs)
                    result = yield from original(*args, **kwargs)
                    if not early:
                        added(*args, **kwargs)
                    return result

            else:

                @self.instead(rule)
                def silent(original: Rule, *args: Any, **kwargs: Any) -> Any:
                    if early:
                        added(*args, **kwargs)
                    result = original(*args, **kwargs)
                    if not early:
                        added(*args, **kwargs)
                    return result

            return added

        return decorate

    # --- in force --------------------------------------------------------------------------------------------------------------

    def __enter__(self) -> Amendment:
        if not self._entered:
            _in_force.append(self)
            for owner, name, _, changed in self._changes:
                _set(owner, name, changed)
        self._entered += 1
        return self

    def __exit__(self, *error: object) -> None:
        if self._entered > 1:
            self._entered -= 1
        elif self in _in_force:
            self._lift()

    def _lift(self) -> None:
        for owner, name, original, _ in reversed(self._changes):
            _set(owner, name, original)
        self._entered = 0
        _in_force.remove(self)

    def _put(self, rule: Any, amended: Any) -> None:
        found = list(_places(rule))
        if not found:
            raise ValueError(f"{rule!r} is no rule of {PACKAGE}, or is one of a class that does not define it")
        if any(owner is known and name == at for owner, name in found for known, at, *_ in self._changes):
            raise ValueError(f"{rule!r} is amended twice")
        for owner, name in found:
            kept = staticmethod(rule) if isinstance(owner, type) and isinstance(owner.__dict__[name], staticmethod) else rule
            self._changes.append((owner, name, kept, staticmethod(amended) if isinstance(kept, staticmethod) else amended))


_in_force: list[Amendment] = []


def in_force() -> tuple[Amendment, ...]:
    """The amendments in force now, the latest last."""
    return tuple(_in_force)


def lift(*, but: tuple[Amendment, ...] = ()) -> None:
    """Takes out of force whatever came into force and is not to be kept: for whoever stops a call in the middle, where `with` may not come
    to its end."""
    for amendment in reversed(in_force()):
        if amendment not in but:
            amendment._lift()


def _set(owner: Any, name: str, value: Any) -> None:
    if isinstance(owner, dict):
        owner[name] = value
    else:
        setattr(owner, name, value)


def _places(rule: Any) -> Iterator[tuple[Any, str]]:
    """Where the package calls a rule from: the names it has in modules, their tables, or in the class that it is of."""
    function: Any = rule.fget if isinstance(rule, property) else rule
    if not str(function.__module__).startswith(PACKAGE):
        return
    class_name, _, name = function.__qualname__.rpartition(".")
    if class_name:
        owner = getattr(sys.modules[function.__module__], class_name, None)
        if owner is not None:
            own = vars(owner).get(name)
            if own is rule or getattr(own, "__func__", None) is rule:
                yield owner, name
        return
    for place, module in list(sys.modules.items()):
        if place != PACKAGE and not place.startswith(PACKAGE + "."):
            continue
        for alias, value in list(vars(module).items()):
            if value is function:
                yield module, alias
            elif type(value) is dict:
                yield from ((value, key) for key, entry in value.items() if entry is function)
