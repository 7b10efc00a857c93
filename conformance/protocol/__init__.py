"""The messages between the suite and an adapter (docs/protocol.md)."""

from conformance.protocol.features import FEATURES, PROTOCOL_VERSION
from conformance.protocol.messages import DECISION_KINDS, BadMessage, check
from conformance.protocol.schema import protocol_schema

__all__ = ["DECISION_KINDS", "FEATURES", "PROTOCOL_VERSION", "BadMessage", "check", "protocol_schema"]
