"""`urilint init`: what is there becomes known, check is silent at once, and one new finding fails."""
import json
import os
import re
import tomllib

import harness
from harness import Case

LEAK = "url: https://deploy:Zq7k22Pw@db.example.com/app\n"
OLD = "https://svc:0ldS3cr3tPw@a.example.com/"  # userinfo-password: error
PORT = "http://192.0.2.9:25/"  # port-cross-protocol: warning
CONFIG, BASELINE = ".urilint.toml", ".urilint-baseline"

FORMATS = {
    "app.yaml": f"services:\n  db:\n    url: {OLD}yaml\n",
    "app.json": f'{{"db": {{"url": "{OLD}json"}}}}\n',
    "rows.jsonl": f'{{"url": "{OLD}jsonl"}}\n',
    "app.toml": f'url = "{OLD}toml"\n',
    "app.ini": f"[db]\nurl = {OLD}ini\n",
    ".env": f"URL={OLD}env\n",
    "app.properties": f"url={OLD}properties\n",
    "page.html": f'<a href="{OLD}html">a</a>\n',
    "style.css": f'a {{ background: url("{OLD}css") }}\n',
    "data.xml": f"<a>{OLD}xml</a>\n",
    "README.md": f"A [server]({OLD}markdown).\n",
    "index.rst": f"A server: {OLD}rst\n",
    "Dockerfile": f"FROM scratch\nADD {OLD}dockerfile /\n",
    "run.sh": f"fetch {OLD}shell\n",
    "main.tf": f'url = "{OLD}hcl"\n',
    "table.csv": f"a,b\n1,{OLD}csv\n",
    "server.log": f"GET {OLD}log 200\n",
    "notes.txt": f"{OLD}text and {PORT}\n",
}
ROW = re.compile(r"^ *(\d+)  (\S+) +(error|warning|note) +(low|medium|high) +(\S.*)$", re.M)


def uncommented(text):
    """The configuration with all that is off turned on."""
    return re.sub(r"^#(?=[^ \n]|  \")", "", text, flags=re.M)


class Init(Case):
    def git(self, *arguments, cwd=None):
        done = harness.git(cwd or self.dir, *arguments)
        self.assertEqual(done.returncode, 0, done.stderr)

    def repository(self):
        self.git("init", "-q")

    def read(self, name):
        return (self.dir / name).read_text(encoding="utf-8")

    def findings(self, *arguments, cwd=None):
        done = harness.run("check", "--format", "json", *arguments, cwd=cwd or self.dir)
        return done, done.json()["findings"]

    def silent(self, cwd=None):
        """check has nothing to say, not even about the baseline."""
        done = harness.run("check", "--format", "json", cwd=cwd or self.dir)
        self.status(done, 0)
        self.equal(done.json()["findings"], [])
        self.equal([n for n in done.json()["notes"] if n["code"] == "stale-baseline"], [])
        self.equal(done.err, b"")
        return done.json()

    def adopt(self, *arguments):
        """init, silence, one leak, one finding; the leak is gone afterwards."""
        done = self.run_here("init", *arguments)
        self.status(done, 0)
        self.silent()
        self.file("new-leak.yaml", LEAK)
        checked, found = self.findings()
        self.status(checked, 1)
        self.equal([(f["rule"], f["location"]["path"]) for f in found],
                   [("userinfo-password", "new-leak.yaml")])
        (self.dir / "new-leak.yaml").unlink()
        return done

    def valid(self, text):
        """The configuration parses and fits its schema."""
        data = tomllib.loads(text)
        schema = harness.source_dir / "docs/schema/urilint-config.schema.json"
        self.check(data)
        try:
            import jsonschema
        except ImportError:
            print("the schema is not tested: the python3 module jsonschema is missing")
            return data
        errors = list(jsonschema.Draft202012Validator(json.loads(schema.read_text())).iter_errors(data))
        self.equal(errors, [])
        return data

    def nothing_written(self, names=()):
        left = {n for n in os.listdir(self.dir) if n.startswith(".urilint")}
        self.equal(left, set(names))


class Adoption(Init):
    def test_old_findings_of_every_format(self):
        self.repository()
        for name, content in FORMATS.items():
            self.file(f"old/{name}", content)
        _, before = self.findings()
        done = self.adopt()
        self.silent(cwd=self.dir / "old")
        self.equal(len(before), len(FORMATS) + 1)
        counts = {rule: int(count) for count, rule, *_ in ROW.findall(done.text)}
        self.equal(counts, {"userinfo-password": len(FORMATS), "port-cross-protocol": 1})
        self.equal(sum(line.startswith("v1:") for line in self.read(BASELINE).splitlines()),
                   len(before))
        self.contains(done.text, f"{BASELINE} ({len(before)} known findings)")
        for text in (done.text, self.read(CONFIG), self.read(BASELINE)):
            self.lacks(text, "0ldS3cr3tPw")
        for command in ("urilint check ", "urilint check --staged", "--config-from origin/main"):
            self.contains(done.text, command)

    def test_a_known_secret_that_is_replaced_is_new(self):
        self.repository()
        self.file("old.yaml", f"url: {OLD}\n")
        self.status(self.run_here("init"), 0)
        self.silent()
        self.file("old.yaml", "url: https://svc:An0therPw77@a.example.com/\n")
        checked, found = self.findings()
        self.status(checked, 1)
        self.equal(len(found), 1)

    def test_nothing_found(self):
        self.repository()
        self.file("a.md", "See https://www.example.com/ and https://example.net/a?b=c.\n")
        done = self.adopt()
        self.contains(done.text, "0 findings")
        self.nothing_written([CONFIG])
        self.lacks(done.text, "for example")
        self.check("baseline" not in self.valid(self.read(CONFIG)))

    def test_an_empty_folder(self):
        self.repository()
        self.adopt()

    def test_no_repository(self):
        self.file("old/a.yaml", LEAK)
        done = self.adopt()
        self.contains(done.text, "no repository")

    def test_a_folder_that_is_named_is_as_good_as_being_in_it(self):
        self.file("project/old/a.yaml", LEAK)
        done = self.run_here("init", "project")
        self.status(done, 0)
        self.nothing_written()
        self.silent(cwd=self.dir / "project")

    def test_below_the_root_of_a_repository(self):
        self.repository()
        self.file("a.yaml", LEAK)
        self.file("part/b.yaml", LEAK)
        done = self.run_here("init", "part")
        self.status(done, 0)
        self.contains(done.text, str(self.dir.resolve()))
        self.silent(cwd=self.dir / "part")
        checked, found = self.findings()
        self.status(checked, 1)
        self.equal([f["location"]["path"] for f in found], ["a.yaml"])

    def test_comments_that_suppress_stay_in_charge(self):
        self.repository()
        self.file("a.yaml", LEAK.rstrip() + "  # urilint: ignore[userinfo-password] a test\n")
        done = self.adopt()
        self.contains(done.text, "0 findings, 1 more suppressed by comments")
        self.nothing_written([CONFIG])

    def test_profiles(self):
        for profile in ("repo", "mail", "proxy", "review"):
            with self.subTest(profile=profile):
                self.repository()
                self.file("a.yaml", LEAK + f"b: {PORT}\nc: https://example.com/\u00e9\n")
                done = self.run_here("init", "--profile", profile, "--force")
                self.status(done, 0)
                self.equal(self.valid(self.read(CONFIG))["profile"], profile)
                self.silent()

    def test_the_hook_and_the_revision_of_ci(self):
        self.repository()
        self.file("a.yaml", LEAK)
        self.status(self.run_here("init"), 0)
        self.git("add", "-A")
        self.status(self.run_here("check", "--staged"), 0)
        named = self.run_here("check", "--force-exclude", "a.yaml", CONFIG, BASELINE)
        self.status(named, 0)
        self.git("commit", "-qm", "first")
        self.status(self.run_here("check", "--config-from", "HEAD"), 0)
        self.file("b.yaml", LEAK)
        self.git("add", "-A")
        self.status(self.run_here("check", "--staged"), 1)
        self.status(self.run_here("check", "--config-from", "HEAD"), 1)


class Hostile(Init):
    NAMES = ("a\nb.yaml", "::error::c.yaml", "##vso[task].yaml", "'q\"u\\ote.yaml", "sp ace [1]*.yaml",
             "-rf.yaml", "\u202etxt.yaml", "www.b\u00fccher.example", "www.xn--80ak6aa92e.example",
             "javascript:alert(1).yaml", "a%20b.yaml", "#h.yaml", "!n.yaml")

    def test_names_of_files(self):
        self.repository()
        for number, name in enumerate(self.NAMES):
            self.file(name, (LEAK + f"more: {OLD}\n") * (number + 1))
        self.file(b"\xff\xfe.yaml", LEAK)
        done = self.adopt()
        self.valid(self.read(CONFIG))
        self.valid(uncommented(self.read(CONFIG)))
        for word in ("::error", "##vso", "\u202e"):
            self.lacks(done.text, word)
        shown = self.run_here("init", "--dry-run")
        self.status(shown, 0)
        for word in ("::error", "##vso", "\u202e", "Zq7k22Pw"):
            self.lacks(shown.text, word)

    def test_every_name_as_the_example(self):
        """The noisiest file whose name is plain is the example of the override, and nothing else is."""
        for name in self.NAMES:
            with self.subTest(name=name):
                self.repository()
                self.file(name, LEAK * 3)
                self.file("other.yaml", LEAK)
                try:
                    self.example_holds(name)
                finally:
                    (self.dir / name).unlink()

    def example_holds(self, name):
        self.status(self.run_here("init", "--force"), 0)
        self.silent()
        data = self.valid(uncommented(self.read(CONFIG)))
        pattern = data["override"][0]["paths"][0]
        self.equal(data["override"][0]["ignore"], ["userinfo-password"])
        plain = name.isascii() and name.isprintable()
        self.equal(pattern == "/other.yaml", not plain, pattern)
        if pattern == "docs/**":  # findings would speak of the name
            self.contains(("www.xn--80ak6aa92e.example", "javascript:alert(1).yaml"), name)
            return
        self.file("only.toml", f"[[override]]\npaths = [{json.dumps(pattern)}]\n"
                               'ignore = ["userinfo-password"]\n')
        _, found = self.findings("--config", "only.toml")
        self.equal({f["location"]["path"] for f in found} - {BASELINE},
                   {"other.yaml" if plain else name})
        (self.dir / "only.toml").unlink()

    def test_hosts(self):
        self.repository()
        token = "ghp_" + "1aB2" * 9
        hosts = ["example.com", "EXAMPLE.com.", "b\u00fccher.example", "0x7f.1", "[2001:db8::7]",
                 "a_b.example", "%22%5d.example", "x'y.example", "www.xn--80ak6aa92e.example",
                 "${HOST}", "*.example.net", f"{token}.example", "a..b", "[v1.x]", "1.2.3.999",
                 "a" * 300 + ".example", "user:pw7Kq99@inner.example"]
        self.file("a.txt", "".join(f"see https://{host}/x\n" for host in hosts))
        self.file("b.xml", '<a xmlns="http://ns.example.org/a"/>\n')
        self.adopt()
        text = self.read(CONFIG)
        self.valid(text)
        allowed = self.valid(uncommented(text))["policy"]["hosts"]
        for host in ("example.com", "xn--bcher-kva.example", "[2001:db8::7]", "a_b.example"):
            self.contains(allowed, host)
        for word in (token, "pw7Kq99", "ns.example.org", "\\", "*.example.net"):
            self.lacks(text.partition("#[policy]")[2].partition("#]")[0], word)

    def test_ten_thousand_hosts(self):
        self.repository()
        lines = [f"https://h{number}.example/\n" for number in range(10000)]
        self.file("hosts.txt", "".join(lines) + "https://www.example.com/\n" * 3)
        self.adopt()
        text = self.read(CONFIG)
        allowed = self.valid(uncommented(text))["policy"]["hosts"]
        self.equal(allowed[0], "www.example.com")
        self.contains(text, '#  "www.example.com",  # 3\n')
        self.equal(len(allowed), 500)
        self.contains(text, "# 9501 more are not listed")

    def test_more_hosts_than_are_counted(self):
        self.repository()
        self.file("hosts.csv", "".join(f"https://h{number}.example/\n" for number in range(100001)))
        self.status(self.run_here("init", "-j", "1"), 0)
        self.contains(self.read(CONFIG),
                      "# 99500 more, and others that were not counted, are not listed")

    def test_what_is_off_works_when_it_is_turned_on(self):
        self.repository()
        self.file("conf/app.json", json.dumps({"db": {"a b": [OLD, "https://cdn.example.net/"]}}))
        self.file("conf/b.yaml", f"url: {OLD}b\n")
        self.file("a.txt", f"{PORT} https://example.com/?next=https%3A%2F%2Fin.example.org%2F\n")
        self.status(self.run_here("init"), 0)
        text = self.read(CONFIG)
        data = self.valid(uncommented(text))
        self.equal(data["override"][1]["keys"], ['db."a b"[0]'])
        self.equal(set(data["policy"]["hosts"]), {"a.example.com", "cdn.example.net", "192.0.2.9",
                                                  "example.com", "in.example.org"})
        self.file(CONFIG, uncommented(text))
        checked, found = self.findings("--no-suppressions")
        self.equal([f["rule"] for f in found if f["rule"].startswith("policy")], [])
        self.equal(checked.err, b"")

    def test_folders_with_a_configuration_of_their_own(self):
        self.repository()
        self.file("a.yaml", LEAK)
        self.file("part/deep/b.yaml", LEAK)
        self.file("part/.urilint.toml", 'ignore = ["userinfo-password"]\n')
        self.file("third/c.yaml", "url: https://example.com/\n")
        self.git("init", "-q", cwd=self.dir / "third")
        done = self.adopt()
        self.equal(self.read(BASELINE).count("\nv1:"), 1)
        self.contains(done.text, "\n  part\n  third\n")
        self.contains(done.text, "check                              counts what is new here, and all that")
        self.lacks(done.text, "exits with 0")
        self.status(self.run_here("check"), 0)
        self.file("third/c.yaml", LEAK)  # a status of 1 that the words do not deny
        self.status(self.run_here("check"), 1)

    def test_rules_that_are_locked_above(self):
        self.repository()
        self.file(CONFIG, 'locked = ["userinfo-password"]\n')
        self.file("part/b.yaml", LEAK)
        done = self.run_here("init", "part")
        self.status(done, 0)
        self.contains(done.text, f"{self.dir.resolve()}/.urilint.toml locks")
        self.contains(done.text, "exits with 0 until something new is found, unless a locked rule speaks\n")
        self.status(self.run_here("check", "part"), 1)


class Places(Init):
    def setUp(self):
        super().setUp()
        self.repository()
        self.file("a.yaml", LEAK)

    def test_nothing_is_overwritten(self):
        for name in (CONFIG, BASELINE):
            with self.subTest(name=name):
                self.file(name, "# mine\n")
                done = self.run_here("init")
                self.status(done, 2)
                self.contains(done.errors, f"{name} is there already; --force replaces it")
                self.equal(self.read(name), "# mine\n")
                self.nothing_written([name])
                (self.dir / name).unlink()

    def test_force(self):
        self.file(CONFIG, "not = toml at all\n")
        self.file(BASELINE, "neither\n")
        self.adopt("--force")

    def test_force_removes_a_baseline_of_nothing(self):
        self.file("a.yaml", "a: 1\n")
        self.file(BASELINE, "neither\n")
        done = self.adopt("--force")
        self.contains(done.text, f"Removed: {BASELINE}")
        self.nothing_written([CONFIG])

    def test_links_are_not_followed(self):
        target = self.dir / "target"
        for name in (CONFIG, BASELINE):
            for options in ((), ("--force",)):
                for exists in (False, True):
                    with self.subTest(name=name, options=options, exists=exists):
                        if exists:
                            target.write_text("mine\n")
                        (self.dir / name).symlink_to("target")
                        done = self.run_here("init", *options)
                        self.status(done, 2)
                        self.contains(done.errors, f"{name} is a symbolic link")
                        self.equal(target.exists(), exists)
                        self.check((self.dir / name).is_symlink())
                        self.nothing_written([name])
                        (self.dir / name).unlink()
                        target.unlink(missing_ok=True)

    def test_folders_and_pipes_are_not_replaced(self):
        (self.dir / CONFIG).mkdir()
        os.mkfifo(self.dir / BASELINE)
        done = self.run_here("init", "--force")
        self.status(done, 2)
        self.contains(done.errors, f"{CONFIG} is no regular file")
        self.contains(done.errors, f"{BASELINE} is no regular file")

    def test_dry_run(self):
        done = self.run_here("init", "--dry-run")
        self.status(done, 0)
        self.nothing_written()
        self.contains(done.text, f"==> {CONFIG} <==\n")
        self.contains(done.text, f"==> {BASELINE} <==\n")
        self.lacks(done.text, "Written")
        shown = done.text.partition(f"==> {CONFIG} <==\n")[2].partition("\n==> ")[0]
        self.status(self.run_here("init"), 0)
        self.equal(self.read(CONFIG), shown)
        self.status(self.run_here("init", "--dry-run"), 0)

    def test_a_folder_that_can_not_be_written(self):
        if os.geteuid() == 0:
            print("not tested: root may write anywhere")
            self.check(True)
            return
        self.dir.chmod(0o555)
        self.addCleanup(self.dir.chmod, 0o755)
        self.status(self.run_here("init"), 2)
        self.nothing_written()

    def test_a_full_disk_leaves_nothing(self):
        """Writing ends at a size that the baseline exceeds."""
        self.file("a.yaml", "".join(f"u{i}: https://u{i}:Zq7k22Pw{i}@db.example.com/\n"
                                    for i in range(2000)))

        def small():
            import resource
            import signal
            signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
            resource.setrlimit(resource.RLIMIT_FSIZE, (16384, 16384))
        done = self.run_here("init", before=small)
        self.status(done, 2)
        self.nothing_written()

    def test_what_is_no_folder(self):
        for operands in (("a.yaml",), ("missing",), ("",), (".", ".")):
            with self.subTest(operands=operands):
                self.status(self.run_here("init", *operands), 2)
                self.nothing_written()
        self.status(self.run_here("init", "--profile", "nothing"), 2)
        self.nothing_written()

    def test_jobs_make_no_difference(self):
        for number in range(50):
            self.file(f"d{number % 7}/f{number}.yaml", LEAK * (number % 3 + 1))
        shown = {re.sub(r"# salt: .*|v1:.* .*", "", self.run_here("init", "--dry-run", "-j", jobs).text)
                 for jobs in ("1", "2", "8")}
        self.equal(len(shown), 1)


if __name__ == "__main__":
    harness.main()
