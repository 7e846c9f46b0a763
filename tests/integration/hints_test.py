"""What text reports say of how to silence a finding is done to the file, and must be right: nothing is
found any more, no marker is unused, and the parsers of Python read what they read before.
"""
import configparser
import csv
import html.parser
import io
import json
import re
import subprocess
import tomllib
import xml.etree.ElementTree

import harness
from harness import Case

try:
    import yaml
except ImportError:
    yaml = None

URI = "https://example.com:22/"
HEADING = re.compile(r"^(.+?):(\d+):\d+: (?:error|warning|note)\[(.+?)\] ")
HINT = re.compile(r"^ += silence: (?:in (?P<config>\S+): )?(?:(?P<above>on the line before: )|"
                  r"at the end of line (?P<line>\d+): )?(?P<words>.*)$")


def override_lines(words):
    """The lines of an override that is written on one, split at blanks outside of brackets."""
    head, rest = words.split(" ", 1)
    lines, begin, depth, quoted, i = [head], 0, 0, False, 0
    while i < len(rest):
        c = rest[i]
        if quoted:
            i += c == "\\"
            quoted = c != '"'
        elif c == '"':
            quoted = True
        elif c in "[]":
            depth += 1 if c == "[" else -1
            if depth == 0 and c == "]":
                lines.append(rest[begin:i + 1].strip())
                begin = i + 1
        i += 1
    assert rest[begin:] == "", words
    return "\n".join(lines) + "\n"


def of_ini(text):
    parser = configparser.ConfigParser(interpolation=None)
    parser.read_string(text)
    return {name: dict(parser[name]) for name in parser.sections()}


def of_xml(text):
    tree = xml.etree.ElementTree.fromstring(text)
    return [(e.tag, e.attrib, (e.text or "").split(), (e.tail or "").split()) for e in tree.iter()]


def of_html(text):
    found = []

    class Parser(html.parser.HTMLParser):
        def handle_starttag(self, tag, attrs):
            found.append((tag, attrs))

        def handle_data(self, data):
            found.extend(data.split())
    parser = Parser()
    parser.feed(re.sub(r"/\*.*?\*/", "", text))  # comments of style sheets are data here
    parser.close()
    return found


def of_shell(text):
    done = subprocess.run(["sh", "-n"], input=text.encode(), capture_output=True, check=False)
    if done.returncode != 0:
        raise ValueError(done.stderr)


def of_yaml(text):
    return list(yaml.safe_load_all(text)) if yaml else None


READ = {"json": json.loads, "jsonl": lambda t: [json.loads(line) for line in t.splitlines()],
        "toml": tomllib.loads, "ini": of_ini, "xml": of_xml, "html": of_html, "sh": of_shell,
        "yaml": of_yaml, "csv": lambda t: list(csv.reader(io.StringIO(t)))}

COMMENT, OVERRIDE = "comment", "override"
CASES = [  # name, content, what each finding is silenced by, in order
    ("a.yaml", f"a: {URI}\nb:\n  - {URI} # n\n", [COMMENT, COMMENT]),
    ("b.yaml", f"a: |\n  x {URI}\n  y\nb: 1\n", [OVERRIDE]),
    ("c.yaml", f"a: \"x\n  {URI} y\"\nb: x {URI}\n  y\n", [COMMENT, COMMENT]),
    ("d.yaml", f"%YAML 1.2\n---\na: {{b: {URI}, c: [{URI}]}}\n", [COMMENT]),
    ("e.yaml", f"a: 'x\n  {URI}\n  y'\n", [OVERRIDE]),
    ("conf/app.json", f'{{"services": {{"db*": {{"url": "{URI}"}}, "db2": 1}}}}\n', [OVERRIDE]),
    ("a[1]*\u00e4 b.json", f'["x", "{URI}"]\n', [OVERRIDE]),
    ("k.json", '{"\\u202e?": {"a.\\"b": "%s"}}\n' % URI, [OVERRIDE]),
    ("n.json", '{"new\\nline.\\"x": "%s", "\\r": {"a": "%s"}}\n' % (URI, URI), [OVERRIDE, OVERRIDE]),
    ("new\nline.txt", f"a {URI}\n", [OVERRIDE]),
    ("c.jsonc", f'{{\n  // c\n  "a": "{URI}",\n  "b": 1\n}}\n', [COMMENT]),
    ("a.jsonl", f'{{"a": "{URI}"}}\n{{"b": 1}}\n', [OVERRIDE]),
    ("a.toml", f'a = "{URI}"\nb = [\n  "{URI}",\n]\n', [COMMENT, COMMENT]),
    ("b.toml", f'a = """\nx\n{URI}\n"""\n', [OVERRIDE]),
    ("a.ini", f"[a]\nurl = {URI}\nb = x\n  {URI}\n", [COMMENT, COMMENT]),
    ("a.conf", f"[a]\nurl = {URI}\n", [COMMENT]),
    (".env", f"A={URI}\nB='x\n{URI}'\n", [COMMENT, OVERRIDE]),
    ("a.properties", f"a={URI}\nb=x \\\n  {URI}\n", [COMMENT, OVERRIDE]),
    ("a.xml", f'<?xml version="1.0"?>\n<a b="{URI}">\n  <c\n    d="{URI}"\n    e="f"/>\n  <g>{URI}</g>\n'
              f"  <!-- x\n    {URI}\n  -->\n  <h><![CDATA[\n{URI}\n]]></h>\n</a>\n",
     [COMMENT, OVERRIDE, COMMENT, COMMENT, OVERRIDE]),
    ("a.html", f"<!doctype html>\n<p>{URI} x\ny</p>\n<a\n  href='{URI}'\n  id=x>y</a>\n<style>\na {{ "
               f"background: url({URI}) }}\n</style>\n<pre>\n{URI}\n</pre>\n",
     [COMMENT, OVERRIDE, COMMENT, COMMENT]),
    ("a.css", f'@charset "utf-8";\na {{ background: url("{URI}") }}\n/* x\n {URI}\n*/\n',
     [COMMENT, COMMENT]),
    ("a.md", f"Text {URI} here\nand.\n\n[a]: {URI} \"t\"\n\n[a]\n\n| a |\n|---|\n| {URI} |\n\n"
             f"```sh\n{URI}\n```\n", [COMMENT, COMMENT, COMMENT, OVERRIDE]),
    ("c.md", f"Text\n\n    {URI}\n", [OVERRIDE]),
    ("b.md", f"---\nurl: {URI}\n---\n\nText\n", [COMMENT]),
    ("a.mdx", f"Text {URI}\n", [OVERRIDE]),
    ("a.rst", f"Text {URI}\n", [OVERRIDE]),
    ("Dockerfile", f"FROM scratch\nRUN x \\\n  {URI}\nRUN <<E\ncurl {URI}\nE\nCOPY <<E /a\n{URI}\nE\n",
     [COMMENT, COMMENT, OVERRIDE]),
    ("a.sh", f"#!/bin/sh\ncurl {URI}\ncurl \\\n  {URI} \\\n  x\ncat <<E\n{URI}\nE\n", [COMMENT, OVERRIDE]),
    ("b.sh", f"#!/bin/sh {URI}\n", [OVERRIDE]),
    ("c.sh", f"x=\"a\n{URI}\nb\"\n", [OVERRIDE]),
    ("a.tf", f'a {{\n  url = "{URI}"\n  b = <<E\n{URI}\nE\n}}\n', [COMMENT, OVERRIDE]),
    ("a.csv", f"a,{URI}\nb,c\n", [OVERRIDE]),
    ("a.log", f"a {URI}\n", [OVERRIDE]),
    ("a.txt", f"a {URI}\n", [OVERRIDE]),
]


class Hints(Case):
    def setUp(self):
        super().setUp()
        (self.dir / ".git").mkdir()

    def findings(self, *arguments, **options):
        """The result, and of each finding (path, line, rule, match of its hint or None)."""
        result = self.run_here("check", *arguments, **options)
        found = []
        for line in result.text.splitlines():
            if heading := HEADING.match(line):
                found.append([heading[1], int(heading[2]), heading[3], None])
            elif hint := HINT.match(line):
                self.equal(found[-1][3], None, "two hints")
                found[-1][3] = hint
        return result, found

    def apply(self, name, line, hint):
        """Does what the hint says; returns the kind."""
        words = hint["words"]
        if words.startswith("[[override]]"):
            with open(self.dir / (hint["config"] or ".urilint.toml"), "a", encoding="utf-8") as out:
                out.write(override_lines(words))
            return OVERRIDE
        path = self.dir / name
        lines = path.read_text(encoding="utf-8").split("\n")
        if hint["above"]:
            indent = re.match(r"\s*", lines[line - 1])[0]
            lines.insert(line - 1, indent + words)
        else:
            lines[int(hint["line"] or line) - 1] += " " + words
        path.write_text("\n".join(lines), encoding="utf-8")
        return COMMENT

    def test_every_format(self):
        for name, content, kinds in CASES:
            with self.subTest(name):
                config = self.dir / ".urilint.toml"
                config.unlink(missing_ok=True)
                self.file(name, content)
                read = READ.get(name.rsplit(".", 1)[-1], lambda text: None)
                before = read(content)
                for kind in kinds:
                    result, found = self.findings(name)
                    self.status(result, 1, name)
                    self.check(found and found[0][3], (name, result.text))
                    self.lacks(result.text, "suppresses nothing")
                    self.equal(self.apply(name, found[0][1], found[0][3]), kind, (name, result.text))
                result, found = self.findings(name)
                self.status(result, 0, (name, (self.dir / name).read_text(encoding="utf-8")))
                self.equal(found, [])
                self.equal(result.err, b"")
                self.lacks(result.text, "unused")
                # An override by host is for the whole file, so for what comments silence, too.
                if not (config.exists() and "hosts = " in config.read_text(encoding="utf-8")):
                    self.lacks(result.text, "suppresses nothing")
                after = (self.dir / name).read_text(encoding="utf-8")
                self.equal(read(after), before, after)
                (self.dir / name).unlink()

    def test_locked(self):
        self.file(".urilint.toml", "locked = ['port-cross-protocol']\n")
        self.file("a/.urilint.toml", "profile = 'repo'\n")
        self.file("a/b.yaml", f"a: {URI}\n")
        _, found = self.findings("a")
        self.equal(found[0][3]["words"], "locked by .urilint.toml")

    def test_a_configuration_that_is_nearer_is_named(self):
        self.file("a/.urilint.toml", "profile = 'repo'\n")
        self.file("a/b.txt", f"{URI}\n")
        _, found = self.findings(".")
        self.equal((found[0][3]["config"], found[0][3]["words"]),
                   ("a/.urilint.toml", '[[override]] paths = ["/b.txt"] hosts = ["example.com"] '
                                       'ignore = ["port-cross-protocol"]'))
        self.apply("a/b.txt", 1, found[0][3])
        self.status(self.run_here("check", "."), 0)

    def test_paths_are_those_of_the_repository(self):
        self.file("a/b.txt", f"{URI}\n")
        result = harness.run("check", "b.txt", cwd=self.dir / "a")
        self.contains(result.text, 'paths = ["a/b.txt"]')

    def test_once_at_the_end_where_nothing_else_holds(self):
        self.file("a.yaml", f"a: {URI}\nb: {URI}\n")
        self.file("a.txt", f"{URI}\n")
        for options in (["--profile", "mail", "a.yaml"], ["--profile", "review", "a.yaml"],
                        ["--as", "list", "a.txt"], ["--no-config", "a.txt"]):
            result, found = self.findings(*options)
            self.check(found and not any(f[3] for f in found), options)
            self.equal(result.text.count("silence: "), 1, options)
            last = result.text.splitlines()[-1]
            self.check(last.startswith("silence: --ignore "), last)
            if "RULE" not in last:
                again = self.run_here("check", *options, *last.split()[1:])
                self.status(again, 0)
                for rule in last.split()[2].split(","):
                    self.lacks(again.text, f"[{rule}]")
        result, found = self.findings("-", stdin=f"{URI}\n".encode())
        self.equal(result.text.splitlines()[-1], "silence: --ignore port-cross-protocol")
        result = self.run_here("check", "--no-suppressions", "a.yaml")
        self.contains(result.text, "= silence: [[override]]")

    def test_quiet_and_other_formats_say_nothing(self):
        self.file("a.yaml", f"a: {URI}\n")
        self.lacks(self.run_here("check", "--quiet").text, "silence")
        for form in ("json", "jsonl", "sarif", "csv", "github"):
            self.lacks(self.run_here("check", "--format", form).text, "silence", form)

    def test_secrets_in_keys_are_not_named(self):
        key = "https://svc:S3cr3tPw9x@example.com/"
        self.file("a.json", json.dumps({key: URI}))
        result = self.run_here("check")
        self.lacks(result.text, "S3cr3tPw9x")
        self.contains(result.text, 'silence: [[override]] paths = ["/a.json"] hosts = ["example.com"] '
                                   'ignore = ["port-cross-protocol"]')

    def test_one_host_of_a_file(self):
        hosts = ["one.example", "two.example", "192.0.2.1", "[2001:db8::1]", "b\u00fccher.example", "localhost",
                 "a_b.example", "%6fne-more.example"]
        self.file("m.py", "".join(f"u{i} = 'https://{host}:22/'\n" for i, host in enumerate(hosts)))
        _, found = self.findings("m.py")
        left = [(line, rule) for _, line, rule, _ in found]
        self.equal([line for line, rule in left if rule == "port-cross-protocol"],
                   list(range(1, len(hosts) + 1)))
        while left:
            _, found = self.findings("m.py")
            self.equal([(line, rule) for _, line, rule, _ in found], left)
            self.contains(found[0][3]["words"], " hosts = [")
            self.equal(self.apply("m.py", found[0][1], found[0][3]), OVERRIDE)
            del left[0]
        self.status(self.run_here("check", "m.py"), 0)
        self.equal(self.run_here("check", "m.py").err, b"")

    def test_passwords_of_two_hosts(self):
        self.file("m.py", "a = 'https://svc:Zq7k22Pw@one.example/'\nb = 'https://svc:Xv9m41Kt@two.example/'\n")
        _, found = self.findings("m.py")
        self.equal([f[3]["words"] for f in found],
                   [f'[[override]] paths = ["/m.py"] hosts = ["{host}.example"] ignore = ["userinfo-password"]'
                    for host in ("one", "two")])
        self.apply("m.py", 1, found[0][3])
        _, found = self.findings("m.py")
        self.equal([f[1] for f in found], [2])

    def test_hosts_that_are_not_certain_are_not_named(self):
        for uri in ("https://${HOST}:22/", "https://x-${A}.example:22/", "https://a.example\\@b.example:22/"):
            with self.subTest(uri):
                (self.dir / ".urilint.toml").unlink(missing_ok=True)
                self.file("m.py", f"u = r'{uri}'\n")
                for _ in range(8):  # what was silent for its sake comes next
                    result, found = self.findings("m.py")
                    if not found:
                        break
                    self.lacks(result.text, " hosts = [")
                    self.apply("m.py", 1, found[0][3])
                self.status(result, 0)

    def test_what_was_silent_for_its_sake_is_next(self):
        self.file("a.json", '["http://0x7f.1/"]\n')
        rules = []
        while True:
            result, found = self.findings("a.json")
            if not found:
                break
            rules.append(found[0][2])
            self.equal(len(rules), len(set(rules)), "a rule that was silenced speaks again")
            self.apply("a.json", found[0][1], found[0][3])
        self.status(result, 0)
        self.equal(rules, ["ipv4-hex", "ipv4-short"])

    def test_many_findings_take_no_long_time(self):
        bad = "".join(f"k{i}: |\n  {URI}\n" for i in range(4000))
        self.file("a.yaml", bad)
        result, found = self.findings("a.yaml")
        self.equal(len(found), 4000)
        self.check(all(f[3] for f in found))

    def test_commands_for_logs_are_broken_up(self):
        self.file("a::error::b/##[x.txt", f"{URI}\n")
        result, found = self.findings(".")
        self.lacks(result.text, "::error")
        self.apply("", 1, found[0][3])
        self.status(self.run_here("check"), 0)

    def test_explain_ends_with_it(self):
        text = self.run_here("explain", "port-cross-protocol").text.partition("\nSilence\n")[2]
        self.contains(text, "# urilint: ignore[port-cross-protocol] why\n")
        self.contains(text, "# urilint: ignore-file[port-cross-protocol] why\n")
        self.contains(text, "urilint check --ignore port-cross-protocol\n")
        table = text[text.index("    [[override]]"):text.index("  In .urilint.toml, above")]
        self.equal(set(tomllib.loads(table)["override"][0]), {"paths", "keys", "hosts", "ignore"})
        self.file("a.txt", f"{URI}\n")
        self.file(".urilint.toml", table)
        self.status(self.run_here("check"), 1)
        self.file(".urilint.toml", 'ignore = ["port-cross-protocol"]\n')
        self.status(self.run_here("check"), 0)


if __name__ == "__main__":
    harness.main()
