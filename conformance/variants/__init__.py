"""Cases in changed forms whose outcome must not change: other names, other seats, one more thing that nobody notices, an earlier beginning.

`variants(case, pool)` gives (name of the change, changed case); the changed case has the id `case~name`. A change is made only where its
own condition, stated in its module, shows that nothing in the case could tell the difference; so a variant that does not end as its case
ends shows an error.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping

import msgspec

from conformance.cases.cards import CardPool
from conformance.cases.model import Case
from conformance.variants import cards, earlier, inert, names, seats
from conformance.variants.words import Unfit

Change = Callable[[Case, CardPool], Case]

CHANGES: Mapping[str, Change] = {
    "renamed": names.renamed,
    "swapped": names.swapped,
    "rotated": seats.rotated,
    "other-cards": cards.other_cards,
    "inert-land": inert.with_lands,
    "earlier": earlier.earlier,
    "turn-earlier": earlier.turn_earlier,
}
"""Every change by its name. One that does not fit a case raises Unfit with the reason."""

MARK = "~"
"""Stands in an id between that of the case and the name of the change; no case has it in its own."""


def variants(case: Case, pool: CardPool) -> Iterator[tuple[str, Case]]:
    """The forms of a case, by the name of what was changed."""
    for name in CHANGES:
        try:
            yield name, changed(case, name, pool)
        except Unfit:
            continue


def changed(case: Case, name: str, pool: CardPool) -> Case:
    """A case in one changed form. Raises Unfit with the reason why it has none of that name."""
    other = CHANGES[name](case, pool)
    return msgspec.structs.replace(other, id=f"{case.id}{MARK}{name}")


def origin(id_: str) -> str:
    """The id of the case that a variant was made of; any other id as it is."""
    return id_.partition(MARK)[0]


__all__ = ["CHANGES", "Unfit", "changed", "origin", "variants"]
