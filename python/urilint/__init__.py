"""The program of this package: `urilint`, or `python -m urilint`."""

import os
import sys
import sysconfig


def program():
    """The path of the program. Raises FileNotFoundError if the package is not whole."""
    name = "urilint"
    schemes = [None, "posix_user"]
    if sys.prefix != sys.base_prefix:
        schemes = [None]
    for scheme in schemes:
        folder = sysconfig.get_path("scripts", scheme) if scheme else sysconfig.get_path("scripts")
        path = os.path.join(folder, name)
        if os.path.isfile(path):
            return path
    # `pip install --target DIR` puts it beside the packages.
    beside = os.path.join(os.path.dirname(os.path.dirname(os.path.abspath(__file__))), "bin", name)
    if os.path.isfile(beside):
        return beside
    raise FileNotFoundError("the program urilint is not beside this Python")
