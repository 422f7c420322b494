"""`python -m envs`: the commands of `envs.cli`."""

import sys

from envs.cli import main

if __name__ == "__main__":
    sys.exit(main())
