"""Training of agents: masked PPO, self-play, best responses."""
