"""The rules of building."""
