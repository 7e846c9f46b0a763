"""Runs the program in the place of this process."""

import os
import sys

from urilint import program

if __name__ == "__main__":
    path = program()
    os.execv(path, [path, *sys.argv[1:]])
