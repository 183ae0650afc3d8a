"""The types of records: clauses, events, effects, setups, positions and claims. They are values only.

Read `fitl_core.record.events` next.
"""
