"""The command line, sentence by sentence of docs/cli.md: commands, options, order, exit status."""
import os
import pty
import re
import stat
import subprocess

import harness
from harness import Case

PASSWORD = "https://svc:S3cr3tPw9@a.example.com/"  # userinfo-password: error
PORT = "http://192.0.2.9:25/"  # port-cross-protocol: warning
NON_ASCII = "https://example.com/\u00e9"  # char-non-ascii: note
CLEAN = "https://example.com/docs?page=2#top"
BOTH = "userinfo-password,port-cross-protocol"

RULE = """since = "0.1.0"
summary = "a path of the tests"
severity = {severity}
confidence = "{confidence}"
message = "the path {{path}}"
why = "w"
instead = "i"
wake = {{ all = ["port-valid"] }}
{extra}
[match]
mark = "path"
field = "path"
op = "equals"
value = "/{word}"
[[bad]]
uri = "foo://example.com:1/{word}"
mark = "/{word}"
profile = "mail"
[[good]]
uri = "foo://example.com:1/"
"""
TABLE = '{{ repo = "{repo}", mail = "warning", proxy = "{repo}", review = "{repo}" }}'


def rule(word, severity="off", confidence="high", extra=""):
    return RULE.format(word=word, severity=TABLE.format(repo=severity), confidence=confidence,
                       extra=extra)


def found(result):
    return [(f["location"]["path"], f["rule"], f["severity"]) for f in result.json()["findings"]]


def rules_of(result):
    return sorted({f["rule"] for f in result.json()["findings"]})


class Commands(Case):
    def test_check_walks_the_current_directory(self):
        self.file("sub/.env", f"URL={PASSWORD}\n")
        result = self.run_here("check", "--format", "json")
        self.status(result, 1)
        self.equal(found(result), [("sub/.env", "userinfo-password", "error")])

    def test_check_reads_files_directories_and_standard_input(self):
        self.file("one.txt", PASSWORD)
        self.file("two/three.txt", PORT)
        result = self.run_here("check", "--format", "json", "two", "-", "one.txt",
                               stdin=PASSWORD.encode())
        self.status(result, 1)
        self.equal([path for path, _, _ in found(result)], ["one.txt", "stdin", "two/three.txt"])

    def test_a_path_may_be_named_like_a_command(self):
        for name in ("rules", "check", "inspect", "list"):
            self.file(f"{name}/a.txt", PASSWORD)
        result = self.run_here("check", "check", "rules", "inspect", "list", "--format", "json")
        self.status(result, 1)
        self.equal([path for path, _, _ in found(result)],
                   ["check/a.txt", "inspect/a.txt", "list/a.txt", "rules/a.txt"])
        result = self.run_here("rules", "show", "list")
        self.status(result, 2)
        self.contains(result.errors, "'list' is no rule")

    def test_a_file_named_twice_comes_once(self):
        self.file("d/a.txt", PASSWORD)
        result = self.run_here("check", "--format", "json", "d", "d/a.txt", "./d", "d/../d/a.txt")
        self.equal(len(found(result)), 1)

    def test_operands_and_options_in_any_order(self):
        self.file("a.txt", PASSWORD)
        self.file("b.txt", PASSWORD)
        options = ["--format", "json", "--ignore", "userinfo-token", "--exclude", "nothing", "-j2",
                   "--select=userinfo-password", "--rules", "pack"]
        self.file("pack/policy/p.toml", rule("p"))
        expected = self.run_here("check", *options, "a.txt", "b.txt")
        self.status(expected, 1)
        self.equal(len(found(expected)), 2)
        for arguments in (["a.txt", "b.txt", *options], ["a.txt", *options, "b.txt"],
                          ["--rules", "pack", "a.txt", *options[:-2], "b.txt"],
                          [*options, "--", "a.txt", "b.txt"]):
            self.equal(self.run_here("check", *arguments).out, expected.out, arguments)

    def test_behind_two_hyphens_everything_is_an_operand(self):
        self.file("--quiet", PASSWORD)
        self.file("-", "")  # the name of standard input is taken
        result = self.run_here("check", "--format", "json", "--", "--quiet")
        self.status(result, 1)
        self.equal([path for path, _, _ in found(result)], ["--quiet"])
        result = self.run_here("inspect", "--format", "json", "--", "-http://example.com/")
        self.status(result, 0)
        self.equal(result.json()["uri"], "-http://example.com/")
        self.equal(self.run_here("inspect", "--format=json", "--", "--", "--help").json()[1]["uri"],
                   "--help")

    def test_an_unknown_option_is_no_operand(self):
        for command in ("check", "extract", "inspect"):
            for operand in ("-http://example.com/", "-x", "--x", "---"):
                result = self.run_here(command, operand)
                self.status(result, 2, operand)
                self.equal(result.out, b"")

    def test_empty_arguments(self):
        self.file("a.txt", PASSWORD)
        result = self.run_here("check", "--format", "json", "", "a.txt")
        self.status(result, 2)
        self.equal(len(found(result)), 1, "everything else is still reported")
        for option in ("--profile", "--select", "--min-severity", "--min-confidence", "--fail-on",
                       "--format", "--output", "--rules", "--as", "-j", "--color",
                       "--stdin-filename", "--files-from"):
            self.status(self.run_here("check", "a.txt", option, ""), 2, option)
        self.equal(self.run_here("inspect", "", "--format", "json").json()["kind"], "relative-ref")
        self.status(self.run_here(""), 2)

    def test_an_option_without_its_value_takes_no_operand(self):
        self.file("a.txt", PASSWORD)
        for option in ("--output=", "--select=", "--profile=", "--ignore="):
            result = self.run_here("check", option, "a.txt")
            self.status(result, 2, option)
        self.equal((self.dir / "a.txt").read_text(), PASSWORD)
        for option in ("--output", "--select", "--profile", "-j", "--files-from", "--exclude"):
            self.status(self.run_here("check", "a.txt", option), 2, option)

    def test_no_command(self):
        self.status(self.run_here(), 2)
        self.status(self.run_here("rules"), 2)

    def test_commands_of_later_versions(self):
        for arguments in (["diff"], ["report"], ["serve"],
                          ["milter"], ["squid-helper"], ["lsp"], ["nonsense"]):
            self.status(self.run_here(*arguments), 2, arguments)
        self.equal(os.listdir(self.dir), [])

    def test_help(self):
        text = self.run_here("--help").text
        for command in ("check", "init", "inspect", "extract", "resolve", "normalize", "compare", "rules",
                        "explain", "verdict"):
            self.check(re.search(rf"^ *{command}\b", text, re.M), command)
        for later in ("serve", "milter", "lsp", "diff", "report"):
            self.check(not re.search(rf"^ *{later}\b", text, re.M), later)
        for arguments in (["-h"], ["check", "-h"], ["check", "--help"], ["inspect", "--help"],
                          ["extract", "--help"], ["rules", "--help"], ["rules", "list", "--help"],
                          ["explain", "--help"]):
            result = self.run_here(*arguments)
            self.status(result, 0, arguments)
            self.contains(result.text, "Options:")
            self.equal(result.err, b"")

    def test_help_is_a_command_too(self):
        for words in ([], ["check"], ["rules"], ["rules", "show"], ["explain"]):
            result = self.run_here("help", *words)
            self.status(result, 0, words)
            self.equal(result.out, self.run_here(*words, "--help").out, words)
        self.equal(self.run_here("help", "help").out, self.run_here("help").out)
        for arguments in (["help", "nonsense"], ["nonsense", "--help"]):
            result = self.run_here(*arguments)
            self.status(result, 2, arguments)
            self.equal((result.out, result.errors),
                       (b"", "urilint: error: 'nonsense' is no command; see urilint --help\n"))

    def test_what_is_near_to_a_wrong_word(self):
        for arguments, near in ((["chek"], "check"), (["hlep"], "help"), (["rule"], "rules"),
                                (["explain", "userinfo-pasword"], "userinfo-password"),
                                (["rules", "show", "idn-mixedscript"], "idn-mixed-script"),
                                (["check", "--select", "semantic-atack"], "semantic-attack"),
                                (["check", "--ignore", "syntaxx"], "syntax")):
            result = self.run_here(*arguments)
            self.status(result, 2, arguments)
            self.contains(result.errors, f"; did you mean '{near}'?\n")
        for arguments in (["explain", "semantic-atack"], ["check", "--select", "zzz"], ["zzz"]):
            result = self.run_here(*arguments)
            self.status(result, 2, arguments)
            self.contains(result.errors, "; see urilint ")

    def test_version(self):
        result = self.run_here("--version")
        self.status(result, 0)
        self.check(re.match(r"urilint \d+\.\d+\.\d+\n", result.text), result.text)
        self.check(re.search(r"address registries \d{4}-\d\d-\d\d\n", result.text), result.text)

    def test_options_of_later_versions(self):
        self.file("a.txt", CLEAN)
        texts = {c: self.run_here(c, "--help").text for c in ("check", "extract", "inspect")}
        for option in (["--baseline", "f"], ["--write-baseline"], ["--config-from", "HEAD"],
                       ["--no-suppressions"], ["--sarif-suppressed"]):
            for command in ("extract", "inspect"):
                text = texts[command]
                result = self.run_here(command, *option, "a.txt")
                self.status(result, 2, option)
                self.check(not re.search(rf"{option[0]}\b(?!-)", text), option)
        for name in ("xml", "html", "pdf"):
            self.status(self.run_here("check", "--format", name, "a.txt"), 2, name)
            for text in texts.values():
                self.check(not re.search(rf"\b{name}\b", text), name)
        for name in ("msg", "xlsx"):
            self.status(self.run_here("check", "--as", name, "a.txt"), 2, name)


class Progress(Case):
    def on_terminal(self, *arguments):
        """What a run writes to a terminal that only standard error is."""
        try:
            master, slave = pty.openpty()
        except OSError:
            self.skipTest("no pseudo-terminal here")
        with subprocess.Popen([harness.program, "check", *arguments], cwd=self.dir, stderr=slave,
                              stdout=subprocess.DEVNULL, stdin=subprocess.DEVNULL) as running:
            running.wait(timeout=60)
        os.write(slave, b"end")
        text = b""
        while not text.endswith(b"end"):
            text += os.read(master, 65536)
        os.close(slave)
        os.close(master)
        return text

    def test_progress(self):
        for i in range(50):
            self.file(f"{i}.txt", "http://example.com/\n")
        self.contains(self.on_terminal("--progress=always", "."), b" of 50 files")
        self.check(self.on_terminal("--progress=always", ".").endswith(b"\r\x1b[Kend"))
        self.equal(self.on_terminal("--progress=never", "."), b"end")
        self.equal(self.on_terminal("."), b"end", "a short run")
        self.equal(self.run_here("check", "--progress=always", ".").err, b"", "no terminal")
        self.status(self.run_here("check", "--progress=often", "."), 2)


class AsOf(Case):
    SIGNED = ("https://b.example.com/o?X-Amz-Date=20260102T030405Z&X-Amz-Expires=900"
              "&X-Amz-Signature=0f9e8d7c6b5a4938")
    ENDS_ON_A_DAY = ("https://acct.blob.example.net/c/b?sv=2024-01-01"
                     "&se=2026-03-01T10%3A00%3A00Z&sig=AbCdEfEx")
    UNIX_TIME = "https://b.oss.example.net/o?OSSAccessKeyId=X&Expires=1900000000&Signature=AbCdEfGh"

    def severity(self, uri, *options):
        record = self.run_here("inspect", "--format", "json", "--ignore", "uri-reserved-host",
                               *options, uri).json()
        self.equal([f["rule"] for f in record["findings"]], ["query-signed-url"])
        return record["findings"][0]["severity"]

    def test_nothing_expires_without_a_date(self):
        for uri in (self.SIGNED, self.ENDS_ON_A_DAY, self.UNIX_TIME):
            self.equal(self.severity(uri), "warning", uri)

    def test_what_has_expired_is_a_note(self):
        for uri, before, after in ((self.SIGNED, "2026-01-02", "2026-01-03"),
                                   (self.SIGNED, "2026-01-02T03:19:05Z", "2026-01-02T03:19:06Z"),
                                   (self.ENDS_ON_A_DAY, "2026-03-01", "2026-03-02"),
                                   (self.UNIX_TIME, "2030-03-17", "2030-03-18")):
            self.equal(self.severity(uri, "--as-of", before), "warning", (uri, before))
            self.equal(self.severity(uri, "--as-of", after), "note", (uri, after))

    def test_check_takes_it(self):
        self.file("list", self.SIGNED + "\n")
        arguments = ("check", "--as", "list", "list")
        self.status(self.run_here(*arguments), 1)
        self.status(self.run_here(*arguments, "--as-of", "2026-02-01"), 0)

    def test_no_date(self):
        for date in ("yesterday", "2026", "2026-13-01", "2026-01-01x", "2026-00-10"):
            self.status(self.run_here("inspect", "--as-of", date, "https://example.com/"), 2, date)


class ProtectedNames(Case):
    LOOKALIKE = "https://login.examp1e.com/"

    def rules(self, uri, *options):
        record = self.run_here("inspect", "--format", "json", "--select", "idn-protected-name",
                               *options, uri).json()
        return [f["rule"] for f in record["findings"]]

    def test_a_lookalike_is_found(self):
        self.file("names", "# ours\n\nexample.com\r\nexample.org")
        self.equal(self.rules(self.LOOKALIKE), [])
        options = ("--protected-names", "names")
        self.equal(self.rules(self.LOOKALIKE, *options), ["idn-protected-name"])
        self.equal(self.rules("https://examp1e.org/", *options), ["idn-protected-name"])

    def test_the_name_and_what_is_below_it_are_silent(self):
        self.file("names", "example.com\n")
        for host in ("example.com", "EXAMPLE.com", "www.example.com", "a.b.example.com",
                     "example.com.", "unrelated.net"):
            self.equal(self.rules(f"https://{host}/", "--protected-names", "names"), [], host)

    def test_several_files(self):
        self.file("one", "example.com\n")
        self.file("two", "example.org\n")
        options = ("--protected-names", "one", "--protected-names", "two")
        for uri in (self.LOOKALIKE, "https://examp1e.org/"):
            self.equal(self.rules(uri, *options), ["idn-protected-name"], uri)

    def test_check_takes_it(self):
        self.file("names", "example.com\n")
        self.file("list", self.LOOKALIKE + "\n")
        arguments = ("check", "--as", "list", "--select", "idn-protected-name", "list")
        self.status(self.run_here(*arguments), 0)
        result = self.run_here(*arguments, "--format=json", "--protected-names", "names")
        self.status(result, 1)
        self.equal(rules_of(result), ["idn-protected-name"])

    def test_a_missing_file(self):
        for command in (["inspect", CLEAN], ["check", "."]):
            result = self.run_here(*command, "--protected-names", "missing")
            self.status(result, 2, command)
            self.contains(result.errors, "missing")

    def test_a_bad_line_is_named(self):
        self.file("names", "example.com\n# ours\nno name\nlocalhost\n")
        result = self.run_here("inspect", "--protected-names", "names", CLEAN)
        self.status(result, 2)
        self.equal(result.out, b"")
        self.contains(result.errors, "names:3: 'no name'")
        self.contains(result.errors, "names:4: 'localhost'")


class Inspect(Case):
    def test_exit_is_zero_whatever_it_found(self):
        for uri in (PASSWORD, "http://[::1", "%", "\u202e", "http://\\", ""):
            self.status(self.run_here("inspect", uri), 0, uri)

    def test_without_a_uri(self):
        self.status(self.run_here("inspect"), 2)

    def test_brackets_stay(self):
        record = self.run_here("inspect", "--format", "json", "[::1]").json()
        self.equal(record["uri"], "[::1]")
        self.equal(record["kind"], "invalid")
        self.equal(self.run_here("inspect", "--format", "json", "[a,b]").json()["uri"], "[a,b]")
        record = self.run_here("inspect", "--format", "json", "http://[2001:db8::1]/").json()
        self.equal(record["host_info"]["kind"], "ipv6")

    def test_hyphen_reads_one_a_line(self):
        stdin = f"{CLEAN}\r\n\n  spaced \n#comment\n{PORT}".encode()
        records = self.run_here("inspect", "--format", "json", "-", stdin=stdin).json()
        self.equal([r["uri"] for r in records], [CLEAN, "  spaced ", "#comment", PORT])
        records = self.run_here("inspect", "--format", "jsonl", "a:b", "-", "c:d",
                                stdin=b"x:y\n").lines()
        self.equal([r["uri"] for r in records], ["a:b", "x:y", "c:d"])

    def test_one_is_an_object_and_several_an_array(self):
        self.check(isinstance(self.run_here("inspect", "--format", "json", CLEAN).json(), dict))
        records = self.run_here("inspect", "--format", "json", CLEAN, PORT).json()
        self.equal([r["uri"] for r in records], [CLEAN, PORT])

    def test_profile_review_shows_notes(self):
        record = self.run_here("inspect", "--format", "json", NON_ASCII).json()
        self.contains([f["rule"] for f in record["findings"]], "char-non-ascii")
        self.equal(record["findings"][0]["location"], None)
        for option, rules in (("--min-severity=warning", []),
                              ("--ignore=syntax", ["uri-reserved-host"])):
            record = self.run_here("inspect", "--format", "json", option, NON_ASCII).json()
            self.equal([f["rule"] for f in record["findings"] if f["severity"] == "note"], rules)
        record = self.run_here("inspect", "--format=json", "--select=port-cross-protocol",
                               "--profile=proxy", PORT).json()
        self.equal([(f["rule"], f["severity"]) for f in record["findings"]],
                   [("port-cross-protocol", "error")])

    def test_low_confidence_is_shown(self):
        record = self.run_here("inspect", "--format", "json", "--ignore", "uri-reserved-host",
                               "https://example.com/?auth=nrerdtch").json()
        self.equal([(f["rule"], f["confidence"]) for f in record["findings"]],
                   [("query-secret-name", "low")])

    def test_holes_are_shown_and_mute_nothing(self):
        uri = "http://192.0.2.9:25/${DIR}"
        record = self.run_here("inspect", "--format", "json", uri).json()
        self.equal(record["holes"], [{"span": {"start": 20, "end": 26}}])
        self.contains([f["rule"] for f in record["findings"]], "port-cross-protocol")
        self.check(record["violations_total"] > 0)

    def test_bad_options(self):
        for option in (["--profile", "x"], ["--select", "x"], ["--format", "sarif"], ["--fail-on",
                       "never"], ["--output", "f"], ["--min-severity", "off"], ["-j", "2"]):
            self.status(self.run_here("inspect", CLEAN, *option), 2, option)


class InternationalNames(Case):
    """Which character, and which name: numbers and both spellings, in print."""

    def message(self, uri, rule="idn-restricted-char"):
        result = self.run_here("inspect", "--format", "json", "--", uri)
        return [f["message"] for f in result.json()["findings"] if f["rule"] == rule]

    def test_the_character_is_named(self):
        g = "U+0262 LATIN LETTER SMALL CAPITAL G"
        for host in ("\u0262oogle-like.example", "xn--oogle-like-rle.example",
                     "%C9%A2oogle-like.example"):
            (message,) = self.message(f"https://{host}/")
            self.check(message.startswith(f"{g} in {host}: "), message)

    def test_each_character_once_and_not_all_of_them(self):
        (message,) = self.message("https://\u0262\u0262a\u0299.example/")
        self.check(message.startswith("U+0262 LATIN LETTER SMALL CAPITAL G, U+0299 "), message)
        (message,) = self.message("https://\u0262\u0299\u029c\u026a.example/")
        self.check(message.split(" in ")[0].endswith(", \u2026"), message)
        self.check("U+026A" not in message, message)

    def test_a_secret_is_not_spelt_out(self):
        # By RFC 3986 the host is a piece of the password here.
        (message,) = self.message("https://svc:S3cr3t@\u0262Pw9/x@\u0299.example/")
        self.check("U+0262" not in message, message)

    def test_both_spellings_are_shown(self):
        for uri, line in (
                ("https://xn--80ak6aa92e.com/", "the host in Unicode is `\u0430\u0440\u0440\u04cf\u0435.com`"),
                ("https://\u0430\u0440\u0440\u04cf\u0435.com/", "the host in ASCII is `xn--80ak6aa92e.com`")):
            result = self.run_here("check", "-", stdin=f"see {uri}\n".encode())
            self.status(result, 1)
            self.contains(result.text, f"= note: {line}\n")

    def test_a_spelling_is_escaped(self):
        name = "xn--" + "a\u202eb.example".split(".")[0].encode("punycode").decode()
        result = self.run_here("check", "-", stdin=f"see https://{name}.example/\n".encode())
        self.contains(result.text, name)
        self.check("\u202e" not in result.text, result.text)

    def test_other_hosts_have_one_spelling(self):
        result = self.run_here("check", "-", stdin=b"see https://example.com+.example.org/\n")
        self.status(result, 1)
        self.check("the host in" not in result.text, result.text)


class Extract(Case):
    def test_finds_and_judges_nothing(self):
        self.file("a.txt", f"see {PASSWORD} and <{CLEAN}>.\n")
        result = self.run_here("extract", "--format", "json")
        self.status(result, 0)
        uris = result.json()["uris"]
        self.equal([u["uri"] for u in uris], ["https://svc:***@a.example.com/", CLEAN])
        self.equal((uris[0]["location"]["line"], uris[0]["location"]["column"],
                    uris[0]["location"]["byte_offset"]), (1, 5, 4))
        self.contains(self.run_here("extract").text, CLEAN)
        self.contains(self.run_here("extract", "--show-secrets").text, PASSWORD)

    def test_inputs_are_those_of_check(self):
        self.file("d/b.txt", CLEAN)
        self.file("list", "d/b.txt\n")
        for arguments in (["d"], ["--files-from", "list"], ["--include", "*.txt"],
                          ["--exclude=list"]):
            uris = self.run_here("extract", "--format", "jsonl", *arguments).lines()
            self.equal([u["location"]["path"] for u in uris if u["type"] == "uri"], ["d/b.txt"])
        uris = self.run_here("extract", "--as", "list", "--format", "jsonl", "-",
                             stdin=b"no uri at all\n").lines()
        self.equal(uris[0]["uri"], "no uri at all")
        self.status(self.run_here("extract", "missing"), 2)
        self.status(self.run_here("extract", "--profile", "x"), 2)

    def test_output_file(self):
        self.file("a.txt", CLEAN)
        self.status(self.run_here("extract", "--output", "out", "a.txt"), 0)
        self.contains((self.dir / "out").read_text(), CLEAN)

    def test_profile_decides_about_holes(self):
        self.file("a.txt", "http://example.com/${DIR}\n")
        for profile, holes in (("repo", 1), ("mail", 0), ("proxy", 0), ("review", 0)):
            uri = self.run_here("extract", "--format=json", "--profile", profile).json()["uris"][0]
            self.equal(len(uri["holes"]), holes, profile)


class References(Case):
    """resolve, normalize and compare: what they compute has tests of its own."""

    def printed(self, status, *arguments, **options):
        result = self.run_here(*arguments, **options)
        self.status(result, status, arguments)
        return result.text

    def test_resolve(self):
        base = "http://a/b/c/d;p?q"
        self.equal(self.printed(0, "resolve", base, "../g", "g:h", "", "//g"),
                   f"http://a/b/g\ng:h\n{base}\nhttp://g\n")
        self.equal(self.printed(0, "resolve", base, "-", stdin=b"../g\r\n\ng"),
                   f"http://a/b/g\n{base}\nhttp://a/b/c/g\n", "line N answers line N")
        self.equal(self.printed(0, "resolve", base, "http:g"), "http:g\n")
        self.equal(self.printed(0, "resolve", "--backward-compatible", base, "http:g"),
                   "http://a/b/c/g\n")
        self.equal(self.printed(0, "resolve", base, "--", "-x"), "http://a/b/c/-x\n")
        self.equal(self.printed(0, "resolve", base, "[x]"), "http://a/b/c/[x]\n")
        for arguments in ([], [base], ["a/b", "c"], [base, "-x"]):
            self.printed(2, "resolve", *arguments)

    def test_normalize(self):
        self.equal(self.printed(0, "normalize", "HTTP://A/../%7eb", "-", stdin=b"x\ny\n"),
                   "http://a/~b\nx\ny\n")
        self.equal(self.printed(0, "normalize", "http://a:80"), "http://a:80\n")
        self.equal(self.printed(0, "normalize", "--scheme-based", "http://a:80"), "http://a/\n")
        self.printed(2, "normalize")
        self.contains(self.printed(0, "normalize", PASSWORD), "S3cr3tPw9", "it redacts nothing")

    def test_compare(self):
        for a, b, rung in ((CLEAN, CLEAN, "identical"), ("http://a/%7e", "http://A/~", "syntax"),
                           ("http://a:80/", "http://a", "scheme"), ("http://a", "http://b", "none")):
            self.equal(self.printed(1 if rung == "none" else 0, "compare", a, b), rung + "\n")
        self.printed(1, "compare", "--at", "syntax", "http://a:80/", "http://a")
        self.printed(0, "compare", "--at=scheme", "http://a:80/", "http://a")
        for arguments in ([CLEAN], [CLEAN] * 3, ["--at", "none", CLEAN, CLEAN]):
            self.printed(2, "compare", *arguments)


class Rules(Case):
    def test_list(self):
        result = self.run_here("rules", "list", "--format", "json")
        self.status(result, 0)
        listed = result.json()
        ids = [r["id"] for r in listed]
        self.equal(ids, sorted(ids))
        files = sorted(p.stem for p in (harness.source_dir / "rules").glob("*/*.toml"))
        self.equal(ids, files, "one file a rule")
        text = self.run_here("rules", "list").text
        for record in listed:
            self.contains(text, record["id"])
            self.contains(text, record["family"])
        self.contains(text, f"{len(ids)} rules")
        self.status(self.run_here("rules", "list", "x"), 2)

    def test_show_and_explain_are_the_same(self):
        shown = self.run_here("rules", "show", "port-cross-protocol")
        self.status(shown, 0)
        for part in ("port-cross-protocol", "malicious-construction", "Why", "Instead",
                     "http://192.0.2.9:25/", "RFC 3986 7.2"):
            self.contains(shown.text, part)
        self.equal(self.run_here("explain", "port-cross-protocol").out, shown.out)
        self.equal(self.run_here("explain", "--format=json", "port-cross-protocol").out,
                   self.run_here("rules", "show", "port-cross-protocol", "--format", "json").out)
        for arguments in (["rules", "show"], ["rules", "show", "no-such-rule"], ["explain"],
                          ["explain", "port-cross-protocol", "x"]):
            self.status(self.run_here(*arguments), 2, arguments)

    def test_test_runs_the_built_in_examples(self):
        result = self.run_here("rules", "test")
        self.status(result, 0)
        count = len(list((harness.source_dir / "rules").glob("*/*.toml")))
        self.check(re.fullmatch(rf"{count} rules, \d+ examples, 0 failed\n", result.text),
                   result.text)

    def test_a_failed_example_is_named(self):
        text = rule("p", "warning").replace('"foo://example.com:1/p"', '"foo://u:S3cr3tPw9@example.com:1/p"')
        text = text.replace('uri = "foo://example.com:1/"', 'uri = "foo://example.com:1/p"')
        text += '[[good]]\nuri = "foo://example.com:1/q"\n'
        self.file("one/p.toml", text)
        result = self.run_here("rules", "test", "one")
        self.status(result, 1)
        self.contains(result.text, "p.toml: bad example 1: foo://u:***@example.com:1/p\n"
                                   "unexpected: userinfo-password")
        self.contains(result.text, "p.toml: good example 1: foo://example.com:1/p\n"
                                   "unexpected: p ")
        self.check("good example 2" not in result.text, result.text)
        self.check(result.text.endswith("\n1 rule, 3 examples, 2 failed\n"), result.text)
        self.contains(self.run_here("rules", "list", "--rules", "one").text, " rules\n")

    def test_every_wrong_placeholder_is_named(self):
        self.file("one/p.toml", rule("p").replace("the path {path}", "{hots} {0} {value} {{ok}} {}"))
        result = self.run_here("rules", "test", "one")
        self.status(result, 2)
        place = "urilint: error: one/p.toml:5: message: "
        for words in ('"{hots}" is no placeholder; did you mean {host}?\n',
                      '"{0}" is filled in by a detector, and this rule has none\n',
                      '"{value}" needs a condition with `in-table`\n',
                      '"{}" is no placeholder; a brace itself is written `{{`; there are {mark}'):
            self.contains(result.errors, place + words)
        self.equal(len(result.errors.splitlines()), 4)

    def test_a_folder_has_no_lines(self):
        os.mkdir(self.dir / "empty")
        for folder, words in (("empty", "has no rule files"), ("none", "cannot be read: ")):
            result = self.run_here("rules", "test", folder)
            self.status(result, 2)
            self.contains(result.errors, f"urilint: error: {folder}: {words}")

    def test_a_pack_gives_no_commands(self):
        self.file("one/p.toml", rule("p").replace('why = "w"', 'why = "::error::x\\u001b[2J"'))
        result = self.run_here("rules", "show", "p", "--rules", "one")
        self.status(result, 0)
        self.check("::" not in result.text.split("Instead")[0] and "\x1b" not in result.text,
                   result.text)

    def test_docs_writes_a_page_a_rule_and_an_index(self):
        result = self.run_here("rules", "docs", "new/pages")
        self.status(result, 0)
        self.equal(result.text, "")
        ids = sorted(p.stem for p in (harness.source_dir / "rules").glob("*/*.toml"))
        self.equal(sorted(os.listdir(self.dir / "new/pages")),
                   sorted(["README.md", *(f"{i}.md" for i in ids)]))
        index = (self.dir / "new/pages/README.md").read_text(encoding="utf-8")
        for i in ids:
            page = (self.dir / f"new/pages/{i}.md").read_text(encoding="utf-8")
            self.contains(index, f"[{i}]({i}.md)")
            for part in (f"# {i}\n", "## Why", "## Instead", "## Reported", "## Not reported"):
                self.contains(page, part)
        self.file("pack/policy/p.toml", rule("p"))
        self.status(self.run_here("rules", "docs", "--rules", "pack", "more"), 0)
        self.check((self.dir / "more/p.md").exists())
        self.file("file", "x")
        for arguments in ([], ["a", "b"], ["file"], ["--rules", "no-such-folder", "a"]):
            self.status(self.run_here("rules", "docs", *arguments), 2, arguments)

    def test_test_runs_packs(self):
        self.file("pack/policy/p.toml", rule("p"))
        result = self.run_here("rules", "test", "pack")
        self.status(result, 0)
        self.equal(result.text, "1 rule, 2 examples, 0 failed\n")
        self.file("pack/policy/q.toml", rule("q", "note").replace('"foo://example.com:1/"',
                                                          '"foo://example.com:1/q"'))
        result = self.run_here("rules", "test", "pack")
        self.status(result, 1)
        self.contains(result.text, "unexpected: q")

    def test_packs(self):
        self.file("pack/policy/p.toml", rule("p", "error"))
        self.file("a.txt", "foo://example.com:1/p\n")
        result = self.run_here("check", "--format", "json", "--rules", "pack", "a.txt")
        self.status(result, 1)
        self.equal(found(result), [("a.txt", "p", "error")])
        self.status(self.run_here("check", "a.txt"), 0)
        self.contains(self.run_here("rules", "list", "--rules=pack").text, "a path of the tests")
        self.contains(self.run_here("explain", "p", "--rules=pack").text, "a path of the tests")
        self.file("other/policy/q.toml", rule("q", "error"))
        result = self.run_here("rules", "list", "--rules", "pack", "--rules", "other",
                               "--format", "json")
        self.equal({"p", "q"} - {r["id"] for r in result.json()}, set())

    def test_a_preview_rule_is_off_in_the_list(self):
        self.file("pack/policy/p.toml", "preview = true\n" + rule("p", "error"))
        self.file("pack/policy/q.toml", rule("q", "error").replace("1/", "2/"))
        lines = self.run_here("rules", "list", "--rules=pack").text.splitlines()
        shown = {line.split()[0]: line for line in lines}
        self.contains(shown["p"], " off (preview) ")
        self.lacks(shown["p"], "error")
        self.contains(shown["q"], " error / ")
        self.contains(self.run_here("explain", "p", "--rules=pack").text, "preview: off until")
        listed = self.run_here("rules", "list", "--rules=pack", "--format=json").json()
        self.equal([r["id"] for r in listed if r["preview"]], ["p"])

    def test_bad_packs(self):
        self.file("twice/policy/port-cross-protocol.toml", rule("p"))
        self.file("broken/policy/p.toml", 'since = "0.1.0"\nsummary = 7\n')
        self.file("a.txt", CLEAN)
        for pack in ("twice", "broken", "missing"):
            self.status(self.run_here("check", "--rules", pack, "a.txt"), 2, pack)
        self.contains(self.run_here("check", "--rules=broken", "a.txt").errors, "p.toml:2")
        self.contains(self.run_here("check", "--rules=broken", "a.txt").errors, "summary")


class Inputs(Case):
    def test_as_text_and_auto_find(self):
        self.file("a.list", f"see {PASSWORD}.\n")
        for name in ("auto", "text"):
            result = self.run_here("check", "--as", name, "--format", "json", "a.list")
            self.equal(result.json()["findings"][0]["uri_location"]["column"], 5)
            self.equal(result.json()["findings"][0]["uri"], "https://svc:***@a.example.com/")

    def test_a_named_binary_file_is_told(self):
        self.file("d/bin.dat", b"\0http://192.0.2.9:25/")
        note = "bin.dat: binary file, skipped: NUL bytes\n"
        for command in ("check", "extract"):
            self.contains(self.run_here(command, "d/bin.dat").text, note, command)
        self.check(note not in self.run_here("check", "d").text, "what a walk passes over")
        self.contains(self.run_here("check", "--stats", "d").text, note)
        self.contains(self.run_here("check", "-", stdin=b"\0").text, "stdin: binary file")
        self.check(note not in self.run_here("check", "--quiet", "d/bin.dat").text, "quiet")

    def test_as_list_takes_lines_exactly(self):
        self.file("a.txt", f"# {CLEAN}\r\n\n {CLEAN}\n{PORT}\r\n{CLEAN}")
        result = self.run_here("extract", "--as", "list", "--format", "json", "a.txt")
        self.equal([u["uri"] for u in result.json()["uris"]],
                   ["# " + CLEAN, " " + CLEAN, PORT, CLEAN])
        self.equal([u["location"]["line"] for u in result.json()["uris"]], [1, 3, 4, 5])

    def test_lists_know_no_holes(self):
        self.file("a.txt", "http://192.0.2.9:25/${X}\n")
        result = self.run_here("extract", "--as=list", "--format=json", "a.txt")
        self.equal(result.json()["uris"][0]["holes"], [])

    def test_what_is_left_of_a_template_is_told_where_no_holes_are_known(self):
        for uri, rule_id in (("https://${HOST}/x", "char-raw-forbidden"),
                             ("https://example.com/{id}{?q}", "char-raw-forbidden"),
                             ("https://example.com/%s", "pct-malformed")):
            for profile in ("mail", "proxy", "review", "repo"):
                result = self.run_here("check", "--format=json", "--profile", profile,
                                       "--min-severity=note", "-", stdin=f"{uri} \n".encode())
                self.equal(rule_id in rules_of(result), profile != "repo", (uri, profile))

    def test_stdin_filename(self):
        result = self.run_here("check", "-", "--stdin-filename", "conf/[a].env", "--format=json",
                               stdin=PASSWORD.encode())
        self.equal([path for path, _, _ in found(result)], ["conf/[a].env"])

    def test_files_from(self):
        self.file("a.txt", PASSWORD)
        self.file("b c.txt", PASSWORD)
        self.file("d\ne.txt", PASSWORD)
        self.file("lines", "a.txt\r\n\nb c.txt\n")
        self.file("nuls", "a.txt\0d\ne.txt\0")
        for arguments, paths in ((["--files-from", "lines"], ["a.txt", "b c.txt"]),
                                 (["--files-from", "nuls", "-0"], ["a.txt", "d\ne.txt"]),
                                 (["-0", "--files-from", "nuls", "b c.txt"],
                                  ["a.txt", "b c.txt", "d\ne.txt"])):
            result = self.run_here("check", "--format", "json", *arguments)
            self.status(result, 1)
            self.equal([path for path, _, _ in found(result)], paths)
        result = self.run_here("check", "--format=json", "--files-from=-", stdin=b"a.txt\n")
        self.equal([path for path, _, _ in found(result)], ["a.txt"])
        self.file("empty", "")
        result = self.run_here("check", "--files-from", "empty", "--format=json")
        self.status(result, 0, "an empty list names nothing, not the current directory")
        self.equal(result.json()["stats"]["files"], 0)
        self.status(self.run_here("check", "--files-from", "missing"), 2)
        self.status(self.run_here("check", "-0", "a.txt"), 2)
        self.file("bad", "a.txt\nmissing.txt\n")
        result = self.run_here("check", "--files-from", "bad", "--format", "json")
        self.status(result, 2)
        self.equal(len(found(result)), 1)

    def paths(self, *arguments):
        result = self.run_here("extract", "--format", "json", *arguments)
        self.check(result.status in (0, 2), result.err)
        return [u["location"]["path"] for u in result.json()["uris"]]

    def test_include_and_exclude(self):
        for name in ("a.txt", "b.md", "[x].txt", "a,b.txt", "d/a.txt", "d/c.txt", "d/e/f.md"):
            self.file(name, CLEAN)
        everything = ["[x].txt", "a,b.txt", "a.txt", "b.md", "d/a.txt", "d/c.txt", "d/e/f.md"]
        for arguments, expected in (
                ([], everything),
                (["--include", "*.md"], ["b.md", "d/e/f.md"]),
                (["--include", "*.md", "--include=d/a.txt"], ["b.md", "d/a.txt", "d/e/f.md"]),
                (["--exclude", "d"], ["[x].txt", "a,b.txt", "a.txt", "b.md"]),
                (["--exclude", "[ab].*"], ["[x].txt", "a,b.txt", "d/c.txt", "d/e/f.md"]),
                (["--exclude", "[ab]"], everything),
                (["--exclude", "a,b.txt"], [p for p in everything if p != "a,b.txt"]),
                (["--exclude=*.txt", "--exclude", "*.md"], []),
                (["--exclude", "d/**", "--include", "*.txt"], ["[x].txt", "a,b.txt", "a.txt"])):
            self.equal(self.paths(*arguments), expected, arguments)

    def test_force_exclude(self):
        self.file("vendor/a.txt", CLEAN)
        self.equal(self.paths("--exclude", "vendor", "vendor/a.txt"), ["vendor/a.txt"])
        self.equal(self.paths("--exclude", "vendor", "--force-exclude", "vendor/a.txt"), [])
        self.equal(self.paths("--exclude", "*.txt", "--force-exclude", "vendor/a.txt"), [])

    def test_git_and_hidden_files(self):
        self.file(".git/config", CLEAN)
        self.file(".gitignore", "*.log\nout/\n")
        self.file(".env", CLEAN)
        self.file(".github/w.yml", CLEAN)
        self.file("a.log", CLEAN)
        self.file("out/a.txt", CLEAN)
        self.equal(self.paths(), [".env", ".github/w.yml"])
        self.equal(self.paths("--no-ignore"), [".env", ".github/w.yml", "a.log", "out/a.txt"])
        self.equal(self.paths("a.log"), ["a.log"])

    def test_order(self):
        for name in ("b.txt", "a/z.txt", "a.txt", "a-b/c.txt"):
            self.file(name, f"{PASSWORD}\n{PORT}\n")
        ordered = ["a-b/c.txt", "a.txt", "a/z.txt", "b.txt"]
        for arguments in (["."], ["b.txt", "a", "a.txt", "a-b"], ["a.txt", "b.txt", "a-b", "a"]):
            result = self.run_here("check", "--format=json", "--select", BOTH, *arguments)
            places = [(f["location"]["path"], f["location"]["byte_offset"], f["rule"])
                      for f in result.json()["findings"]]
            self.equal(places, sorted(places))
            self.equal(sorted({p[0] for p in places}), ordered)
        # Marks of one URI, nested ones among them.
        uri = ("https://u:S3cr3tPw9@example.com:25/?api_key=9f8e7d6c5b4a3928&"
               "u=https%3A%2F%2Fv%3As3cr3tPw8%40example.org%2F&token=abcExample9&password=hunter2x")
        result = self.run_here("check", "--as=list", "--format=json", "--profile=review", "-",
                               stdin=uri.encode())
        places = [(f["location"]["byte_offset"], f["rule"]) for f in result.json()["findings"]]
        self.check(len(places) >= 5, places)
        self.equal(places, sorted(places))

    def test_any_number_of_threads(self):
        for i in range(60):
            lines = [PASSWORD, PORT, CLEAN, f"http://example.com:{i}/"] * (1 + i % 7)
            self.file(f"d{i % 5}/{i}.txt", "\n".join(lines))
        self.file("d1/binary", b"\0\1\2")
        os.symlink("/", self.dir / "d2" / "out")
        for form in ("text", "json", "jsonl", "sarif"):
            one = self.run_here("check", "--format", form, "-j", "1", "d1", "missing2", ".",
                                "missing1", "--stats")
            eight = self.run_here("check", "--format", form, "-j8", "d1", "missing2", ".",
                                  "missing1", "--stats")
            self.status(one, 2)
            self.equal(eight.out, one.out, form)
            self.equal(eight.err, one.err, form)
        for form in ("text", "json", "jsonl"):
            self.equal(self.run_here("extract", "--format", form, "-j8").out,
                       self.run_here("extract", "--format", form, "-j1").out, form)
        for bad in ("0", "-1", "x", "100000", "1.5"):
            self.status(self.run_here("check", "-j", bad), 2, bad)


class Selection(Case):
    def setUp(self):
        super().setUp()
        self.file("pack/policy/t-off.toml", rule("t-off", "off"))
        self.file("pack/policy/t-note.toml", rule("t-note", "note"))
        self.file("pack/policy/t-warning.toml", rule("t-warning", "warning"))
        self.file("pack/policy/t-low.toml", rule("t-low", "error", "low", "aliases = ['t-old']"))
        self.file("a.txt", "".join(f"foo://example.com:1/{w}\n" for w in
                                   ("t-off", "t-note", "t-warning", "t-low")) + PASSWORD + "\n")
        # Nothing but the pack and one rule, so that further rules change nothing.
        self.base = ["check", "a.txt", "--rules", "pack", "--format", "json"]

    def rules(self, *arguments, status=None):
        result = self.run_here(*self.base, *arguments)
        if status is not None:
            self.status(result, status)
        return [(f["rule"], f["severity"]) for f in result.json()["findings"]]

    def test_profile_decides(self):
        self.equal(self.rules(status=1),
                   [("t-warning", "warning"), ("userinfo-password", "error")])
        self.equal([s for r, s in self.rules("--profile=mail", status=1) if r != "t-low"],
                   ["warning"] * 4)
        for profile in ("repo", "mail", "proxy", "review"):
            self.equal(self.run_here(*self.base, "--profile", profile).json()["profile"], profile)
        self.status(self.run_here(*self.base, "--profile", "strict"), 2)

    def test_select_replaces(self):
        self.equal(self.rules("--select", "userinfo-password", status=1),
                   [("userinfo-password", "error")])
        self.equal(self.rules("--select", "t-warning", status=1), [("t-warning", "warning")])
        self.equal(self.rules("--select", "char-non-ascii", status=0), [])

    def test_families_globs_commas_and_repetition(self):
        self.equal(self.rules("--select", "sensitive-information"), [("userinfo-password", "error")])
        for arguments in (["--select", "t-warning,userinfo-password"],
                          ["--select", "t-warning", "--select", "userinfo-password"],
                          ["--select=t-warning,", "--select=,userinfo-pass*"],
                          ["--select", "t-w*,*-password"], ["--select", "t-?arning,userinfo-*"]):
            self.equal(self.rules(*arguments),
                       [("t-warning", "warning"), ("userinfo-password", "error")], arguments)
        self.equal(self.rules("--select", "policy", "--min-confidence", "low"),
                   [("t-off", "note"), ("t-note", "note"), ("t-warning", "warning"),
                    ("t-low", "error")])
        self.equal(self.rules("--select", "t-old", "--min-confidence", "low"),
                   [("t-low", "error")], "a former name")

    def test_a_rule_that_is_off_runs_as_note(self):
        self.equal(self.rules("--select", "t-off", status=0), [("t-off", "note")])
        self.equal(self.rules("--extend-select", "t-off", status=1),
                   [("t-off", "note"), ("t-warning", "warning"), ("userinfo-password", "error")])

    def test_named_rules_are_shown_whatever_the_default(self):
        self.equal(self.rules("--select", "t-note", status=0), [("t-note", "note")])
        self.equal(self.rules("--select", "policy")[:2], [("t-off", "note"), ("t-note", "note")])
        self.equal(self.rules("--select", "t-*"), [("t-warning", "warning")], "a glob names none")
        self.equal(self.rules("--select", "t-note,t-warning", "--min-severity", "warning"),
                   [("t-warning", "warning")])

    def test_ignore_wins(self):
        self.equal(self.rules("--ignore", "t-warning"), [("userinfo-password", "error")])
        self.equal(self.rules("--ignore", "policy,userinfo-*", status=0), [])
        self.equal(self.rules("--select", "t-warning", "--ignore", "t-warning", status=0), [])
        self.equal(self.rules("--extend-select", "t-off", "--ignore", "t-*"),
                   [("userinfo-password", "error")])

    def test_unknown_names(self):
        for option in ("--select", "--extend-select", "--ignore"):
            for name in ("no-such-rule", "nothing-*", "userinfo-password,no-such", "Policy",
                         "t-warning x", "[t-warning]"):
                result = self.run_here(*self.base, option, name)
                self.status(result, 2, (option, name))
                self.equal(result.out, b"")
        for value in ("", ","):
            self.status(self.run_here(*self.base, "--select", value), 2, value)

    def test_min_severity(self):
        self.equal(self.rules("--min-severity", "error", "--fail-on", "error", status=1),
                   [("userinfo-password", "error")])
        self.contains(self.rules("--min-severity", "note"), ("t-note", "note"))
        for bad in ("off", "fatal", "Error", "high"):
            self.status(self.run_here(*self.base, "--min-severity", bad), 2, bad)

    def test_what_is_hidden_is_counted(self):
        result = self.run_here(*self.base, "--select=policy,userinfo-password",
                               "--min-severity=error", "--fail-on=error")
        self.equal(result.json()["stats"]["hidden"], 4)
        self.equal(result.json()["stats"]["errors"], 1)
        text = self.run_here("check", "a.txt", "--rules=pack", "--select=policy",
                             "--min-severity=error", "--fail-on=error").text
        self.contains(text, "4 findings hidden")

    def test_min_confidence(self):
        self.lacks(self.rules(), ("t-low", "error"))
        self.equal(self.rules("--select=t-low", status=0), [], "it never fails the run")
        self.equal(self.rules("--select=t-low", "--min-confidence=medium", status=0), [])
        self.equal(self.rules("--select=t-low", "--min-confidence=low", status=1),
                   [("t-low", "error")])
        self.contains(self.rules("--min-confidence", "high"), ("userinfo-password", "error"))
        for bad in ("off", "very-high", "1"):
            self.status(self.run_here(*self.base, "--min-confidence", bad), 2, bad)

    def test_fail_on(self):
        self.rules("--fail-on", "never", status=0)
        self.contains(self.rules("--fail-on=never"), ("userinfo-password", "error"))
        self.rules("--select=t-warning", "--fail-on=error", status=0)
        self.rules("--select=t-warning", "--fail-on=warning", status=1)
        self.contains(self.rules("--fail-on=note", status=1), ("t-note", "note"),
                      "nothing fails unseen")
        self.equal(self.rules("--select=t-note", "--fail-on=note", "--min-severity=error",
                              status=1), [("t-note", "note")], "even against --min-severity")
        self.equal(self.rules("--select=t-warning", "--min-severity=error", status=1),
                   [("t-warning", "warning")], "the default of --fail-on too")
        for bad in ("off", "always"):
            self.status(self.run_here(*self.base, "--fail-on", bad), 2, bad)


class Output(Case):
    def setUp(self):
        super().setUp()
        self.file("a.txt", f"{PASSWORD}\n{CLEAN}\n")
        self.base = ["check", "a.txt", "--select", "userinfo-password"]

    def test_formats(self):
        self.equal(self.run_here(*self.base, "--format", "text").out,
                   self.run_here(*self.base).out)
        document = self.run_here(*self.base, "--format", "json").json()
        self.equal((document["schema"], document["tool"], len(document["findings"])),
                   (1, "urilint", 1))
        lines = self.run_here(*self.base, "--format", "jsonl").lines()
        self.equal([line["type"] for line in lines], ["finding", "summary"])
        self.equal(lines[0], document["findings"][0])
        self.equal(self.run_here(*self.base, "--format", "sarif").json()["version"], "2.1.0")

    def test_data_dates(self):
        dates = self.run_here(*self.base, "--format", "json").json()["data"]
        for name in ("address_registries", "suffixes"):
            self.check(re.fullmatch(r"\d{4}-\d\d-\d\d", dates[name]), dates)
        self.check(re.fullmatch(r"\d+\.\d+(\.\d+)*", dates["unicode"]), dates)
        for date in dates.values():
            self.contains(self.run_here("--version").text, date)

    def test_output_file(self):
        for form in ("text", "json", "jsonl", "sarif"):
            expected = self.run_here(*self.base, "--format", form).out
            result = self.run_here(*self.base, "--format", form, "--output", "report")
            self.status(result, 1)
            self.equal(result.out, b"")
            self.equal((self.dir / "report").read_bytes(), expected)
        self.equal(sorted(os.listdir(self.dir)), ["a.txt", "report"])

    def test_a_walk_leaves_the_report_out(self):
        self.file("a.txt", CLEAN)
        for form in ("sarif", "json", "text"):
            for _ in range(2):
                self.status(self.run_here("check", "--format", form, "--output", "report", "."), 0)
        self.file("report", PASSWORD)
        self.status(self.run_here("check", "."), 1)
        self.status(self.run_here("check", "report", "--output", "report"), 1)

    def test_hyphen_is_standard_output(self):
        self.equal(self.run_here(*self.base, "--output", "-").out, self.run_here(*self.base).out)
        self.equal(os.listdir(self.dir), ["a.txt"])

    def test_unknown_command_is_named(self):
        result = self.run_here("chek", "a.txt")
        self.status(result, 2)
        self.contains(result.err, b"'chek'")

    def test_output_file_keeps_link_and_mode(self):
        self.file("real/report", "old")
        os.chmod(self.dir / "real/report", 0o640)
        os.symlink("real/report", self.dir / "link")
        self.status(self.run_here(*self.base, "--output", "link"), 1)
        self.check(os.path.islink(self.dir / "link"))
        self.contains((self.dir / "real/report").read_text(), "userinfo-password")
        self.equal(stat.S_IMODE(os.stat(self.dir / "real/report").st_mode), 0o640)
        self.equal(os.listdir(self.dir / "real"), ["report"])

    def test_output_is_whole_or_not_at_all(self):
        for target in ("missing/report", ".", "a.txt/report"):
            result = self.run_here(*self.base, "--output", target)
            self.status(result, 2, target)
            self.equal(result.out, b"")
        self.file("report", "old")
        self.status(self.run_here(*self.base, "--select", "nonsense", "--output", "report"), 2)
        self.equal((self.dir / "report").read_text(), "old")
        # The system refuses the write in the middle of the report: nothing of it appears.
        self.file("many.txt", f"{PASSWORD}\n" * 2000)
        result = self.run_here("check", "many.txt", "--output", "report", before=limit_file_size)
        self.status(result, 2)
        self.equal((self.dir / "report").read_text(), "old")
        self.equal(sorted(os.listdir(self.dir)), ["a.txt", "many.txt", "report"])

    def test_a_path_that_cannot_be_read_does_not_spoil_the_output_file(self):
        result = self.run_here(*self.base, "missing.txt", "--format=json", "--output", "report")
        self.status(result, 2)
        self.contains((self.dir / "report").read_text(), '"userinfo-password"')

    def test_devices(self):
        expected = self.run_here(*self.base).out
        for name in ("/dev/stdout", "/dev/fd/1", "/proc/self/fd/1"):
            result = self.run_here(*self.base, "--output", name)
            self.status(result, 1, name)
            self.equal(result.out, expected, name)
        before = os.lstat("/dev/stdout")
        with open(self.dir / "target", "wb") as target:
            target.write(b"first\n")
            target.flush()
            result = self.run_here(*self.base, "--output", "/dev/stdout", stdout=target)
        self.equal(result.status, 1)
        self.equal((self.dir / "target").read_bytes(), b"first\n" + expected,
                   "a regular file behind it is written on, not replaced")
        self.equal(os.lstat("/dev/stdout"), before)
        self.equal(self.run_here(*self.base, "--output", "/dev/null").out, b"")
        self.status(self.run_here(*self.base, "--output", "/dev/full"), 2)
        self.status(self.run_here(*self.base, "--output", "/dev/fd/77"), 2)

    def test_full_standard_output(self):
        with open("/dev/full", "wb") as full:
            for arguments in (self.base, ["inspect", CLEAN], ["extract", "a.txt"],
                              ["rules", "list"]):
                self.status(self.run_here(*arguments, stdout=full), 2, arguments)

    def test_show_secrets(self):
        for form in ("text", "json", "jsonl", "sarif"):
            self.lacks(self.run_here(*self.base, "--format", form).text, "S3cr3tPw9")
            if form != "sarif":
                self.contains(self.run_here(*self.base, "--format", form, "--show-secrets").text,
                              "S3cr3tPw9")
        self.lacks(self.run_here(*self.base, env={"URILINT_SHOW_SECRETS": "1"}).text, "S3cr3tPw9")

    def test_color(self):
        self.contains(self.run_here(*self.base, "--color", "always").out, b"\x1b[")
        self.contains(self.run_here(*self.base, "--color", "always", env={"NO_COLOR": "1"}).out,
                      b"\x1b[", "an option says more than the environment")
        for arguments in ([], ["--color", "never"], ["--color", "auto"]):
            self.lacks(self.run_here(*self.base, *arguments).out, b"\x1b", arguments)
        for form in ("json", "jsonl", "sarif"):
            self.lacks(self.run_here(*self.base, "--color=always", "--format", form).out, b"\x1b")
        self.contains(self.run_here("inspect", CLEAN, "--color=always").out, b"\x1b[")
        self.status(self.run_here(*self.base, "--color", "sometimes"), 2)

    def test_color_on_a_terminal(self):
        self.contains(self.on_terminal({}), b"\x1b[")
        self.contains(self.on_terminal({"NO_COLOR": ""}), b"\x1b[", "empty counts as not set")
        self.lacks(self.on_terminal({"NO_COLOR": "1"}), b"\x1b[")
        self.lacks(self.on_terminal({}, "--color=never"), b"\x1b[")

    def on_terminal(self, env, *arguments):
        try:
            ours, theirs = pty.openpty()
        except OSError as error:  # a container without devices for terminals
            self.skipTest(str(error))
        try:
            result = self.run_here(*self.base, *arguments, env=env, stdout=theirs)
            self.equal(result.status, 1)
            return os.read(ours, 1 << 16)
        finally:
            os.close(ours)
            os.close(theirs)

    def test_what_a_format_leaves_out_is_said_aloud(self):
        self.file("many.txt", f"{PASSWORD}\n" * 25001)
        for arguments in ([], ["--quiet"]):
            result = self.run_here("check", "many.txt", "--format=sarif", *arguments)
            self.contains(result.errors, "only the first 25000 of 25001 findings")
        self.equal(self.run_here(*self.base, "--format=sarif").errors, "")

    def test_the_option_that_names_a_file_is_named(self):
        for option, value in (("--output", "no/x"), ("--report", "json=no/x")):
            result = self.run_here(*self.base, option, value)
            self.status(result, 2)
            self.contains(result.errors, f"urilint: error: {option}: no/x: ")

    def test_quiet_and_stats(self):
        plain = self.run_here(*self.base).text
        quiet = self.run_here(*self.base, "--quiet").text
        self.contains(plain, "1 error in 1 file (2 URIs checked)\n")
        told = [line + "\n" for line in plain.splitlines() if "= silence: " not in line]
        self.equal("".join(told), quiet + "1 error in 1 file (2 URIs checked)\n")
        self.equal(len(plain.splitlines()), len(told) + 1)
        self.equal(self.run_here("check", "--quiet", "-", stdin=CLEAN.encode()).out, b"")
        self.file("binary", b"\0")
        text = self.run_here("check", "--stats").text
        self.contains(text, "1 skipped: binary")
        self.contains(text, "bytes read")
        stats = self.run_here("check", "--stats", "--format=json").json()["stats"]
        self.equal(stats["skipped"], {"binary": 1})
        self.equal(stats["bytes"], len(PASSWORD) + len(CLEAN) + 2)
        self.lacks(self.run_here("check", "--format=json").json()["stats"], "bytes")


def limit_file_size():
    import resource
    import signal
    signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
    resource.setrlimit(resource.RLIMIT_FSIZE, (100_000, 100_000))


class ExitStatus(Case):
    def test_zero_one_two(self):
        self.file("clean.txt", CLEAN)
        self.file("bad.txt", PASSWORD)
        self.status(self.run_here("check", "clean.txt"), 0)
        self.status(self.run_here("check", "bad.txt"), 1)
        self.status(self.run_here("check", "missing.txt"), 2)

    def test_a_missing_file_is_told_once(self):
        result = self.run_here("check", "missing.txt")
        self.equal((result.text + result.errors).count("missing.txt"), 1)
        # A report that is kept says it, too.
        self.run_here("check", "missing.txt", "--output", "report")
        self.contains((self.dir / "report").read_text(), "missing.txt")

    def test_without_a_command_it_says_what_there_is(self):
        result = self.run_here()
        self.status(result, 2)
        self.equal(result.out, b"")
        for part in ("urilint check", "urilint inspect", "urilint help"):
            self.contains(result.errors, part)

    def test_two_beats_one_and_the_rest_is_written(self):
        self.file("bad.txt", PASSWORD)
        for form in ("text", "json", "jsonl", "sarif"):
            result = self.run_here("check", "--format", form, "missing.txt", "bad.txt")
            self.status(result, 2)
            self.contains(result.errors, "missing.txt")
            self.contains(result.text, "userinfo-password")
        document = self.run_here("check", "--format=json", "missing.txt", "bad.txt").json()
        self.equal([(n["code"], n["path"]) for n in document["notes"]],
                   [("missing", "missing.txt")])
        self.equal(document["stats"]["failed"], True)

    def test_bad_input_text_is_never_two(self):
        texts = [b"", b"\n\n", b"\xff\xfe", b"\xff\xfeh\0t\0", b"http://\xff\n", b"\0\0\0",
                 b"http://[::1\n", b"%zz", b"\xf0\x9f", b"://", b"http://" + b"[" * 5000,
                 "http://\u202e\ufeff\u2028/".encode(), b"\xed\xa0\x80", b"\r\r\r", b"\x00\xd8"]
        for text in texts:
            for form in ("auto", "list"):
                result = self.run_here("check", "--as", form, "-", stdin=text)
                self.check(result.status in (0, 1), (text[:40], form, result.status, result.err))


if __name__ == "__main__":
    harness.main()
