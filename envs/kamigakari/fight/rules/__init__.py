"""The rules of a fight (KAMI-1 to KAMI-33), one module for each concern."""
