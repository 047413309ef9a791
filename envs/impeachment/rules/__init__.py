"""The rules of Impeachment: set-up, what is legal, the turn, taking justices, what is hidden."""
