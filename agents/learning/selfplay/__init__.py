"""PPO by self-play, in plain torch: every seat of a batch of deals is played by the learner, and teaches it."""
