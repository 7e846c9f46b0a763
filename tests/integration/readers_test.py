"""Documents read by their format: places, keys, layers; secrets that a document spells its own way;
nesting and shapes that a careless reader would stumble over."""
import json
import os
import pathlib

import harness
from harness import Case, MEBI

SELECT = "--select=port-invalid,userinfo-password"
SECRET = "S3cr3tPw9"
BOUND = 400 * MEBI


def spelt(text, how):
    return "".join(how(c) for c in text)


SPELLINGS = {
    "plain": SECRET,
    "json": spelt(SECRET, lambda c: f"\\u{ord(c):04x}"),
    "mixed": SECRET[:4] + f"\\u{ord(SECRET[4]):04x}" + SECRET[5:],
    "percent": spelt(SECRET, lambda c: f"%{ord(c):02X}"),
    "percent, json": spelt(SECRET, lambda c: f"\\u0025{ord(c):02X}"),
}


class Readers(Case):
    def findings(self, *arguments, **options):
        result = self.run_here("check", SELECT, "--profile=review", "--format=jsonl", *arguments,
                               **options)
        return [f for f in result.lines() if f["type"] == "finding"]

    def test_places_keys_and_layers(self):
        text = '{"a": {"b.c": [1, "https:\\/\\/example.com:0\\/x"]}}\r\n'
        for name, options in (("x.json", ()), ("x", ("--as=json",)), ("y", ("--as=yaml",)),
                              ("z", ())):
            self.file(name, text)
            found = self.findings(*options, name)
            self.equal(len(found), 1, name)
            one = found[0]
            self.equal(one["uri"], "https://example.com:0/x")
            self.equal(one["location"]["key"], 'a."b.c"[1]')
            self.equal(one["location"]["line"], 1)
            self.equal(one["location"]["column"], text.index(":0\\/x") + 2)
            self.equal(one["location"]["byte_offset"], text.index(":0\\/x") + 1)
            self.equal(one["uri_location"]["byte_offset"], text.index("https"))
            self.equal(one["uri_location"]["byte_length"], len("https:\\/\\/example.com:0\\/x"))
            layer = "yaml" if name == "y" else "json"
            self.equal([w["layer"] for w in one["within"]], [layer])
            self.equal(one["within"][0]["uri"], "https:\\/\\/example.com:0\\/x")
        extracted = self.run_here("extract", "--format=jsonl", "x.json").lines()[0]
        self.equal(extracted["location"]["key"], 'a."b.c"[1]')
        self.equal(extracted["layers"], ["json"])

    def test_keys_in_any_charset(self):
        self.file("a.ini", b"h\xf6st = http://example.com/\n")
        key = self.run_here("extract", "--format=jsonl", "a.ini").lines()[0]["location"]["key"]
        self.equal(key, '"h\ufffdst"')

    def test_identifiers_are_no_links(self):
        self.file("a.xml", '<a xmlns:b="http://example.com/ns"><c>http://example.com/x</c></a>')
        found = self.run_here("check", "--select=scheme-insecure", "--profile=review",
                              "--format=jsonl", "a.xml").lines()
        self.equal([f["uri"] for f in found if f["type"] == "finding"], ["http://example.com/x"])
        extracted = self.run_here("extract", "--format=jsonl", "a.xml").lines()
        self.equal([(u["uri"], u["identifier"]) for u in extracted if u["type"] == "uri"],
                   [("http://example.com/ns", True), ("http://example.com/x", False)])

    def test_line_breaks_that_a_browser_deletes(self):
        cases = {  # what is found, its rule, and the bytes that are marked
            "a.html": [('<a href="ht&Tab;tps://example.com/">', "char-tab-newline", "t&Tab;t"),
                       ('<a href="https://exa\nmple.com/">', "char-tab-newline", "a\nm"),
                       ('<a href="java\nscript:x()">', "scheme-script", "java\nscript")],
            "a.json": [('["java\\tscript:x()"]', "scheme-script", "java\\tscript")],
            "a.md": [("[x](java&NewLine;script:x())", "scheme-script", "java&NewLine;script")],
        }
        for name, rows in cases.items():
            for text, rule, marked in rows:
                self.file(name, text)
                found = [f for f in self.run_here("check", "--format=jsonl", name).lines()
                         if f["type"] == "finding"]
                self.equal([f["rule"] for f in found], [rule], text)
                place = found[0]["location"]
                begin = place["byte_offset"]
                self.equal(text[begin:begin + place["byte_length"]], marked)
                self.equal(found[0]["within"][-1]["layer"], "stripped")
        # Behind the host a line may just be wrapped; the same bytes in a URI as such are an error.
        self.file("a.html", '<a href="https://example.com/a\n/b">')
        self.equal([f["type"] for f in self.run_here("check", "--format=jsonl", "a.html").lines()
                    if f["type"] == "finding"], [])
        inspected = self.run_here("inspect", "--format=jsonl", "https://example.com/a\n/b").lines()
        self.equal("char-tab-newline" in str(inspected), True)

    def test_text_finds_the_same(self):
        self.file("a.json", '{"u": "https:\\/\\/example.com:0\\/x"}')
        self.equal([f["uri"] for f in self.findings("--as=text", "a.json")],
                   ["https://example.com:0/x"])

    def test_standard_input_by_its_name(self):
        text = b'u: "https://example.com:0/\\x41"\n'
        found = self.findings("--stdin-filename=a/b.yaml", "-", stdin=text)
        self.equal(found[0]["uri"], "https://example.com:0/A")
        self.equal(found[0]["location"]["key"], "u")
        self.equal(self.findings("-", stdin=text)[0]["location"]["key"], None)

    def test_secrets_in_every_spelling(self):
        for name, secret in SPELLINGS.items():
            url = f"https://svc:{secret}@example.com:0/"
            quoted = json.dumps(url).replace("\\\\u", "\\u")
            line = f'{{"a": {quoted}, {quoted}: {{"b": "https:\\/\\/example.com:0\\/"}}}}\n'
            for file in ("a.json", "a.jsonl", "a.yaml"):
                self.file(file, line)
                for form in ("text", "json", "jsonl", "sarif"):
                    result = self.run_here("check", "--profile=review", f"--format={form}", file)
                    self.check(b"***" in result.out, (name, file, form))
                    for needle in (SECRET, secret, secret.replace("\\", "\\\\"), SECRET[5:]):
                        self.check(needle not in result.text, (name, file, form, needle))
                for form in ("text", "json", "jsonl"):
                    result = self.run_here("extract", f"--format={form}", file)
                    for needle in (SECRET, secret, secret.replace("\\", "\\\\"), SECRET[5:]):
                        self.check(needle not in result.text, (name, file, form, needle))
            keys = [f["location"]["key"] for f in self.findings("a.json")]
            self.check('"https://svc:***@example.com:0/".b' in keys, keys)
        shown = self.findings("--show-secrets", "a.json")
        self.check(any(SECRET in (f["location"]["key"] or "") or "%53" in (f["location"]["key"] or "")
                       for f in shown), shown)

    def test_deep_nesting(self):
        deep = 100000
        url = '"https://example.com:0/"'
        shapes = {
            "a.json": "[" * deep + url + "]" * deep,
            "b.json": '{"a":' * deep + url + "}" * deep,
            "c.json": "[" * deep + url,
            "a.yaml": "- " * deep + url,
            "b.yaml": "[" * deep + url + "]" * deep,
            "c.yaml": "{a: " * deep + url,
            "d.yaml": "? " * deep + url,
            "e.yaml": "".join(" " * i + "k:\n" for i in range(2000)) + " " * 2000 + url,
        }
        for name, text in shapes.items():
            self.file(name, text)
            found = self.findings(name, address_space=BOUND)
            self.equal([f["uri"] for f in found], ["https://example.com:0/"], name)
            self.check(len(found[0]["location"]["key"] or "") < 8192, name)

    def test_shapes_that_end_nowhere(self):
        for unit in ('"', "'", "{", "[", "{{", "{% ", '"{{ ', "/*", "\\", '"\\u', "''", "- ", "a: |\n",
                     '"\n', "'\n ", '{"a":', "!", "&a ", "*a ", ":", "#", "? ", "<%", '\\"'):
            for form in ("json", "jsonl", "yaml"):
                text = (unit * (MEBI // len(unit))).encode() + b"\nhttps://example.com:0/\n"
                result = self.run_here("extract", f"--as={form}", "--format=jsonl", "-", stdin=text,
                                       address_space=BOUND)
                uris = [r["uri"] for r in result.lines() if r["type"] == "uri"]
                self.check("https://example.com:0/" in uris, (unit, form, uris[:3]))


    def test_a_policy_sees_references_without_a_scheme(self):
        self.file(".urilint.toml", '[policy]\nhosts = ["ok.example"]\n')
        url = "//evil.example/x"
        remote = "git@evil.example:a/b.git"
        seen = {
            "a.html": f'<script src="{url}"></script>',
            "b.html": '<a href="\\\\evil.example/x">',
            "c.html": '<a href="/\\evil.example/x">',
            "d.html": f'<meta http-equiv=refresh content="0; url={url}">',
            "e.html": f'<img srcset="//ok.example/a 1x, {url} 2x">',
            "a.css": f"a {{ background: url({url}) }}",
            "b.css": f"@import '{url}';",
            "a.md": f"[a]({url})",
            "a.rst": f"`a <{url}>`_",
            "a.json": f'{{"a": "{url}"}}',
            "b.json": '{"a": "\\/\\u002fevil.example/x"}',
            "a.yaml": f"a: {url}\n",
            "b.yaml": f'{{"a":{url}}}\n',
            "c.yaml": f"args: [--index={url}]\n",
            "a.toml": f"a = '{url}'\n",
            "a.ini": f"[a]\nb = {url}\n",
            "a.env": f"A={url}\n",
            "a.properties": f"a={url}\n",
            "a.tf": f'a = "{url}"\n',
            "a.xml": f'<a b="{url}"/>',
            "a.sh": f"pip install --extra-index-url={url} a\n",
            "Dockerfile": f"FROM a\nRUN pip install --extra-index-url={url} a\n",
            ".gitmodules": f'[submodule "a"]\n\turl = {remote}\n',
            "package.json": f'{{"repository": "{remote}"}}',
            "b.sh": f"git clone {remote}\n",
        }
        for name, text in seen.items():
            self.file(name, text)
        silent = {
            "ok.html": '<a href="//ok.example/x">',
            "ok.json": '{"a": "//div[@class]", "b": "//depot/a", "c": "// evil.example"}',
            "ok.yaml": "a: //package:target\nb: git@ok.example:a/b.git\nc: me@evil.example:1\n",
            "ok.c": "//evil.example/x\n",
        }
        for name, text in silent.items():
            self.file(name, text)
        for options in ((), ("--no-prefilter",)):
            result = self.run_here("check", "--format=jsonl", *options, ".")
            found = [f for f in result.lines()
                     if f["type"] == "finding" and f["rule"] == "policy-host"]
            self.equal(sorted(f["location"]["path"] for f in found), sorted(seen), options)
            for one in found:
                text = seen[one["location"]["path"]]
                begin = one["location"]["byte_offset"]
                marked = text.encode()[begin:begin + one["location"]["byte_length"]].decode()
                self.equal(marked, "evil.example", one["location"]["path"])

    def test_the_prefilter_loses_nothing(self):
        """Byte for byte the same findings, over this project and over published documents."""
        folders = [harness.source_dir / "tests", harness.source_dir / "docs"]
        shared = os.environ.get("URILINT_SHARED")
        if shared:
            folders.append(pathlib.Path(shared) / "corpora" / "documents")
        for folder in folders:
            arguments = ("check", "--no-config", "--format=jsonl", "--profile=review",
                         "--min-confidence=low", str(folder))
            once = self.run_here(*arguments)
            self.status(once, 1)
            self.check(once.out == self.run_here(*arguments, "--no-prefilter").out, folder)
        self.file("a.json", '{"a": 1, "b": "c\\nd"}')
        self.file("b.json", '{"a": 1, "b": "http\\u003a//example.com:0/"}')
        self.equal([f["location"]["path"] for f in self.findings(".")], ["b.json"])


if __name__ == "__main__":
    harness.main()
