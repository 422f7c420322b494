"""Training: typed configs, masked PPO, opponents, checkpoints and the files that learned policies are kept in.

A trainer works in an environment it is handed; `train.py` wires.
"""
