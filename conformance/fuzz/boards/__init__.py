"""Random boards: Hypothesis strategies for positions that the rules can reach, in the canonical form of docs/protocol.md (GIVEN).

    from conformance.fuzz.boards import Profile, boards

    pool, _ = conformance.cases.library.load_cards()
    boards(pool)                                            # any board
    boards(pool, Profile(players=(2,), planechase=100))     # steered: shares are in percent
    boards(pool, Profile().within(session.features, session.players, names))    # what an engine can put down (names: its cards, or None)

Every object has an id that a case may use as its name. What is drawn shrinks towards two players, few permanents, cards without text and
empty hands. `toolbox.deeds_of(entry)` says what a card of the pool does (`phase_out`, `steal`, `untap_limit`, ...; all are in `DEEDS`,
those at the heart of the suite in `HEART`); hands are stocked by it and moves may be chosen by it. `Profile.deeds` asks for some of
them more often.

`profile` says what can be steered, `kinds` what is known of a card, `stock` weighs the cards, `permanents`, `planes` and `position` draw.
"""

from __future__ import annotations

from typing import Any

from hypothesis import strategies as st

from conformance.cases.cards import CardPool
from conformance.fuzz.boards.position import position
from conformance.fuzz.boards.profile import Profile
from conformance.fuzz.boards.stock import stock
from conformance.fuzz.boards.toolbox import DEEDS, HEART, by_deed, deeds_of

Json = dict[str, Any]

ANY = Profile()


def boards(pool: CardPool, profile: Profile = ANY) -> st.SearchStrategy[Json]:
    """Positions with cards of the pool, as the profile wants them."""
    return position(stock(pool, profile))


__all__ = ["DEEDS", "HEART", "Profile", "boards", "by_deed", "deeds_of"]
