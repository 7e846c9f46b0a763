"""The strings of each JSON file of a folder, keys too, in the order in which they stand.

A line a file: its name, `valid` or `invalid`, and each string as hexadecimal UTF-8, an empty one as
`-`. Lone surrogates are U+FFFD.
"""

import json
import pathlib
import re
import sys


def strings(value):
    stack = [value]
    while stack:
        item = stack.pop()
        if isinstance(item, str):
            yield item
        elif isinstance(item, tuple):  # an object: its pairs
            for name, member in reversed(item):
                stack.append(member)
                stack.append(name)
        elif isinstance(item, list):
            stack.extend(reversed(item))


def main():
    for path in sorted(pathlib.Path(sys.argv[1]).iterdir()):
        try:
            value = json.loads(path.read_bytes().decode("utf-8"), object_pairs_hook=tuple)
        except (ValueError, RecursionError):
            print(path.name, "invalid")
            continue
        texts = [re.sub("[\ud800-\udfff]", "\ufffd", text).encode() for text in strings(value)]
        print(path.name, "valid", *(text.hex() or "-" for text in texts))


main()
