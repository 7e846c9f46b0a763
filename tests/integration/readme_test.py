"""The examples of README.md and docs/verdict.md: in each ```console block, lines that begin with `$ ` are commands, run
in the root of the repository with `tools/run` meaning the built program, and the lines behind one are
what it prints on both outputs. A line `…` stands for any lines, and `…` at the end of a line for the
rest of it; at the end of the last line also for everything behind it.
"""
import os
import pathlib
import re
import subprocess
import sys

import harness
from harness import Case

ANY = "\u2026"


def blocks(text):
    """The ```console blocks, each a list of (command, lines of output)."""
    for body in re.findall(r"^```console\n(.*?)^```$", text, re.M | re.S):
        steps = []
        for line in body.splitlines():
            if line.startswith("$ "):
                steps.append((line[2:], []))
            elif steps:
                steps[-1][1].append(line.rstrip())
            else:
                raise ValueError(f"output without a command: {line}")
        yield steps


def same(expected, found):
    """True if the line is the one expected, where a `…` at its end is any rest."""
    if expected.endswith(ANY) and found.startswith(expected[:-1]):
        return True
    return expected == found


def matches(expected, found):
    """True if the lines are those expected."""
    if not expected:
        return not found
    if expected[0].strip() == ANY:
        return any(matches(expected[1:], found[i:]) for i in range(len(found) + 1))
    if not found or not same(expected[0], found[0]):
        return False
    return (len(expected) == 1 and expected[0].endswith(ANY)) or matches(expected[1:], found[1:])


def run_block(steps, cwd):
    """Runs the commands of a block in one shell; yields what each printed."""
    end = "=== end of a command ==="
    script = 'tools/run() { "$URILINT_PROGRAM" "$@"; }\nurilint() { tools/run "$@"; }\n'
    script += "report() { printf '\\n%s\\n' \"$1\"; return \"$2\"; }\n"
    for command, _ in steps:
        script += f"{command}\nreport '{end}' $?\n"
    environment = {k: v for k, v in os.environ.items() if k not in ("COLUMNS", "NO_COLOR")}
    environment["URILINT_PROGRAM"] = harness.program
    done = subprocess.run(["bash", "-c", script], cwd=cwd, env=environment, timeout=60, check=False,
                          stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.STDOUT)
    return [part.split("\n") for part in done.stdout.decode("utf-8").split(f"\n{end}\n")[:-1]]


def tidy(lines):
    lines = [line.rstrip() for line in lines]
    while lines and not lines[-1]:
        lines.pop()
    return lines


class Readme(Case):
    def compare(self, text, cwd):
        count = 0
        for steps in blocks(text):
            outputs = run_block(steps, cwd)
            self.equal(len(outputs), len(steps), steps)
            for (command, expected), found in zip(steps, outputs):
                count += 1
                self.check(matches(tidy(expected), tidy(found)),
                           f"$ {command}\nThe page says:\n" + "\n".join(expected) +
                           "\nit prints:\n" + "\n".join(tidy(found)))
        return count

    def test_readme(self):
        text = (harness.source_dir / "README.md").read_text(encoding="utf-8")
        self.check(self.compare(text, harness.source_dir) >= 3, "README.md shows too few commands")

    def test_verdicts(self):
        text = (harness.source_dir / "docs/verdict.md").read_text(encoding="utf-8")
        self.check(self.compare(text, harness.source_dir) >= 4, "docs/verdict.md shows too little")

    def test_the_comparison_itself(self):
        good = "```console\n$ printf 'a\\nb\\nc\\n'\na\n\u2026\nc\n$ tools/run nonsense; echo $?\n" \
               "\u2026\n2\n$ false\n$ echo $?\n1\n```\n"
        self.equal(self.compare(good, self.dir), 4)
        for bad in ("```console\n$ echo a\nb\n```\n", "```console\n$ echo a\n```\n",
                    "```console\n$ true\na\n```\n", "```console\n$ printf 'a\\nb\\n'\n\u2026\na\n```\n"):
            steps = list(blocks(bad))[0]
            found = tidy(run_block(steps, self.dir)[0])
            self.check(not matches(tidy(steps[0][1]), found), bad)
        self.check(matches([ANY], []))
        self.check(matches(["a", ANY, "a"], ["a", "a"]))
        self.check(not matches(["a", ANY, "a"], ["a"]))
        self.check(matches(["a" + ANY], ["abc", "d"]))
        self.check(not matches(["a" + ANY], ["b"]))
        self.check(not matches(["a" + ANY, "d"], ["abc"]))


if __name__ == "__main__":
    if len(sys.argv) > 2 and not pathlib.Path(sys.argv[2], "README.md").read_bytes().strip():
        print("skipped: README.md is empty")
        sys.exit(77)
    harness.main()
