#!/usr/bin/env python3
"""`urilint init` on a real project: known at once, and one leak more is one finding.

Usage: adopt_test.py PROGRAM. The source of the project comes from PyPI, by name and version; pip
asks it for its metadata, nothing else of it is run. Without the network the test says that it is
skipped, and ends with 0.
"""
import json
import os
import pathlib
import shutil
import subprocess
import sys
import tarfile
import tempfile
import unittest

PROGRAM = os.path.abspath(sys.argv[1])
NAME, VERSION = "urllib3", "1.26.18"
LEAK = "url: https://deploy:Zq7k22Pw@db.example.com/app\n"
folder = None  # the repository


def run(*command, cwd=None, status=0):
    """What it printed. AssertionError if it ended with another status."""
    done = subprocess.run(command, cwd=cwd or folder, stdout=subprocess.PIPE,
                          stderr=subprocess.STDOUT, text=True, errors="replace", timeout=300,
                          check=False)
    if done.returncode != status:
        raise AssertionError(f"{command}: {done.returncode} instead of {status}\n{done.stdout}")
    return done.stdout


def download(to):
    """The path of the source archive; nothing if the registry cannot be reached."""
    done = subprocess.run([sys.executable, "-m", "pip", "download", "--quiet",
                           "--disable-pip-version-check", "--no-deps",
                           "--no-binary", ":all:", "--dest", str(to), f"{NAME}=={VERSION}"],
                          stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True,
                          errors="replace", timeout=300, check=False)
    found = sorted(pathlib.Path(to).glob(f"{NAME}-{VERSION}*.tar.gz"))
    if found:
        return found[0]
    print(f"skipped: {NAME} {VERSION} could not be downloaded\n{done.stdout[-600:]}")
    return None


def make_repository(archive, to):
    """The unpacked archive as a git repository with one commit."""
    with tarfile.open(archive) as packed:
        packed.extractall(to, filter="data")
    root = next(pathlib.Path(to).iterdir())
    run("git", "init", "-q", cwd=root)
    run("git", "add", "-A", "-f", cwd=root)
    run("git", "-c", "user.name=A Developer", "-c", "user.email=dev@example.com", "commit", "-qm",
        "all", cwd=root)
    return root


class Adopt(unittest.TestCase):
    def findings(self, status):
        return json.loads(run(PROGRAM, "check", "--format", "json", status=status))["findings"]

    def test_adopt(self):
        before = len(json.loads(subprocess.run(
            [PROGRAM, "check", "--format", "json"], cwd=folder, stdout=subprocess.PIPE, timeout=300,
            check=False).stdout)["findings"])
        print(f"{NAME} {VERSION}:\n{run(PROGRAM, 'init')}")
        baseline = folder / ".urilint-baseline"
        known = baseline.read_text().count("\nv1:") if baseline.exists() else 0
        self.assertEqual(known, before)
        self.assertEqual(self.findings(0), [])

        leak = folder / "deploy.yaml"
        leak.write_text(LEAK)
        found = [(f["rule"], f["location"]["path"]) for f in self.findings(1)]
        self.assertEqual(found, [("userinfo-password", "deploy.yaml")])
        run("git", "add", "-A")
        self.assertIn("userinfo-password", run(PROGRAM, "check", "--staged", status=1))
        leak.unlink()
        run("git", "add", "-A")
        run(PROGRAM, "check", "--staged")

        (folder / "docs.yaml").write_text("url: http://docs.example.com:80/\n")
        patch = run(PROGRAM, "check", "--fix", "--diff", "--https-hosts", "docs.example.com",
                    "docs.yaml", status=1)
        self.assertIn("+url: https://docs.example.com", patch)


if __name__ == "__main__":
    work = tempfile.mkdtemp(prefix="urilint-adopt-")
    try:
        source = download(work)
        if source is None:
            sys.exit(0)
        folder = make_repository(source, os.path.join(work, "tree"))
        ran = unittest.main(argv=[sys.argv[0], *sys.argv[2:]], exit=False).result
    finally:
        shutil.rmtree(work, ignore_errors=True)
    sys.exit(not ran.wasSuccessful() or ran.testsRun == 0)
