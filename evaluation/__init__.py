"""Matches, tournaments, ratings and balance reports."""
