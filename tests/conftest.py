"""Shared test setup: hypothesis runs the same way everywhere."""

from hypothesis import HealthCheck, settings

settings.register_profile(
    "fitl", deadline=None, derandomize=True, suppress_health_check=[HealthCheck.too_slow]
)
settings.load_profile("fitl")
