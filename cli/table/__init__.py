"""Playing at a terminal: seats and moves (session), what is meant (choices), what is shown (screen), talk (loop)."""
