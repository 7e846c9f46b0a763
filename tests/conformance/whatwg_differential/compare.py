#!/usr/bin/env python3
"""Compares what parsers read, line by line.

usage: compare.py RECORDS OURS ORACLE [NODE]
RECORDS is what mutate.py wrote. The others have a line for each record, of fields between tabs:
`+` or `-` (accepted or not), href, scheme, host, port, path, names of the validation errors.
Exit status 1 if OURS and ORACLE differ. NODE is told by class, for information.
"""

import collections
import pathlib
import sys
import unicodedata
import urllib.parse

FIELDS = ["accept", "href", "scheme", "host", "port", "path", "errors"]
SHOWN = 20
TABLE = pathlib.Path(__file__).parents[3] / "data" / "idna-newer.tsv"
# The list of errors ends at 256.
LONGEST = 256
# Code points that ICU 72 (Unicode 15.0) refuses in domains and the oracle (Unicode 17.0) takes: U+1806.
NEWER = "\u1806".encode()
# The oracle does not name it; the standard of 2024 did, where a domain failed for this reason.
NOT_IN_ORACLE = {"domain-invalid-code-point"}


def newer_mappings():
    out = set()
    for line in TABLE.read_text(encoding="utf-8").splitlines():
        if line and not line.startswith("#"):
            first, count, _ = (int(cell, 0) for cell in line.split("\t"))
            out.update(range(first, first + count))
    return out


NEWER_MAPPINGS = newer_mappings()


def lines(path):
    with open(path, encoding="utf-8") as stream:
        return [line.rstrip("\n").split("\t") for line in stream]


def errors(text):
    names = [name for name in text.split(",") if name and name not in NOT_IN_ORACLE]
    return names if len(names) < LONGEST else None


def first_difference(ours, other, fields):
    for i, name in enumerate(fields):
        if name == "errors":
            mine, theirs = errors(ours[i]), errors(other[i])
            if mine is not None and theirs is not None and mine != theirs:
                return name
        elif ours[i] != other[i]:
            return name
    return None


def is_newer(record, ours, other):
    """The one difference that is known and stays: it needs a newer ICU."""
    return NEWER in record[1] and ours[0] == "-" and "domain-to-ASCII" in ours[-1]


def shown(record):
    return " ".join(repr(part)[1:] for part in record)


def report(title, records, ours, other, fields):
    found = [(first_difference(a, b, fields), i) for i, (a, b) in enumerate(zip(ours, other))]
    newer = [i for name, i in found if name and is_newer(records[i], ours[i], other[i])]
    known = set(newer)
    found = [(name, i) for name, i in found if name and i not in known]
    print(f"{title}: {len(newer)} inputs with U+1806, valid since Unicode 16.0, which ICU 72 refuses")
    counts = collections.Counter(name for name, _ in found)
    print(f"{title}: {len(records)} inputs, {len(found)} differences", dict(counts) or "")
    found.sort(key=lambda pair: FIELDS.index(pair[0]))
    for name, i in found[:SHOWN]:
        print(f"  {name}: {shown(records[i])}\n    ours   {ours[i]}\n    theirs {other[i]}")
    return found


def node_class(record, ours, node):
    """How Node's own URL class differs: by its Unicode version, and by rules newer than it."""
    text = urllib.parse.unquote_to_bytes(record[1]).decode("utf-8", "replace")
    if ours[0] == node[0] and ours[3] == node[3]:
        if any("^" in part for part in (node[1], node[5])):
            return "`^` stays in paths"
        return "path, query or fragment"
    verdict = {"+-": "refuses", "-+": "takes", "++": "maps"}[ours[0] + node[0]]
    if any(unicodedata.bidirectional(c) in ("R", "AL", "AN") for c in text):
        return f"{verdict} right-to-left text"
    if any(ord(c) in NEWER_MAPPINGS for c in text):
        return f"{verdict} code points mapped otherwise since Unicode 15.1"
    if "xn--" in text.lower():
        return f"{verdict} A-labels that decode to nothing valid"
    return f"{verdict} something else"


def main():
    with open(sys.argv[1], "rb") as stream:
        parts = stream.read().split(b"\0")[:-1]
    records = list(zip(parts[::2], parts[1::2]))
    ours, oracle = lines(sys.argv[2]), lines(sys.argv[3])
    if not len(records) == len(ours) == len(oracle):
        sys.exit(f"{len(records)} records, {len(ours)} and {len(oracle)} lines")
    accepted = sum(line[0] == "+" for line in ours)
    print(f"accepted: {accepted} of {len(records)}")
    bad = report("whatwg-url", records, ours, oracle, FIELDS)
    if len(sys.argv) > 4:
        node = lines(sys.argv[4])
        classes = collections.defaultdict(list)
        for record, a, b in zip(records, ours, node):
            if a[:-1] != b[:-1]:
                classes[node_class(record, a, b)].append((record, a, b))
        print(f"Node's own URL (for information): {sum(map(len, classes.values()))} differences")
        for name, cases in sorted(classes.items()):
            print(f"  {name}: {len(cases)}")
            for record, a, b in cases[:3]:
                print(f"    {shown(record)}\n      ours {a[1:6]}\n      Node {b[1:6]}")
    sys.exit(1 if bad else 0)


main()
