"""What each section of the rules is about, in a word or two, by today's numbers."""

from __future__ import annotations

from typing import Final

SUBJECTS: Final = {
    "100": "the game at large", "101": "the golden rules", "103": "how a game begins", "107": "numbers and symbols", "108": "cards",
    "109": "objects", "110": "permanents", "111": "tokens", "113": "abilities", "115": "targets", "116": "special actions",
    "117": "timing and priority", "118": "costs", "120": "damage", "122": "counters", "205": "type lines", "207": "text boxes",
    "300": "card types", "301": "artifacts and Equipment", "302": "creatures", "303": "enchantments and Auras", "311": "planes",
    "312": "phenomena", "400": "zones", "405": "the stack", "408": "the command zone", "500": "turns at large",
    "501": "the beginning phase", "502": "the untap step", "503": "the upkeep step", "504": "the draw step", "505": "main phases",
    "506": "combat at large", "508": "declaring attackers", "509": "declaring blockers", "510": "combat damage",
    "511": "the end of combat", "514": "the cleanup step", "603": "triggered abilities", "606": "loyalty abilities",
    "607": "linked abilities", "608": "resolving", "609": "effects", "610": "one-shot effects", "611": "continuous effects",
    "613": "layers", "614": "replacement effects", "616": "several replacements at once", "701.3": "attaching", "701.12": "exchanging",
    "701.26": "tapping and untapping", "701.31": "planeswalking", "701.32": "setting schemes in motion", "701.43": "exerting",
    "702.10": "haste", "702.25": "flanking", "702.26": "phasing", "702.30": "echo", "702.63": "vanishing", "702.103": "bestow",
    "702.145": "daybound and nightbound", "703": "turn-based actions", "704": "state-based actions", "706": "dice", "707": "copies",
    "708": "face-down", "714": "Sagas", "722": "prepared permanents", "724": "ending a turn", "727": "restarting the game",
    "729": "subgames", "730": "merged permanents", "731": "day and night", "800": "many players", "801": "limited range of influence",
    "805": "shared team turns", "901": "Planechase", "903": "Commander",
}  # fmt: skip
"""What is not here is shown by its number alone."""
