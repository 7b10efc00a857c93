"""Mistakes about copies (rule 707), other faces (712) and merged permanents (730)."""

from __future__ import annotations

import contextlib
from typing import Any

from conformance.mutants.mutant import mutant
from reference_engine import casting_options, entering_as_copy, merging, phasing, zones
from reference_engine.amendments import Amendment, Rule
from reference_engine.context import Context
from reference_engine.game import Game
from reference_engine.objects import IN, GameObject
from reference_engine.vocabulary import designations
from reference_engine.vocabulary.effects_copies import NextEntersAsCopy

# --- copies of permanents ---------------------------------------------------------------------------------------------------------


@mutant(
    "copy-takes-over-the-status", "707.2/b", "110.5a/a", title="A copy of a tapped creature with counters enters tapped and with counters"
)
def _(rules: Amendment) -> None:
    @rules.instead(zones.put_onto_battlefield)
    def as_it_is(original: Rule, game: Game, obj: GameObject, *args: Any, **how: Any) -> Any:
        new = yield from original(game, obj, *args, **how)
        models = [other for other in game.battlefield if new is not None and other is not new and other.definition is new.copied]
        if models:
            new.tapped, new.counters = models[0].tapped, dict(models[0].counters)
            game.changed()
        return new


@mutant("copy-takes-the-front-face", "707.8", title="A card that enters as a copy of what shows its back face has the front face")
def _(rules: Amendment) -> None:
    @rules.instead(GameObject.copiable_face)
    def front(original: Rule, obj: GameObject) -> Any:
        return obj.copiable.only_front


@mutant("token-copy-has-its-front-up", "707.8a", title="A token that is a copy of what shows its back face enters with its front face up")
def _(rules: Amendment) -> None:
    @rules.instead(GameObject.shows_back)
    def never(original: Rule, obj: GameObject) -> Any:
        return False


@mutant("copy-of-one-face-is-stuck", "712.9", title="A card with two faces that entered as a copy of one face cannot turn over any more")
def _(rules: Amendment) -> None:
    @rules.instead(GameObject.double_faced)
    def stuck(original: Rule, obj: GameObject) -> Any:
        return original(obj) and obj.copiable.back is not None


@mutant("copy-looks-under-the-face-down", "708.2", title="A copy of a face-down creature is what that would be face up")
def _(rules: Amendment) -> None:
    @rules.instead(GameObject.to_copy)
    def under(original: Rule, obj: GameObject) -> Any:
        return obj.copiable


@mutant("copy-does-not-use-keywords", "707.2/a", title="A card that is a copy has the keywords of what it copies in name only")
def _(rules: Amendment) -> None:
    @rules.instead(GameObject.has_keyword)
    def its_own(original: Rule, obj: GameObject, keyword: str) -> Any:
        is_copy = obj.copied is not None and not obj.token and "components" not in obj.memory
        return not is_copy and original(obj, keyword)


@mutant("what-is-out-can-be-copied", "707.2/c", title="What is phased out can be chosen to be copied")
def _(rules: Amendment) -> None:
    @rules.instead(zones._copy_choice)
    def out_too(original: Rule, game: Game, new: GameObject, controller: str) -> Any:
        phases = {obj: obj.phase for obj in game.phased_out_permanents()}
        for obj in phases:
            obj.phase = IN
        game._seen = None
        yield from original(game, new, controller)
        for obj, phase in phases.items():
            obj.phase = phase
        game._seen = None


@mutant("copy-ends-with-its-model", "707.2/d", title="A copy is itself again when what it copied has left the battlefield")
def _(rules: Amendment) -> None:
    @rules.before(zones._take_out)
    def revert(game: Game, obj: GameObject) -> None:
        for other in game.all_permanents():
            if obj.zone == "battlefield" and other is not obj and other.copied is obj.definition:
                other.copied = None


@mutant(
    "absent-model-cannot-be-looked-at",
    "608.2h/b",
    "702.26b/p",
    title="An ability that copies a creature does nothing when that is out by then",
)
def _(rules: Amendment) -> None:
    @rules.instead(Context.last_known)
    def visible(original: Rule, ctx: Context, objects: Any) -> Any:
        return [obj for obj in original(ctx, objects) if obj.visible]


@mutant("token-copies-the-printed-card-only", "707.9", title="A token that is a copy with an exception comes without the exception")
def _(rules: Amendment) -> None:
    from reference_engine.vocabulary import effects_copies

    @rules.instead(effects_copies.except_for)
    def as_printed(original: Rule, definition: Any, *args: Any, **how: Any) -> Any:
        return definition


@mutant("phasing-in-uses-up-the-next-entering", "702.26d/e", title="The next creature to enter is taken to have entered when one phases in")
def _(rules: Amendment) -> None:
    @rules.after(phasing._in)
    def used(game: Game, returning: list[GameObject], *args: Any) -> None:
        for obj in returning:
            entering_as_copy.apply(game, obj)


@mutant("only-the-first-enters-as-a-copy", "614.12/c", title="Of several that enter at once only the first enters as a copy")
def _(rules: Amendment) -> None:
    @rules.instead(NextEntersAsCopy.used_in)
    def unused(original: Rule, static: Any, effect: Any, game: Game) -> Any:
        return effect.expires_at is None


@mutant("all-of-the-turn-enter-as-copies", "614.12/c", title="Not the next creatures only but all that enter this turn enter as copies")
def _(rules: Amendment) -> None:
    rules.never(entering_as_copy._use)


@mutant("wrong-face-enters", "712.13a", title="What would enter with a face that is no permanent enters all the same", seen="forge")
def _(rules: Amendment) -> None:
    rules.never(entering_as_copy.cannot_enter, False)


# --- copies of spells -------------------------------------------------------------------------------------------------------------


@mutant("copy-of-a-spell-is-cast", "707.10/a", title="A copy of a spell counts as cast")
def _(rules: Amendment) -> None:
    @rules.instead(casting_options.copy_spell)
    def cast(original: Rule, game: Game, item: Any, controller: str) -> Any:
        yield from original(game, item, controller)
        game.emit("cast", "601.2i", object=game.stack[-1].object, player=controller)


@mutant("copy-of-a-spell-has-the-same-targets-only", "707.10/b", "707.10c/a", title="No new targets can be chosen for a copy of a spell")
def _(rules: Amendment) -> None:
    @rules.instead(casting_options.copy_spell)
    def unasked(original: Rule, game: Game, item: Any, controller: str) -> Any:
        copying = original(game, item, controller)
        with contextlib.suppress(StopIteration):
            next(copying)
            copying.send(False)
        return
        yield


# --- other faces, cards that are one permanent -------------------------------------------------------------------------------------


@mutant("melded-permanent-leaves-one-card-behind", "712.4a", "730.3/a", title="When a melded permanent leaves one of its two cards is lost")
def _(rules: Amendment) -> None:
    @rules.before(merging.scatter)
    def lose(game: Game, left: GameObject, *args: Any) -> None:
        if "merged_from" not in left.memory:
            left.memory.pop("components", None)


@mutant(
    "melded-permanent-comes-back-as-one-half", "712.4a", "702.26d/a", title="A melded permanent phases in as the one card that bears it"
)
def _(rules: Amendment) -> None:
    @rules.before(phasing._in)
    def half(game: Game, returning: list[GameObject], *args: Any) -> None:
        for obj in returning:
            if "components" in obj.memory and "merged_from" not in obj.memory:
                obj.copied = None


@mutant("half-that-is-out-is-melded", "712.4a", "702.26b/b", title="A creature finds its counterpart for melding though that is phased out")
def _(rules: Amendment) -> None:
    @rules.instead(designations._counterpart)
    def out_too(original: Rule, ctx: Context, name: str) -> Any:
        out = [obj for obj in ctx.game.phased_out_permanents() if obj.name == name and obj.owner == ctx.controller]
        return original(ctx, name) or (out[0] if out else None)


@mutant("merged-cards-are-lost", "730.3/a", title="When a merged permanent leaves only its topmost card goes to the graveyard")
def _(rules: Amendment) -> None:
    @rules.before(merging.scatter)
    def lose(game: Game, left: GameObject, *args: Any) -> None:
        if "merged_from" in left.memory:
            left.memory.pop("components", None)


@mutant(
    "merged-cards-fall-apart-by-phasing",
    "730.2/a",
    "702.26d/a",
    "730.3/b",
    title="A merged permanent phases in as the creature that it was before",
)
def _(rules: Amendment) -> None:
    @rules.before(phasing._in)
    def apart(game: Game, returning: list[GameObject], *args: Any) -> None:
        for obj in returning:
            if "merged_from" in obj.memory:
                obj.copied = None


@mutant(
    "merged-permanent-has-the-top-cards-abilities-only",
    "702.140e",
    "730.2a/a",
    title="A merged permanent has only the abilities of its topmost card",
)
def _(rules: Amendment) -> None:
    @rules.instead(merging._combined)
    def the_top(original: Rule, stack: list[Any]) -> Any:
        return stack[0]


@mutant("what-is-put-below-lies-on-top", "702.140c", "730.2a/a", title="A mutating creature is on top, wherever its player wants it")
def _(rules: Amendment) -> None:
    @rules.instead(merging._combined)
    def the_latest_on_top(original: Rule, stack: list[Any]) -> Any:
        return original(stack[::-1])


@mutant("merging-is-entering", "730.2b/a", title="A permanent that mutates is taken to enter")
def _(rules: Amendment) -> None:
    @rules.after(merging.merge)
    def enter(game: Game, spell: GameObject, permanent: GameObject, player: str) -> None:
        game.emit("entered", "730.2b", object=permanent, _from="stack")


@mutant("merging-makes-a-new-object", "730.2c/a", title="A creature that mutates is summoning sick")
def _(rules: Amendment) -> None:
    @rules.after(merging.merge)
    def sick(game: Game, spell: GameObject, permanent: GameObject, player: str) -> None:
        permanent.control_since = game.tick()
        game.changed()


@mutant("each-merged-card-dies", "730.3/a", title="A merged creature that dies is seen to die once for each of its cards")
def _(rules: Amendment) -> None:
    @rules.after(merging.scatter)
    def each(game: Game, left: GameObject, new: GameObject, bottom: bool = False) -> None:
        if new.zone == "graveyard":
            for _part in left.memory.get("components", ()):
                game.emit("dies", "730.3", object=left, _new=new)


@mutant("mutating-spell-fizzles", "702.140b", title="A mutating creature spell whose target went out is countered")
def _(rules: Amendment) -> None:
    from reference_engine import stack

    @rules.instead(stack._still_legal)
    def or_nothing(original: Rule, game: Game, item: Any) -> Any:
        legal = original(game, item)
        if not legal and item.context.using == "mutate":
            item.context.using = None
        return legal


@mutant(
    "mutation-reaches-what-is-out", "702.140b", "702.26b/d", title="A mutating creature spell merges with its target though that went out"
)
def _(rules: Amendment) -> None:
    from reference_engine import stack

    @rules.instead(stack._still_legal)
    def out_too(original: Rule, game: Game, item: Any) -> Any:
        return item.context.using == "mutate" or original(game, item)


@mutant("turning-face-up-untaps", "110.5/b", title="A permanent that is turned face up becomes untapped")
def _(rules: Amendment) -> None:
    @rules.before(Game.emit)
    def untap(game: Game, kind: str, rule: str, **fields: Any) -> None:
        if kind == "turned_face_up":
            fields["object"].tapped = False
