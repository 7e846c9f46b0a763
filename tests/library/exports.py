#!/usr/bin/env python3
"""Symbols of the archive with default visibility are those that public headers declare.

Weak ones are left out: they are templates and inline functions of other libraries.
"""
import os
import re
import shutil
import subprocess
import sys


def exported(archive):
    """Demangled names of strong symbols that a shared library would export."""
    table = subprocess.run(["readelf", "--syms", "--wide", archive], capture_output=True, text=True,
                           check=True).stdout
    names = set()
    for line in table.splitlines():
        fields = line.split()
        if len(fields) >= 8 and fields[4:6] == ["GLOBAL", "DEFAULT"] and fields[6] != "UND" \
                and not fields[7].startswith("__"):  # of the compiler
            names.add(fields[7])
    demangled = subprocess.run(["c++filt"], input="\n".join(sorted(names)), capture_output=True,
                               text=True, check=True).stdout
    return demangled.splitlines()


def main(root, archive):
    for tool in ("readelf", "c++filt"):
        if not shutil.which(tool):
            print(f"skipped: no {tool}")
            sys.exit(77)
    folder = os.path.join(root, "include", "urilint")
    public = ""
    for header in sorted(os.listdir(folder)):
        with open(os.path.join(folder, header), encoding="utf-8") as file:
            public += file.read()
    symbols = exported(archive)
    if not any(name.startswith("urilint::split(") for name in symbols):
        sys.exit("urilint::split is not exported")
    faults = []
    for symbol in symbols:
        path = re.match(r"urilint::(?:\w+::)*(~?\w+|operator\S+?)(?:\[abi:\w+\])?\(", symbol)
        if path is None or not re.search(rf"(?<!\w){re.escape(path.group(1))}\(", public):
            faults.append(symbol)
    if faults:
        sys.exit("exported, but in no public header:\n" + "\n".join(faults))
    print(f"{len(symbols)} exported symbols, all public")


main(sys.argv[1], sys.argv[2])
