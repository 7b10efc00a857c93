"""What the static abilities of a phased-out permanent say (rule 702.26b): nothing. Engines that still hear them, kind by kind."""

from __future__ import annotations

from typing import Any

from conformance.mutants.mutant import mutant
from conformance.mutants.seeing import still_changes, still_says
from reference_engine import continuous_effects
from reference_engine.amendments import Amendment
from reference_engine.game import Game
from reference_engine.vocabulary.statics import (
    CantActivate,
    CantAttack,
    CantBlock,
    CantLose,
    CantPhaseIn,
    CardsAndSpellsColorless,
    CostChange,
    DoesntUntap,
    EntersWith,
    GrantPlayer,
    MoreLife,
    PreventDamage,
    SkipStep,
    UntapDuringOthers,
    UntapLimit,
)
from reference_engine.vocabulary.statics_planes import NoMaximumHandSize
from reference_engine.vocabulary.statics_untapping import FlashFor


@mutant("absent-bonus-goes-on", "702.26b/e", "702.26c/d", title="A bonus to power and toughness goes on while its source is out")
def _(rules: Amendment) -> None:
    still_changes(rules, lambda static: static.power is not None or static.toughness is not None)


@mutant("absent-base-power-goes-on", "702.26b/e", title="Power and toughness that a permanent sets stay set while it is out")
def _(rules: Amendment) -> None:
    still_changes(rules, lambda static: static.set_power is not None or static.set_toughness is not None)


@mutant("absent-type-change-goes-on", "702.26b/e", title="Permanents have the types that one gives them while that is out")
def _(rules: Amendment) -> None:
    still_changes(rules, lambda static: static.types or static.set_types or static.subtypes or static.set_subtypes)


@mutant("absent-grant-goes-on", "702.26b/e", title="Permanents have the abilities that one gives them while that is out")
def _(rules: Amendment) -> None:
    still_changes(rules, lambda static: static.keywords or static.grant)


@mutant("absent-loss-goes-on", "702.26b/e", title="Permanents lack the abilities that one takes from them while that is out")
def _(rules: Amendment) -> None:
    still_changes(rules, lambda static: static.lose_abilities or static.lose_keywords)


@mutant("absent-theft-goes-on", "702.26b/e", "702.26i/h", title="An Aura that gives control goes on doing so while it is out alone")
def _(rules: Amendment) -> None:
    still_changes(rules, lambda static: static.control is not None)


@mutant(
    "absent-source-still-forbids-blocks",
    "702.26b/e",
    "509.1b/a",
    "509.1b/b",
    title="What keeps creatures from blocking does so while it is out",
)
def _(rules: Amendment) -> None:
    still_says(rules, CantBlock)


@mutant(
    "absent-source-still-forbids-attacks",
    "702.26b/e",
    "508.1c/a",
    "508.1c/b",
    title="What keeps creatures from attacking does so while it is out",
)
def _(rules: Amendment) -> None:
    still_says(rules, CantAttack)


@mutant("absent-source-still-forbids-abilities", "702.26b/e", title="What keeps abilities from being activated does so while it is out")
def _(rules: Amendment) -> None:
    still_says(rules, CantActivate)


@mutant(
    "absent-source-still-forbids-phasing-in",
    "702.26a/i",
    "702.26b/e",
    title="What keeps others from phasing in does so while it is out itself",
)
def _(rules: Amendment) -> None:
    still_says(rules, CantPhaseIn)


@mutant("absent-source-still-taxes", "702.26b/e", title="What makes spells cost more does so while it is out")
def _(rules: Amendment) -> None:
    still_says(rules, CostChange)


@mutant("absent-source-still-lends-flash", "702.26b/e", title="What lets a player cast spells at any time does so while it is out")
def _(rules: Amendment) -> None:
    still_says(rules, FlashFor)


@mutant("absent-source-still-prevents", "702.26b/e", title="What prevents damage does so while it is out")
def _(rules: Amendment) -> None:
    still_says(rules, PreventDamage)


@mutant("absent-source-still-shelters-its-player", "702.26b/e", title="What gives a player hexproof does so while it is out")
def _(rules: Amendment) -> None:
    still_says(rules, GrantPlayer)


@mutant(
    "absent-source-keeps-from-losing",
    "702.26b/e",
    "704.5a/b",
    "704.5a/a",
    title="What keeps its player from losing does so while it is out",
)
def _(rules: Amendment) -> None:
    still_says(rules, CantLose)


@mutant(
    "absent-source-still-lifts-the-hand-size",
    "702.26b/e",
    "514.1/b",
    title="A player without a maximum hand size has none while the source is out",
)
def _(rules: Amendment) -> None:
    still_says(rules, NoMaximumHandSize)


@mutant("absent-source-still-increases-life", "702.26b/e", "616.1/d", title="What adds to life that a player gains does so while it is out")
def _(rules: Amendment) -> None:
    still_says(rules, MoreLife)


@mutant(
    "absent-source-still-taps-who-enters",
    "702.26b/e",
    "614.12/a",
    "614.12/b",
    title="What makes permanents enter tapped does so while it is out",
)
def _(rules: Amendment) -> None:
    still_says(rules, EntersWith)


@mutant("absent-source-still-skips", "702.26b/e", "702.26m/e", title="What makes a player skip a step does so while it is out")
def _(rules: Amendment) -> None:
    still_says(rules, SkipStep)


@mutant(
    "absent-source-still-limits-untapping", "702.26b/e", "502.3/h", title="What limits untapping, or keeps from it, does so while it is out"
)
def _(rules: Amendment) -> None:
    still_says(rules, UntapLimit, DoesntUntap)


@mutant(
    "absent-source-still-untaps-others",
    "702.26b/e",
    "502.3/k",
    title="What untaps permanents in other players' steps does so while it is out",
)
def _(rules: Amendment) -> None:
    still_says(rules, UntapDuringOthers)


@mutant("absent-source-still-bleaches-cards", "702.26b/e", title="Cards have no color while what takes it from them is out")
def _(rules: Amendment) -> None:
    @rules.instead(continuous_effects._color_elsewhere)
    def color(original: Any, game: Game, colorless: bool) -> None:
        out = (ability for obj in game.phased_out_permanents() for ability in obj.characteristics.abilities)
        original(game, colorless or any(isinstance(getattr(ability, "static", None), CardsAndSpellsColorless) for ability in out))
