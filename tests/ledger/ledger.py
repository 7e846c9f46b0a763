"""Every warning and error over the project and over the RFCs, each with the reason why it is right.

ledger.tsv names each finding of README, docs, src and tools, and of the RFC texts beside the project
where they are; counts.tsv has the number of findings a rule over rules/ and tests/. Any difference
fails. `ledger.py PROGRAM ROOT --update` rewrites both; new rows come without a reason, which fails
until somebody has written one. docs/rules is made from rules/ and left out.
"""

import collections
import json
import os
import pathlib
import subprocess
import sys

HERE = pathlib.Path(__file__).resolve().parent
LEDGER = HERE / "ledger.tsv"
COUNTS = HERE / "counts.tsv"
PROJECT = ["README.md", "CONTRIBUTING.md", "SECURITY.md", "CHANGELOG.md", "docs", "src", "include",
           "tools", "cmake"]
SHORTEST_REASON = 15


def findings(program, folder, paths, *options):
    command = [program, "check", "--no-config", "--format", "jsonl", "--fail-on", "never",
               *options, *paths]
    run = subprocess.run(command, cwd=folder, capture_output=True, check=False, timeout=300)
    if run.returncode != 0:
        sys.exit(f"{command}: status {run.returncode}: {run.stderr.decode(errors='replace')}")
    for line in run.stdout.decode("utf-8").splitlines():
        record = json.loads(line)
        if record["type"] == "finding":
            yield record


def field(text):
    return json.dumps(text, ensure_ascii=True)[1:-1]


def tally(program, folder, where, paths):
    rows = collections.Counter()
    for f in findings(program, folder, paths, "--exclude", "docs/rules/"):
        rows[(where, f["location"]["path"], f["rule"], f["severity"], field(f["uri"]))] += 1
    return rows


def read(path, columns):
    rows = {}
    if not path.exists():
        return rows
    for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), 1):
        if not line or line.startswith("#"):
            continue
        cells = line.split("\t")
        if len(cells) != columns:
            sys.exit(f"{path.name}:{number}: {len(cells)} columns instead of {columns}")
        rows[tuple(cells[: columns - 2])] = (int(cells[columns - 2]), cells[columns - 1])
    return rows


def write(path, head, rows):
    with path.open("w", encoding="utf-8") as out:
        out.write(head)
        for key in sorted(rows):
            count, last = rows[key]
            out.write("\t".join([*key, str(count), last]) + "\n")


def main():
    program, root = os.path.abspath(sys.argv[1]), pathlib.Path(sys.argv[2]).resolve()
    shared = pathlib.Path(os.environ.get("URILINT_SHARED", root.parent / "shared"))
    rfcs = shared / "corpora" / "rfc"
    found = tally(program, root, "project", [p for p in PROJECT if (root / p).exists()])
    have_rfcs = rfcs.is_dir()
    if have_rfcs:
        found += tally(program, rfcs, "rfc", ["."])
    counts = collections.Counter(
        (f["rule"], f["severity"])
        for f in findings(program, root, ["rules", "tests"], "--exclude", "tests/ledger/"))

    known = read(LEDGER, 7)
    known_counts = read(COUNTS, 4)
    if "--update" in sys.argv:
        rows = {key: (count, known.get(key, (0, ""))[1]) for key, count in found.items()}
        if not have_rfcs:
            rows.update({key: value for key, value in known.items() if key[0] == "rfc"})
        write(LEDGER, "# where, path, rule, severity, uri, count, reason\n", rows)
        write(COUNTS, "# rule, severity, count, what it is over\n",
              {key: (count, "rules/ and tests/") for key, count in counts.items()})
        return

    problems = []
    for key, count in sorted(found.items()):
        if key not in known:
            problems.append(f"not in the ledger: {key}")
        elif known[key][0] != count:
            problems.append(f"{count} times instead of {known[key][0]}: {key}")
        elif len(known[key][1]) < SHORTEST_REASON:
            problems.append(f"no reason: {key}")
    for key in sorted(known):
        if key not in found and (have_rfcs or key[0] != "rfc"):
            problems.append(f"in the ledger, but not found: {key}")
    for key in sorted(set(counts) | set(known_counts)):
        have, want = counts.get(key, 0), known_counts.get(key, (0, ""))[0]
        if have != want:
            problems.append(f"rules/ and tests/: {have} instead of {want}: {key}")
    print("\n".join(problems))
    if not have_rfcs:
        print("skipped: the RFC texts are not there")
    print(f"{len(found)} rows, {sum(found.values())} findings, {sum(counts.values())} counted, "
          f"{len(problems)} problems")
    sys.exit(1 if problems else 0)


main()
