"""Static abilities about untapping in the steps of others and what happens instead of it, and what cards of that kind say else."""

from __future__ import annotations

from .base import Wording, sentence, word
from .selectors import Filter, Objects, Players
from .statics import Static


@word("static", "untaps_during_others")
class UntapItselfDuringOthers(Static):
    """Untap this during each other player's untap step (rule 502.3)."""

    what: Objects = Objects("this")

    def text(self, w: Wording) -> str:
        return sentence(f"untap {self.what.text(w)} during each other player's untap step")


@word("static", "remove_counters_instead_of_untapping")
class RemoveCountersInsteadOfUntapping(Static):
    """A permanent with such counters that would untap in its controller's untap step loses all of them instead (rule 614)."""

    kind: str

    def text(self, w: Wording) -> str:
        return (
            f"If a permanent with a {self.kind} counter on it would untap during its controller's untap step, "
            f"remove all {self.kind} counters from it instead."
        )


@word("static", "untap_for_counter")
class UntapForCounter(Static):
    """If this would untap during your untap step, a counter is removed from it instead; if one was, it untaps (rule 614)."""

    kind: str

    def text(self, w: Wording) -> str:
        return f"If {w.this} would untap during your untap step, remove a {self.kind} counter from it instead. If you do, untap it."


@word("static", "cant_have_counters")
class CantHaveCounters(Static):
    """No counters can be put on it."""

    what: Objects

    def text(self, w: Wording) -> str:
        return sentence(f"{self.what.text(w)} can't have counters put on it")


@word("static", "flash_for")
class FlashFor(Static):
    """You may cast these as though they had flash (rule 702.8a)."""

    spells: Filter
    player: Players = Players("you")

    def text(self, w: Wording) -> str:
        noun = self.spells.noun(w, plural=True).replace(" spells", "").removesuffix("s")
        noun = "" if noun == "spell" else f"{noun} "
        return sentence(f"{self.player.text(w)} may cast {noun}spells as though they had flash")
