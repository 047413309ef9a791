"""Agents that play the games: random, rule based, searching, trained."""
