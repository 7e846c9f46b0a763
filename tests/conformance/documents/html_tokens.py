#!/usr/bin/env python3
"""Prints the cases of the html5lib tokenizer suite: name, state, last start tag, input, tokens.

One case a line; the last two in hexadecimal. Tags are `<name key=value …>` with `\\x01` around the
parts and attributes in the order of their names, comments `<!--…-->`; DOCTYPEs are left out. An
input with lone surrogates is no UTF-8 text: `-`.
"""
import json
import pathlib
import re
import sys


def unescaped(value, double):
    if not double:
        return value
    if isinstance(value, list):
        return [unescaped(one, double) for one in value]
    if isinstance(value, dict):
        return {unescaped(k, double): unescaped(v, double) for k, v in value.items()}
    if not isinstance(value, str):
        return value
    return re.sub(r"\\u([0-9A-Fa-f]{4})", lambda m: chr(int(m.group(1), 16)), value)


def written(token):
    kind = token[0]
    if kind == "Character":
        return token[1]
    if kind == "Comment":
        return f"<!--{token[1]}-->"
    if kind == "StartTag":
        attributes = "".join(f"\x01{k}={v}" for k, v in sorted(token[2].items()))
        return f"\x01<{token[1]}{attributes}\x01>"
    if kind == "EndTag":
        return f"\x01</{token[1]}\x01>"
    return ""


def hexed(text):
    # Pairs of surrogates are one character; lone ones cannot be encoded.
    try:
        return text.encode("utf-16", "surrogatepass").decode("utf-16").encode().hex()
    except UnicodeDecodeError:
        return "-"


def main():
    for path in sorted(pathlib.Path(sys.argv[1]).glob("*.test")):
        suite = json.loads(path.read_text(encoding="utf-8"))
        for number, case in enumerate(suite.get("tests", [])):
            double = case.get("doubleEscaped", False)
            # The standard normalises line endings before it cuts tokens.
            text = unescaped(case["input"], double).replace("\r\n", "\n").replace("\r", "\n")
            tokens = "".join(map(written, unescaped(case["output"], double)))
            for state in case.get("initialStates", ["Data state"]):
                word = state.split()[0].lower()
                print(f"{path.stem}/{number}/{word}", word, case.get("lastStartTag", "-"),
                      "." + hexed(text), "." + hexed(tokens))


if __name__ == "__main__":
    main()
