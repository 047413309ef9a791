"""Training and evaluation settings, one folder per game."""
