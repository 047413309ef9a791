"""The rules of C.A.R.D. RPG: one module for each concern, ``turn`` on top."""
