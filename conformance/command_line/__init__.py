"""The parts of the command line that `conformance.cli` is made of: options that commands share, completion, examples, endings."""
