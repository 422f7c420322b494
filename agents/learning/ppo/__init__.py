"""Masked PPO of Stable-Baselines3: the only room that knows this library."""
