"""check --fix: Python's own parser of each format sees that one value changed, and nothing else of
the file does. A second run finds nothing to do."""
import configparser
import csv
import html.parser
import io
import json
import os
import random
import re
import shlex
import stat
import subprocess
import tomllib
import unittest
import xml.etree.ElementTree

import harness
from harness import Case

try:
    import yaml
except ImportError:
    yaml = None

SELECT = "--select=uri-not-normalized,char-raw-forbidden,char-non-ascii,scheme-insecure"
HOSTS = "--https-hosts=example.com,*.example.org"
SECRET = "hunter2secretword"

# As written, and as it is to be. Plain: no character that INI or a word of a shell could mind.
PLAIN = ("http://example.com:80/a%2fb?c=%c3%a9", "https://example.com/a%2Fb?c=%C3%A9")
RAW = ("https://www.example.net:443/\u00e9|b%2f?t[]=1#x", "https://www.example.net/%C3%A9%7Cb%2F?t%5B%5D=1#x")


class Page(html.parser.HTMLParser):
    def __init__(self):
        super().__init__()
        self.seen = []

    def handle_starttag(self, tag, attrs):
        self.seen.append((tag, attrs))

    def handle_endtag(self, tag):
        self.seen.append(tag)

    def handle_data(self, data):
        self.seen.append(data)


def page(text):
    parser = Page()
    parser.feed(text)
    parser.close()
    return parser.seen


def ini(text):
    parser = configparser.ConfigParser(interpolation=None)
    parser.read_string(text)
    return {name: dict(parser[name]) for name in parser.sections()}


def tree(text):
    return [(e.tag, e.attrib, e.text, e.tail) for e in xml.etree.ElementTree.fromstring(text).iter()]


def pairs(text):
    """NAME=value lines of env and properties, as they stand."""
    return [line.partition("=")[::2] for line in text.split("\n") if line and line[0] != "#"]


def words(text):
    return [shlex.split(line, comments=True) for line in text.split("\n")]


def urls(text):
    """Style sheets, Markdown and HCL have no parser here: their strings and links."""
    return re.split(r'(url\([^)]*\)|"[^"]*"|\]\([^)]*\))', text)


# Format, what Python reads, document; {} is the place of the URI.
DOCUMENTS = [
    ("json", json.loads, '{{"x": 1, "a": ["{}", "b"], "c": "\\u00e9"}}\n'),
    ("toml", tomllib.loads, 'a = "{}"\nb = [1, "\\u00e9"] # c\n'),
    ("toml", tomllib.loads, "a = '{}'\nb = 2\n"),
    ("toml", tomllib.loads, 'a = """\nsee {} \\\n  there"""\n'),
    ("toml", tomllib.loads, "a = '''\nsee {}\n'''\n"),
    ("ini", ini, "; c\n[a]\nb = {}\nc = d\n"),
    ("env", pairs, "# c\nA={}\nB=c\n"),
    ("env", pairs, 'export A="{}"\n'),
    ("properties", pairs, "# c\na.b={}\nc=d\n"),
    ("xml", tree, '<?xml version="1.0"?><a href="{}">b<c>{}</c></a>\n'),
    ("html", page, '<p title="x">a <a href="{}">b</a> <img src=\'{}\'> c</p>\n'),
    ("css", urls, 'a {{ background: url({}) }}\nb {{ background: url("{}") }}\n'),
    ("markdown", urls, "# a\n\nsee [b]({}) and\n\n* c\n"),
    ("markdown", urls, "# a\n\nsee <{}>, and\n\n* c\n"),
    ("csv", lambda text: list(csv.reader(io.StringIO(text))), 'name,site\n"a ""b""","{}"\nc,d\n'),
    ("dockerfile", words, 'FROM scratch\nENV A="{}"\nRUN get "{}" && b\n'),
    ("shell", words, "get '{}' # c\nA=\"{}\" b\n"),
    ("hcl", urls, 'a "b" {{\n  c = "{}"\n}}\n'),
]
if yaml is not None:
    read = lambda text: list(yaml.safe_load_all(text))
    DOCUMENTS += [
        ("yaml", read, "a: {}\nb: [c] # d\n"),
        ("yaml", read, "a: '{}'\n"),
        ("yaml", read, 'a: "{}"\nb: "\\u00e9"\n'),
        ("yaml", read, "a: |\n  see\n  {}\n  there\nb: 1\n"),
        ("yaml", read, "a: >-\n  see\n  {}\n\n  there\nb: 1\n"),
        ("yaml", read, "- {}\n- b\n"),
    ]


def is_plain(form, document):
    """True where raw characters stay: INI cannot spell them, and among words they may end the URI."""
    return form == "ini" or "see\n" in document or "see {}" in document


class Fix(Case):
    def fix(self, form, *more, name="file"):
        return self.run_here("check", "--fix", SELECT, HOSTS, f"--as={form}", *more, name)

    def bytes_of(self, name="file"):
        return (self.dir / name).read_bytes()

    def test_one_value_of_each_format(self):
        for form, read_as, document in DOCUMENTS:
            for written, meant in (PLAIN, RAW):
                if written == RAW[0] and is_plain(form, document):
                    continue
                with self.subTest(form=form, document=document, uri=written):
                    count = document.count("{}")
                    before = document.format(*[written] * count)
                    self.file("file", before)
                    result = self.fix(form)
                    after = self.bytes_of().decode("utf-8")
                    self.equal(after, document.format(*[meant] * count), result.text)
                    # By the parser: put the old URI back where the new one is.
                    old, new = read_as(before), read_as(after)
                    self.equal(repr(new).replace(meant, "URI"),
                               repr(old).replace(written, "URI"))
                    again = self.fix(form)
                    self.lacks(again.text, "fixed")
                    self.equal(self.bytes_of(), after.encode("utf-8"))

    def test_random_uris(self):
        rng = random.Random(11)
        pieces = [("a", "a"), ("%2f", "%2F"), ("%C3%a9", "%C3%A9"), ("b.c", "b.c"), ("~", "~"),
                  ("%20", "%20"), ("/", "/"), ("-", "-")]
        raw = [("\u00e9", "%C3%A9"), ("|", "%7C"), ("\u20ac", "%E2%82%AC")]

        def uri(plain):
            scheme, host = rng.choice(["http", "https"]), rng.choice(["example.com", "example.net"])
            port = rng.choice(["", ":", ":80" if scheme == "http" else ":443", ":8080"])
            to_https = scheme == "http" and host == "example.com" and port != ":8080"
            tail = [rng.choice(pieces if plain or rng.random() < 0.7 else raw)
                    for _ in range(rng.randrange(8))]
            written = f"{scheme}://{host}{port}/x" + "".join(w for w, _ in tail) + "/z"
            kept = port if port == ":8080" else ""
            meant = ("https" if to_https else scheme) + f"://{host}{kept}/x" + \
                "".join(m for _, m in tail) + "/z"
            return written, meant

        for form, read_as, document in DOCUMENTS:
            with self.subTest(form=form, document=document):
                for _ in range(6):
                    written, meant = uri(is_plain(form, document))
                    count = document.count("{}")
                    before = document.format(*[written] * count)
                    self.file("file", before)
                    self.fix(form)
                    after = self.bytes_of().decode("utf-8")
                    self.equal(after, document.format(*[meant] * count), written)
                    self.equal(repr(read_as(after)), repr(read_as(document.format(*[meant] * count))))

    def test_bytes_elsewhere_stay(self):
        text = '{"a": "' + PLAIN[0] + '",\r\n "b": "\u00e9\u20ac" }\r\n'
        meant = '{"a": "' + PLAIN[1] + '",\r\n "b": "\u00e9\u20ac" }\r\n'
        for name, mark, codec in (("plain", "", "utf-8"), ("mark", "\ufeff", "utf-8"),
                                  ("little", "\ufeff", "utf-16-le"), ("big", "\ufeff", "utf-16-be"),
                                  ("wide", "\ufeff", "utf-32-le")):
            self.file(name, (mark + text).encode(codec))
            self.fix("json", name=name)
            self.equal(self.bytes_of(name), (mark + meant).encode(codec), name)
        latin = b'{"a": "%s", "b": "\xe9\xff"}'
        self.file("latin", latin % PLAIN[0].encode())
        self.fix("json", name="latin")
        self.equal(self.bytes_of("latin"), latin % PLAIN[1].encode())

    def test_lists_in_files(self):
        self.file("file", "http://example.com:80/a b\r\n//example.com/|\r\n/a|b\nhttps://example.net/|")
        self.fix("list")
        self.equal(self.bytes_of(), b"https://example.com/a%20b\r\n//example.com/|\r\n/a|b\n"
                                    b"https://example.net/%7C")
        self.status(self.run_here("check", "--fix", "--as=list", "-", stdin=b"x\n"), 2)

    def test_what_is_never_fixed(self):
        uris = [f"http://u:{SECRET}@example.com:80/a", "https://example.com:443/{id}/%2f",
                f"https://example.com:443/?api_key={SECRET}1a2b3c4d5e6f"]
        for uri in uris:
            self.file("file", json.dumps({"a": uri}))
            before = self.bytes_of()
            for profile in ("repo", "review"):
                self.fix("json", f"--profile={profile}")
                self.equal(self.bytes_of(), before)
        self.file("file", json.dumps({"a": PLAIN[0]}))
        for profile in ("mail", "proxy"):
            self.status(self.fix("json", f"--profile={profile}"), 2)
        self.equal(self.bytes_of(), json.dumps({"a": PLAIN[0]}).encode())
        # Nothing that is hidden is fixed, but what was asked for by name.
        self.file("file", json.dumps({"a": "http://example.com/%2f"}))
        self.run_here("check", "--fix", "--as=json", "file")
        self.equal(self.bytes_of(), b'{"a": "http://example.com/%2f"}')
        self.run_here("check", "--fix", "--as=json", HOSTS, "file")
        self.equal(self.bytes_of(), b'{"a": "https://example.com/%2f"}')

    def test_what_is_left_is_reported(self):
        self.file("a.json", json.dumps({"a": "https://example.com:443/", "b": "https://example.com:0/"}))
        result = self.run_here("check", "--fix", SELECT + ",port-invalid", "--format=json", "a.json")
        report = result.json()
        self.status(result, 1)
        self.equal(report["stats"]["fixed"], 1)
        self.equal([f["rule"] for f in report["findings"]], ["port-invalid"])
        offered = self.run_here("check", SELECT, "--format=json", "--fail-on=note", "a.json")
        self.status(offered, 0, "the finding that was fixed fails no run")

    def test_offers_in_reports(self):
        self.file("a.json", '{"a": "https://example.com:443/%2f"}')
        found = self.run_here("check", SELECT, "--format=json", "a.json").json()["findings"][0]
        self.equal(found["fix"]["edits"], [{"byte_offset": 26, "byte_length": 4, "text": ""},
                                           {"byte_offset": 33, "byte_length": 1, "text": "F"}])
        sarif = self.run_here("check", SELECT, "--format=sarif", "a.json").json()
        change = sarif["runs"][0]["results"][0]["fixes"][0]["artifactChanges"][0]
        self.equal(len(change["replacements"]), 2)
        text = self.run_here("check", SELECT, "a.json").text
        self.contains(text, "fix: leave out the needless port")
        mail = self.run_here("check", SELECT, "--profile=mail", "--format=json", "a.json").json()
        self.equal([f["fix"] for f in mail["findings"]], [None] * len(mail["findings"]))

    def test_undefang_only_when_asked(self):
        self.file("a.json", '{"a": "hxxps://login[.]example[.]com/x"}')
        self.run_here("check", "--fix", "--min-severity=note", "a.json")
        self.contains(self.bytes_of("a.json"), b"hxxps")
        self.run_here("check", "--fix", "--undefang", "a.json")
        self.equal(self.bytes_of("a.json"), b'{"a": "https://login.example.com/x"}')

    def test_diff(self):
        for name in ("two words.json", "\u00e9\"x.json", "plain.json"):
            self.file(name, '{\n "a": "' + RAW[0] + '",\n "b": 1}')
            before = self.bytes_of(name)
            result = self.run_here("check", "--diff", SELECT, name)
            self.status(result, 1)
            self.equal(self.bytes_of(name), before)
            self.contains(result.text, "\\ No newline") if before.endswith(b"443") else None
            (self.dir / "patch").write_bytes(result.out)
            subprocess.run(["git", "apply", "--unsafe-paths", "patch"], cwd=self.dir, check=True,
                           env={**os.environ, "GIT_CEILING_DIRECTORIES": str(self.dir.parent)})
            by_patch = self.bytes_of(name)
            self.file(name, before)
            self.run_here("check", "--fix", SELECT, name)
            self.equal(self.bytes_of(name), by_patch, name)
            self.status(self.run_here("check", "--diff", SELECT, name), 0)

    def test_diff_shows_no_secret(self):
        self.file("a.env", f"A=https://example.com:443/\nB=https://u:{SECRET}@example.com/\n"
                  + "#\n" * 20 + "C=https://example.com:443/\n")
        result = self.run_here("check", "--diff", SELECT, "a.env")
        self.status(result, 1)
        self.lacks(result.out + result.err, SECRET.encode())
        self.contains(result.text, "+C=https://example.com/")
        self.contains(result.errors, "a hunk is not shown")
        shown = self.run_here("check", "--diff", "--show-secrets", SELECT, "a.env")
        self.contains(shown.text, SECRET)
        self.file("b.env", "A=https://example.com:443/\n# \x1b[31m\n")
        hostile = self.run_here("check", "--diff", SELECT, "b.env")
        self.status(hostile, 1)
        self.lacks(hostile.out + hostile.err, b"\x1b")

    def test_files(self):
        self.file("a.json", '{"a": "https://example.com:443/"}')
        os.chmod(self.dir / "a.json", 0o751)
        os.symlink("a.json", self.dir / "link.json")
        linked = self.run_here("check", "--fix", SELECT, "link.json")
        self.contains(linked.text, "not fixed")
        self.contains(self.bytes_of("a.json"), b":443")
        self.check(os.path.islink(self.dir / "link.json"))
        self.run_here("check", "--fix", SELECT, "a.json")
        self.equal(self.bytes_of("a.json"), b'{"a": "https://example.com/"}')
        self.equal(stat.S_IMODE(os.stat(self.dir / "a.json").st_mode), 0o751)
        self.file("b.json", '{"a": "https://example.com:443/"}')
        os.link(self.dir / "b.json", self.dir / "c.json")
        self.contains(self.run_here("check", "--fix", SELECT, "b.json").text, "not fixed")
        self.contains(self.bytes_of("c.json"), b":443")
        self.equal(sorted(os.listdir(self.dir)), ["a.json", "b.json", "c.json", "link.json"])


if __name__ == "__main__":
    harness.main()
