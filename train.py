"""Trains a policy: the command `stichwerk train`, from a clone. `python train.py --help` explains it."""

import sys

from stichwerk import main

if __name__ == "__main__":
    sys.exit(main(["train", *sys.argv[1:]]))
