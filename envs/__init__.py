"""The games and their environments."""
