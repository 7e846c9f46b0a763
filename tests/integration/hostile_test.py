"""Hostile inputs: broken text, huge lines, odd files, trees and names; and outputs that obey nobody."""
import ipaddress
import json
import os
import pathlib
import re
import shutil
import stat
import unittest

import harness
from harness import Case, MEBI

PASSWORD = "https://svc:S3cr3tPw9@a.example.com/"
BOUND = 400 * MEBI
SELECT = "--select=userinfo-password"
NOBODY = 65534

# What no text output may hold, raw: controls but LF, bidirectional and invisible characters.
RAW = re.compile("[\x00-\x09\x0b-\x1f\x7f-\x9f\u061c\u200b-\u200f\u2028-\u202e\u2060-\u206f\ufeff]")
COMMANDS = ("::", "##[", "##vso[", "##teamcity[")
NASTY = [
    "http://example.com/\u202egpj.exe", "http://example.com/\x1b[31mred\x1b[0m",
    "http://example.com/\x1b]0;title\x07", "http://exa\u200bmple.com/\u2066x\u2069",
    "http://example.com/::error::x", "http://example.com/##vso[task.setvariable variable=x]y",
    "##teamcity[testFailed name='x']", "::set-output name=x::y", "##[error]x", "\u2028::debug::x",
    "http://u:S3cr3tPw9@example.com/##[group]::endgroup::", "http://example.com/\x9b31m\u0085::x",
    "https://::warning::@example.com/", "http://example.com:25/::x", "http://e.com/\r::error::x",
    "http://[2001:db8::1]:25/::add-mask::x", "2001:db8::1 http://example.com/?a=::1&b=::add::x", "http://example.com/\ufeff\u00ad\u034f", "http://a\x08b",
]


# What could be an IPv6 address, in brackets or by itself; no word may touch it.
ADDRESS = re.compile(r"(?<![\w.:-])\[?[0-9A-Fa-f:.]*::[0-9A-Fa-f:.]*(?![\w-])")


def without_address(match):
    text = match.group().lstrip("[").rstrip(".")
    try:
        ipaddress.IPv6Address(text)
    except ValueError:
        return match.group()
    return "" if match.group()[0] == "[" or re.search("[0-9]", text) else match.group()


class Hostile(Case):
    def everything(self, *arguments, commands=("check", "extract"), **options):
        """Runs all formats; every output must be harmless."""
        for command in commands:
            for form in ("text", "json", "jsonl") + (("sarif",) if command == "check" else ()):
                more = ("--profile=review", "--min-confidence=low") if command == "check" else ()
                result = self.run_here(command, *more, f"--format={form}", *arguments, **options)
                self.check(result.status in (0, 1), (command, form, result.status, result.err))
                self.harmless(result, form)

    def harmless(self, result, form):
        for output in (result.out, result.err):
            text = output.decode("utf-8")
            bad = RAW.search(text)
            self.check(bad is None, bad and (form, text[max(0, bad.start() - 80):bad.end() + 20]))
            if form != "text" and output is result.out:
                continue
            for line in text.split("\n"):
                # `::` is allowed in an IPv6 address only; commands need it at the start of a line.
                self.check(not line.lstrip().startswith("::"), line)
                bare = ADDRESS.sub(without_address, line)
                for command in COMMANDS:
                    self.lacks(bare, command)
        if form in ("json", "sarif"):
            json.loads(result.out)
        elif form == "jsonl":
            result.lines()


class Text(Hostile):
    def test_nasty_texts(self):
        self.file("a.txt", "\n".join(f"see {one} and <{one}> \"{one}\"" for one in NASTY))
        self.file("list", "\n".join(NASTY))
        self.everything("a.txt")
        self.everything("--as=list", "list")
        self.everything("--as=list", "--show-secrets", "list")
        for form in ("text", "json", "jsonl"):
            result = self.run_here("inspect", f"--format={form}", "--", *NASTY)
            self.status(result, 0)
            self.harmless(result, form)

    def test_nasty_operands_and_option_values(self):
        for one in NASTY:
            if "\0" in one:
                continue
            for arguments in (["check", "./" + one], ["check", "--select", one],
                              ["check", "--files-from", one], ["rules", "show", one],
                              ["check", "--profile=" + one], ["check", "--format=" + one],
                              ["check", "--" + one], ["extract", "--output", one + "/x"],
                              ["check", "--rules", one], [one], ["check", "-j", one]):
                result = self.run_here(*arguments)
                self.status(result, 2, arguments)
                self.harmless(result, "text")

    def test_invalid_utf8_and_nul(self):
        self.file("a.txt", b"\xfd\xfe\xff http://\x80\xc3(.example/\xf8\x88 \xed\xa0\x80 x\xc3\n" +
                  PASSWORD.encode() + b"\xff\n")
        self.file("b.bin", PASSWORD.encode() + b"\0" * 9 + PASSWORD.encode())
        self.everything("a.txt")
        self.everything("b.bin")
        self.everything("--as=list", "a.txt")
        self.everything("--as=list", "b.bin")
        result = self.run_here("check", SELECT, "--format=json", ".")
        self.equal([f["location"]["path"] for f in result.json()["findings"]], ["a.txt"])
        self.equal([n["code"] for n in result.json()["notes"]], ["binary"])

    def test_every_byte_alone(self):
        self.file("a.txt", b"\n".join(b"http://e%sxample.com/%s?%s#%s" % ((bytes([b]),) * 4)
                                      for b in range(1, 256)))
        self.everything("a.txt")
        self.everything("--as=list", "a.txt")

    def test_empty_inputs(self):
        self.file("empty", "")
        self.file("lines", "\n\r\n\n")
        self.everything("empty", "lines")
        self.everything("--as=list", "empty", "lines")
        result = self.run_here("check", "--format=json", "--as=list", "empty", "lines")
        self.equal((result.json()["stats"]["files"], result.json()["stats"]["uris"]), (2, 0))
        self.everything("-", stdin=b"")
        self.status(self.run_here("inspect", "-"), 0)


class Large(Hostile):
    """Bounded memory; the bound is on the address space, so not under the sanitizers."""

    def line(self, size, pattern, before=b"", behind=b""):
        with open(self.dir / "large", "wb") as out:
            out.write(before)
            block = pattern * (MEBI // len(pattern))
            for _ in range(size // len(block)):
                out.write(block)
            out.write(behind)

    def size(self):
        return 20 * MEBI if harness.sanitized else 100 * MEBI

    def test_a_line_of_100_mib_as_text(self):
        for pattern, part in ((b"a", 1), (b"http://example.com/a/b?c=d&", 1), (b"://", 10),
                              (b"%2F" * 3 + b"@:/", 1)):
            self.line(self.size() // part, pattern, behind=b"\n" + PASSWORD.encode() + b"\n")
            result = self.run_here("check", SELECT, "--format=json", "large", address_space=BOUND)
            self.status(result, 1)
            finding = result.json()["findings"][-1]
            self.equal((finding["uri"], finding["location"]["line"], finding["location"]["column"]),
                       ("https://svc:***@a.example.com/", 2, 13), pattern)

    def test_a_sparse_line_as_text(self):
        gap = b" " * 4096
        self.line(self.size(), gap[:-50] + b"x", before=PASSWORD.encode() + b" ",
                  behind=b" " + PASSWORD.encode())
        result = self.run_here("check", SELECT, "--format=json", "large", address_space=BOUND)
        self.status(result, 1)
        findings = result.json()["findings"]
        size = os.path.getsize(self.dir / "large")
        self.equal([f["uri_location"]["byte_offset"] for f in findings], [0, size - len(PASSWORD)])
        self.equal(findings[1]["uri_location"]["column"], size - len(PASSWORD) + 1)

    def test_secrets_all_along_a_line(self):
        self.line(1 * MEBI if harness.sanitized else 8 * MEBI, PASSWORD.encode() + b" ")
        result = self.run_here("check", SELECT, "--format=text", "--quiet", "large",
                               address_space=BOUND)
        self.status(result, 1)
        self.lacks(result.out, b"S3cr3tPw9")
        self.check(result.out.count(b"error[userinfo-password]") > 20000)

    def test_a_line_of_100_mib_in_a_list(self):
        self.line(self.size(), b"a/", before=PASSWORD.encode() + b"\n",
                  behind=b"\n" + PASSWORD.encode() + b"\n")
        result = self.run_here("check", SELECT, "--as=list", "--format=json", "large",
                               address_space=BOUND)
        self.status(result, 1)
        self.equal([f["location"]["line"] for f in result.json()["findings"]], [1, 3])
        self.equal([n["code"] for n in result.json()["notes"]], ["too-long"])

    def test_from_standard_input(self):
        data = (PASSWORD.encode() + b"\n") + b"a" * self.size() + b"\n" + PASSWORD.encode()
        for form in ("text", "list"):
            result = self.run_here("check", SELECT, f"--as={form}", "--format=json", "-",
                                   stdin=data, address_space=BOUND)
            self.status(result, 1)
            self.equal([f["location"]["line"] for f in result.json()["findings"]], [1, 3], form)

    def test_a_uri_of_one_mib(self):
        for body in (b"a", b"/", b"%", b"../", b"%25", b"@", b":@", b"[", b"a.", b"1", b"&x=", b"\xff",
                     b"//u:p@", b"?u=https%3A%2F%2Fx%3Ay%40z%2F", b"${", b"{{", b"http://"):
            uri = b"http://u:S3cr3tPw9@example.com/" + body * (MEBI // len(body))
            self.file("a.txt", b"see " + uri + b" end\n" + PASSWORD.encode())
            self.file("authority.txt", b"http://" + body * (MEBI // len(body)))
            self.file("userinfo.txt", b"http://u:" + body * (MEBI // len(body)) + b"@example.com/")
            for form in ("text", "list"):
                for output in ("text", "json"):
                    result = self.run_here("check", f"--as={form}", "--profile=review", "--quiet",
                                           f"--format={output}", "a.txt", "authority.txt",
                                           "userinfo.txt", address_space=BOUND)
                    self.check(result.status in (0, 1), (body, form, result.status, result.err))
                    self.lacks(result.out, b"S3cr3tPw9", (body, form, output))
            result = self.run_here("inspect", "--format=json", "-", stdin=uri + b"\n",
                                   address_space=BOUND)
            self.status(result, 0)
            self.lacks(result.out, b"S3cr3tPw9")

    def test_many_findings_in_one_uri(self):
        uri = "http://example.com/?" + "&".join(f"token=9f8e7d6c5b4a{i:04}" for i in range(20000))
        self.file("a.txt", uri)
        result = self.run_here("check", "--format=json", "a.txt", address_space=BOUND)
        self.status(result, 1)
        self.lacks(result.out, b"9f8e7d6c5b4a")


class Files(Hostile):
    def notes(self, result):
        return [(n["code"], n["path"]) for n in result.json()["notes"]]

    def test_named_and_unreadable_is_two(self):
        self.file("a.txt", PASSWORD)
        os.symlink("missing", self.dir / "dangling")
        os.symlink("round", self.dir / "round")
        os.mkfifo(self.dir / "fifo")
        for name, code in (("missing", "missing"), ("dangling", "missing"),
                           ("a.txt/b", "missing"), ("round", "unreadable"),
                           ("fifo", "special-file"), ("/dev/zero", "special-file"),
                           ("x" * 5000, "unreadable")):
            for form in ("json", "text"):
                result = self.run_here("check", SELECT, f"--format={form}", name, "a.txt")
                self.status(result, 2, name)
                self.contains(result.text, "userinfo-password", "the rest is written")
                if form == "json":
                    self.equal(self.notes(result), [(code, name)])
            self.status(self.run_here("extract", name), 2, name)

    def test_walked_and_unreadable_is_a_note(self):
        self.file("tree/a.txt", PASSWORD)
        os.symlink("missing", self.dir / "tree/dangling")
        os.symlink("round", self.dir / "tree/round")
        os.symlink("..", self.dir / "tree/up")
        os.symlink(".", self.dir / "tree/self")
        os.symlink("/etc/hostname", self.dir / "tree/outside")
        os.symlink("a.txt", self.dir / "tree/twin")
        os.mkfifo(self.dir / "tree/fifo")
        os.mkdir(self.dir / "tree/d")
        os.symlink("../d", self.dir / "tree/d/again")
        result = self.run_here("check", SELECT, "--format=json", "tree")
        self.status(result, 1)
        self.equal([f["location"]["path"] for f in result.json()["findings"]], ["tree/a.txt"])
        self.equal(self.notes(result), [
            ("loop", "tree/d/again"), ("symlink", "tree/dangling"), ("special-file", "tree/fifo"),
            ("symlink", "tree/outside"), ("loop", "tree/round"), ("loop", "tree/self"),
            ("symlink", "tree/up")])
        message = result.json()["notes"][1]["message"]
        self.equal(message, "symbolic link, not followed: No such file or directory")
        self.everything("tree")

    @unittest.skipUnless(os.getuid() == 0, "permissions hold for nobody else only as root")
    def test_without_permission_as_another_user(self):
        self.as_nobody(lambda: (os.setgroups([]), os.setgid(NOBODY), os.setuid(NOBODY)))

    @unittest.skipIf(os.getuid() == 0, "root reads everything")
    def test_without_permission(self):
        self.as_nobody(None)

    def as_nobody(self, before):
        self.file("tree/a.txt", PASSWORD)
        self.file("tree/secret.txt", PASSWORD)
        self.file("tree/closed/b.txt", PASSWORD)
        shutil.copy(harness.program, self.dir / "urilint")
        os.chmod(self.dir, 0o755)
        os.chmod(self.dir / "tree/secret.txt", 0)
        os.chmod(self.dir / "tree/closed", 0)
        program, harness.program = harness.program, str(self.dir / "urilint")
        try:
            walked = self.run_here("check", SELECT, "--format=json", "tree", before=before)
            named = self.run_here("check", SELECT, "--format=json", "tree/secret.txt",
                                  "tree/a.txt", before=before)
            folder = self.run_here("check", SELECT, "--format=json", "tree/closed", before=before)
        finally:
            harness.program = program
            os.chmod(self.dir / "tree/closed", 0o755)
        self.status(walked, 1)
        self.equal(self.notes(walked), [("unreadable", "tree/closed"),
                                        ("unreadable", "tree/secret.txt")])
        self.status(named, 2)
        self.equal(len(named.json()["findings"]), 1)
        self.equal(self.notes(named), [("unreadable", "tree/secret.txt")])
        self.status(folder, 2)

    def test_a_read_that_fails(self):
        # Opening it succeeds, reading it does not.
        result = self.run_here("check", "--format=json", "/proc/self/mem")
        self.status(result, 2)
        self.equal([n["code"] for n in result.json()["notes"]], ["unreadable"])

    def test_a_tree_200_deep(self):
        deep = "/".join(["d"] * 200)
        self.file(f"{deep}/a.txt", PASSWORD)
        result = self.run_here("check", SELECT, "--format=json", address_space=BOUND)
        self.status(result, 1)
        self.equal(result.json()["findings"][0]["location"]["path"], f"{deep}/a.txt")

    def test_many_links_to_one_folder(self):
        self.file("real/a.txt", PASSWORD)
        for i in range(300):
            os.symlink("../real", self.dir / f"real/l{i}")
            os.symlink("real", self.dir / f"k{i}")
        result = self.run_here("check", SELECT, "--format=json")
        self.status(result, 1)
        self.equal(len(result.json()["findings"]), 1)

    def test_file_names(self):
        names = [b"new\nline::error::x", b"\x1b[31mred", b"inva\xfflid\xc3", b"\xe2\x80\xaetxt",
                 b"::error::x", b"##vso[task.x]y", b"##teamcity[x]", b" ", b"-", b"--quiet", b"a:b",
                 b"tab\there", b"cr\r::x", b"x" * 255, "\u2028\ufeff".encode(), b"$(x) `y` \"z\" 'w'"]
        for name in names:
            self.file(b"tree/" + name, PASSWORD)
        for name in names[:4]:
            self.file(b"tree/d" + name + b"/binary", b"\0")
        self.everything("tree")
        self.everything("tree", "--stats", commands=("check",))
        result = self.run_here("check", SELECT, "--format=json", "tree")
        paths = [f["location"]["path"] for f in result.json()["findings"]]
        self.equal(len(paths), len(names))
        self.contains(paths, "tree/new\nline::error::x")
        self.contains(paths, "tree/inva\ufffdlid\ufffd")
        sarif = self.run_here("check", SELECT, "--format=sarif", "tree").json()
        uris = [r["locations"][0]["physicalLocation"]["artifactLocation"]["uri"]
                for r in sarif["runs"][0]["results"]]
        self.contains(uris, "tree/new%0Aline::error::x")
        self.contains(uris, "tree/inva%FFlid%C3")
        named = self.run_here("check", SELECT, "--format=text", "--",
                              *[b"tree/" + name for name in names])
        self.status(named, 1)
        self.harmless(named, "text")

    def test_the_input_is_the_output(self):
        self.file("a.txt", f"{PASSWORD}\n" * 50)
        result = self.run_here("check", SELECT, "--output", "a.txt", "a.txt")
        self.status(result, 1)
        self.equal((self.dir / "a.txt").read_bytes().count(b"error[userinfo-password]"), 50)
        self.check(stat.S_ISREG(os.stat(pathlib.Path(self.dir, "a.txt")).st_mode))


if __name__ == "__main__":
    harness.main()
