"""The rules of Deck of Fate: set-up, drawing, the Fool, free actions, checks, incidents, what is legal and hidden."""
