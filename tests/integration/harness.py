"""What the integration scripts share: running the program, files to run it on, counted checks.

A script is called with `PROGRAM SOURCE_DIR [--sanitized]` and further unittest arguments (names of
tests). It ends by saying how many checks ran; a run without a check fails.
"""
import json
import os
import pathlib
import resource
import shutil
import subprocess
import sys
import tempfile
import unittest

MEBI = 1 << 20
TIMEOUT = 120  # seconds for one run of the program; a hang is a failure, not a wait

# A rule file of a pack, to be written as `pack-rule.toml`: it speaks of the host old.example.org.
PACK = '''since = "0.1"
summary = "The host is the old one"
severity = { repo = "error", mail = "error", proxy = "error", review = "error" }
confidence = { repo = "high", mail = "high", proxy = "high", review = "high" }
message = "the host {host} is retired"
why = "The old host answers nobody and its name may be registered by others."
instead = "Use the new host."
references = ["RFC 3986 3.2.2"]
wake = { any = ["authority-present"] }
match = { field = "host", op = "equals", values = ["old.example.org"], mark = "host" }
[[bad]]
uri = "https://old.example.org/"
mark = "old.example.org"
[[bad]]
uri = "https://old.example.org/a"
mark = "old.example.org"
[[bad]]
uri = "https://OLD.example.org/b"
mark = "OLD.example.org"
[[good]]
uri = "https://new.example.org/"
'''

program = None  # absolute path of the built program
source_dir = None
sanitized = False
_checks = 0


class Result:
    """What a run left: status, and both outputs as bytes."""

    def __init__(self, done):
        self.status = done.returncode
        self.out = done.stdout or b""
        self.err = done.stderr

    @property
    def text(self):
        return self.out.decode("utf-8")

    @property
    def errors(self):
        return self.err.decode("utf-8")

    def json(self):
        return json.loads(self.out.decode("utf-8"))

    def lines(self):
        """The objects of a jsonl output."""
        return [json.loads(line) for line in self.out.decode("utf-8").split("\n")[:-1]]


def _limits(address_space, before):
    def prepare():
        resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
        if address_space and not sanitized:  # the sanitizers' shadow is terabytes of address space
            resource.setrlimit(resource.RLIMIT_AS, (address_space, address_space))
        if before:
            before()
    return prepare


def run(*arguments, stdin=b"", cwd=None, env=None, address_space=1024 * MEBI, before=None,
        stdout=subprocess.PIPE):
    """Runs the program. `address_space` in bytes; `before` runs in the child."""
    environment = {k: v for k, v in os.environ.items() if k not in ("NO_COLOR", "COLUMNS")}
    environment.update(env or {})
    done = subprocess.run([program, *arguments], input=stdin, cwd=cwd, env=environment,
                          stdout=stdout, stderr=subprocess.PIPE, timeout=TIMEOUT, check=False,
                          preexec_fn=_limits(address_space, before))
    return Result(done)


def git_environment(more=None):
    """The environment without what a hook that runs these tests was told, and nobody's settings."""
    kept = {name: value for name, value in os.environ.items() if not name.startswith("GIT_")}
    return {**kept, "GIT_CONFIG_GLOBAL": os.devnull, "GIT_CONFIG_NOSYSTEM": "1",
            "GIT_AUTHOR_NAME": "a", "GIT_AUTHOR_EMAIL": "a@example.com",
            "GIT_COMMITTER_NAME": "a", "GIT_COMMITTER_EMAIL": "a@example.com", **(more or {})}


def git(cwd, *arguments, env=None):
    """Runs git in a folder; what it left."""
    return subprocess.run(["git", "-c", "init.defaultBranch=main", *arguments], cwd=cwd,
                          env=git_environment(env), capture_output=True, timeout=TIMEOUT,
                          check=False)


class Case(unittest.TestCase):
    """A test with a folder of its own (`self.dir`) and checks that are counted."""

    longMessage = True
    maxDiff = 4000

    def setUp(self):
        self.dir = pathlib.Path(tempfile.mkdtemp(prefix="urilint-test-"))
        self.addCleanup(shutil.rmtree, self.dir, ignore_errors=True)

    def file(self, name, content):
        """Writes a file under `self.dir` and returns its name."""
        data = content.encode("utf-8") if isinstance(content, str) else content
        path = os.path.join(os.fsencode(self.dir), os.fsencode(name))
        os.makedirs(os.path.dirname(path), exist_ok=True)
        with open(path, "wb") as out:
            out.write(data)
        return name

    def run_here(self, *arguments, **options):
        return run(*arguments, cwd=self.dir, **options)

    def check(self, condition, message=None):
        global _checks
        _checks += 1
        self.assertTrue(condition, message)

    def equal(self, found, expected, message=None):
        global _checks
        _checks += 1
        self.assertEqual(found, expected, message)

    def contains(self, whole, part, message=None):
        global _checks
        _checks += 1
        self.assertIn(part, whole, message)

    def lacks(self, whole, part, message=None):
        global _checks
        _checks += 1
        self.assertNotIn(part, whole, message)

    def status(self, result, expected, message=None):
        """Checks the exit status, and that an error said why."""
        self.equal(result.status, expected,
                   f"{message or ''}\nstdout: {result.out[:2000]!r}\nstderr: {result.err[:2000]!r}")
        if expected == 2:
            self.check(result.err.startswith(b"urilint: error: "), f"no reason: {result.err!r}")


def skip_without(module):
    """Exits with 77 (skipped) when a Python module is missing."""
    try:
        return __import__(module)
    except ImportError:
        print(f"skipped: the python3 module {module} is missing")
        sys.exit(77)


def main():
    """Runs the tests of the calling script."""
    global program, source_dir, sanitized
    if len(sys.argv) < 3:
        sys.exit(f"usage: {sys.argv[0]} PROGRAM SOURCE_DIR [--sanitized] [TEST…]")
    program = os.path.abspath(sys.argv[1])
    source_dir = pathlib.Path(sys.argv[2]).resolve()
    rest = sys.argv[3:]
    sanitized = "--sanitized" in rest
    names = [argument for argument in rest if argument != "--sanitized"]
    ran = unittest.main(module="__main__", argv=[sys.argv[0], *names], exit=False).result
    print(f"{_checks} checks ran in {ran.testsRun} tests", flush=True)
    sys.exit(0 if ran.wasSuccessful() and _checks > 0 else 1)
