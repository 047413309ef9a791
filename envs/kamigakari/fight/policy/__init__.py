"""The documented policy: it moves enemies where no game master does, and whole parties where somebody asks for it."""
