"""The mutants, by part of the rules. Each says in its title what the engine does wrong."""
