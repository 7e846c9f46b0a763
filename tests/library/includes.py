#!/usr/bin/env python3
"""Public headers include the standard library and each other, and nothing else.

Asks the compiler (-H) which files each header really opens, so that conditions and macros count.
"""
import os
import re
import subprocess
import sys

ALLOWED = {
    "array", "cstddef", "cstdint", "functional", "memory", "optional", "span", "string",
    "string_view", "utility", "vector",
}
# Types that must not be named either, whatever declares them.
FORBIDDEN = re.compile(r"\b(tl|fmt|toml|re2|icu|CLI|rapidjson|psl|UChar|UErrorCode|std::regex)\b(::|_|\s*\*)")


def opened(compiler, include, header):
    """(depth, path) of every file that a unit with this header opens, in order."""
    run = subprocess.run(
        [compiler, "-std=c++20", "-fsyntax-only", "-H", "-I", include, "-x", "c++", "-"],
        input=f"#include <urilint/{header}>\n", capture_output=True, text=True)
    if run.returncode != 0:
        sys.exit(f"{header} does not compile alone:\n{run.stderr}")
    for line in run.stderr.splitlines():
        match = re.match(r"(\.+)[!x]? (.+)$", line)
        if match:
            yield len(match.group(1)), os.path.normpath(match.group(2))


def strangers(compiler, include, header):
    """Files that headers of ours open and should not."""
    ours = os.path.join(include, "urilint") + os.sep
    parents = {0: ours}
    for depth, path in opened(compiler, include, header):
        parents[depth] = path
        from_us = parents[depth - 1].startswith(ours)
        name = os.path.basename(path)
        standard = "c++" in path.split(os.sep) and name in ALLOWED
        if from_us and not path.startswith(ours) and not standard:
            yield f"{header}: {parents[depth - 1]} includes {path}"


def main(root, compiler):
    include = os.path.normpath(os.path.join(root, "include"))
    folder = os.path.join(include, "urilint")
    headers = sorted(os.listdir(folder))
    faults = [f"{name}: no header" for name in headers if not name.endswith(".hpp")]
    for header in headers:
        if sum(1 for _ in opened(compiler, include, header)) == 0:
            sys.exit(f"{compiler} -H lists nothing for {header}")
        faults += strangers(compiler, include, header)
        with open(os.path.join(folder, header), encoding="utf-8") as file:
            for number, line in enumerate(file, 1):
                code = line.split("//")[0]
                if FORBIDDEN.search(code):
                    faults.append(f"{header}:{number}: {code.strip()}")
    with open(os.path.join(folder, "urilint.hpp"), encoding="utf-8") as file:
        everything = file.read()
    faults += [f"urilint.hpp does not include {header}" for header in headers
               if header != "urilint.hpp" and f'#include "urilint/{header}"' not in everything]
    if faults:
        sys.exit("\n".join(faults))
    print(f"{len(headers)} public headers include nothing but the standard library")


main(sys.argv[1], sys.argv[2])
