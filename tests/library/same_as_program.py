#!/usr/bin/env python3
"""The library finds in a batch of URIs what the program finds in the same list, in every profile.

The URIs are the examples of all rules. The library speaks through examples/lint_lines.
"""
import collections
import glob
import json
import os
import re
import subprocess
import sys

try:
    import tomllib
except ImportError:
    print("skipped: this python3 has no tomllib")
    sys.exit(77)

HEAD = re.compile(r"(\d+): (\w+) \[([\w-]+)\] ")
PLACE = re.compile(r"    in ([\w-]+), bytes (\d+) to (\d+) of ")


def uris(root):
    found = set()
    for path in glob.glob(os.path.join(root, "rules", "**", "*.toml"), recursive=True):
        with open(path, "rb") as file:
            rule = tomllib.load(file)
        for example in rule.get("bad", []) + rule.get("good", []):
            text = example.get("uri", "")
            if text and not re.search(r"[\x00-\x1f]", text):
                found.add(text)
    return sorted(found)


def by_program(program, profile, batch):
    run = subprocess.run(
        [program, "check", "--no-config", "--as", "list", "--format", "jsonl", "--profile", profile, "-"],
        input=batch, capture_output=True, check=False)
    if run.returncode not in (0, 1):
        sys.exit(run.stderr.decode())
    out = collections.Counter()
    for line in run.stdout.splitlines():
        record = json.loads(line)
        if record["type"] != "finding":
            continue
        out[(record["location"]["line"], record["severity"], record["rule"], record["component"],
             record["span"]["start"], record["span"]["end"], len(record["within"]))] += 1
    return out


def by_library(example, profile, batch):
    run = subprocess.run([example, profile], input=batch, capture_output=True, check=False)
    if run.returncode not in (0, 1):
        sys.exit(run.stderr.decode())
    out = collections.Counter()
    lines = run.stdout.decode("ascii").splitlines()
    at = 0
    while at < len(lines):
        head, place = HEAD.match(lines[at]), PLACE.match(lines[at + 1])
        at += 2
        layers = 0
        while at < len(lines) and lines[at].startswith("    inside "):
            layers += 1
            at += 1
        out[(int(head[1]), head[2], head[3], place[1], int(place[2]), int(place[3]), layers)] += 1
    return out


def main(root, program, example):
    batch = "".join(uri + "\n" for uri in uris(root)).encode()
    total = 0
    for profile in ("repo", "mail", "proxy", "review"):
        theirs, ours = by_program(program, profile, batch), by_library(example, profile, batch)
        if not theirs:
            sys.exit(f"the program finds nothing in profile {profile}")
        for name, difference in (("program", theirs - ours), ("library", ours - theirs)):
            if difference:
                sys.exit(f"profile {profile}: only the {name} finds\n" +
                         "\n".join(str(finding) for finding in sorted(difference)[:20]))
        total += sum(theirs.values())
    print(f"{total} findings, the same in both")


main(sys.argv[1], sys.argv[2], sys.argv[3])
