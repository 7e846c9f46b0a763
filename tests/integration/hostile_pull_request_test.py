"""What somebody who proposes a change can edit must not change a verdict under --config-from.

Usage: hostile_pull_request_test.py PROGRAM SOURCE_DIR
"""
import os
import shutil

import harness

LEAK = "url: https://deploy:Zq7k22Pw@db.example.com/app\n"
PORT = "url: http://www.example.com:99999/\n"
CONFIG = """baseline = ".urilint-baseline"
packs = ["lint"]
[severity]
pack-rule = "error"
[[override]]
paths = ["docs/"]
ignore = ["userinfo-password"]
[[override]]
keys = ["samples.*"]
ignore = ["userinfo-password"]
"""


class PullRequest(harness.Case):
    def git(self, *arguments):
        done = harness.git(self.repo, *arguments)
        self.assertEqual(done.returncode, 0, done.stderr)

    def write(self, name, content):
        self.file(os.path.join("repo", name), content)

    def setUp(self):
        super().setUp()
        if shutil.which("git") is None:
            self.skipTest("there is no git")
        self.repo = self.dir / "repo"
        self.repo.mkdir()
        self.git("init", "-q")
        self.write("old/app.yaml", LEAK + PORT)
        self.write("docs/guide.yaml", LEAK)
        self.write("samples.yaml", "samples:\n  a: https://u:Zq7k22Pw@db.example.com/\n")
        self.write("marked.yaml", "# urilint: ignore[userinfo-password] a sample\n" + LEAK)
        self.write("fixture.yaml", "# urilint: ignore-file[userinfo-password] fixtures\n" + LEAK)
        self.write(".urilint.toml", CONFIG)
        self.write("lint/pack-rule.toml", harness.PACK)
        self.write(".urilint-baseline", "")
        os.unlink(self.repo / ".urilint-baseline")
        self.status(self.check_("--write-baseline"), 0)
        self.git("add", "-A")
        self.git("commit", "-qm", "base")
        self.git("branch", "base")

    def check_(self, *arguments):
        return harness.run("check", *arguments, cwd=self.repo)

    def findings(self, *arguments):
        result = self.check_("--format", "jsonl", "--config-from", "base", *arguments)
        return result, sorted((o["location"]["path"], o["rule"]) for o in result.lines()
                              if o["type"] == "finding")

    def test_the_base_is_clean(self):
        self.status(self.check_(), 0)
        result, found = self.findings()
        self.status(result, 0)
        self.equal(found, [])

    def attack(self):
        """Everything that a pull request may try at once, around one leak and one retired host."""
        self.write("new.yaml", LEAK.rstrip() + " # urilint: ignore[userinfo-password] fine\n")
        self.write("host.yaml", "a: https://old.example.org/x\n")

    def expect_caught(self):
        self.git("add", "-A", "-f")
        self.git("commit", "-qm", "attack")
        result, found = self.findings()
        self.status(result, 1)
        self.contains(found, ("new.yaml", "userinfo-password"))
        self.contains(found, ("host.yaml", "pack-rule"))
        self.lacks(result.text + result.errors, "Zq7k22Pw")
        return found

    def test_markers(self):
        self.attack()
        self.equal(self.expect_caught(), [("host.yaml", "pack-rule"), ("new.yaml", "userinfo-password")])

    def test_a_marker_that_was_there_covers_no_new_line(self):
        self.attack()
        self.write("marked.yaml", "# urilint: ignore[userinfo-password] a sample\n" +
                   LEAK.replace("Zq7k22Pw", "Zq7k33Pw"))
        self.contains(self.expect_caught(), ("marked.yaml", "userinfo-password"))

    def test_configuration(self):
        self.attack()
        self.write(".urilint.toml", 'ignore = ["*"]\nexclude = ["*"]\nfail-on = "never"\n')
        self.expect_caught()

    def test_nested_configuration(self):
        self.attack()
        for folder in ("", "deep/er/"):
            self.write(folder + "new.yaml", LEAK)
            self.write(folder + "x/.urilint.toml", 'ignore = ["*"]\n')
            self.write(folder + "x/leak.yaml", LEAK)
        self.contains(self.expect_caught(), ("deep/er/x/leak.yaml", "userinfo-password"))

    def test_baseline(self):
        self.attack()
        self.status(self.check_("--write-baseline", "--no-suppressions"), 0)
        self.expect_caught()
        result, found = self.findings("--baseline", ".urilint-baseline")
        self.status(result, 1)
        self.contains(found, ("new.yaml", "userinfo-password"))

    def test_a_replaced_secret(self):
        self.attack()
        self.write("old/app.yaml", LEAK.replace("Zq7k22Pw", "Zq7k33Pw") + PORT)
        self.contains(self.expect_caught(), ("old/app.yaml", "userinfo-password"))

    def test_pack(self):
        self.attack()
        self.write("lint/pack-rule.toml", harness.PACK.replace("old.example.org", "none.example.org"))
        self.expect_caught()
        self.write("lint/pack-rule.toml", "broken")
        _, found = self.findings()
        self.contains(found, ("host.yaml", "pack-rule"))

    def test_gitignore(self):
        self.attack()
        self.write(".gitignore", "*\n")
        self.expect_caught()

    def test_nul_bytes(self):
        """A shell passes over them, and so does whoever reads a file of a known format."""
        self.attack()
        self.write("new.yaml", LEAK + "\0\0\0\0")
        self.write("run.sh", LEAK + "exit\n\0")
        self.write("tool", "#!/usr/bin/python3\n" + LEAK + "\0")
        self.write("notes", "x" * 200 + " " + LEAK + "\0")
        found = self.expect_caught()
        for name in ("run.sh", "tool", "notes"):
            self.contains(found, (name, "userinfo-password"))

    def test_links(self):
        self.attack()
        os.unlink(self.repo / ".urilint.toml")
        os.symlink("/dev/null", self.repo / ".urilint.toml")
        os.symlink("new.yaml", self.repo / "link.yaml")
        os.symlink("..", self.repo / "up")
        self.expect_caught()

    def test_names(self):
        self.attack()
        for name in ("a\nb.yaml", "\x1b[31mred.yaml", "::error::x.yaml", "-x.yaml", ":(top)y.yaml",
                     b"caf\xe9.yaml"):
            self.write(os.fsdecode(name), LEAK)
        found = self.expect_caught()
        self.equal(sum(rule == "userinfo-password" for _, rule in found), 7)
        text = self.check_("--config-from", "base").text
        self.lacks(text, "\x1b[31mred")
        self.lacks(text, "\n::error::")

    def test_wrong_revisions(self):
        for revision in ("none", "--help", "HEAD:.urilint.toml", "base^{tree}"):
            self.status(self.check_("--config-from", revision), 2, revision)
        self.status(self.check_("--config-from", "base", "--write-baseline"), 2)
        self.status(self.check_("--config-from", "base", "--no-config"), 2)


if __name__ == "__main__":
    harness.main()
