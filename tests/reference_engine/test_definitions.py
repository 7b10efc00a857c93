"""What cards may say: a mistake is told with its place when the definition is read, never later; the text is rendered from what is read."""

from __future__ import annotations

import re
from random import Random

import pytest
from board import CARDS
from hypothesis import given
from hypothesis import strategies as st
from wild import examples, junk

from reference_engine.errors import BadDefinition
from reference_engine.vocabulary.base import REGISTRY, Word
from reference_engine.vocabulary.cards import CardDefinition, Face


def a_card(**keys):
    return {"name": "Test Card", "cost": "{1}{U}", "types": ["Creature"], "power": "1", "toughness": "1", **keys}


def doing(*effects, **keys):
    return a_card(abilities=[{"spell": {"effects": list(effects), **keys}}])


def being(static):
    return a_card(abilities=[{"static": static}])


def on(when, **keys):
    return a_card(abilities=[{"triggered": {"when": when, "effects": ["proliferate"], **keys}}])


BAD = {
    "an unknown key": (a_card(colour="blue"), "Test Card", "colour"),
    "a name that is none": (a_card(name=""), "card", "name"),
    "power that is no number": (a_card(power="many"), "Test Card", "many"),
    "a cost of no symbols": (a_card(cost="two"), "Test Card.cost", "two"),
    "a symbol that is none": (a_card(cost="{1}{Q}{FOO}"), "Test Card.cost", "FOO"),
    "types that are no words": (a_card(types=[["Creature"]]), "Test Card.types", "Creature"),
    "keywords that are no words": (a_card(keywords={"flying": True}), "Test Card.keywords", "flying"),
    "an empty keyword": (a_card(keywords=["flying", ""]), "Test Card.keywords", "empty"),
    "abilities that are no list": (a_card(abilities={"static": "x"}), "Test Card.abilities", "static"),
    "an unknown kind of ability": (a_card(abilities=[{"loyal": {}}]), "Test Card.abilities[0].loyal", "spell"),
    "an ability that is a word": (a_card(abilities=["phasing"]), "Test Card.abilities[0]", "phasing"),
    "a part that no ability has": (on("chaos", cost=[]), "Test Card.abilities[0].triggered", "cost"),
    "an unknown effect": (doing({"explode": "this"}), "Test Card.abilities[0].spell", "explode"),
    "an unknown static": (being({"frobnicate": "this"}), "Test Card.abilities[0].static", "frobnicate"),
    "an unknown trigger": (on("sneezes"), "Test Card.abilities[0].triggered.when", "sneezes"),
    "a missing field": (being({"untap_limit": {"what": "Land"}}), "Test Card.abilities[0].static.untap_limit", "at_most"),
    "a number that is none": (being({"untap_limit": {"what": "Land", "at_most": "two"}}), "untap_limit.at_most", "two"),
    "a word that is a list": (on({"beginning_of": ["upkeep"]}), "beginning_of", "upkeep"),
    "an unknown step": (on({"beginning_of": "lunch"}), "Test Card.abilities[0].triggered.when.beginning_of.step", "lunch"),
    "an unknown duration": (doing({"modify": {"what": "this", "as": {"power": 1}, "until": "tomorrow"}}), "modify.until", "tomorrow"),
    "a change that is none": (doing({"modify": {"what": "this", "as": {"strength": 1}}}), "Test Card.abilities[0].spell", "strength"),
    "a token that is no card": (doing({"create_token": {"token": {"types": ["Creature"], "abilities": [{"static": "foo"}]}}}),
                                "Test Card.abilities[0].spell", "foo"),
    "no token at all": (doing({"create_token": {"count": 2}}), "create_token", "copy_of"),
    "an unknown controller": (doing({"tap": {"each": {"types": "Creature", "controller": "nobody"}}}), "Test Card", "nobody"),
    "an unknown zone": (doing({"tap": {"each": {"zone": "limbo"}}}), "Test Card", "limbo"),
    "an unknown property": (doing({"tap": {"each": {"size": 3}}}), "Test Card", "size"),
    "an unknown cost": (a_card(abilities=[{"activated": {"cost": ["blood"], "effects": []}}]), "activated.cost[0]", "blood"),
    "an unknown condition": (on("chaos", **{"if": "raining"}), "triggered.if", "raining"),
    "modes that are no list": (a_card(abilities=[{"spell": {"modes": ["tap", "untap"]}}]), "Test Card.abilities[0].spell", "options"),
    "a target with a typing error": (doing("proliferate", targets=[{"what": "Creature", "mx": 2}]), "targets", "mx"),
    "a chaos ability that is a word": (a_card(chaos="draw"), "Test Card.chaos", "draw"),
    "a back face without a name": (a_card(back={"types": ["Creature"]}), "Test Card.back", "name"),
    "a back face that is a word": (a_card(back="Werewolf"), "Test Card.back", "Werewolf"),
}  # fmt: skip


@pytest.mark.parametrize(("entry", "place", "word"), BAD.values(), ids=BAD)
def test_a_mistake_in_a_card_is_told_with_its_place(entry, place, word):
    with pytest.raises(BadDefinition) as told:
        CardDefinition(entry)
    assert place in told.value.where
    assert word in str(told.value)
    assert told.value.where.startswith(("Test Card", "card"))


@pytest.mark.parametrize("entry", [None, [], "Forest", 3, {}, {"name": 3}, {"types": ["Land"]}])
def test_what_is_no_card_is_told(entry):
    with pytest.raises(BadDefinition, match="name"):
        CardDefinition(entry)


def test_the_words_that_exist_are_named_where_one_is_wrong():
    with pytest.raises(BadDefinition, match=r"there are .*untap_limit"):
        CardDefinition(being({"untap_limits": {}}))


def broken(rng, value, words):
    """A copy with one place in it replaced, renamed or taken out."""
    if isinstance(value, dict) and value and rng.random() < 0.85:
        place = rng.choice(list(value))
        if rng.random() < 0.1:
            return {(rng.choice(words) if key == place else key): item for key, item in value.items()}
        return {
            key: (broken(rng, item, words) if key == place else item) for key, item in value.items() if key != place or rng.random() < 0.9
        }
    if isinstance(value, list) and value and rng.random() < 0.85:
        place = rng.randrange(len(value))
        return [*value[:place], broken(rng, value[place], words), *value[place + 1 :]]
    return rng.choice(words) if rng.random() < 0.5 else junk(rng)


def test_a_damaged_card_is_understood_or_told_and_never_anything_else(pool):
    entries = [*pool.values(), *CARDS.values()]
    words = sorted({word for entry in entries for word in re.findall(r"[\w.{}/]+", str(entry))})
    told = 0

    @given(st.integers(0, 2**32))
    @examples(700)
    def check(seed):
        nonlocal told
        rng = Random(seed)
        entry = broken(rng, rng.choice(entries), words)
        try:
            definition = CardDefinition(entry)
        except BadDefinition:
            told += 1
            return
        for face in faces(definition):
            face.text()

    check()
    assert told > 100


def faces(definition: CardDefinition) -> list[Face]:
    return [face for face in (definition.front, definition.back) if face is not None]


def every_face(pool):
    for entry in (*pool.values(), *CARDS.values()):
        yield from faces(CardDefinition(entry))


def test_every_card_of_the_pool_has_its_text(pool):
    """Rendered from the abilities: there where there are some, and without a trace of how it is made."""
    traces = re.compile(r"None|<|\bobject at\b|  |\(\)|\[\]|\bFilter\b|\bObjects\b|_|\{\}|\.\.|,,| ,| \.|\bnothing happens\b")
    untidy = {}
    for face in every_face(pool):
        text = face.text()
        basics = set(face.subtypes) & {"Plains", "Island", "Swamp", "Mountain", "Forest"}
        if traces.search(text) or (not text and (face.keywords or len(face.abilities) > len(basics))):
            untidy[face.name] = text
    assert untidy == {}


def test_every_line_of_a_text_is_a_sentence(pool):
    """It begins with a capital, a symbol or a bullet, and what is no line of keywords ends as a sentence does."""
    starts = re.compile(r"[A-Z{\[•−+0(\"]|[IVX]+\b")
    wrong = {}
    for face in every_face(pool):
        for line in face.text().splitlines():
            if not starts.match(line) or not line.strip():
                wrong[face.name] = line
    assert wrong == {}


def test_a_text_is_the_same_each_time(pool):
    for face in every_face(pool):
        assert face.text() == face.text()


def test_every_word_has_a_wording_of_its_own():
    mute = [cls.__name__ for group in REGISTRY.values() for cls in group.values() if cls.text is Word.text]
    assert mute == []
    assert set(REGISTRY) == {"condition", "cost", "effect", "static", "trigger"}


def test_words_of_a_group_are_written_in_lower_case():
    assert [name for group in REGISTRY.values() for name in group if not re.fullmatch(r"[a-z]+(_[a-z]+)*", name)] == []


def test_numbers_may_be_written_as_strings():
    as_number, as_text = (CardDefinition(a_card(power=power, keywords=["flying"])) for power in (4, "4"))
    assert as_number.front.power == as_text.front.power == 4
    assert as_number.front.text() == as_text.front.text() == "Flying"
