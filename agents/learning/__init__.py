"""Training: typed configs, the loop between updates, opponents and checkpoints; each method of learning in its own folder.

A method works at tables that it is handed; `agents.cli` wires.
"""

import os

# Torch reads this when it is imported. Its threads must not burn time while they wait for one another: with other programs
# running beside it, training was seven times slower.
os.environ.setdefault("OMP_WAIT_POLICY", "PASSIVE")
