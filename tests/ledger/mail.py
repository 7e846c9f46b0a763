"""The verdicts about every message of the shared corpora beside what their collectors called them:
the table of docs/noise.md, held to what the program says.

Usage: mail.py PROGRAM SOURCE_DIR [--update]
The messages come from the folder that URILINT_SHARED names; without it nothing is checked, which is
said. Exits with 1 if a message crashed the program, the table is old, or a harmless one is blocked.
"""
import collections
import json
import os
import pathlib
import subprocess
import sys

BEGIN = "<!-- begin: tests/ledger/mail.py --update -->"
END = "<!-- end: tests/ledger/mail.py -->"
GROUPS = (
    ("spamassassin/nice", "harmless (SpamAssassin)"),
    ("spamassassin/spam", "spam (SpamAssassin)"),
    ("rspamd", "made for tests (rspamd)"),
    ("python", "broken MIME (Python)"),
)


def answers(program, folder):
    """The answer about each message: one process, so that one does not leave traces for the next."""
    done = subprocess.run([program, "verdict", "--no-config", "--as", "eml", "--format", "jsonl",
                           str(folder)], capture_output=True, timeout=600, check=False,
                          stdin=subprocess.DEVNULL)
    if done.returncode not in (0, 1):
        sys.exit(f"{folder.name}: status {done.returncode}: {done.stderr.decode()[:2000]}")
    found = [json.loads(line) for line in done.stdout.decode("utf-8").split("\n")[:-1]]
    messages = sum(1 for path in folder.rglob("*") if path.is_file())
    if len(found) != messages:
        sys.exit(f"{folder.name}: {len(found)} answers about {messages} messages")
    return found


def table(groups):
    """The two tables, and the reasons for which harmless messages are blocked."""
    lines = ["| messages | | pass | flag | block |", "|---|---:|---:|---:|---:|"]
    reasons = collections.defaultdict(collections.Counter)
    blocked = []
    for name, (label, found) in groups.items():
        count = collections.Counter(answer["verdict"] for answer in found)
        lines.append(f"| {label} | {len(found)} | {count['pass']} | {count['flag']} | "
                     f"{count['block']} |")
        for answer in found:
            codes = {(r["reason"], r["verdict"]) for r in answer.get("reasons", [])}
            reasons.update({code: reasons[code] + collections.Counter([label]) for code in codes})
            if name.endswith("/nice") and answer["verdict"] == "block":
                blocked.append((answer["path"], sorted(codes)))
    labels = [label for label, _ in groups.values()]
    lines += ["", "Messages with a reason:", "",
              "| reason | verdict | " + " | ".join(label.split(" (")[0] for label in labels) + " |",
              "|---|---|" + "---:|" * len(labels)]
    for (code, verdict), count in sorted(reasons.items()):
        lines.append(f"| `{code}` | {verdict} | " +
                     " | ".join(str(count[label] or "-") for label in labels) + " |")
    return "\n".join(lines), blocked


def main():
    program, source = os.path.abspath(sys.argv[1]), pathlib.Path(sys.argv[2])
    corpora = pathlib.Path(os.environ.get("URILINT_SHARED", source.parent / "shared"),
                           "corpora/mail")
    if not corpora.is_dir():
        print("skipped: the messages are absent (URILINT_SHARED names their folder)")
        return 77
    found, blocked = table({name: (label, answers(program, corpora / name))
                            for name, label in GROUPS})
    page = source / "docs/noise.md"
    text = page.read_text(encoding="utf-8")
    head, _, rest = text.partition(BEGIN)
    old, _, tail = rest.partition(END)
    if "--update" in sys.argv:
        page.write_text(f"{head}{BEGIN}\n\n{found}\n\n{END}{tail}", encoding="utf-8")
    elif old.strip() != found:
        print(f"docs/noise.md: the table is old (tests/ledger/mail.py --update)\n{found}")
        return 1
    for path, codes in blocked:
        print(f"a harmless message is blocked: {path}: {codes}")
    return 1 if blocked else 0


if __name__ == "__main__":
    sys.exit(main())
