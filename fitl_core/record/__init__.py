"""What is written down: clauses, events, effects, setups, positions, claims. Values only."""
