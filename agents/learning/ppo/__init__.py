"""Masked PPO of Stable-Baselines3: the only room that knows this library, and torch."""

import os

# Torch reads this when it is imported. Its threads must not burn time while they wait for one another: with other programs
# running beside it, training was seven times slower.
os.environ.setdefault("OMP_WAIT_POLICY", "PASSIVE")
