"""--staged and --changed-since, in repositories of all kinds and hostile ones: nothing is executed."""
import os
import shutil
import stat
import subprocess
import sys

import harness
from harness import Case

BAD = "https://cnn.example.com&story=news@192.0.2.1/"  # a finding of two kinds of rules at least
GOOD = "https://example.com/"
CLEAN = {"GIT_CONFIG_GLOBAL": "/dev/null", "GIT_CONFIG_NOSYSTEM": "1"}


class Repository(Case):
    def setUp(self):
        super().setUp()
        for name in [name for name in os.environ if name.startswith("GIT_")]:
            self.addCleanup(os.environ.__setitem__, name, os.environ.pop(name))
        self.marks = self.dir / "marks"
        self.marks.mkdir()
        self.repo = self.dir / "repo"

    def git(self, *arguments, cwd=None, env=None):
        done = harness.git(cwd or self.repo, *arguments, env=env)
        if done.returncode != 0:
            raise AssertionError(f"git {arguments}: {done.stderr!r}")
        return done.stdout

    def make(self, *options, files=None, cwd=None):
        where = cwd or self.repo
        where.mkdir(exist_ok=True)
        self.git("init", "-q", "-b", "main", *options, ".", cwd=where)
        for name, text in (files or {}).items():
            self.write(name, text, where)
        if files:
            self.commit(where)

    def write(self, name, text, cwd=None):
        path = os.path.join(os.fsencode(cwd or self.repo), os.fsencode(name))
        os.makedirs(os.path.dirname(path), exist_ok=True)
        with open(path, "wb") as out:
            out.write(text if isinstance(text, bytes) else text.encode())

    def commit(self, cwd=None):
        self.git("add", "-A", ".", cwd=cwd)
        self.git("commit", "-q", "--allow-empty", "-m", "change", cwd=cwd)

    def trap(self, name, then="exec cat"):
        """A program that leaves a mark when it runs."""
        script = self.dir / f"trap-{name}.sh"
        script.write_text(f"#!/bin/sh\ntouch '{self.marks}/{name}'\n{then}\n")
        script.chmod(script.stat().st_mode | stat.S_IXUSR)
        return str(script)

    def sprung(self):
        return sorted(os.listdir(self.marks))

    def urilint(self, *arguments, cwd=None, env=None):
        return harness.run(*arguments, cwd=cwd or self.repo, env={**CLEAN, **(env or {})})

    def places(self, *arguments, status=None, **options):
        """`path:line` of every finding, each once."""
        result = self.urilint("check", "--format=jsonl", *arguments, **options)
        objects = result.lines()
        found = sorted({f'{one["location"]["path"]}:{one["location"]["line"]}'
                        for one in objects if one["type"] == "finding"})
        self.status(result, (1 if found else 0) if status is None else status)
        self.summary = objects[-1]["stats"]
        self.notes = [one for one in objects if one["type"] == "note"]
        return found


class Staged(Repository):
    def test_index_and_not_the_work_tree(self):
        self.make(files={"a.txt": f"{BAD}\n{GOOD}\n", "b.txt": f"{GOOD}\n"})
        self.equal(self.places("--staged"), [])
        self.equal(self.summary["files"], 0)
        self.write("a.txt", f"{BAD}\n{GOOD}\n{BAD}staged\n")
        self.write("c.txt", f"{BAD}new\n")
        self.git("add", ".")
        self.write("a.txt", f"{GOOD}\n")
        os.remove(self.repo / "c.txt")
        self.write("b.txt", f"{BAD}not-staged\n")
        self.equal(self.places("--staged"), ["a.txt:3", "c.txt:1"])
        self.check(self.summary["unchanged"] > 0, self.summary)
        self.equal(self.places("--staged", "--fail-on=never", status=0), ["a.txt:3", "c.txt:1"])

    def test_what_did_not_change_never_fails(self):
        self.make(files={"a.txt": f"{BAD}\n{GOOD}\n"})
        self.write("a.txt", f"{BAD}\n{GOOD}x\n")
        self.git("add", ".")
        result = self.urilint("check", "--staged")
        self.status(result, 0)
        self.contains(result.text, "on lines that did not change")

    def test_first_commit(self):
        self.make()
        self.write("a.txt", f"{BAD}\n")
        self.git("add", ".")
        self.equal(self.places("--staged"), ["a.txt:1"])

    def test_paths_restrict(self):
        self.make(files={"x": "x"})
        for name in ("a.txt", "sub/b.txt", "sub/deep/c.txt", "subway/d.txt"):
            self.write(name, f"{BAD}\n")
        self.git("add", ".")
        every = ["a.txt:1", "sub/b.txt:1", "sub/deep/c.txt:1", "subway/d.txt:1"]
        self.equal(self.places("--staged"), every)
        self.equal(self.places("--staged", "."), every)
        self.equal(self.places("--staged", "sub"), every[1:3])
        self.equal(self.places("--staged", "./sub/", "sub/b.txt"), every[1:3])
        self.equal(self.places("--staged", "a.txt", "x"), every[:1])
        self.equal(self.places("--staged", cwd=self.repo / "sub"), ["b.txt:1", "deep/c.txt:1"])
        self.equal(self.places("--staged", "..", cwd=self.repo / "sub")[0], "../a.txt:1")
        self.equal(self.places("--staged", str(self.repo / "a.txt")), [f"{self.repo}/a.txt:1"])
        names = self.dir / "names"
        names.write_bytes(b"sub/b.txt\0a.txt\0")
        self.equal(self.places("--staged", "--files-from", str(names), "-0"), every[:2])
        self.equal(self.places("--staged", "absent", "a.txt", status=2), every[:1])
        self.equal(self.places("--staged", str(self.marks), "a.txt", status=2), every[:1])

    def test_excludes_and_ignores(self):
        self.make(files={".gitignore": "ignored\n"})
        for name in ("ignored", "a.txt", "vendor/b.txt"):
            self.write(name, f"{BAD}\n")
        self.git("add", "-f", ".")
        self.equal(self.places("--staged"), ["a.txt:1", "ignored:1", "vendor/b.txt:1"])
        self.equal(self.places("--staged", "--exclude", "vendor/"), ["a.txt:1", "ignored:1"])
        self.equal(self.places("--staged", "--include", "*.txt"), ["a.txt:1", "vendor/b.txt:1"])
        named = ("--staged", "--exclude", "vendor/", "vendor/b.txt")
        self.equal(self.places(*named), ["vendor/b.txt:1"])
        self.equal(self.places(*named, "--force-exclude"), [])

    def test_kinds_of_changes(self):
        self.make(files={"moved.txt": f"{BAD}\n" + "line\n" * 20, "link": "x", "mode.txt": BAD})
        self.git("mv", "moved.txt", "renamed.txt")
        os.remove(self.repo / "link")
        os.symlink("mode.txt", self.repo / "link")
        os.symlink(BAD, self.repo / "other-link")
        os.chmod(self.repo / "mode.txt", 0o755)
        self.git("add", "-A", ".")
        self.equal(self.places("--staged"), [])
        self.commit()
        os.remove(self.repo / "link")
        self.write("link", f"{BAD}\n")
        self.write("renamed.txt", f"{BAD}\n" + "line\n" * 20 + f"{BAD}\n")
        self.git("add", "-A", ".")
        self.equal(self.places("--staged"), ["link:1", "renamed.txt:22"])

    def test_hook(self):
        """`git commit -a` and `git commit PATH` make an index of their own."""
        self.make(files={"a.txt": f"{GOOD}\n", "b.txt": f"{GOOD}\n", "sub/c.txt": "x"})
        hook = self.repo / ".git/hooks/pre-commit"
        hook.parent.mkdir(exist_ok=True)
        out = self.dir / "out"
        hook.write_text(f"#!/bin/sh\n'{harness.program}' extract --staged >'{out}'\n"
                        f"cd sub && '{harness.program}' extract --staged .. >>'{out}'\n")
        hook.chmod(0o755)
        self.write("a.txt", f"{GOOD}a\n")
        self.write("b.txt", f"{GOOD}b\n")
        self.git("commit", "-q", "-m", "x", "--", "b.txt")
        self.equal(out.read_text(), f"b.txt:1:1: {GOOD}b\n../b.txt:1:1: {GOOD}b\n")
        self.git("commit", "-q", "-a", "-m", "x")
        self.equal(out.read_text(), f"a.txt:1:1: {GOOD}a\n../a.txt:1:1: {GOOD}a\n")
        linked = self.dir / "linked"
        self.git("worktree", "add", "-q", str(linked))
        self.write("b.txt", f"{GOOD}linked\n", linked)
        self.git("commit", "-q", "-a", "-m", "x", cwd=linked)
        self.equal(out.read_text(), f"b.txt:1:1: {GOOD}linked\n../b.txt:1:1: {GOOD}linked\n")

    def test_odd_names(self):
        self.make(files={"x": "x"})
        names = [b"line\nend.txt", b"quote\"'.txt", b"tab\t.txt", b"-dash.txt", b":(glob)*.txt",
                 b"latin\xe9.txt", b"a b.txt", b"*.txt", b"::warning::x.txt", b"\xe2\x80\xae.txt"]
        for name in names:
            self.write(name, f"{BAD}\n")
        self.git("add", ".")
        result = self.urilint("check", "--staged", "--format=jsonl")
        self.status(result, 1)
        self.equal(result.lines()[-1]["stats"]["files"], len(names))
        self.commit()
        for name in names:
            self.write(name, f"{BAD}\n@@ -1 +1,9 @@\n+++ b/x\n{BAD}\n")
        self.git("add", ".")
        for option in (["--staged"], ["--changed-since", "HEAD"]):
            found = [one["location"]["line"] for one in self.urilint(
                "check", "--format=jsonl", *option).lines() if one["type"] == "finding"]
            self.equal(set(found), {4}, option)
            self.equal(len(set(found)) * len(names) <= len(found), True, option)

    def test_large_and_binary(self):
        self.make(files={"x": "x"})
        self.write("big.txt", (b"filler " * 10 + b"\n") * 1_000_000 + BAD.encode() + b"\n")
        self.write("binary", b"\0" + BAD.encode())
        self.write("small.txt", BAD)
        self.git("add", ".")
        self.equal(self.places("--staged"), ["big.txt:1000001", "small.txt:1"])
        self.equal([note["code"] for note in self.notes], ["binary"])

    def test_threads(self):
        self.make(files={"x": "x"})
        for i in range(60):
            self.write(f"{i:02}.txt", f"{BAD}{i}\n" * (i % 7))
        self.git("add", ".")
        one = self.urilint("check", "--staged", "-j1")
        for threads in (2, 8):
            self.equal(self.urilint("check", "--staged", f"-j{threads}").out, one.out)

    def test_conflicts(self):
        self.make(files={"a.txt": "x\n"})
        self.git("checkout", "-q", "-b", "other")
        self.write("a.txt", f"{BAD}\n")
        self.commit()
        self.git("checkout", "-q", "main")
        self.write("a.txt", "y\n")
        self.commit()
        subprocess.run(["git", "merge", "-q", "other"], cwd=self.repo, env=harness.git_environment(),
                       capture_output=True, check=False)
        self.equal(self.places("--staged"), [])
        self.equal([note["path"] for note in self.notes], ["a.txt"])


class ChangedSince(Repository):
    def test_lines(self):
        self.make(files={"a.txt": f"{BAD}1\n{GOOD}\n{BAD}3\n", "b.txt": f"{BAD}\n"})
        self.git("checkout", "-q", "-b", "topic")
        self.write("a.txt", f"{BAD}1\n{BAD}2\n{BAD}3\n")
        self.commit()
        self.git("checkout", "-q", "main")
        self.write("b.txt", f"{GOOD}\n")
        self.commit()
        self.git("checkout", "-q", "topic")
        self.write("c.txt", f"{BAD}\n")
        # b.txt differs from main's tip, but not from where topic left main.
        self.equal(self.places("--changed-since", "main"), ["a.txt:2", "c.txt:1"])
        self.check(self.summary["unchanged"] > 0, self.summary)
        self.equal(self.places("--changed-since=main", "b.txt"), [])
        self.equal(self.places("--changed-since=main", "../repo", cwd=self.repo),
                   ["../repo/a.txt:2", "../repo/c.txt:1"])
        self.write("a.txt", f"{BAD}1\r\n{BAD}2\r\n{BAD}3\r\n")
        self.equal(self.places("--changed-since=main", "a.txt"), ["a.txt:2"])
        result = self.urilint("extract", "--changed-since=main", "a.txt")
        self.equal(len(result.text.splitlines()), 1, result.text)

    def test_what_git_can_not_know_counts(self):
        self.make(files={"a.txt": f"{BAD}\n"})
        outside = self.dir / "outside.txt"
        outside.write_text(f"{BAD}\n")
        self.equal(self.places("--changed-since=HEAD", "../outside.txt"), ["../outside.txt:1"])
        result = harness.run("check", "--changed-since=HEAD", "-", "--stdin-filename=a.txt",
                             stdin=BAD.encode(), cwd=self.repo, env=CLEAN)
        self.status(result, 1)
        os.symlink("a.txt", self.repo / "link")
        self.equal(self.places("--changed-since=HEAD", "link"), [])

    def test_text_of_a_link(self):
        """The text of a link changed, its target on the line before did not."""
        page = '<a href="https://example.com/"\n>{}</a>\n'
        self.make(files={"a.html": page.format("x")})
        self.write("a.html", page.format("https://example.net/"))
        result = self.urilint("check", "--changed-since=HEAD", "--profile=review", "--format=jsonl",
                              "--select=link-text-mismatch")
        self.equal([one["uri_location"]["line"] for one in result.lines()[:-1]], [1])


class Refusals(Repository):
    def test_status_two(self):
        plain = self.dir / "plain"
        plain.mkdir()
        self.make()
        self.make("--bare", cwd=self.dir / "bare")
        for option in ("--staged", "--changed-since=HEAD"):
            for place in (plain, self.dir / "bare"):
                result = self.urilint("check", option, cwd=place)
                self.status(result, 2)
                self.contains(result.errors, "not inside a git repository")
        for rev in ("HEAD", "absent", "--all", "-x", "HEAD:a", "a\nb", "\x1b[31m::error::"):
            for command in ("check", "extract"):
                result = self.urilint(command, f"--changed-since={rev}")
                self.status(result, 2, rev)
                self.contains(result.errors, "names no commit")
                self.lacks(result.errors, "\x1b")
        self.status(self.urilint("check", "--staged", "--changed-since=HEAD"), 2)
        self.status(self.urilint("check", "--staged", "-"), 2)
        result = self.urilint("check", "--staged", env={"PATH": str(plain)})
        self.status(result, 2)
        self.contains(result.errors, "no git")

    def test_somebody_elses(self):
        if os.geteuid() != 0:
            self.skipTest("only root can give a folder away")
        self.make(files={"a.txt": BAD})
        for root, folders, files in os.walk(self.repo):
            for name in [root, *(os.path.join(root, one) for one in folders + files)]:
                os.chown(name, 65534, 65534)
        result = self.urilint("check", "--staged")
        self.status(result, 2)
        self.contains(result.errors, "dubious ownership")


class Hostile(Repository):
    def everything(self, *expected):
        """Runs all that asks git, here; `expected`: findings of --staged."""
        self.equal(self.places("--staged"), list(expected))
        self.places("--changed-since=HEAD")
        for option in ("--staged", "--changed-since=HEAD"):
            self.status(self.urilint("extract", option), 0)
        self.equal(self.sprung(), [])

    def test_configuration(self):
        self.make(files={"a.txt": f"{GOOD}\n", "b.txt": f"{GOOD}\n",
                         ".gitattributes": "* filter=x diff=x merge=x\n"})
        self.write("a.txt", f"{GOOD}\n{BAD}\n")
        self.git("add", ".")
        self.write("b.txt", f"{GOOD}\n{BAD}\n")
        keys = ["core.fsmonitor", "core.pager", "core.editor", "core.sshCommand", "core.askPass",
                "core.gitProxy", "core.alternateRefsCommand", "diff.external", "diff.x.textconv",
                "diff.x.command", "filter.x.clean", "filter.x.smudge", "filter.x.process",
                "merge.x.driver", "gpg.program", "sequence.editor", "pager.diff", "pager.ls-tree",
                "pager.cat-file", "pager.rev-parse", "interactive.diffFilter",
                "uploadpack.packObjectsHook", "browser.x.cmd", "man.x.cmd"]
        lines = []
        for key in keys:
            section, _, name = key.rpartition(".")
            section, _, sub = section.partition(".")
            head = f'[{section} "{sub}"]' if sub else f"[{section}]"
            lines.append(f"{head}\n\t{name} = {self.trap(key)}\n")
        for name in ("rev-parse", "cat-file", "diff-index", "ls-tree", "merge-base", "diff"):
            lines.append(f"[alias]\n\t{name} = !{self.trap('alias-' + name)}\n")
        lines.append(f"[credential]\n\thelper = !{self.trap('credential')}\n")
        lines.append("[protocol]\n\tallow = always\n[filter \"x\"]\n\trequired = true\n")
        (self.dir / "included").write_text("".join(lines))
        self.git("config", "include.path", str(self.dir / "included"))
        hooks = self.repo / ".hooks"
        hooks.mkdir()
        for name in ("post-index-change", "reference-transaction", "pre-commit", "fsmonitor"):
            shutil.copy(self.trap("hook-" + name), hooks / name)
        self.git("config", "core.hooksPath", ".hooks")
        # These traps spring: git's own status and diff run some of them.
        os.utime(self.repo / "b.txt", (1, 1))
        subprocess.run(["git", "status"], cwd=self.repo, env=harness.git_environment(), capture_output=True,
                       check=False)
        self.check(len(self.sprung()) >= 2, self.sprung())
        shutil.rmtree(self.marks)
        self.marks.mkdir()
        os.utime(self.repo / "b.txt", (2, 2))
        shutil.rmtree(hooks)
        self.everything("a.txt:2")
        self.equal(self.places("--changed-since=HEAD"), ["a.txt:2", "b.txt:2"])
        self.equal(self.sprung(), [])

    def test_environment(self):
        self.make(files={"a.txt": f"{GOOD}\n"})
        self.write("a.txt", f"{GOOD}\n{BAD}\n")
        self.git("add", ".")
        traps = {name: self.trap(name) for name in (
            "GIT_EXTERNAL_DIFF", "GIT_SSH_COMMAND", "GIT_SSH", "GIT_ASKPASS", "GIT_PAGER", "GIT_EDITOR",
            "GIT_PROXY_COMMAND")}
        traps.update({"GIT_DIFF_OPTS": "-u9", "GIT_TRACE": "1", "GIT_TRACE_SETUP": "1"})
        self.equal(self.places("--staged", env=traps), ["a.txt:2"])
        self.equal(self.places("--changed-since=HEAD", env=traps), ["a.txt:2"])
        self.equal(self.sprung(), [])

    def test_git_program_of_the_repository(self):
        self.make(files={"a.txt": f"{GOOD}\n"})
        self.write("a.txt", f"{BAD}\n")
        self.git("add", ".")
        shutil.copy(self.trap("git"), self.repo / "git")
        for path in (".", "", "./", "repo"):
            env = {"PATH": f"{path}:{os.environ['PATH']}"}
            self.equal(self.places("--staged", env=env), ["a.txt:1"])
        self.equal(self.sprung(), [])

    def test_partial_clone(self):
        upstream = self.dir / "upstream"
        self.make(files={"a.txt": f"{BAD}a\n", "b.txt": f"{BAD}b\n"}, cwd=upstream)
        self.git("config", "uploadpack.allowFilter", "true", cwd=upstream)
        self.git("config", "uploadpack.allowAnySHA1InWant", "true", cwd=upstream)
        self.git("clone", "-q", "--no-checkout", "--filter=blob:none", f"file://{upstream}", "repo",
                 cwd=self.dir)
        self.git("cat-file", "-p", "HEAD:b.txt")
        self.git("read-tree", "HEAD")
        self.git("config", "remote.origin.uploadpack", self.trap("uploadpack", "exit 1"))
        self.git("config", "core.sshCommand", self.trap("ssh"))
        for name in ("file", "ext", "ssh"):
            self.git("config", f"protocol.{name}.allow", "always")
        self.write("a.txt", f"{BAD}a\n{BAD}\n")
        self.write("b.txt", f"{BAD}b\n{BAD}\n")
        for url in (f"file://{upstream}", f"ext::{self.trap('ext')}", "git@repo.example.com:x/y"):
            self.git("config", "remote.origin.url", url)
            self.equal(self.places("--changed-since=HEAD"), ["a.txt:1", "a.txt:2", "b.txt:2"], url)
            self.equal([(note["path"], note["code"]) for note in self.notes],
                       [("a.txt", "changed-lines")], url)
            self.equal(self.sprung(), [], url)
        # The trap works: git itself falls into it.
        self.git("config", "remote.origin.url", f"file://{upstream}")
        subprocess.run(["git", "cat-file", "-p", "HEAD:a.txt"], cwd=self.repo, env=harness.git_environment(),
                       capture_output=True, check=False, stdin=subprocess.DEVNULL, timeout=60)
        self.equal(self.sprung(), ["uploadpack"])

    def test_damaged(self):
        """A repository may be broken in any way; there is an answer, and it is no crash."""
        self.make(files={"a.txt": f"{GOOD}\n"})
        self.write("a.txt", f"{BAD}\n")
        self.git("add", ".")
        whole = self.dir / "whole"
        shutil.copytree(self.repo, whole)
        for name, bytes_ in (("HEAD", b""), ("HEAD", b"ref: refs/heads/\n"), ("HEAD", b"\0" * 99),
                             ("index", b"DIRC\0\0\0\2\xff\xff\xff\xff"), ("index", b""),
                             ("config", b"[core\n"), ("config", b"[extensions]\nx=y\n[core]\n"
                                                      b"repositoryformatversion=99\n"),
                             ("commondir", b"/nonexistent\n"), ("shallow", b"x\n"),
                             ("objects/info/alternates", b"../../../..\n")):
            shutil.rmtree(self.repo)
            shutil.copytree(whole, self.repo)
            self.write(f".git/{name}", bytes_)
            for option in ("--staged", "--changed-since=HEAD"):
                result = self.urilint("check", option)
                self.check(result.status in (0, 1, 2), (name, bytes_, option, result.status))
        shutil.rmtree(self.repo)
        shutil.copytree(whole, self.repo)
        for root, _, files in os.walk(self.repo / ".git/objects"):
            for name in files:
                os.chmod(os.path.join(root, name), 0o644)
                with open(os.path.join(root, name), "wb") as out:
                    out.write(b"x")
        self.status(self.urilint("check", "--staged"), 2)

    def test_no_traces(self):
        """Neither the repository nor the temporary folder keeps anything."""
        self.make(files={"a.txt": f"{GOOD}\n"})
        self.write("a.txt", f"{BAD}\n")
        self.git("add", ".")
        temporary = self.repo / "tmp"
        temporary.mkdir()

        def state():
            return sorted((os.path.join(root, name), os.stat(os.path.join(root, name)).st_mtime_ns)
                          for root, _, files in os.walk(self.repo) for name in files)
        before = state()
        for option in ("--staged", "--changed-since=HEAD"):
            self.equal(self.places(option, env={"TMPDIR": str(temporary)}), ["a.txt:1"])
        self.equal(state(), before)
        self.equal(os.listdir(temporary), [])


if __name__ == "__main__":
    if shutil.which("git") is None:
        print("skipped: there is no git")
        sys.exit(77)
    harness.main()
