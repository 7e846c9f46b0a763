"""Every warning and error over the files of a Debian machine, each with the reason why it is right.

`system.py PROGRAM [TREE…]` checks /etc, /usr/share and /usr/lib/python3 (or the trees named), and the
messages beside the project as text, where they are. system.tsv explains findings by patterns of path,
rule and URI, since the files differ from machine to machine. What no row explains is printed, and the
status is 1. Run by hand: what a machine has is no fault of a change.
"""

import fnmatch
import json
import os
import pathlib
import subprocess
import sys

HERE = pathlib.Path(__file__).resolve().parent
TREES = ["/etc", "/usr/share", "/usr/lib/python3"]


def reasons():
    for line in (HERE / "system.tsv").read_text(encoding="utf-8").splitlines():
        if line and not line.startswith("#"):
            path, rule, uri, reason = line.split("\t")
            yield path, rule, uri, reason


def findings(program, trees, *options):
    run = subprocess.run([program, "check", "--format", "jsonl", "--fail-on", "never", *options,
                          *trees], capture_output=True, check=False, timeout=1800)
    for line in run.stdout.decode("utf-8").splitlines():
        record = json.loads(line)
        if record["type"] == "finding":
            yield record


def main():
    program = os.path.abspath(sys.argv[1])
    shared = pathlib.Path(os.environ.get("URILINT_SHARED", HERE.parents[2] / "shared"))
    mail = shared / "corpora" / "mail"
    found = list(findings(program, sys.argv[2:] or [t for t in TREES if os.path.isdir(t)]))
    if len(sys.argv) == 2 and mail.is_dir():
        found += findings(program, [str(mail)], "--as", "text")
    rows = list(reasons())
    met = {row: 0 for row in rows}
    left = 0
    for f in found:
        for row in rows:
            if (fnmatch.fnmatchcase(f["location"]["path"], row[0]) and
                    fnmatch.fnmatchcase(f["rule"], row[1]) and
                    fnmatch.fnmatchcase(f["uri"], row[2])):
                met[row] += 1
                break
        else:
            left += 1
            print("not explained:", f["location"]["path"], f["location"]["line"], f["rule"],
                  f["severity"], json.dumps(f["uri"]))
    for row, count in met.items():
        print(f"{count:5}  {row[1]}: {row[3]}")
    print(f"{len(found)} findings, {left} not explained")
    sys.exit(1 if left or not found else 0)


main()
