"""Fixtures for the tests of the plain-text game."""

from __future__ import annotations

from tests.tools.scorers import counting_solver, fake_solver

__all__ = ["counting_solver", "fake_solver"]
