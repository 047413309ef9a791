"""Kamigakari: figures on a grid whose dice can be swapped. One rules core, an environment in each subfolder."""
