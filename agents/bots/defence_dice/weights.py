"""Weights."""
VARIANTS = ("warrior at_once", "warrior laid", "mage at_once", "mage laid")
WEIGHTS: dict[str, tuple[float, ...]] = {"ONE": (0, 0, 0, 0)}
