"""Positions and moves at random: some sensible, some legal, some nonsense. `rng` is a `random.Random`, also one of hypothesis's."""

from __future__ import annotations

from random import Random
from typing import Any

from board import CARDS, permanent, planes, position
from hypothesis import HealthCheck, settings

from reference_engine.game import Game
from reference_engine.observe import snapshot, status

Json = dict[str, Any]


def examples(count: int) -> settings:
    """So many, and the same each time: the tests guard promises, they are no search (that is what fuzzing is for)."""
    return settings(max_examples=count, derandomize=True, deadline=None, database=None, suppress_health_check=list(HealthCheck))


PERMANENT_TYPES = {"Creature", "Artifact", "Enchantment", "Land", "Planeswalker"}
STEPS = ("upkeep", "draw", "precombat_main", "beginning_of_combat", "declare_attackers", "end_of_combat", "postcombat_main", "end")
WORDS = ("", "pass", "cast", "attack", "~spell1", "up1", "alice", "nobody", "true", "1", "-1", "x", "none", "every one", "\x00", "é" * 50)


def wild_position(rng: Random, pool: dict[str, Json] = CARDS) -> Json:
    """A small position of cards of the pool; Auras and Equipment lie on creatures, some things are phased out."""
    players = ("alice", "bob", "carol", "dave")[: rng.choice((2, 2, 2, 3, 3, 4))]
    teams = [["alice", "bob"], ["carol", "dave"]] if len(players) == 4 and rng.random() < 0.5 else []
    by_kind: dict[str, list[str]] = {"permanent": [], "planar": [], "card": []}
    for name, card in pool.items():
        types = set(card["types"])
        by_kind["planar" if types & {"Plane", "Phenomenon"} else "card"].append(name)
        if types & PERMANENT_TYPES:
            by_kind["permanent"].append(name)
    battlefield: list[Json] = []
    for number in range(rng.randint(0, 7)):
        name = rng.choice(by_kind["permanent"])
        subtypes = pool[name].get("subtypes", [])
        entry = permanent(
            f"p{number}", name, rng.choice(players), tapped=rng.random() < 0.4, sick=rng.random() < 0.2, token=rng.random() < 0.1,
            counters=rng.choice(({}, {}, {"stun": 1}, {"+1/+1": 2}, {"-1/-1": 1, "+1/+1": 1})),
            phased=rng.choice(("in", "in", "in", "direct")),
        )  # fmt: skip
        if {"Aura", "Equipment", "Fortification"} & set(subtypes):
            want = "Land" if "Fortification" in subtypes else "Creature"
            hosts = [e for e in battlefield if want in pool[e["card"]]["types"] and e["attached_to"] is None]
            if hosts:
                host = rng.choice(hosts)
                entry["attached_to"] = host["id"]
                if host["phased"]["status"] != "in":
                    entry["phased"] = {"status": "indirect", "under": host["phased"]["under"]}
        battlefield.append(entry)
    seats: dict[str, Json] = {}
    for player in players:
        hand = [rng.choice(by_kind["card"]) for _ in range(rng.randint(0, 4))]
        grave = [rng.choice(by_kind["card"]) for _ in range(rng.randint(0, 2))]
        seats[player] = {
            "hand": [{"id": f"{player}_h{n}", "card": name} for n, name in enumerate(hand)],
            "graveyard": [{"id": f"{player}_g{n}", "card": name} for n, name in enumerate(grave)],
            "life": rng.choice((1, 3, 20)),
        }
    planechase = None
    if by_kind["planar"] and rng.random() < 0.4:
        if rng.random() < 0.5:
            planechase = planes(players[0], face_up=(rng.choice(by_kind["planar"]),))
            for player in players:
                seats[player]["planar_deck"] = [{"id": f"{player}_d{n}", "card": rng.choice(by_kind["planar"])} for n in range(3)]
        else:
            deck = tuple(rng.choice(by_kind["planar"]) for _ in range(4))
            planechase = planes(players[0], deck=deck, face_up=(rng.choice(by_kind["planar"]),))
    return position(
        battlefield, players=players, step=rng.choice((*STEPS, *STEPS, "pregame")), active=rng.choice(players),
        planechase=planechase, teams=teams, day_night=rng.choice((None, None, "day", "night")), **seats,
    )  # fmt: skip


def everything(game: Game) -> tuple[Json, Json]:
    """All that can be seen of a game."""
    return snapshot(game), status(game)


def junk(rng: Random, depth: int = 2) -> Any:
    """Any JSON value."""
    kinds = 8 if depth else 6
    kind = rng.randrange(kinds)
    if kind == 0:
        return None
    if kind == 1:
        return rng.random() < 0.5
    if kind == 2:
        return rng.choice((0, 1, -1, 7, 10**30, -(10**30)))
    if kind == 3:
        return rng.choice((0.5, -1.0, 1e308))
    if kind in (4, 5):
        return rng.choice(WORDS)
    if kind == 6:
        return [junk(rng, depth - 1) for _ in range(rng.randint(0, 3))]
    return {rng.choice(WORDS): junk(rng, depth - 1) for _ in range(rng.randint(0, 3))}


def known_ids(game: Game) -> list[str]:
    return [*game.objects, *game.seats, *(item.id for item in game.stack)]


def sensible_action(rng: Random, game: Game) -> tuple[str, Json]:
    """An action of the right form with objects that are there; it may well be illegal."""
    player = game.pending.player if game.pending is not None and rng.random() < 0.9 else rng.choice(game.seats)
    own = [obj.id for zone in ("hand", "hand", "graveyard") for obj in game.zone(player, zone)]
    permanents = [obj.id for obj in game.all_permanents()]
    ids = known_ids(game)
    kind = rng.choice(("cast", "cast", "cast", "activate", "activate", "play_land", "roll_planar_die", "special", "concede", "pass_until"))
    action: Json = {"type": kind}
    if kind in ("cast", "play_land"):
        action["object"] = rng.choice(own or ids)
    if kind in ("activate", "special"):
        up = [card.id for card in game.planes.face_up] if game.planes is not None else []
        action["object"] = rng.choice([*permanents, *up] or ids)
    if kind == "activate":
        action["ability"] = rng.choice((1, 1, "1", 2, "equip", "a1", "a2"))
    if kind == "special":
        action["special"] = "turn_face_up"
    if kind in ("cast", "activate"):
        action["targets"] = [rng.choice([*permanents, *game.seats] or ids) for _ in range(rng.randint(0, 2))]
        for key, values in {
            "x": (0, 1, 2), "modes": ([1], [2], [1, 2]), "using": ("kicker", "bestow", "flashback"), "kicked": (0, 1),
            "mana": ("none", "granted"), "pay": ({"sacrifice": [rng.choice(permanents or ids)]}, {}),
        }.items():  # fmt: skip
            if rng.random() < 0.25:
                action[key] = rng.choice(values)
    if kind == "roll_planar_die":
        action["faces"] = rng.choice((["chaos"], ["planeswalker"], ["blank"], ["blank", "chaos"]))
    if kind == "concede" and rng.random() < 0.8:
        action = {"type": "pass"}
    if kind == "pass_until":
        action |= {
            "player": rng.choice(game.seats),
            "step": rng.choice(STEPS),
            "decline": rng.choice(([], ["attack"], ["attack", "block"])),
        }
    return player, action


def legal_answer(rng: Random, game: Game) -> tuple[str, Json]:
    """An answer made of the options that the status gives."""
    decision = status(game)["decision"]
    kind, options = decision["kind"], decision.get("options")
    least, most = decision.get("min", 1), decision.get("max", 1)
    answer: Any
    if kind in ("may", "pay"):
        answer = rng.random() < 0.5
    elif kind == "attack":
        answer = {a: rng.choice(options["defenders"]) for a in options["attackers"] if rng.random() < 0.6}
    elif kind == "block":
        answer = {b: rng.choice(options["attackers"]) for b in options["blockers"] if options["attackers"] and rng.random() < 0.6}
    elif kind == "assign":
        answer = {id_: {str(share["recipients"][0]): share["amount"]} for id_, share in options.items()}
    elif kind == "targets":
        answer = [target for slot in options for target in rng.sample(slot["options"], max(slot["min"], min(slot["max"], 1)))]
    elif kind in ("order_triggers",):
        answer = rng.sample(range(len(options)), len(options))
    elif kind == "replacement":
        answer = rng.randrange(len(options))
    elif kind in ("legend", "planar_die", "ignore_roll", "coin"):
        answer = rng.choice(options)
    else:
        answer = rng.sample(options, rng.randint(least, len(options) if most is None else min(most, len(options))))
    return decision["player"], {kind: answer}


def damaged(rng: Random, value: Any) -> Any:
    """A copy of a value with one place in it replaced, taken out or doubled."""
    if isinstance(value, dict) and value and rng.random() < 0.8:
        key = rng.choice(list(value))
        return {k: damaged(rng, v) if k == key else v for k, v in value.items() if k != key or rng.random() < 0.8}
    if isinstance(value, list) and value and rng.random() < 0.8:
        place = rng.randrange(len(value))
        return [*value[:place], damaged(rng, value[place]), *value[place + rng.randint(0, 1) :]]
    return junk(rng)


def wild_move(rng: Random, game: Game) -> tuple[Any, Any, Any]:
    """(player, action, answer): a pass, a legal answer, a sensible action, or something damaged."""
    pending = game.pending
    roll = rng.random()
    if roll < 0.06:
        return rng.choice((*game.seats, junk(rng))), junk(rng), junk(rng)
    if pending is None:
        player, action = rng.choice(game.seats), {"type": "pass"}
        return player, action, None
    if pending.kind == "begin":
        return pending.player, {"type": "begin"} if roll > 0.3 else sensible_action(rng, game)[1], None
    if pending.kind == "priority":
        player, action = (pending.player, {"type": "pass"}) if roll < 0.4 else sensible_action(rng, game)
        return (player, damaged(rng, action), None) if roll > 0.8 else (player, action, None)
    player, answer = legal_answer(rng, game)
    return (player, None, damaged(rng, answer)) if roll > 0.6 else (player, None, answer)
