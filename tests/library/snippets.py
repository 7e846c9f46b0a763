#!/usr/bin/env python3
"""Every C++ block of docs/library.md stands in an example, line by line, indentation aside."""
import glob
import os
import re
import sys


def lines_of(text):
    return [line.strip() for line in text.splitlines() if line.strip()]


def contains(haystack, needle):
    return any(haystack[i:i + len(needle)] == needle
               for i in range(len(haystack) - len(needle) + 1))


def main(root):
    examples = {}
    for path in glob.glob(os.path.join(root, "examples", "*.?pp")) + \
            [os.path.join(root, "tests", "integration", "consumer", "CMakeLists.txt")]:
        with open(path, encoding="utf-8") as file:
            examples[path] = lines_of(file.read())
    with open(os.path.join(root, "docs", "library.md"), encoding="utf-8") as file:
        page = file.read()
    blocks = re.findall(r"^```(cpp|cmake)\n(.*?)^```$", page, re.MULTILINE | re.DOTALL)
    if len(blocks) < 4:
        sys.exit("docs/library.md has hardly any code")
    for _, block in blocks:
        if not any(contains(lines, lines_of(block)) for lines in examples.values()):
            sys.exit("docs/library.md: in no example:\n" + block)
    for name in re.findall(r"`(examples/[\w./]+)`|\(\.\./(examples/[\w./]+)\)", page):
        path = next(filter(None, name))
        if not os.path.exists(os.path.join(root, path)):
            sys.exit(f"docs/library.md names {path}, which is not there")
    print(f"{len(blocks)} snippets stand in the examples")


main(sys.argv[1])
