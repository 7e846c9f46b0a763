"""Mail: what Python's email package decodes is found; without the module nothing is hidden."""
import email
import os
import pathlib
import re
import shutil

import harness
from harness import Case

URL = re.compile(rb"https?://[A-Za-z0-9][A-Za-z0-9.-]*[A-Za-z0-9]")

# One a shape: fields, body.
MESSAGES = {
    "plain": (b"Subject: a", b"see https://a.example/ now\n"),
    "quoted": (b"Content-Transfer-Encoding: quoted-printable", b"https://a.exam=\nple/?b=3Dc\n"),
    "base64": (b"Content-Type: text/html\nContent-Transfer-Encoding: base64",
               b"PGEgaHJlZj0iaHR0cHM6Ly9hLmV4YW1wbGUvIj5iPC9hPg==\n"),
    "koi8": (b"Content-Type: text/plain; charset=koi8-r\nContent-Transfer-Encoding: 8bit",
             "привет https://a.example/".encode("koi8-r")),
    "parts": (b"Content-Type: multipart/mixed; boundary=x",
              b"--x\n\nhttps://a.example/\n--x\nContent-Type: text/html\n\n<p>http://b.example/\n--x--\n"),
    "nested": (b"Content-Type: message/rfc822",
               b"Content-Type: text/plain\nContent-Transfer-Encoding: base64\n\naHR0cHM6Ly9hLmV4YW1wbGUv\n"),
}


def message(name):
    fields, body = MESSAGES[name]
    return b"From: a@example.com\nMIME-Version: 1.0\n" + fields + b"\n\n" + body


def urls_of(raw):
    """What the text parts hold once Python has decoded them."""
    out = set()
    for part in email.message_from_bytes(raw).walk():
        if not part.is_multipart() and part.get_content_maintype() == "text":
            out.update(URL.findall(part.get_payload(decode=True) or b""))
    return {url.decode().lower() for url in out}


class Mail(Case):
    def compare(self, raw, name):
        done = harness.run("extract", "--as", "eml", "--format", "jsonl", "-", stdin=raw)
        self.equal(done.status, 0, name)
        found = "\n".join(line.get("uri") or "" for line in done.lines()).lower()
        for url in urls_of(raw):
            self.check(url in found, f"{name}: {url}")

    def test_shapes(self):
        for name in MESSAGES:
            raw = message(name)
            self.check(urls_of(raw), name)
            self.compare(raw, name)

    def test_corpus(self):
        shared = os.environ.get("URILINT_SHARED")
        folder = pathlib.Path(shared or harness.source_dir / "../shared") / "corpora/mail"
        if not folder.is_dir():
            self.skipTest("there is no corpus of mail here")
        for path in sorted(folder.rglob("*")):
            if path.is_file():
                self.compare(path.read_bytes(), path.name)

    def test_without_module(self):
        alone = self.dir / "urilint"
        shutil.copy2(harness.program, alone)
        raw = message("plain")
        whole, harness.program = harness.program, str(alone)
        try:
            named = harness.run("check", "--as", "eml", "-", stdin=raw)
            guessed = harness.run("extract", "--stdin-filename", "a.eml", "--format", "jsonl", "-",
                                  stdin=raw)
            text = harness.run("check", "--as", "text", "-", stdin=raw)
        finally:
            harness.program = whole
        self.equal(named.status, 2, "--as eml")
        self.check(named.errors.count("\n") == 1 and "--as eml" in named.errors, named.errors)
        self.equal(guessed.status, 0, "by name")
        lines = guessed.lines()
        self.check(any(line["type"] == "note" for line in lines), lines)
        self.check(any(line.get("uri") == "https://a.example/" for line in lines), lines)
        self.equal(text.status, 0, "text")

    def test_bytes(self):
        done = harness.run("extract", "--as", "eml", "--format", "jsonl", "-",
                           stdin=message("plain") + b"\0\0 https://b.example/ \0")
        self.check("https://b.example/" in done.text, "NUL bytes are no reason to skip a message")


if __name__ == "__main__":
    harness.main()
