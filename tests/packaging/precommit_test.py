#!/usr/bin/env python3
"""The hooks under the real pre-commit, in repositories of every kind.

Usage: precommit_test.py PROGRAM SOURCE_DIR WHEEL_DIR PRE_COMMIT. A commit with a password is stopped, a
clean one passes, and nothing that a repository configures is executed.
"""
import os
import pathlib
import shutil
import subprocess
import sys
import tempfile
import unittest

PROGRAM, SOURCE, WHEELS, PRE_COMMIT = (os.path.abspath(a) for a in sys.argv[1:5])
LEAK = "url: https://deploy:Zq7k22Pw@db.example.com/app\n"
CLEAN = "url: https://db.example.com/app\n"
HOOKS = {
    "system": (None, "urilint-system"),
    "system-staged": (None, "urilint-system-staged"),
    "python": ("mirror", "urilint"),
    "python-staged": ("mirror", "urilint-staged"),
}
shared = None  # the mirror, and the cache of pre-commit


def run(*command, cwd, env=None, check=True):
    done = subprocess.run(command, cwd=cwd, env=env, stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
                          text=True, errors="replace", timeout=300, check=False)
    if check and done.returncode != 0:
        raise AssertionError(f"{command}: {done.returncode}\n{done.stdout}")
    return done


class Shared:
    """What all tests use: an environment, the two repositories that pre-commit clones."""

    def __init__(self):
        self.folder = pathlib.Path(tempfile.mkdtemp(prefix="urilint-hooks-"))
        tools = self.folder / "bin"
        tools.mkdir()
        (tools / "urilint").symlink_to(PROGRAM)
        home = self.folder / "home"
        home.mkdir()
        self.env = {
            "PATH": f"{tools}:{os.path.dirname(PRE_COMMIT)}:{os.environ['PATH']}",
            "HOME": str(home), "LC_ALL": "C.UTF-8",
            "PRE_COMMIT_HOME": str(self.folder / "cache"),
            "PIP_FIND_LINKS": WHEELS, "PIP_DISABLE_PIP_VERSION_CHECK": "1",
            "GIT_CONFIG_NOSYSTEM": "1", "GIT_TERMINAL_PROMPT": "0",
        }
        for name, value in os.environ.items():
            if name.lower().endswith("_proxy") or name.startswith(("PIP_", "SSL_")):
                self.env.setdefault(name, value)
        for key, value in (("user.name", "A Developer"), ("user.email", "dev@example.com"),
                           ("init.defaultBranch", "main"), ("protocol.file.allow", "always")):
            run("git", "config", "--global", key, value, cwd=self.folder, env=self.env)
        mirror = self.folder / "mirror"
        run(f"{SOURCE}/tools/make-pre-commit-mirror", str(mirror), cwd=self.folder, env=self.env)
        system = self.folder / "system"
        system.mkdir()
        shutil.copy(f"{SOURCE}/.pre-commit-hooks.yaml", system)
        self.revisions = {}
        for repository in (mirror, system):
            run("git", "init", "-q", cwd=repository, env=self.env)
            run("git", "add", "-A", cwd=repository, env=self.env)
            run("git", "commit", "-qm", "hooks", cwd=repository, env=self.env)
            done = run("git", "rev-parse", "HEAD", cwd=repository, env=self.env)
            self.revisions[repository.name] = done.stdout.strip()

    def config(self, hook):
        repository, name = HOOKS[hook]
        repository = repository or "system"
        return (f"repos:\n  - repo: {self.folder / repository}\n"
                f"    rev: {self.revisions[repository]}\n    hooks:\n      - id: {name}\n")


class Hooks(unittest.TestCase):
    def setUp(self):
        self.dir = pathlib.Path(tempfile.mkdtemp(prefix="urilint-repo-"))
        self.addCleanup(shutil.rmtree, self.dir, ignore_errors=True)
        self.env = dict(shared.env)

    def git(self, *arguments, cwd=None, check=True):
        return run("git", *arguments, cwd=cwd or self.repo, env=self.env, check=check)

    def write(self, name, text, folder=None):
        path = (folder or self.repo) / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")

    def start(self, hook, *init):
        self.repo = self.dir / "repo"
        self.repo.mkdir()
        self.git("init", "-q", *init)
        self.write(".pre-commit-config.yaml", shared.config(hook))
        self.write("old.yaml", CLEAN)
        self.git("add", "-A")
        self.git("commit", "-qm", "first")
        run(PRE_COMMIT, "install", cwd=self.repo, env=self.env)

    def commit(self, *arguments, cwd=None):
        return self.git("commit", "-m", "change", *arguments, cwd=cwd, check=False)

    def stopped(self, done):
        self.assertNotEqual(done.returncode, 0, done.stdout)
        self.assertIn("userinfo-password", done.stdout)
        self.assertNotIn("Zq7k22Pw", done.stdout)

    def passed(self, done):
        self.assertEqual(done.returncode, 0, done.stdout)

    def leak_and_mend(self, cwd=None):
        folder = cwd or self.repo
        self.write("conf/app.yaml", LEAK, folder)
        self.git("add", "-A", cwd=cwd)
        self.stopped(self.commit(cwd=cwd))
        self.write("conf/app.yaml", CLEAN, folder)
        self.git("add", "-A", cwd=cwd)
        self.passed(self.commit(cwd=cwd))

    def test_every_hook_in_a_plain_repository(self):
        for hook in HOOKS:
            with self.subTest(hook=hook):
                self.start(hook)
                self.leak_and_mend()
                shutil.rmtree(self.repo)

    def test_sha256(self):
        self.start("system", "--object-format=sha256")
        self.leak_and_mend()

    def test_worktree(self):
        self.start("system-staged")
        other = self.dir / "other"
        self.git("worktree", "add", "-q", str(other))
        self.leak_and_mend(cwd=other)

    def test_partial_clone(self):
        self.start("system-staged")
        self.write("more.yaml", CLEAN)
        self.git("add", "-A")
        self.passed(self.commit())
        self.git("config", "uploadpack.allowFilter", "true")
        clone = self.dir / "clone"
        run("git", "clone", "-q", "--filter=blob:none", f"file://{self.repo}", str(clone),
            cwd=self.dir, env=self.env)
        run(PRE_COMMIT, "install", cwd=clone, env=self.env)
        self.leak_and_mend(cwd=clone)

    def test_an_index_of_its_own(self):
        """`git commit -a` and `git commit -- PATH` give the hook another index."""
        for hook in ("system", "system-staged"):
            with self.subTest(hook=hook):
                self.start(hook)
                self.write("old.yaml", LEAK)
                self.stopped(self.commit("-a"))
                self.stopped(self.commit("--", "old.yaml"))
                self.write("old.yaml", CLEAN + "# more\n")
                self.passed(self.commit("--", "old.yaml"))
                shutil.rmtree(self.repo)

    def test_old_findings_do_not_stop_other_lines(self):
        self.start("system-staged")
        self.write("legacy.yaml", LEAK + CLEAN)
        self.git("add", "-A")
        self.git("commit", "-qm", "legacy", "--no-verify")
        self.write("legacy.yaml", LEAK + CLEAN + "name: more\n")
        self.git("add", "-A")
        self.passed(self.commit())

    def test_excluded_files_named_by_the_hook(self):
        self.start("system")
        self.write(".urilint.toml", 'exclude = ["fixtures/"]\n')
        self.write("fixtures/app.yaml", LEAK)
        self.git("add", "-A")
        self.passed(self.commit())

    def test_hostile_names(self):
        self.start("system")
        for name in ("a\nb.yaml", "-rf.yaml", "$(touch pwned).yaml", "'q\"uote.yaml", "::error::.yaml",
                     "--ignore=userinfo-password", "--no-such-option.yaml"):
            self.write(name, CLEAN)
        self.git("add", "-A")
        self.passed(self.commit())
        self.write("-rf.yaml", LEAK)
        self.git("add", "-A")
        self.stopped(self.commit())
        self.assertFalse((self.repo / "pwned").exists())

    def test_nothing_of_a_repository_is_executed(self):
        """Programs that git would run for other commands leave no trace of our own calls."""
        self.start("system-staged")
        trap = self.dir / "trap"
        trap.write_text(f"#!/bin/sh\necho \"$0 $*\" >>{self.dir}/traces\ncat\n")
        trap.chmod(0o755)
        for key in ("core.fsmonitor", "diff.external", "diff.evil.textconv", "diff.evil.command",
                    "filter.evil.smudge", "core.pager", "core.sshCommand", "core.editor",
                    "credential.helper", "gpg.program"):
            self.git("config", key, str(trap))
        self.git("config", "filter.evil.clean", f"{trap} clean")
        self.write("app.yaml", LEAK)
        self.git("-c", "core.fsmonitor=false", "add", "-A")
        self.write(".gitattributes", "*.yaml diff=evil filter=evil\n")
        traces = self.dir / "traces"
        traces.unlink(missing_ok=True)
        done = run(PROGRAM, "check", "--staged", cwd=self.repo, env=self.env, check=False)
        self.stopped(done)
        done = run(PROGRAM, "check", "--changed-since", "HEAD", cwd=self.repo, env=self.env, check=False)
        self.stopped(done)
        self.assertFalse(traces.exists(), traces.read_text() if traces.exists() else "")


if __name__ == "__main__":
    shared = Shared()
    try:
        result = unittest.main(argv=[sys.argv[0], *sys.argv[5:]], exit=False).result
    finally:
        shutil.rmtree(shared.folder, ignore_errors=True)
    sys.exit(not result.wasSuccessful() or result.testsRun == 0)
