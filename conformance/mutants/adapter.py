"""A mutant behind the protocol: the reference engine's adapter, with the amendment in force whenever the engine runs."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from conformance.engines.base import Json
from conformance.engines.reference import ReferenceAdapter
from conformance.engines.told import Told
from reference_engine.amendments import Amendment
from reference_engine.events import Event


class MutantAdapter(ReferenceAdapter):
    """Its games go by the amended rules; other engines in this process do not."""

    def __init__(self, amendment: Amendment, told: Callable[[list[Event]], Sequence[Json]] = Told) -> None:
        super().__init__(told)
        self._amendment = amendment

    def new_game(self, params: Json) -> Json:
        with self._amendment:
            return super().new_game(params)

    def act(self, params: Json) -> Json:
        with self._amendment:
            return super().act(params)

    def observe(self) -> Json:
        with self._amendment:
            return super().observe()
