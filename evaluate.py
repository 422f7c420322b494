"""Plays agents against each other: the command `stichwerk evaluate`, from a clone. `python evaluate.py --help` explains it."""

import sys

from stichwerk import main

if __name__ == "__main__":
    sys.exit(main(["evaluate", *sys.argv[1:]]))
