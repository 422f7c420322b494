"""Training: typed configs, the loop between updates, opponents and checkpoints; each method of learning in its own folder.

A method works at tables that it is handed; `train.py` wires.
"""
