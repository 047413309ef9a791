"""The tables of Kamigakari: what there is (CSV files in ``data``), who fights whom (TOML files in ``configs``)."""

from __future__ import annotations

from dicedeck.envs.kamigakari.tables.battle import Battle, load_fight

__all__ = ["Battle", "load_fight"]
