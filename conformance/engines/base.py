"""What an adapter is to the runner: five methods, plain JSON values in and out (docs/protocol.md)."""

from __future__ import annotations

from typing import Any, Protocol

Json = dict[str, Any]


class Adapter(Protocol):
    """An engine behind the protocol. An adapter in this process and a program over stdio look the same."""

    def initialize(self, params: Json) -> Json: ...

    def new_game(self, params: Json) -> Json: ...

    def act(self, params: Json) -> Json: ...

    def observe(self) -> Json: ...

    def shutdown(self) -> Json: ...
