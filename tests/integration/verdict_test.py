"""verdict: one answer a message, a URI or a line; what a bound leaves unread is never `pass`; and
the stream answers every line once, in order, however its reader behaves.

Usage: verdict_test.py PROGRAM SOURCE_DIR [--sanitized]
"""
import base64
import json
import os
import random
import signal
import subprocess
import threading
import time

import harness

jsonschema = harness.skip_without("jsonschema")

BAD = "https://www.example.com@192.0.2.1/"
LINES = 100_000 if os.environ.get("URILINT_QUICK") else 1_000_000


class Verdict(harness.Case):
    @classmethod
    def setUpClass(cls):
        path = harness.source_dir / "docs/schema/urilint-output.schema.json"
        schema = json.loads(path.read_text(encoding="utf-8"))
        cls.validator = {
            name: jsonschema.Draft202012Validator({"$ref": f"#/$defs/{name}",
                                                   "$defs": schema["$defs"]})
            for name in ("verdict", "verdictMany", "answer")}

    def valid(self, value, name="verdict"):
        self.validator[name].validate(value)
        self.check(True)
        return value

    def verdict(self, text, *arguments, status=None):
        """The answer about standard input, as an object."""
        data = text.encode("utf-8") if isinstance(text, str) else text
        result = self.run_here("verdict", "--format=json", *arguments, stdin=data)
        if status is not None:
            self.status(result, status)
        return self.valid(result.json())

    def codes(self, answer):
        return [reason["reason"] for reason in answer.get("reasons", [])]

    # --- one message or one URI --------------------------------------------------------------------

    def test_one_uri(self):
        good = self.verdict("https://example.com/", status=0)
        self.equal((good["verdict"], good["profile"], "reasons" in good),
                   ("pass", "proxy", False))
        bad = self.verdict(BAD + "\r\n", status=1)
        self.equal((bad["verdict"], self.codes(bad)), ("block", ["userinfo-looks-like-host"]))
        reason = bad["reasons"][0]
        self.equal(reason["uri"][reason["span"]["start"]:reason["span"]["end"]], "www.example.com")

    def test_one_message(self):
        message = f"Dear all,\nplease see {BAD} today.\n"
        answer = self.verdict(message, status=1)
        self.equal((answer["verdict"], answer["profile"]), ("block", "mail"))
        self.equal(answer["reasons"][0]["location"]["line"], 2)
        self.equal(self.verdict("Dear all,\nsee https://example.com/.\n", status=0)["verdict"], "pass")
        self.equal(self.verdict("", status=0)["verdict"], "pass")

    def test_words_and_the_exit_status(self):
        for options, status in (([], 1), (["--fail-on=block"], 1), (["--fail-on=never"], 0)):
            result = self.run_here("verdict", *options, stdin=BAD.encode())
            self.status(result, status)
            self.equal(result.text.split("\n")[0], "block")
        flagged = ["--flag-on=note", "--block-on=never"]
        self.status(self.run_here("verdict", *flagged, "--fail-on=block", stdin=BAD.encode()), 0)
        result = self.run_here("verdict", "--format=header", stdin=BAD.encode())
        self.equal(result.text, "X-Urilint-Verdict: block; userinfo-looks-like-host\n")

    def test_headers_are_folded(self):
        text = ("http://127.1/ http://a:b@[::1]/ javascript:alert(1) http://a@b@c/ " + BAD +
                " http://0x7f.1:99999/ http://example.com\\@example.org/")
        lines = self.run_here("verdict", "--format=header", "--flag-on=note",
                              stdin=text.encode()).text.split("\n")
        self.check(len(lines) > 2)
        self.check(all(len(line) <= 78 for line in lines), lines)
        self.check(all(line.startswith(" ") for line in lines[1:-1]), lines)

    def test_several_files(self):
        self.file("a.txt", "https://example.com/\n")
        self.file("b.txt", BAD)
        self.file("c\n\x1b[31m.txt", BAD)
        result = self.run_here("verdict", "--format=jsonl", ".")
        self.status(result, 1)
        self.equal([(self.valid(line)["path"], line["verdict"]) for line in result.lines()],
                   [("a.txt", "pass"), ("b.txt", "block"), ("c\n\x1b[31m.txt", "block")])
        self.valid(self.run_here("verdict", "--format=json", ".").json(), "verdictMany")
        text = self.run_here("verdict", ".").text
        self.contains(text, "a.txt: pass\nb.txt: block\n")
        self.lacks(text, "\x1b")
        missing = self.run_here("verdict", "a.txt", "missing")
        self.status(missing, 2)
        self.contains(missing.text, "a.txt: pass\n")

    def test_no_secret_is_printed(self):
        text = "see https://svc:S3cr3tPw9@example.com/ now"
        for form in ("text", "json", "jsonl", "header"):
            result = self.run_here("verdict", "--format", form, stdin=text.encode())
            self.status(result, 1)
            self.lacks(result.text, "S3cr3tPw9")
        shown = self.run_here("verdict", "--show-secrets", "--format=json", stdin=text.encode())
        self.contains(shown.text, "S3cr3tPw9")

    def test_markers_do_not_count(self):
        text = f"# urilint: ignore-file[userinfo-looks-like-host]\nx: {BAD}\n"
        self.equal(self.verdict(text, "--as=yaml")["verdict"], "block")

    # --- configuration -----------------------------------------------------------------------------

    def test_configuration_decides(self):
        self.file(".urilint.toml", '[verdict]\nblock-on = "never"\n')
        self.equal(self.verdict(BAD)["verdict"], "flag")
        self.equal(self.verdict(BAD, "--block-on=error")["verdict"], "block")
        self.equal(self.verdict(BAD, "--no-config")["verdict"], "block")
        self.file(".urilint.toml", '[verdict.rules]\n"userinfo-*" = "flag"\n'
                                   'userinfo-looks-like-host = "pass"\n')
        self.equal(self.verdict(BAD)["verdict"], "pass")
        self.file("other.toml", '[verdict]\nflag-on = "never"\nblock-on = "never"\n'
                                '[verdict.rules]\nuserinfo-looks-like-host = "block"\n')
        self.equal(self.verdict(BAD, "--config=other.toml")["verdict"], "block")
        self.equal(self.verdict("http://127.1/", "--config=other.toml")["verdict"], "pass")
        self.file(".urilint.toml", 'profile = "repo"\n')
        self.equal(self.verdict(BAD)["profile"], "repo")
        self.file(".urilint.toml", '[verdict]\nblock-on = "off"\n')
        result = self.run_here("verdict", stdin=BAD.encode())
        self.status(result, 2)
        self.contains(result.errors, ".urilint.toml:2: verdict.block-on: ")
        self.equal(result.text, "")

    def test_what_is_locked_above_stays(self):
        self.file("top/.urilint.toml", 'locked = ["userinfo-looks-like-host"]\n')
        self.file("top/.git/HEAD", "ref: refs/heads/main\n")
        self.file("top/low/.urilint.toml", '[verdict.rules]\nuserinfo-looks-like-host = "pass"\n')
        result = harness.run("verdict", cwd=self.dir / "top/low", stdin=BAD.encode())
        self.equal(result.text.split("\n")[0], "block")

    # --- bounds ------------------------------------------------------------------------------------

    def test_many_harmless_links_before_a_bad_one(self):
        links = "".join(f"https://www.example.com/{i}\n" for i in range(10_000))
        for most in (1, 100, 9_999, 10_000):
            answer = self.verdict(links + BAD, f"--max-links={most}", status=1)
            self.equal((answer["verdict"], self.codes(answer)), ("flag", ["limit-links"]), most)
        self.equal(self.verdict(links + BAD)["verdict"], "flag")
        answer = self.verdict(links + BAD, "--max-links=10001")
        self.equal((answer["verdict"], answer["stats"]["uris"]), ("block", 10_001))
        answer = self.verdict(BAD + "\n" + links, "--max-links=100")
        self.equal((answer["verdict"], self.codes(answer)[0]), ("block", "userinfo-looks-like-host"))
        self.contains(self.codes(answer), "limit-links")

    def test_size(self):
        for most in (1, 20, 1000):
            text = "x " * most
            answer = self.verdict(text + BAD, f"--max-size={most}", status=1)
            self.equal((answer["verdict"], self.codes(answer)), ("flag", ["limit-size"]), most)
            self.equal(answer["stats"]["bytes"], most)
            fits = self.verdict(text[:most], f"--max-size={most}", status=0)
            self.equal(fits["verdict"], "pass")
        self.file("a.txt", "x " * 500 + BAD)
        answer = self.valid(self.run_here("verdict", "--format=json", "--max-size=999",
                                          "a.txt").json())
        self.equal(self.codes(answer), ["limit-size"])

    def test_time(self):
        text = "".join(f"https://u:p{i}@192.0.2.1/{i}?next=https%3A%2F%2Fexample.org%2F{i}\n"
                       for i in range(400_000))
        answer = self.verdict(text, "--max-seconds=1", "--max-links=100000000", "--flag-on=never",
                              "--block-on=never", "--max-size=1073741824")
        # A fast machine may be done in time: then it was read whole.
        if answer["verdict"] == "pass":
            self.equal(answer["stats"]["uris"], 400_000)
        else:
            self.equal(self.codes(answer), ["limit-time"])

    def test_nesting(self):
        uri = BAD
        for _ in range(12):
            uri = "https://r.example.com/?u=" + uri.replace("%", "%25").replace(":", "%3A").replace(
                "/", "%2F").replace("@", "%40")
        answer = self.verdict(uri, "--ignore=query-embedded-uri,pct-double-encoded", status=1)
        self.contains(self.codes(answer), "limit-nesting")
        wide = "https://r.example.com/?" + "&".join(f"u=https://example.org/{i}" for i in range(99))
        answer = self.verdict(wide + "&u=" + BAD, "--ignore=query-embedded-uri", status=1)
        self.contains(self.codes(answer), "limit-nesting")

    def test_reasons_are_bounded_and_the_gravest_stay(self):
        text = "".join(f"http://u{i}@example.com:0/\n" for i in range(300)) + BAD
        answer = self.verdict(text, "--flag-on=note")
        self.equal(answer["verdict"], "block")
        self.equal((len(answer["reasons"]), answer["reasons"][0]["reason"]),
                   (100, "userinfo-looks-like-host"))
        self.check(answer["more"] >= 200)

    def test_parts_of_a_message(self):
        """Many parts, parts in parts, and messages in encoded messages, before a bad link."""
        self.mail_or_skip()
        part = "--b\r\n\r\nhttps://www.example.com/\r\n"
        many = ("MIME-Version: 1.0\r\nContent-Type: multipart/mixed; boundary=b\r\n\r\n" +
                part * 12_000 + f"--b\r\nContent-Transfer-Encoding: base64\r\n\r\n" +
                base64.b64encode(BAD.encode()).decode() + "\r\n--b--\r\n")
        answer = self.verdict(many, "--as=eml", "--max-links=1000000", status=1)
        self.equal((answer["verdict"], self.codes(answer)), ("flag", ["limit-parts"]))
        inner = f"Subject: x\r\nContent-Type: text/html\r\n\r\n<a href={BAD}>x</a>\r\n".encode()
        for depth in range(12):
            answer = self.verdict(inner, "--as=eml", status=1)
            self.equal("limit-parts" in self.codes(answer), depth >= 6, depth)
            self.equal(answer["verdict"], "block" if depth <= 7 else "flag", depth)
            inner = (b"Content-Type: message/rfc822\r\nContent-Transfer-Encoding: base64\r\n\r\n" +
                     base64.encodebytes(inner))

    def mail_or_skip(self):
        result = self.run_here("verdict", "--as=eml", stdin=b"Subject: x\n\n")
        if result.status == 2 and "mail" in result.errors:
            self.skipTest("the mail module was not built")

    def test_what_cannot_be_read_is_flagged(self):
        answer = self.verdict(b"\0\0\0binary", "--as=text", status=1)
        self.equal((answer["verdict"], self.codes(answer)), ("flag", ["not-read"]))

    # --- streams -----------------------------------------------------------------------------------

    def stream(self, data, *arguments):
        data = data.encode("utf-8") if isinstance(data, str) else data
        result = self.run_here("verdict", "--stream", *arguments, stdin=data)
        self.status(result, 0)
        return result.text.split("\n")[:-1]

    def test_forms_of_requests(self):
        rows = (
            ("https://example.com/", "pass"),
            ("", "pass"),
            ("*", "pass"),
            ("/index.html?x=1", "pass"),
            ("example.com:443", "pass"),
            ("localhost:8080", "block target-internal-name"),
            ("169.254.169.254:80", "block target-cloud-metadata"),
            ("[::1]:443", "block target-loopback"),
            ("tel:112", "pass"),
            ("http://127.1/", "block ipv4-short,target-loopback"),
            ("//127.1/x", "block ipv4-short,target-loopback"),
            (BAD, "block userinfo-looks-like-host"),
            ("x" * (1 << 20), "pass"),
            ("x" * ((1 << 20) + 1), "flag limit-size"),
        )
        self.equal(self.stream("\n".join(row[0] for row in rows) + "\n"), [row[1] for row in rows])
        self.equal(self.stream("\r\n".join(row[0] for row in rows)), [row[1] for row in rows])

    def test_requests_of_json(self):
        rows = (
            ({"id": 1, "uri": "https://example.com/"}, 1, "pass", []),
            ({"id": "a\u202eb", "uri": BAD}, "a\u202eb", "block", ["userinfo-looks-like-host"]),
            ({"uri": "../x", "base": "https://example.com/a/b"}, None, "pass", []),
            ({"id": 2.50, "uri": "//127.1/", "base": "https://example.com/"}, 2.5, "block",
             ["ipv4-short", "target-loopback"]),
            # The target of a request is a path (RFC 9112 3.2.1), a reference is not.
            ({"id": True, "uri": "//127.1/x", "base": "https://example.com/", "method": "GET"}, True,
             "pass", []),
            ({"id": None, "uri": "/x", "base": "http://127.1/", "method": "GET"}, None, "block",
             ["ipv4-short", "target-loopback"]),
            ({"id": 3, "uri": "localhost:443", "method": "CONNECT"}, 3, "block",
             ["target-internal-name"]),
            ({"id": 4, "uri": "*", "method": "OPTIONS", "base": "http://example.com"}, 4, "pass", []),
            ({"id": 5, "uri": "x", "base": "no scheme"}, 5, "flag", ["bad-request"]),
            ({"id": 6}, 6, "flag", ["bad-request"]),
            ({"id": 7, "uri": 7}, 7, "flag", ["bad-request"]),
            ({"id": [8], "uri": "x"}, None, "flag", ["bad-request"]),
            ({"id": 9, "uri": "https://example.com/", "more": {"a": [1, {"uri": BAD}]}}, 9, "pass", []),
        )
        answers = self.stream("".join(json.dumps(row[0]) + "\n" for row in rows))
        for row, answer in zip(rows, answers, strict=True):
            value = self.valid(json.loads(answer), "answer")
            self.equal((value["id"], value["verdict"], self.codes(value)), row[1:], row[0])

    def test_broken_requests_are_answered(self):
        lines = [b"{", b"{}", b'{"uri": "x"} {}', b'{"uri": "\xff"}', b'{"uri": "x", "uri": "y"}',
                 b'{"id": 1, "id": 1, "uri": "y"}', b"{" * 100_000, b'{"a": ' + b"[" * 100_000,
                 b'{"id": 1e999, "uri": "x"}', b'{"uri": "\\ud800"}', b'{"uri": "a\0b"}']
        answers = self.stream(b"\n".join(lines) + b"\n")
        self.equal(len(answers), len(lines))
        for line, answer in zip(lines, answers):
            value = self.validator["answer"]
            parsed = json.loads(answer)
            value.validate(parsed)
            self.equal((parsed["verdict"], self.codes(parsed)), ("flag", ["bad-request"]), line[:40])

    def test_no_secret_in_answers(self):
        text = 'https://svc:S3cr3tPw9@example.com/\n{"uri": "https://svc:S3cr3tPw9@example.com/"}\n'
        self.lacks("\n".join(self.stream(text)), "S3cr3tPw9")

    def test_a_line_alone_is_answered_at_once(self):
        with subprocess.Popen([harness.program, "verdict", "--stream", "--no-config"],
                              stdin=subprocess.PIPE, stdout=subprocess.PIPE) as process:
            timer = threading.Timer(harness.TIMEOUT, process.kill)
            timer.start()
            try:
                for i in range(200):
                    os.write(process.stdin.fileno(), f'{{"id":{i},"uri":"/"}}\n'.encode())
                    # Nothing else is written until the answer is there.
                    self.equal(json.loads(process.stdout.readline())["id"], i)
                process.stdin.close()
                self.equal(process.wait(), 0)
            finally:
                timer.cancel()

    def test_a_million_lines_and_a_reader_that_stops(self):
        """Half of the lines are requests of JSON; the reader is stopped and woken at random."""
        dice = random.Random(9112)
        command = [harness.program, "verdict", "--stream", "--no-config"]
        reader = ("import sys\n"
                  "n = 0\n"
                  "for line in sys.stdin.buffer:\n"
                  "    want = b'{\"id\":%d,\"verdict\":\"pass\"}\\n' % n if n % 2 else b'pass\\n'\n"
                  "    if line != want: sys.exit('line %d: %r' % (n, line[:80]))\n"
                  "    n += 1\n"
                  "print(n)\n")
        judge = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE)
        consumer = subprocess.Popen(["/usr/bin/env", "python3", "-c", reader], stdin=judge.stdout,
                                    stdout=subprocess.PIPE)
        judge.stdout.close()
        deadline = time.monotonic() + 200

        def write():
            with judge.stdin as pipe:
                for begin in range(0, LINES, 1000):
                    pipe.write("".join(
                        f'{{"id":{i},"uri":"https://example.com/{i}","method":"GET"}}\n' if i % 2
                        else f"https://example.com/{i}\n"
                        for i in range(begin, begin + 1000)).encode())

        writer = threading.Thread(target=write)
        writer.start()
        stops = 0
        memory = 0
        try:
            while consumer.poll() is None and time.monotonic() < deadline:
                consumer.send_signal(signal.SIGSTOP)
                stops += 1
                time.sleep(dice.uniform(0.001, 0.05))
                consumer.send_signal(signal.SIGCONT)
                memory = max(memory, resident(judge.pid))
                time.sleep(dice.uniform(0.001, 0.05))
            out, _ = consumer.communicate(timeout=harness.TIMEOUT)
        finally:
            for process in (consumer, judge):
                if process.poll() is None:
                    process.kill()
            writer.join()
        self.equal(judge.wait(timeout=harness.TIMEOUT), 0)
        self.equal(out.decode().strip(), str(LINES))
        self.check(stops > 3)
        if not harness.sanitized:
            self.check(0 < memory < 64 * harness.MEBI, memory)

    def test_the_reader_goes_away(self):
        ours, theirs = os.pipe()
        os.close(ours)
        with open(theirs, "wb") as gone:
            done = subprocess.run([harness.program, "verdict", "--stream", "--no-config"],
                                  input=b"https://example.com/\n" * 100_000, stdout=gone,
                                  stderr=subprocess.DEVNULL, timeout=harness.TIMEOUT, check=False)
        self.check(done.returncode != 0)


def resident(pid):
    """Bytes of memory that a process holds; 0 when it is gone."""
    try:
        with open(f"/proc/{pid}/statm", encoding="ascii") as file:
            return int(file.read().split()[1]) * os.sysconf("SC_PAGE_SIZE")
    except (OSError, IndexError):
        return 0


if __name__ == "__main__":
    harness.main()
