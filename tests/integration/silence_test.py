"""What makes a finding known, and what configuration makes of it: markers, baselines, overrides,
locks and policies, through the program.

Usage: silence_test.py PROGRAM SOURCE_DIR [--sanitized]
"""
import json
import os
import shutil

import harness

PASSWORD = "Zq7k22Pw"
LEAK = f"https://deploy:{PASSWORD}@db.example.com/app"
OTHER_LEAK = "https://deploy:Xv9m41Kt@db.example.com/app"
PORT = "https://www.example.com:22/"
MARK = "urilint: ignore[port-cross-protocol] known here"
FORMATS = ["text", "json", "jsonl", "sarif", "github", "gitlab", "checkstyle", "junit", "rdjson",
           "csv"]
TELLING = ["json", "jsonl", "sarif"]  # what --sarif-suppressed is for

# Name of a file, and its text with a comment `@` alone on the line before the URI; then, where the
# format has such comments, with one behind the URI.
ALONE = [
    ("a.yaml", "# @\nu: URI\n"),
    ("a.toml", "# @\nu = \"URI\"\n"),
    ("a.ini", "[s]\n; @\nu=URI\n"),
    (".env", "# @\nU=URI\n"),
    ("a.properties", "! @\nu=URI\n"),
    ("a.json", "{\n// @\n\"u\": \"URI\"}\n"),
    ("a.xml", "<a>\n<!-- @ -->\n<u>URI</u></a>\n"),
    ("a.html", "<p>\n<!-- @ -->\n<a href=\"URI\">x</a>\n"),
    ("a.css", "/* @ */\na { background: url(\"URI\") }\n"),
    ("a.md", "Text.\n\n<!-- @ -->\n[x](URI)\n"),
    ("Dockerfile", "FROM scratch\n# @\nADD URI /a\n"),
    ("a.sh", "# @\nfetch URI\n"),
    ("a.tf", "s {\n# @\nu = \"URI\"\n}\n"),
]
BESIDE = [
    ("a.yaml", "u: URI # @\n"),
    ("a.toml", "u = \"URI\" # @\n"),
    (".env", "U=URI # @\n"),
    ("a.json", "{\"u\": \"URI\" /* @ */}\n"),
    ("a.xml", "<a><u>URI</u><!-- @ --></a>\n"),
    ("a.html", "<a href=\"URI\">x</a><!-- @ -->\n"),
    ("a.css", "a { background: url(\"URI\") } /* @ */\n"),
    ("a.md", "[x](URI) <!-- @ -->\n"),
    ("a.sh", "fetch URI # @\n"),
    ("a.tf", "s {\nu = \"URI\" // @\n}\n"),
]
# Where the same words are data.
DATA = [
    ("a.txt", "# @\nURI\n"),
    ("a.csv", "# @\nURI,x\n"),
    ("a.log", "# @\nURI\n"),
    ("a.yaml", "t: \"# @\"\nu: URI\n"),
    ("a.yaml", "t: |\n  # @\n  URI\n"),
    ("a.json", "{\"t\": \"// @\",\n\"u\": \"URI\"}\n"),
    ("a.toml", "t = \"\"\"\n# @\nURI\n\"\"\"\n"),
    ("a.md", "```\n# @\nURI\n```\n"),
    ("a.md", "<!-- `@` -->\n[x](URI)\n"),
    ("a.sh", "cat <<X\n# @\nURI\nX\n"),
    ("a.sh", "fetch '# @'\nfetch URI\n"),
    ("a.html", "<p># @</p>\n<a href=\"URI\">x</a>\n"),
]


class Silence(harness.Case):
    def setUp(self):
        super().setUp()
        self.repo = self.dir / "repo"
        (self.repo / ".git").mkdir(parents=True)

    def write(self, name, content):
        self.file(os.path.join("repo", name), content)

    def read(self, name):
        return (self.repo / name).read_text(encoding="utf-8")

    def check_(self, *arguments, cwd=None, **options):
        return harness.run("check", *arguments, cwd=cwd or self.repo, **options)

    def run_json(self, *arguments, **options):
        result = self.check_("--format", "json", *arguments, **options)
        self.lacks(result.out + result.err, PASSWORD.encode())
        return result, result.json()

    def findings(self, *arguments, **options):
        """The findings that count, as sorted (path, rule)."""
        _, report = self.run_json(*arguments, **options)
        return sorted((f["location"]["path"], f["rule"]) for f in report["findings"]
                      if not f["suppressed"])

    def rules(self, *arguments, **options):
        return [rule for _, rule in self.findings(*arguments, **options)]

    def notes(self, *arguments, **options):
        _, report = self.run_json(*arguments, **options)
        return [(n["code"], n["line"]) for n in report["notes"]]


class Markers(Silence):
    def test_every_format(self):
        for name, text in ALONE + BESIDE:
            self.write(name, text.replace("@", MARK).replace("URI", PORT))
            result, report = self.run_json(name)
            where = f"{name}: {text}"
            self.status(result, 0, where)
            self.equal(report["stats"]["suppressed"], 1, where)
            self.equal(report["notes"], [], where)
            result, report = self.run_json(name, "--no-suppressions")
            self.status(result, 1, where)
            self.equal(report["stats"]["suppressed"], 0, where)
            os.unlink(self.repo / name)

    def test_data_is_no_comment(self):
        for name, text in DATA:
            self.write(name, text.replace("@", MARK).replace("URI", PORT))
            result, report = self.run_json(name)
            self.status(result, 1, f"{name}: {text}")
            self.equal(report["stats"]["suppressed"], 0, f"{name}: {text}")
            os.unlink(self.repo / name)

    def test_the_line_after_the_next_is_another_one(self):
        self.write("a.yaml", f"# {MARK}\n\nu: {PORT}\n")
        self.equal(self.rules("a.yaml"), ["port-cross-protocol"])
        self.write("a.yaml", f"# {MARK}\nt: 1\nu: {PORT}\n")
        self.equal(self.rules("a.yaml"), ["port-cross-protocol"])
        self.write("a.yaml", f"t: 1 # {MARK}\nu: {PORT}\n")
        self.equal(self.rules("a.yaml"), ["port-cross-protocol"])
        self.write("a.yaml", f"u: {PORT}\n# {MARK}\n")
        self.equal(self.rules("a.yaml"), ["port-cross-protocol"])

    def test_notes(self):
        cases = [
            (f"u: https://example.com/ # {MARK}", "unused-suppression"),
            (f"u: {PORT} # urilint: ignore", "suppression-without-rules"),
            (f"u: {PORT} # urilint: ignore[]", "suppression-without-rules"),
            (f"u: {PORT} # urilint: ignore[port-cross-protocoll]", "suppression-unknown-rule"),
            (f"u: {PORT} # urilint: ignore[port-*]", "suppression-unknown-rule"),
            (f"u: {PORT} # urilint: ignore[rare-ip]", "suppression-unknown-rule"),
            ("\n" * 10 + f"# urilint: ignore-file[port-cross-protocol]\nu: {PORT}",
             "suppression-misplaced"),
        ]
        for text, code in cases:
            self.write("a.yaml", text + "\n")
            line = next(i for i, part in enumerate(text.split("\n"), 1) if "urilint:" in part)
            self.contains(self.notes("a.yaml"), (code, line), text)
            expected = [] if code == "unused-suppression" else ["port-cross-protocol"]
            self.equal(self.rules("a.yaml"), expected, text)

    def test_a_rule_that_did_not_run_is_not_told_unused(self):
        self.write("a.yaml", f"u: https://example.com/ # {MARK}\n")
        self.equal(self.notes("a.yaml", "--select", "userinfo-password"), [])

    def test_a_marker_of_what_a_threshold_hides_is_used(self):
        self.write("a.yaml", f"u: {PORT} # {MARK}\n")
        self.equal(self.notes("a.yaml", "--min-severity", "error"), [])

    def test_locked(self):
        self.write(".urilint.toml", 'locked = ["userinfo-password"]\n')
        self.write("a.yaml", f"u: {LEAK} # urilint: ignore[userinfo-password] please\n")
        self.equal(self.rules("a.yaml"), ["userinfo-password"])
        self.contains(self.notes("a.yaml"), ("suppression-locked", 1))

    def test_nobody_silences_mail_requests_and_lists(self):
        self.write("a.yaml", f"# {MARK}\nu: {PORT}\n")
        for profile in ("mail", "proxy", "review"):
            result, report = self.run_json("a.yaml", "--profile", profile)
            self.equal(report["stats"]["suppressed"], 0, profile)
            self.contains([f["rule"] for f in report["findings"]], "port-cross-protocol", profile)
            self.write(".urilint.toml", f'profile = "{profile}"\n')
            _, report = self.run_json("a.yaml")
            self.equal(report["stats"]["suppressed"], 0, profile)
            os.unlink(self.repo / ".urilint.toml")
        for form in ("list", "csv", "log"):
            _, report = self.run_json("a.yaml", "--as", form)
            self.equal(report["stats"]["suppressed"], 0, form)
        _, report = self.run_json("a.yaml", "--as", "yaml")
        self.equal(report["stats"]["suppressed"], 1)

    def test_a_part_of_a_file_with_another_profile_honours_none(self):
        self.write(".urilint.toml",
                   '[[override]]\nkeys = ["asked.*"]\nprofile = "proxy"\n')
        self.write("a.yaml", f"own:\n  u: {PORT} # {MARK}\nasked:\n  u: {PORT} # {MARK}\n")
        _, report = self.run_json("a.yaml")
        self.equal([f["location"]["line"] for f in report["findings"]], [4])

    def test_rules_of_packs(self):
        self.write("lint/pack-rule.toml", harness.PACK)
        self.write(".urilint.toml", 'packs = ["lint"]\n')
        self.write("a.yaml", "u: https://old.example.org/ # urilint: ignore[pack-rule] soon\n")
        for arguments in ([], ["--no-config", "--rules", "lint"]):
            result, report = self.run_json("a.yaml", *arguments)
            self.status(result, 0)
            self.equal(report["stats"]["suppressed"], 1)
            self.equal(report["notes"], [])

    def test_reasons_hold_no_secret(self):
        self.write("a.yaml", f"u: {PORT} # {MARK} like {LEAK}\n")
        for form in FORMATS:
            result = self.check_("a.yaml", "--format", form, "--sarif-suppressed")
            self.lacks(result.out + result.err, PASSWORD.encode(), form)

    def test_suppressed_findings_in_reports(self):
        self.write("a.yaml", f"# {MARK}\nu: {PORT}\nv: {LEAK}\n")
        for form in FORMATS:
            plain = self.check_("a.yaml", "--format", form)
            self.status(plain, 1, form)
            told = self.check_("a.yaml", "--format", form, "--sarif-suppressed")
            self.status(told, 1, form)
            if form not in TELLING:
                self.equal(told.out, plain.out, form)
                self.lacks(told.text, "port-cross-protocol", form)
        _, report = self.run_json("a.yaml", "--sarif-suppressed")
        self.equal([(f["rule"], (f["suppressed"] or {}).get("kind")) for f in report["findings"]],
                   [("port-cross-protocol", "in-source"), ("userinfo-password", None)])
        lines = self.check_("a.yaml", "--format", "jsonl", "--sarif-suppressed").lines()
        self.equal([line["suppressed"] is not None for line in lines if line["type"] == "finding"],
                   [True, False])
        sarif = self.check_("a.yaml", "--format", "sarif", "--sarif-suppressed").json()
        results = {r["ruleId"]: r for r in sarif["runs"][0]["results"]}
        self.equal(results["port-cross-protocol"]["suppressions"][0]["kind"], "inSource")
        self.equal(results["port-cross-protocol"]["suppressions"][0]["justification"], "known here")
        # GitHub shows a result as open if the array is missing in it alone.
        self.equal(results["userinfo-password"].get("suppressions", []), [])
        plain = self.check_("a.yaml", "--format", "sarif").json()
        self.equal([r["ruleId"] for r in plain["runs"][0]["results"]], ["userinfo-password"])

    def test_utf16_and_line_ends(self):
        text = f"# {MARK}\r\nu: {PORT}\r\n"
        self.write("a.yaml", text)
        self.equal(self.rules("a.yaml"), [])
        self.write("a.yaml", b"\xff\xfe" + text.encode("utf-16-le"))
        self.equal(self.rules("a.yaml"), [])
        self.write("a.yaml", b"\xef\xbb\xbf" + text.encode())
        self.equal(self.rules("a.yaml"), [])


class Baseline(Silence):
    def setUp(self):
        super().setUp()
        self.write(".urilint.toml", 'baseline = ".urilint-baseline"\n')
        self.write("conf/a.yaml", f"u: {LEAK}\n")
        self.write("conf/b.yaml", f"u: {PORT}\n")

    def entries(self):
        return [line for line in self.read(".urilint-baseline").split("\n")
                if line and not line.startswith("#")]

    def write_baseline(self, *arguments, **options):
        self.status(self.check_("--write-baseline", *arguments, **options), 0)

    def test_known_findings_do_not_count(self):
        self.write_baseline()
        self.equal(len(self.entries()), 2)
        self.lacks(self.read(".urilint-baseline"), PASSWORD)
        result, report = self.run_json()
        self.status(result, 0)
        self.equal(report["stats"]["suppressed"], 2)
        self.equal(report["findings"], [])
        self.equal(report["notes"], [])

    def test_writing_again_changes_no_byte(self):
        self.write_baseline()
        first = self.read(".urilint-baseline")
        self.write_baseline()
        self.equal(self.read(".urilint-baseline"), first)
        self.write_baseline("-j", "1")
        self.equal(self.read(".urilint-baseline"), first)

    def test_lines_may_move(self):
        self.write_baseline()
        self.write("conf/a.yaml", f"# one more\n\nt: 1\nu: {LEAK}\n")
        result, report = self.run_json()
        self.status(result, 0)
        self.equal(report["stats"]["suppressed"], 1 + 1)
        first = self.read(".urilint-baseline")
        self.write_baseline()
        self.equal(self.read(".urilint-baseline"), first)

    def test_a_replaced_secret_is_new(self):
        self.write_baseline()
        self.write("conf/a.yaml", f"u: {OTHER_LEAK}\n")
        result, _ = self.run_json()
        self.status(result, 1)
        self.equal(self.findings(), [("conf/a.yaml", "userinfo-password")])

    def test_one_more_of_the_same_is_new(self):
        self.write_baseline()
        self.write("conf/a.yaml", f"u: {LEAK}\nv: {LEAK}\n")
        self.equal(self.findings(), [("conf/a.yaml", "userinfo-password")])

    def test_a_moved_file_is_new(self):
        self.write_baseline()
        os.rename(self.repo / "conf/a.yaml", self.repo / "conf/c.yaml")
        self.equal(self.findings(), [("conf/c.yaml", "userinfo-password")])
        self.contains([code for code, _ in self.notes()], "stale-baseline")

    def test_stale_entries_are_told(self):
        self.write_baseline()
        self.write("conf/a.yaml", "u: https://example.com/\n")
        result, report = self.run_json()
        self.status(result, 0)
        self.equal([n["code"] for n in report["notes"]], ["stale-baseline"])
        self.contains(report["notes"][0]["message"], "conf/a.yaml")
        self.write_baseline()
        self.equal(len(self.entries()), 1)

    def test_a_replaced_secret_is_not_gone(self):
        self.write_baseline()
        self.write("conf/a.yaml", f"u: {OTHER_LEAK}\n")
        result, report = self.run_json()
        self.status(result, 1)
        self.equal([n["code"] for n in report["notes"]], ["stale-baseline"])
        self.contains(report["notes"][0]["message"], "has changed")
        self.lacks(report["notes"][0]["message"], "gone")
        self.write_baseline()
        self.equal(self.notes(), [])

    def test_entries_of_files_that_were_not_read_stay(self):
        self.write_baseline()
        first = self.read(".urilint-baseline")
        self.equal(self.notes("conf/b.yaml"), [])
        self.write_baseline("conf/b.yaml")
        self.equal(self.read(".urilint-baseline"), first)
        self.equal(self.notes("conf/b.yaml", "--exclude", "*.yaml"), [])

    def test_entries_of_files_that_cannot_be_read_stay(self):
        self.write_baseline()
        entry = next(line for line in self.entries() if line.endswith("conf/a.yaml"))
        os.remove(self.repo / "conf/a.yaml")
        os.mkfifo(self.repo / "conf/a.yaml")  # for a while it is no file
        self.equal(self.notes("conf"), [("special-file", None)])
        self.write_baseline()
        self.contains(self.entries(), entry)
        self.write("conf/b.yaml", "u: https://example.com/\n")  # read behind it, and clean
        self.write_baseline()
        self.equal(self.entries(), [entry])

    def test_what_the_command_line_hides_is_not_told_stale(self):
        self.write_baseline()
        self.equal(self.notes("--min-severity", "error"), [])
        self.equal(self.notes("--min-confidence", "high"), [])
        self.equal(self.notes("--select", "ipv4-hex"), [])
        self.equal(self.notes("--ignore", "userinfo-password"), [])

    def test_another_working_directory(self):
        self.write_baseline()
        for cwd, path in ((self.repo / "conf", "."), (self.dir, "repo"), (self.repo, "conf/../conf"),
                          (self.repo, "./conf"), ("/", str(self.repo))):
            result, report = self.run_json(path, cwd=cwd)
            self.status(result, 0, f"{cwd} {path}")
            self.equal((report["stats"]["suppressed"], report["notes"]), (2, []), f"{cwd} {path}")
        first = self.read(".urilint-baseline")
        self.write_baseline(".", cwd=self.repo / "conf")
        self.equal(self.read(".urilint-baseline"), first)
        result = self.check_("conf", "--no-config", "--baseline", "repo/.urilint-baseline",
                             cwd=self.dir)
        self.status(result, 2)  # there is no `conf` here
        result = self.check_("repo/conf", "--no-config", "--baseline", "repo/.urilint-baseline",
                             cwd=self.dir)
        self.status(result, 0)

    def test_outside_of_a_repository(self):
        os.rmdir(self.repo / ".git")
        self.write_baseline()
        for path in (".", "conf", "./conf", "conf/a.yaml", "./conf/../conf/a.yaml",
                     str(self.repo / "conf")):
            result, report = self.run_json(path)
            self.status(result, 0, path)
            self.equal(report["notes"], [], path)
        first = self.read(".urilint-baseline")
        self.write_baseline("./conf")
        self.equal(self.read(".urilint-baseline"), first)

    def test_standard_input(self):
        text = f"u: {LEAK}\n".encode()
        result = self.check_("-", "--stdin-filename", "conf/a.yaml", "--write-baseline", stdin=text)
        self.status(result, 0)
        result = self.check_("-", "--stdin-filename", "conf/a.yaml", stdin=text)
        self.status(result, 0)
        result = self.check_("conf/a.yaml")
        self.status(result, 0)

    def test_signs_of_a_conflict(self):
        self.write_baseline()
        lines = self.read(".urilint-baseline").split("\n")
        for sign in ("<<<<<<< HEAD", "=======", ">>>>>>> other"):
            at = len(lines) - 2
            self.write(".urilint-baseline", "\n".join(lines[:at] + [sign] + lines[at:]))
            result = self.check_("--format", "json")
            self.status(result, 2, sign)
            self.contains(result.errors, f".urilint-baseline:{at + 1}: ")
            self.equal(len(result.json()["findings"]), 2)
            broken = self.read(".urilint-baseline")
            self.status(self.check_("--write-baseline"), 2)
            self.equal(self.read(".urilint-baseline"), broken)

    def test_what_is_no_baseline_is_not_overwritten(self):
        self.write("notes.txt", "dear diary\n")
        result = self.check_("--baseline", "notes.txt", "--write-baseline")
        self.status(result, 2)
        self.equal(self.read("notes.txt"), "dear diary\n")
        self.status(self.check_("--baseline", "none"), 2)
        self.status(self.check_("--baseline", "conf"), 2)
        self.status(self.check_("--no-config", "--write-baseline"), 2)

    def test_not_written_by_half_a_configuration(self):
        self.write_baseline()
        first = self.read(".urilint-baseline")
        self.write(".urilint.toml", 'ignore = ["port-cross-protocoll"]\n')
        self.write("conf/c.yaml", f"u: {LEAK}\n")
        self.status(self.check_("--baseline", ".urilint-baseline", "--write-baseline"), 2)
        self.equal(self.read(".urilint-baseline"), first)

    def test_locked_rules_are_never_known(self):
        self.write_baseline()
        self.write(".urilint.toml",
                   'baseline = ".urilint-baseline"\nlocked = ["userinfo-password"]\n')
        self.equal(self.findings(), [("conf/a.yaml", "userinfo-password")])
        self.status(self.check_("--write-baseline"), 1)
        self.equal(len(self.entries()), 1)
        self.equal(self.findings(), [("conf/a.yaml", "userinfo-password")])

    def test_in_reports(self):
        self.write_baseline()
        self.write("conf/c.yaml", f"v: {LEAK}\n")
        for form in FORMATS:
            plain = self.check_("--format", form)
            self.status(plain, 1, form)
            told = self.check_("--format", form, "--sarif-suppressed")
            self.status(told, 1, form)
            self.equal(told.out == plain.out, form not in TELLING, form)
            self.lacks(plain.text, "conf/b.yaml", form)
            self.lacks(told.out + told.err, PASSWORD.encode(), form)
        _, report = self.run_json("--sarif-suppressed")
        self.equal([(f["suppressed"] or {}).get("kind") for f in report["findings"]],
                   ["baseline", "baseline", None])
        sarif = self.check_("--format", "sarif", "--sarif-suppressed").json()
        kinds = [[s["kind"] for s in r.get("suppressions", [])]
                 for r in sarif["runs"][0]["results"]]
        self.equal(kinds, [["external"], ["external"], []])

    def test_profiles_of_other_people_have_baselines_too(self):
        self.write_baseline("--profile", "review")
        result = self.check_("--profile", "review")
        self.status(result, 0)

    def test_odd_names(self):
        for name in ("a b.yaml", "ä.yaml", "100%.yaml", "#x.yaml", "new\nline.yaml"):
            self.write("odd/" + name, f"u: {PORT}\n")
        self.write("odd/" + os.fsdecode(b"\xe9.yaml"), f"u: {PORT}\n")
        self.write_baseline()
        self.equal(len(self.entries()), 8)
        result, report = self.run_json()
        self.status(result, 0)
        self.equal(report["notes"], [])

    def test_fix_and_baseline_exclude_each_other(self):
        self.status(self.check_("--write-baseline", "--fix"), 2)


class BaselineInGit(Silence):
    def setUp(self):
        super().setUp()
        if shutil.which("git") is None:
            self.skipTest("there is no git")
        os.rmdir(self.repo / ".git")
        self.git("init", "-q")
        self.write(".urilint.toml", 'baseline = "known"\n')
        for name in ("a", "f", "k", "p", "u"):
            self.write(f"{name}.yaml", f"u: {PORT}\n")
        self.status(self.check_("--write-baseline"), 0)
        self.commit("base")

    def git(self, *arguments, good=True):
        done = harness.git(self.repo, *arguments)
        if good:
            self.assertEqual(done.returncode, 0, done.stderr)
        return done.returncode

    def commit(self, message):
        self.git("add", "-A")
        self.git("commit", "-qm", message)

    def branch_with(self, branch, name):
        self.git("checkout", "-qb", branch, "main")
        self.write(name, f"u: {LEAK}\n")
        self.status(self.check_("--write-baseline"), 0)
        self.commit(branch)

    def test_two_branches_merge(self):
        self.branch_with("one", "b.yaml")
        self.branch_with("two", "r.yaml")
        self.git("merge", "-q", "-m", "merge", "one")
        result, report = self.run_json()
        self.status(result, 0)
        self.equal((report["stats"]["suppressed"], report["notes"]), (7, []))
        merged = self.read("known")
        self.status(self.check_("--write-baseline"), 0)
        self.equal(self.read("known"), merged)

    def test_a_conflict_is_told_and_both_sides_are_kept(self):
        self.branch_with("one", "b.yaml")
        self.branch_with("two", "c.yaml")
        self.check(self.git("merge", "-q", "-m", "merge", "one", good=False) != 0)
        result = self.check_("--format", "json")
        self.status(result, 2)
        self.contains(result.errors, "known:")
        text = "".join(line for line in self.read("known").splitlines(keepends=True)
                       if not line.startswith(("<<<<<<<", "=======", ">>>>>>>")))
        self.write("known", text)
        result, report = self.run_json()
        self.status(result, 0)
        self.equal((report["stats"]["suppressed"], report["notes"]), (7, []))

    def test_two_first_baselines_are_joined(self):
        entries = self.read("known").partition("# salt: ")[2].partition("\n")[2]
        for salt, name in (("1" * 16, "b.yaml"), ("2" * 16, "r.yaml")):
            self.write("known", f"# urilint baseline\n# version: 1\n# salt: {salt}\n" + entries)
            self.write(name, f"u: {LEAK}\n")
            self.status(self.check_("--write-baseline", name), 0)
            self.write(f"known.{salt[0]}", self.read("known"))
        both = self.read("known.1") + "".join(
            line + "\n" for line in self.read("known.2").splitlines() if "2222" in line or "r.yaml" in line)
        os.unlink(self.repo / "known.1")
        os.unlink(self.repo / "known.2")
        self.write("known", both)
        result = self.check_()
        self.status(result, 2)
        self.contains(result.errors, ".urilint.toml:1: baseline: the baseline known:")
        self.contains(result.errors, "--write-baseline")
        # Of what is not read, only entries without a secret can be kept.
        result, report = self.run_json("--write-baseline", "b.yaml")
        self.status(result, 0)
        self.equal([n["code"] for n in report["notes"]], ["lost-baseline"])
        self.check(report["notes"][0]["message"].endswith(": 1"), report["notes"])
        _, report = self.run_json()
        self.equal([f["location"]["path"] for f in report["findings"]], ["r.yaml"])
        self.equal((report["stats"]["suppressed"], report["notes"]), (6, []))
        self.write("known", both)
        result, report = self.run_json("--write-baseline")
        self.status(result, 0)
        self.equal(report["notes"], [])
        self.equal(self.read("known").count("# salt: "), 1)
        _, report = self.run_json()
        self.equal((report["findings"], report["stats"]["suppressed"], report["notes"]), ([], 7, []))
        self.write("b.yaml", f"u: {OTHER_LEAK}\n")
        self.equal(self.findings(), [("b.yaml", "userinfo-password")])

    def test_changed_lines(self):
        self.branch_with("one", "b.yaml")
        self.write("b.yaml", f"u: {LEAK}\nv: {PORT}\n")
        self.write("a.yaml", f"u: {PORT}\nw: {OTHER_LEAK}\n")
        expected = [("a.yaml", "userinfo-password"), ("b.yaml", "port-cross-protocol")]
        self.equal(self.findings("--changed-since", "main"), expected)
        self.equal(self.findings("--changed-since", "HEAD"), expected)
        self.git("add", "-A")
        self.equal(self.findings("--staged"), expected)
        _, report = self.run_json("--changed-since", "main", "--no-config")
        # Without the baseline the line of b.yaml that the branch brought counts as well.
        self.equal(len(report["findings"]), 3)
        self.equal(report["stats"]["unchanged"], 5)
        _, report = self.run_json("--changed-since", "main")
        self.equal((report["stats"]["suppressed"], report["stats"]["unchanged"]), (6, 0))

    def places(self, *arguments):
        """(line, rule) of each finding that counts, and how many were known and on old lines."""
        _, report = self.run_json(*arguments)
        counts = report["stats"]
        return ([(f["location"]["line"], f["rule"]) for f in report["findings"]],
                counts["suppressed"], counts["unchanged"])

    def test_one_more_before_a_known_one_is_new(self):
        for uri, rule in ((LEAK, "userinfo-password"), (PORT, "port-cross-protocol")):
            with self.subTest(rule):
                for name in "afkpu":
                    self.write(f"{name}.yaml", "x: 1\n")
                self.write("n.yaml", f"u: {uri}\n")
                self.status(self.check_("--write-baseline"), 0)
                self.commit("known")
                self.write("n.yaml", f"t: {uri}\nu: {uri}\n")
                self.git("add", "-A")
                expected = ([(1, rule)], 1, 0)
                self.equal(self.places("--staged"), expected)
                self.equal(self.places("--changed-since", "HEAD"), expected)
                self.equal(self.places("--changed-since", "HEAD", "--config-from", "HEAD"), expected)
                self.equal(self.places("--config-from", "HEAD"), expected)
                self.equal(self.places("--staged", "-j", "1"), expected)
                self.status(self.check_("--staged"), 1)
                _, plain = self.run_json()
                _, staged = self.run_json("--staged")
                self.equal(len(plain["findings"]), 1)
                # What is printed does not depend on which lines are new.
                shown = self.run_json("--staged", "--no-config")[1]["findings"][0]["fingerprint"]
                self.equal(staged["findings"][0]["fingerprint"], shown)

    def test_known_ones_on_new_lines_stay_known(self):
        self.write("n.yaml", f"t: {LEAK}\nu: {OTHER_LEAK}\nv: {LEAK}\n")
        self.status(self.check_("--write-baseline"), 0)
        self.commit("known")
        self.write("n.yaml", f"T: {LEAK}\nu: {OTHER_LEAK}\nv: {LEAK}\n")
        self.equal(self.places("--changed-since", "HEAD", "n.yaml"), ([], 3, 0))
        self.write("n.yaml", f"t: {LEAK}\nU: {OTHER_LEAK}\nv: {LEAK}\n")
        self.equal(self.places("--changed-since", "HEAD", "n.yaml"), ([], 3, 0))
        self.write("n.yaml", f"s: {LEAK}\nT: {LEAK}\nu: {OTHER_LEAK}\nv: {LEAK}\n")
        found, known, unchanged = self.places("--changed-since", "HEAD", "n.yaml")
        self.equal((len(found), known, unchanged), (1, 3, 0))
        self.equal(self.notes("--changed-since", "HEAD", "n.yaml"), [])

    def test_another_secret_before_a_known_one_is_the_new_one(self):
        self.write("n.yaml", f"u: {LEAK}\n")
        self.status(self.check_("--write-baseline"), 0)
        self.commit("known")
        self.write("n.yaml", f"t: {OTHER_LEAK}\nu: {LEAK}\n")
        self.equal(self.places("n.yaml"), ([(1, "userinfo-password")], 1, 0))
        self.equal(self.places("--changed-since", "HEAD", "n.yaml"),
                   ([(1, "userinfo-password")], 1, 0))

    def test_a_marker_that_counts_takes_no_entry(self):
        mark = "# urilint: ignore[port-cross-protocol] known here"
        self.write("n.yaml", f"u: {PORT}\n")
        self.status(self.check_("--write-baseline"), 0)
        self.commit("known")
        self.write("n.yaml", f"s: {PORT} {mark}\nt: {PORT}\nu: {PORT}\n")
        self.equal(self.places("--changed-since", "HEAD", "n.yaml"),
                   ([(2, "port-cross-protocol")], 2, 0))
        self.equal(self.places("--config-from", "HEAD", "n.yaml")[0],
                   [(1, "port-cross-protocol"), (2, "port-cross-protocol")])

    def test_new_lines_while_the_baseline_is_written(self):
        self.write("n.yaml", f"u: {PORT}\n")
        self.status(self.check_("--write-baseline"), 0)
        self.commit("known")
        self.write("n.yaml", f"t: {PORT}\nu: {PORT}\n")
        self.status(self.check_("--write-baseline", "--changed-since", "HEAD"), 0)
        written = self.read("known")
        self.status(self.check_("--write-baseline"), 0)
        self.equal(self.read("known"), written)
        self.equal(self.places("--changed-since", "HEAD", "n.yaml"), ([], 2, 0))

    def test_writing_keeps_what_did_not_change(self):
        before = self.read("known")
        self.write("b.yaml", f"u: {LEAK}\n")
        self.status(self.check_("--changed-since", "HEAD", "--write-baseline"), 0)
        self.check(set(before.splitlines()) < set(self.read("known").splitlines()))
        self.git("add", "b.yaml")
        self.status(self.check_("--staged", "--write-baseline"), 0)
        self.check(set(before.splitlines()) < set(self.read("known").splitlines()))


class Configuration(Silence):
    def test_by_path(self):
        self.write(".urilint.toml", '[[override]]\npaths = ["docs/", "*.md"]\n'
                   'ignore = ["port-cross-protocol"]\n')
        for name in ("docs/a.yaml", "docs/deep/b.yaml", "x.md", "deep/y.md", "other/a.yaml"):
            self.write(name, f"u: {PORT}\n")
        self.equal(self.findings(), [("other/a.yaml", "port-cross-protocol")])
        self.equal(self.findings("docs/a.yaml", cwd=self.repo), [])
        self.equal(self.findings("a.yaml", cwd=self.repo / "docs"), [])

    def test_a_dot_before_a_path_is_this_folder(self):
        for name in ("a.yaml", "conf/a.yaml", "other/conf/a.yaml"):
            self.write(name, f"u: {PORT}\n")
        for path, silent in (("./a.yaml", "a.yaml"), ("./conf/a.yaml", "conf/a.yaml")):
            rest = sorted({"a.yaml", "conf/a.yaml", "other/conf/a.yaml"} - {silent})
            self.write(".urilint.toml", f'[[override]]\npaths = ["{path}"]\n'
                       'ignore = ["port-cross-protocol"]\n')
            self.equal([name for name, _ in self.findings()], rest)
            self.write(".urilint.toml", f'exclude = ["{path}"]\n')
            self.equal([name for name, _ in self.findings()], rest)

    def test_https_hosts_are_hosts(self):
        self.write("a.yaml", "u: http://www.example.com/\n")
        for host in ("http://www.example.com", "www.example.com:80", f"{LEAK}"):
            result = self.check_("--diff", "--https-hosts", host)
            self.status(result, 2)
            self.contains(result.errors, "--https-hosts: ")
            self.lacks(result.errors, PASSWORD)
        self.status(self.check_("--diff", "--https-hosts", "www.example.com,*.example.com"), 1)

    def test_by_key(self):
        self.write(".urilint.toml", '[[override]]\nkeys = ["services.*.callback", "hosts[*]"]\n'
                   'ignore = ["port-cross-protocol"]\n')
        self.write("a.json", json.dumps({"services": {"a": {"callback": PORT, "url": PORT}},
                                         "hosts": [PORT]}, indent=1))
        _, report = self.run_json()
        self.equal([f["location"]["key"] for f in report["findings"]], ["services.a.url"])

    def test_by_host(self):
        self.write(".urilint.toml", '[[override]]\nhosts = ["*.test.example.com", "192.0.2.0/24"]\n'
                   'ignore = ["port-cross-protocol"]\n'
                   '[[override]]\nhosts = ["prod.example.com"]\n'
                   'severity = { scheme-insecure = "error" }\n')
        self.write("a.yaml", "a: https://a.test.example.com:22/\nb: https://192.0.2.9:22/\n"
                   "c: https://test.example.com:22/\nd: http://prod.example.com/\n"
                   "e: http://dev.example.com/\nf: http://PROD.example.com./\n"
                   "g: http://prod%2Eexample.com/\n")
        _, report = self.run_json()
        found = [(f["location"]["key"], f["rule"], f["severity"]) for f in report["findings"]
                 if f["rule"] in ("port-cross-protocol", "scheme-insecure")]
        self.equal(found, [("c", "port-cross-protocol", "warning"),
                           ("d", "scheme-insecure", "error"), ("f", "scheme-insecure", "error"),
                           ("g", "scheme-insecure", "error")])

    def test_a_host_in_disguise_is_not_silenced(self):
        self.write(".urilint.toml", '[[override]]\nhosts = ["test.example.com"]\nignore = ["*"]\n')
        uris = ["https://test.example.com:22/", f"https://u:{PASSWORD}@test.example.com/",
                "https://evil.example\\@test.example.com/", "https://evil.example#@test.example.com/",
                "https://test.example.com@evil.example:22/", "https://test.example.com.evil.example:22/"]
        self.write("list.txt", "".join(uri + "\n" for uri in uris))
        _, report = self.run_json("list.txt", "--as", "list")
        lines = {f["location"]["line"] for f in report["findings"]}
        self.equal(lines, {3, 4, 5, 6})
        # What is raised for a host is raised if anybody reads that host.
        self.write(".urilint.toml", '[[override]]\nhosts = ["prod.example.com"]\n'
                   'severity = { scheme-insecure = "error" }\n')
        self.write("list.txt", "http://prod.example.com\\@test.example.com/\n"
                   "http://test.example.com\\@prod.example.com/\nhttp://test.example.com\\@x.example/\n")
        _, report = self.run_json("list.txt", "--as", "list")
        self.equal([f["location"]["line"] for f in report["findings"]
                    if f["rule"] == "scheme-insecure"], [1, 2])

    def test_later_overrides_win(self):
        self.write(".urilint.toml", '[[override]]\npaths = ["*"]\nseverity = '
                   '{ port-cross-protocol = "off" }\n'
                   '[[override]]\npaths = ["a.yaml"]\nseverity = '
                   '{ port-cross-protocol = "error" }\n')
        self.write("a.yaml", f"u: {PORT}\n")
        self.write("b.yaml", f"u: {PORT}\n")
        _, report = self.run_json()
        self.equal([(f["location"]["path"], f["severity"]) for f in report["findings"]],
                   [("a.yaml", "error")])

    def test_later_keys_of_one_table_win(self):
        self.write("a.yaml", f"u: {PORT}\n")
        for table, expected in (('"port-*" = "note", port-cross-protocol = "error"', "error"),
                                ('port-cross-protocol = "error", "port-*" = "note"', "note")):
            self.write(".urilint.toml", f'min-severity = "note"\nseverity = {{ {table} }}\n')
            _, report = self.run_json()
            self.equal([f["severity"] for f in report["findings"]], [expected], table)

    def test_errors_name_their_place_and_the_rest_is_reported(self):
        cases = [
            ('ignore = ["port-cross-protocoll"]', 1, "ignore[0]"),
            ('\nprofile = "repos"', 2, "profile"),
            ('[severity]\nport-cross-protocol = "high"', 2, "severity.port-cross-protocol"),
            ('[severity]\nno-rule = "error"', 2, "severity.no-rule"),
            ('exlude = ["a"]', 1, "exlude"),
            ('\n\nlocked = ["port-*"]', 3, "locked[0]"),
            ('[[override]]\nignore = ["ipv4-hex"]', 1, "override[0]"),
            ('[[override]]\nhosts = ["a.example.com"]\nprofile = "mail"', 3, "override[0].profile"),
            ('[[override]]\nhosts = ["https://a.example.com/"]', 2, "override[0].hosts[0]"),
            ('[[override]]\nkeys = ["a..b"]', 2, "override[0].keys[0]"),
            ('[[override]]\npaths = ["!a"]', 2, "override[0].paths[0]"),
            ('[policy]\nports = [70000]', 2, "policy.ports[0]"),
            ('[policy]\nhosts = ["example.com:443"]', 2, "policy.hosts[0]"),
            ('[policy]\nschemes = ["https:"]', 2, "policy.schemes[0]"),
            ('extends = ["none.toml"]', 1, "extends[0]"),
            ('extends = ["https://example.com/x.toml"]', 1, "extends[0]"),
            ('extends = [".urilint.toml"]', 1, "extends[0]"),
            ('packs = ["none"]', 1, "packs[0]"),
            ('protected-names = ["localhost"]', 1, "protected-names[0]"),
            ('baseline = 3', 1, "baseline"),
            ('\nbaseline = "none"', 2, "baseline"),
            ('baseline = "none"\nprofil = "mail"', 1, "baseline"),
            ('ignore = ["no-such-rule"]\nprofil = "mail"', 1, "ignore[0]"),
            ('ignore = ["no-such-rule"]\nprofil = "mail"', 2, "profil"),
            ('baseline = "https://example.com/known"', 1, "baseline"),
            ('baseline = "//example.com/known"', 1, "baseline"),
            ('exclude = ["!a"]', 1, "exclude[0]"),
            ('exclude = ["x", "["]', 1, "exclude[1]"),
            ('include = ["../x"]', 1, "include[0]"),
            ('[fix]\nhttps-hosts = ["http://www.example.com"]', 2, "fix.https-hosts[0]"),
            ('[[override]]\nkeys = ["a[x]"]', 2, "override[0].keys[0]"),
            ('[[override]]\npaths = ["a", "!b"]', 2, "override[0].paths[1]"),
            ('[[override]]\npaths = ["a/../b"]', 2, "override[0].paths[0]"),
        ]
        self.write("a.yaml", f"u: {LEAK}\n")
        for text, line, key in cases:
            self.write(".urilint.toml", text + "\n")
            result, report = self.run_json()
            self.status(result, 2, text)
            self.contains(result.errors, f".urilint.toml:{line}: {key}: ", text)
            self.equal([f["rule"] for f in report["findings"]], ["userinfo-password"], text)
        self.write(".urilint.toml", "a = [\n")
        result, report = self.run_json()
        self.status(result, 2)
        self.contains(result.errors, ".urilint.toml:")
        self.write(".urilint.toml", 'profile = "x"\nfail-on = "x"\nmin-severity = "x"\n')
        result = self.check_()
        for line in (1, 2, 3):
            self.contains(result.errors, f".urilint.toml:{line}: ")

    def test_a_faulty_folder_is_judged_by_the_command_line(self):
        self.write(".urilint.toml", 'ignore = ["userinfo-password"]\n')
        self.write("bad/.urilint.toml", 'ignor = []\n')
        self.write("bad/a.yaml", f"u: {LEAK}\n")
        self.write("good/a.yaml", f"u: {LEAK}\n")
        result, report = self.run_json()
        self.status(result, 2)
        self.contains(result.errors, "bad/.urilint.toml:1: ignor: ")
        self.equal([f["location"]["path"] for f in report["findings"]], ["bad/a.yaml"])
        self.status(self.check_("good"), 0)

    def test_what_may_stand_in_a_pack_that_is_missing_is_no_unknown_rule(self):
        self.write(".urilint.toml", 'packs = ["none"]\nignore = ["pack-rule"]\n')
        result = self.check_()
        self.status(result, 2)
        self.contains(result.errors, ".urilint.toml:1: packs[0]: ")
        self.lacks(result.errors, "pack-rule")

    def test_a_baseline_that_is_not_used_need_not_be_there(self):
        self.write("a.yaml", f"u: {LEAK}\n")
        self.write(".urilint.toml", 'baseline = "none"\n')
        self.write("empty", "# urilint baseline\n# version: 1\n")
        self.status(self.check_("--baseline", "empty"), 1)
        self.write(".urilint.toml", 'baseline = "none"\nprofil = "mail"\n')
        self.lacks(self.check_("--baseline", "empty").errors, ": baseline: ")
        self.lacks(self.check_("--write-baseline").errors, ": baseline: ")

    def test_errors_hold_no_secret_and_no_control(self):
        self.write("a.yaml", "")
        for text in (f'baseline = "{LEAK}"\n', f'baseline = "{LEAK[6:]}"\n', f'extends = ["{LEAK}"]\n'):
            self.write(".urilint.toml", text)
            for options in ([], ["--write-baseline"]):
                result = self.check_(*options)
                self.lacks(result.errors + result.text, PASSWORD, text)
        self.write(".urilint.toml", "")
        for uri in (LEAK, LEAK[6:]):
            result = self.check_("--baseline", uri)
            self.status(result, 2)
            self.lacks(result.errors, PASSWORD, uri)
        self.write(".urilint.toml", f'[policy]\nhosts = ["{LEAK}"]\n')
        result = self.check_()
        self.status(result, 2)
        self.lacks(result.errors, PASSWORD)
        self.write(".urilint.toml", '"\\u001b[31m\\n::error::" = 1\nprofile = "\\u001b[2J"\n')
        result = self.check_()
        self.status(result, 2)
        self.lacks(result.errors, "\x1b")
        self.lacks(result.errors, "\n::error")

    def test_extends(self):
        self.write("base/common.toml", 'extends = ["deeper.toml"]\n[severity]\n'
                   'port-cross-protocol = "error"\n')
        self.write("base/deeper.toml", 'ignore = ["userinfo-password"]\n'
                   '[severity]\nport-cross-protocol = "off"\n')
        self.write(".urilint.toml", 'extends = ["base/common.toml"]\n')
        self.write("a.yaml", f"u: {PORT}\nv: {LEAK}\n")
        _, report = self.run_json()
        self.equal([(f["rule"], f["severity"]) for f in report["findings"]],
                   [("port-cross-protocol", "error")])
        self.write("base/deeper.toml", 'extends = ["common.toml"]\n')
        result = self.check_()
        self.status(result, 2)
        self.contains(result.errors, "extends[0]")
        self.write("base/common.toml", 'profle = "mail"\n')
        result = self.check_()
        self.status(result, 2)
        self.contains(result.errors, "base/common.toml:1: profle: ")

    def test_one_file_may_be_extended_by_two(self):
        self.write("lint/pack-rule.toml", harness.PACK)
        self.write("base.toml", 'packs = ["lint"]\n')
        self.write("one.toml", 'extends = ["base.toml"]\n')
        self.write("two.toml", 'extends = ["base.toml"]\n')
        self.write(".urilint.toml", 'extends = ["one.toml", "two.toml"]\n')
        self.write("a.yaml", "u: https://old.example.org/\n")
        result, report = self.run_json("a.yaml")
        self.status(result, 1)
        self.equal([f["rule"] for f in report["findings"]], ["pack-rule"])

    def test_locks_of_folders_above(self):
        self.write(".urilint.toml", 'locked = ["userinfo-password"]\n')
        self.write("sub/.urilint.toml", 'ignore = ["*"]\nexclude = ["*"]\nfail-on = "never"\n'
                   'baseline = "known"\n')
        self.write("sub/a.yaml", f"u: {LEAK} # urilint: ignore[userinfo-password]\nv: {PORT}\n")
        self.write("sub/known", "# urilint baseline\n# version: 1\n")
        result, report = self.run_json()
        self.status(result, 1)
        self.equal([f["rule"] for f in report["findings"]], ["userinfo-password"])
        self.check_("sub", "--write-baseline")
        result, report = self.run_json("sub")
        self.status(result, 1)
        self.equal([f["rule"] for f in report["findings"]], ["userinfo-password"])


class Policy(Silence):
    def judged(self, policy, uris, *arguments):
        """The policy rules that speak, by URI."""
        self.write(".urilint.toml", policy)
        self.write("list.txt", "".join(uri + "\n" for uri in uris))
        _, report = self.run_json("list.txt", "--as", "list", *arguments)
        found = {}
        for finding in report["findings"]:
            if finding["rule"].startswith("policy-"):
                line = finding["location"]["line"] - 1
                found.setdefault(uris[line], set()).add(finding["rule"].removeprefix("policy-"))
        return found

    def expect(self, policy, good, bad, kind):
        found = self.judged(policy, good + bad)
        for uri in good:
            self.lacks(found.get(uri, set()), kind, f"{policy}{uri}")
        for uri in bad:
            self.contains(found.get(uri, set()), kind, f"{policy}{uri}")

    def test_none(self):
        self.equal(self.judged("", ["https://example.com/", "gopher://example.org:1/"]), {})

    def test_schemes(self):
        self.expect('[policy]\nschemes = ["https", "MAILTO"]\n',
                    ["https://example.com/", "HTTPS://example.com/", "mailto:a@example.com",
                     "relative/path", "//example.com/x"],
                    ["http://example.com/", "ftp://example.com/"], "scheme")
        self.expect('[policy]\ndeny-schemes = ["ftp"]\n', ["https://example.com/"],
                    ["ftp://example.com/", "FTP://example.com/",
                     "https://example.com/?u=ftp%3A%2F%2Fexample.org%2F"], "scheme")

    def test_hosts(self):
        self.expect('[policy]\nhosts = ["example.com", "*.example.com", "192.0.2.0/24"]\n',
                    ["https://example.com/", "https://a.b.EXAMPLE.com./", "https://192.0.2.77/",
                     "https://%65xample.com/"],
                    ["https://example.org/", "https://example.com.evil.example/",
                     "https://badexample.com/", "https://example.com@evil.example/",
                     "https://evil.example\\@example.com/", "https://192.0.3.1/",
                     "https://example.com%2eevil.example/",
                     "https://example.com%40evil.example/"], "host")

    def test_denied_hosts_in_disguise(self):
        self.expect('[policy]\ndeny-hosts = ["evil.example", "*.evil.example", "198.51.100.7"]\n',
                    ["https://example.com/", "https://evil.example.com/", "https://198.51.100.8/"],
                    ["https://evil.example/", "https://EVIL.example./", "https://a.evil.example/",
                     "https://%65vil.example/", "https://%2565vil.example/",
                     "https://ev\u00adil.example/", "https://ｅｖｉｌ.example/",
                     "https://evil。example/", "https://3325256711/", "https://0xc6336407/",
                     "https://0306.063.0144.07/", "https://[::ffff:198.51.100.7]/",
                     "https://[64:ff9b::c633:6407]/", "https://example.com\\@evil.example/",
                     "https://u:p@evil.example/",
                     "https://example.com/?next=https%3A%2F%2Fevil.example%2F"], "host")

    def test_deny_wins(self):
        self.expect('[policy]\nhosts = ["*.example.com"]\ndeny-hosts = ["old.example.com"]\n',
                    ["https://new.example.com/"], ["https://old.example.com/"], "host")

    def test_ports(self):
        self.expect('[policy]\nports = [443, "8000-8999"]\n',
                    ["https://example.com/", "https://example.com:443/", "https://example.com:/",
                     "http://example.com:8080/", "https://example.com:00443/"],
                    ["http://example.com/", "https://example.com:9000/"], "port")
        self.expect('[policy]\ndeny-ports = ["22"]\n', ["https://example.com/"],
                    ["https://example.com:22/", "ssh://example.com/", "https://example.com:022/",
                     "https://example.com:65558/"], "port")

    def test_paths_of_a_registry(self):
        self.expect('[policy]\nhosts = ["registry.example.net/team/*"]\n',
                    ["https://registry.example.net/team/a", "https://registry.example.net/team/a/b",
                     "https://registry.example.net/%74eam/a"],
                    ["https://registry.example.net/other/a", "https://registry.example.net/",
                     "https://registry.example.net/team/../other/a",
                     "https://registry.example.net/team/%2e%2e/other/a",
                     "https://registry.example.net/team/..%2fother/a",
                     "https://registry.example.net/team/%252e%252e/other/a",
                     "https://registry.example.net/team/..;x/other/a",
                     "https://registry.example.net/team/..\\other/a",
                     "https://registry.example.net/TEAM/a", "https://elsewhere.example/team/a"],
                    "host")

    def test_in_overrides(self):
        self.write(".urilint.toml", '[policy]\nhosts = ["*.example.com"]\n'
                   '[[override]]\npaths = ["docs/"]\npolicy = { hosts = ["*"] }\n'
                   '[[override]]\nkeys = ["mirrors[*]"]\npolicy = { hosts = ["*.example.org"] }\n')
        self.write("docs/a.yaml", "u: https://elsewhere.example/\n")
        self.write("a.yaml", "u: https://elsewhere.example/\nmirrors:\n- https://a.example.org/\n"
                   "- https://a.example.com/\n")
        _, report = self.run_json()
        self.equal([(f["location"]["path"], f["location"]["line"]) for f in report["findings"]
                    if f["rule"] == "policy-host"], [("a.yaml", 1), ("a.yaml", 4)])

    def test_templates(self):
        self.write(".urilint.toml", '[policy]\nhosts = ["*.example.com"]\n')
        self.write("a.yaml", "a: https://${HOST}/\nb: https://${NAME}.evil.example/\n"
                   "c: https://${NAME}.example.com/\n")
        _, report = self.run_json()
        self.equal([f["location"]["key"] for f in report["findings"]], ["b"])

    def test_names_are_no_targets(self):
        self.write(".urilint.toml", '[policy]\nhosts = ["*.example.com"]\n')
        self.write("a.svg", '<svg xmlns="http://www.w3.org/2000/svg"/>\n')
        self.write("a.xml", '<a xmlns="http://www.w3.org/2000/svg"/>\n')
        self.equal(self.findings(), [])

    def test_locked_policy(self):
        self.write(".urilint.toml", 'locked = ["policy-host"]\n[policy]\nhosts = ["*.example.com"]\n'
                   'deny-hosts = ["old.example.com"]\n')
        self.write("sub/.urilint.toml", '[policy]\nhosts = ["*"]\n')
        self.write("sub/a.yaml", "a: https://elsewhere.example/\nb: https://old.example.com/\n"
                   "c: https://new.example.com/\n")
        _, report = self.run_json()
        self.equal([f["location"]["key"] for f in report["findings"]], ["a", "b"])


if __name__ == "__main__":
    harness.main()
