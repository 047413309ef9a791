"""What every game shares: records, compilation, random numbers, actions, observations, the contract. Knows no game."""
