"""phase.rs, an engine that others wrote, over its public Python bindings (docs/engines/phase-rs.md).

It needs the extra `phase-rs`, and always runs in a process of its own: the bindings are native code, and what goes wrong there must cost
one case only.
"""

from __future__ import annotations

import sys

from conformance.engines.registry import EngineSpec

spec = EngineSpec(name="phase-rs", command=(sys.executable, "-m", "conformance.engines.phase_rs"))
