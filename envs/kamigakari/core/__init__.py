"""Rules that every environment of Kamigakari shares: dice, grid, damage. Nothing here assumes a fight."""
