"""The strings that each document of a folder must hold, in the order of their keys.

A line a document: its name, and each string with the key path it stands at, as hexadecimal UTF-8
with `=` between them. Numbers, dates and empty strings are left out.
"""

import json
import pathlib
import re
import sys


def component(name):
    if re.fullmatch("[A-Za-z0-9_-]+", name):
        return name
    return '"' + name.replace("\\", "\\\\").replace('"', '\\"') + '"'


def strings(value):
    stack = [("", value)]
    while stack:
        path, item = stack.pop()
        if isinstance(item, list):
            stack.extend((f"{path}[{i}]", member) for i, member in enumerate(item))
        elif isinstance(item.get("value"), str) and isinstance(item.get("type"), str):
            if item["type"] == "string" and item["value"]:
                yield path, item["value"]
        else:
            for name, member in item.items():
                stack.append((f"{path}.{component(name)}" if path else component(name), member))


def main():
    for path in sorted(pathlib.Path(sys.argv[1]).glob("*.json")):
        value = json.loads(path.read_bytes())
        pairs = sorted(f"{key.encode().hex()}={text.encode().hex()}" for key, text in strings(value))
        print(path.stem, *pairs)


main()
