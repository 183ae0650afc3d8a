"""Random games on trial, altered moves, cases."""
