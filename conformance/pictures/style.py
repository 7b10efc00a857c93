"""The colours and letters of a picture. Every selector begins with the picture's class, so that nothing else on a page is touched.

No two classes differ only in their case: on a page without a doctype they would be one.
"""

from __future__ import annotations

CLASS = "mtgb"

_SHARED = """
 {font:8px system-ui,"Segoe UI",Helvetica,Arial,sans-serif}
 .t{font-size:13px;font-weight:700}
 .h{font-size:11px;font-weight:700}
 .n{font-size:10px;font-weight:700}
 .m{font-size:8.5px}
 .j{font-size:8.5px;font-weight:700}
 .l{font-style:italic}
 .o,.i,.e,.q,.a{fill:none}
 .o{stroke-dasharray:6 3;stroke-width:1.5}
 .i{stroke-dasharray:1.5 2.5;stroke-width:2}
 .x{stroke-width:2.5}
 .a,.q{stroke-width:2}
 .e{stroke-width:1.2;stroke-dasharray:3 3}
 .k,.p,.c{stroke-width:1}
 .hh,.jj{paint-order:stroke;stroke-width:3;stroke-linejoin:round}
"""

_LIGHT = {
    "bg": "#fbfaf6", "mat": "#f0eee6", "ink": "#1d1d1f", "dim": "#5c5a55", "line": "#8d897e", "card": "#ffffff", "back": "#cfc8b8",
    "chip": "#e6e2d6", "accent": "#b54708", "accent_soft": "#fdecc8", "direct": "#7a3fb0", "indirect": "#0b6e7c", "red": "#b42318",
    "red_soft": "#fbdcd8", "blue": "#1f5fae", "blue_soft": "#d7e6f8", "owner": "#8a1c6a", "owner_soft": "#f7dcef", "plane": "#e9e3f6",
    "now": "#1d1d1f", "on": "#ffffff",
    "W": "#e8d9a0", "U": "#4f8fd0", "B": "#5a5560", "R": "#d2583f", "G": "#4c9a5b", "M": "#c9a227", "N": "#a9a9b2", "L": "#9c7a54",
}  # fmt: skip
_DARK = {
    "bg": "#17181b", "mat": "#212327", "ink": "#ececea", "dim": "#a9a7a1", "line": "#6d6b66", "card": "#2b2d32", "back": "#4a4538",
    "chip": "#3c3f46", "accent": "#f0a04b", "accent_soft": "#4a3413", "direct": "#c79bf2", "indirect": "#5cc6d6", "red": "#f58a80",
    "red_soft": "#532620", "blue": "#8dbcf5", "blue_soft": "#1d3a5f", "owner": "#ee9fd3", "owner_soft": "#4b1f3e", "plane": "#33304a",
    "now": "#ececea", "on": "#17181b",
    "W": "#d8c98e", "U": "#4f8fd0", "B": "#857e8d", "R": "#d2583f", "G": "#4c9a5b", "M": "#c9a227", "N": "#84848d", "L": "#a5835c",
}  # fmt: skip

_USES = """
 text{fill:ink}
 .z,.y,.l,.m{fill:dim}
 .b{fill:bg}
 .p{fill:mat;stroke:line}
 .pp{fill:accent_soft;stroke:accent}
 .c{fill:card;stroke:line}
 .f{fill:back;stroke:line}
 .o{stroke:direct}
 .i{stroke:indirect}
 .oo{fill:direct}
 .ii{fill:indirect}
 .k{fill:chip}
 .v{fill:accent}
 text.v{fill:on}
 .g{fill:red_soft}
 text.g{fill:red}
 .u{fill:blue_soft}
 text.u{fill:blue}
 .w{fill:owner_soft}
 text.w{fill:owner}
 text.k{fill:ink}
 .r{fill:plane;stroke:line}
 .s{fill:now}
 text.s{fill:on}
 .x{stroke:accent}
 .a{stroke:red}
 .q{stroke:blue}
 .e{stroke:direct}
 .aa{fill:red}
 .qq{fill:blue}
 .ee{fill:direct}
 .hh{stroke:mat}
 .jj{stroke:accent_soft}
 .ww{fill:W}
 .uu{fill:U}
 .bb{fill:B}
 .rr{fill:R}
 .gg{fill:G}
 .mm{fill:M}
 .nn{fill:N}
 .ll{fill:L}
"""


def _rules(text: str, under: str = "") -> str:
    """Rules with the picture's class (under another selector, if given) before each selector."""
    made = []
    for line in text.strip("\n").splitlines():
        selectors, _, body = line.partition("{")
        made.append(",".join(f"{under}.{CLASS}{' ' + each.strip() if each.strip() else ''}" for each in selectors.split(",")) + "{" + body)
    return "".join(made)


def _coloured(colors: dict[str, str], under: str = "") -> str:
    lines = []
    for line in _USES.strip("\n").splitlines():
        selectors, _, body = line.partition("{")
        parts = [part.split(":") for part in body.rstrip("}").split(";")]
        lines.append(selectors + "{" + ";".join(f"{key}:{colors[value]}" for key, value in parts) + "}")
    return _rules("\n".join(lines), under)


SHARED = _rules(_SHARED)
LIGHT = _coloured(_LIGHT)
DARK = _coloured(_DARK)
STYLE = f"{SHARED}{LIGHT}@media(prefers-color-scheme:dark){{{DARK}}}"
"""All of it: light, and dark where the reader wants that."""


def dark_under(selector: str) -> str:
    """The dark colours for pictures inside what `selector` says, for pages with a switch of their own."""
    return _coloured(_DARK, f"{selector} ")
