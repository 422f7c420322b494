"""Training: typed configs, masked PPO, opponents, checkpoints and the files that learned policies are kept in.

A trainer works in an environment it is handed; `train.py` wires.
"""

import os

# Torch reads this when it is imported. Its threads must not burn time while they wait for one another: with other programs
# running beside it, training was seven times slower.
os.environ.setdefault("OMP_WAIT_POLICY", "PASSIVE")
