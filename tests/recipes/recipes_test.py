"""The recipes of integrations/ in the programs that they are for: where a message lands, what a forged field
is worth, what is lost when urilint is missing or fails (nothing), and what logs say of requests.

Usage: recipes_test.py PROGRAM SOURCE_DIR [PACKAGE that is missing]…
"""
import base64
import http.client
import json
import os
import pathlib
import shutil
import signal
import smtplib
import socket
import subprocess
import sys
import tempfile
import threading
import time
import unittest

PROGRAM, SOURCE = pathlib.Path(sys.argv[1]).resolve(), pathlib.Path(sys.argv[2]).resolve()
MISSING = set(sys.argv[3:])
TIMEOUT = 60  # seconds; a hang is a failure
NOBODY = 65534
DECOY = "https://www.example.com@192.0.2.1/"
HEADER = ("From: a@example.com\nTo: b@example.org\nSubject: hello\n"
          "X-Urilint-Verdict: pass\nx-uriLint-verdict : pass;\n folded\n"
          "Date: Tue, 01 Dec 2026 00:00:00 +0000\nMessage-ID: <1@example.com>\n\n")
BAD = (HEADER + f"see {DECOY} now\nX-Urilint-Verdict: of the body\n").encode()
GOOD = (HEADER + "see https://www.example.com/ now\nX-Urilint-Verdict: of the body\n").encode()
FOREIGN = [b"X-Foreign-Urilint-Verdict: pass", b"X-Foreign-Urilint-Verdict : pass;"]
# What urilint may do instead of answering; none of it loses a message.
FAILURES = {
    "missing": None,
    "status 2": "#!/bin/sh\necho 'X-Urilint-Verdict: pass'\nexit 2\n",
    "no answer": "#!/bin/sh\nexit 0\n",
    "an answer that its status denies": "#!/bin/sh\necho 'X-Urilint-Verdict: pass'\nexit 1\n",
    "another answer": "#!/bin/sh\necho 'X-Urilint-Verdict: passing'\n",
    "killed": "#!/bin/sh\nkill -9 $$\n",
    "hangs": "#!/bin/sh\nexec sleep 600\n",
}


def needs(*packages):
    lack = MISSING.intersection(packages)
    return unittest.skipIf(lack, "without " + ", ".join(sorted(lack)))


def fields(message):
    """The lines of the header that speak of a verdict."""
    lines = message.replace(b"\r\n", b"\n").split(b"\n\n")[0].split(b"\n")
    return [line for line in lines if b"urilint-verdict" in line.lower()]


def free_port():
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return probe.getsockname()[1]


def wait_for(what, ready):
    """Until `ready` returns something, which is returned."""
    deadline = time.monotonic() + TIMEOUT
    while time.monotonic() < deadline:
        found = ready()
        if found:
            return found
        time.sleep(0.05)
    raise AssertionError("never: " + what)


class Recipe(unittest.TestCase):
    def setUp(self):
        self.dir = pathlib.Path(tempfile.mkdtemp(prefix="recipes"))
        self.addCleanup(shutil.rmtree, self.dir, ignore_errors=True)
        self.bin = self.dir / "bin"
        self.bin.mkdir()
        self.temporary = self.dir / "tmp"
        self.temporary.mkdir()
        for path in (PROGRAM, PROGRAM.parent / "urilint-mail.so"):
            shutil.copy(path, self.bin)
        for name in ("mail/urilint-header", "mail/postfix-filter", "proxy/follow-log"):
            shutil.copy(SOURCE / "integrations" / name, self.bin)
        self.environment = {"PATH": f"{self.bin}:/usr/sbin:/usr/bin:/sbin:/bin", "HOME": str(self.dir),
                            "TMPDIR": str(self.temporary), "URILINT_SECONDS": "20"}

    def run_with(self, *command, stdin=b"", **environment):
        done = subprocess.run([str(part) for part in command], input=stdin, capture_output=True,
                              timeout=TIMEOUT, check=False, cwd=self.dir,
                              env={**self.environment, **environment})
        return done

    def start(self, *command, **options):
        """A process of a group of its own, which ends with the test."""
        process = subprocess.Popen([str(part) for part in command], start_new_session=True,
                                   stdin=subprocess.DEVNULL, env=self.environment, cwd=self.dir,
                                   **options)

        def end():
            try:
                os.killpg(process.pid, signal.SIGKILL)
            except ProcessLookupError:
                pass
            process.wait(timeout=TIMEOUT)
            if process.stdout:
                process.stdout.close()
        self.addCleanup(end)
        return process

    def break_urilint(self, script):
        program = self.bin / "urilint"
        program.unlink(missing_ok=True)
        if script is not None:
            program.write_text(script, encoding="ascii")
            program.chmod(0o755)

    def recipe(self, name, **replaced):
        """Writes a file of integrations/ here, with its paths turned to this folder."""
        text = (SOURCE / "integrations" / name).read_text(encoding="utf-8")
        for old, new in {"/usr/local/lib/urilint": str(self.bin), **replaced}.items():
            text = text.replace(old, new)
        path = self.dir / pathlib.Path(name).name
        path.write_text(text, encoding="utf-8")
        path.chmod(0o600)
        return path

    def maildir(self):
        shutil.rmtree(self.dir / "Maildir", ignore_errors=True)
        for folder in ("Maildir", "Maildir/.Junk"):
            for part in ("cur", "new", "tmp"):
                (self.dir / folder / part).mkdir(parents=True)

    def delivered(self):
        """(folder, message) of the one message that is there."""
        found = [(path.parent.parent.name, path.read_bytes())
                 for path in (self.dir / "Maildir").rglob("new/*")]
        self.assertEqual(len(found), 1, found)
        return found[0]

    def check_delivery(self, deliver):
        """`deliver(message)` of each kind of message, by a urilint that works and by those that do not."""
        for message, folder, word in ((BAD, ".Junk", b"block"), (GOOD, "Maildir", b"pass")):
            self.maildir()
            deliver(message)
            where, text = self.delivered()
            self.assertEqual(where, folder)
            ours, *others = fields(text)
            self.assertTrue(ours.startswith(b"X-Urilint-Verdict: " + word), text)
            self.assertEqual(others, FOREIGN)
            # procmail ends each message with an empty line.
            self.assertEqual(text.replace(b"\r", b"").split(b"\n\n", 1)[1].rstrip(b"\n"),
                             message.split(b"\n\n", 1)[1].rstrip(b"\n"))
        for name in ("missing", "status 2"):
            self.break_urilint(FAILURES[name])
            self.maildir()
            deliver(BAD)
            where, text = self.delivered()
            self.assertEqual((where, fields(text)), ("Maildir", [b"X-Urilint-Verdict: unknown"] + FOREIGN))
        (self.bin / "urilint-header").unlink()
        self.maildir()
        deliver(BAD)
        where, text = self.delivered()
        self.assertEqual(where, "Maildir")
        self.assertIn(b"X-Urilint-Verdict: unknown", fields(text))
        self.assertNotIn(b"X-Urilint-Verdict: pass", fields(text))


class Header(Recipe):
    def judge(self, message, status=0, **environment):
        done = self.run_with(self.bin / "urilint-header", stdin=message, **environment)
        self.assertEqual(done.returncode, status, done.stderr)
        self.assertEqual(list(self.temporary.iterdir()), [])
        return done.stdout

    def test_messages(self):
        for message, word in ((BAD, b"block; userinfo-looks-like-host"), (GOOD, b"pass\n")):
            out = self.judge(message)
            self.assertTrue(out.startswith(b"X-Urilint-Verdict: " + word), out)
            self.assertEqual(fields(out)[1:], FOREIGN)
            self.assertTrue(out.endswith(message.split(b"\n\n", 1)[1]))
            crlf = self.judge(message.replace(b"\n", b"\r\n"))
            self.assertEqual(crlf, out.replace(b"\n", b"\r\n"))
            box = self.judge(b"From a@example.com Tue Dec  1\n" + message)
            self.assertEqual(box, b"From a@example.com Tue Dec  1\n" + out)

    def test_what_is_encoded_is_read(self):
        body = base64.encodebytes(f"see {DECOY} now\n".encode())
        for header in (b"MIME-Version: 1.0\nContent-Type: text/plain\n", b"Subject: 1\n",
                       b"From a@example.com Tue Dec  1\nSubject: 1\n", b"=?: 1\nno field\n"):
            message = header + b"Content-Transfer-Encoding: base64\n\n" + body
            for text in (message, message.replace(b"\n", b"\r\n")):
                self.assertIn(b"X-Urilint-Verdict: block; userinfo", self.judge(text), text)

    def test_headers_that_end_oddly(self):
        ours = b"X-Urilint-Verdict: pass\n"
        forged = b"X-Urilint-Verdict: pass\n"
        renamed = b"X-Foreign-Urilint-Verdict: pass\n"
        for message, wanted in (
                (b"", ours),
                (b"a: b", ours + b"a: b"),
                (forged, ours + renamed),
                (b"\n" + forged, ours + b"\n" + forged),
                # A carriage return ends no header whose lines end in LF: whoever thinks so sees a renamed line.
                (b"a: b\n\r\n" + forged + b"\n" + forged, ours + b"a: b\n\r\n" + renamed + b"\n" + forged),
                # Nor does a lone LF one whose lines end in CRLF.
                (b"a: b\r\n\n" + forged + b"\r\n" + forged,
                 ours[:-1] + b"\r\na: b\r\n\n" + renamed + b"\r\n" + forged),
                # What begins with a blank would continue the field.
                (b" block\nx", ours + b"\n block\nx"),
                (b"\tblock\nx", ours + b"\n\tblock\nx"),
                (b"X-Urilint-Verdicts: 1\n\n", ours + b"X-Urilint-Verdicts: 1\n\n"),
                (b"X-URILINT-VERDICT\t : 1\n\n", ours + b"X-Foreign-Urilint-Verdict\t : 1\n\n")):
            self.assertEqual(self.judge(message), wanted)

    def test_any_bytes(self):
        message = bytes(range(256)) * 40 + b"\n\n" + b"\0\xff\r\n" * 1000
        out = self.judge(message)
        self.assertTrue(out.startswith(b"X-Urilint-Verdict: "))
        self.assertTrue(out.endswith(message))
        long = b"a: " + b"x" * 5_000_000 + b"\n\n" + b"y" * 5_000_000
        self.assertTrue(self.judge(long).endswith(long))

    def test_failures(self):
        for name, script in FAILURES.items():
            with self.subTest(name):
                self.break_urilint(script)
                out = self.judge(BAD, URILINT_SECONDS="1")
                self.assertEqual(fields(out), [b"X-Urilint-Verdict: unknown"] + FOREIGN)
                self.assertEqual(self.judge(BAD, 75, URILINT_SECONDS="1", URILINT_FAIL="closed"), b"")

    def test_a_signal_ends_it_and_leaves_nothing(self):
        self.break_urilint("#!/bin/sh\necho $$ >started\nexec sleep 600\n")
        process = self.start(self.bin / "urilint-header", stdout=subprocess.PIPE)
        started = self.dir / "started"
        wait_for("urilint runs", lambda: started.exists() and started.read_text(encoding="ascii"))
        process.terminate()
        self.assertEqual(process.wait(timeout=TIMEOUT), 75)
        self.assertEqual((process.stdout.read(), list(self.temporary.iterdir())), (b"", []))
        child = pathlib.Path("/proc") / started.read_text(encoding="ascii").strip()
        wait_for("urilint ends", lambda: not child.exists())

    def test_no_place_for_temporary_files(self):
        self.assertEqual(self.judge(BAD, 75, TMPDIR=str(self.dir / "missing")), b"")

    def test_configuration(self):
        # What lies in the working folder decides nothing, a file that is named does.
        (self.dir / ".urilint.toml").write_text('[verdict]\nblock-on = "never"\nflag-on = "never"\n',
                                                encoding="ascii")
        self.assertIn(b"Verdict: block", self.judge(BAD))
        named = self.judge(BAD, URILINT_CONFIG=str(self.dir / ".urilint.toml"))
        self.assertTrue(named.startswith(b"X-Urilint-Verdict: pass\n"), named)


class Delivery(Recipe):
    @needs("procmail")
    def test_procmail(self):
        rules = self.recipe("mail/procmailrc")
        given = [f"{name}={value}" for name, value in self.environment.items()]
        spool = self.dir / "spool"

        def deliver(message):
            done = self.run_with("procmail", "-m", *given, f"DEFAULT={spool}", f"ORGMAIL={spool}",
                                 f"LOGFILE={self.dir / 'log'}", rules, stdin=message)
            self.assertEqual(done.returncode, 0, done.stderr)
            self.assertFalse(spool.exists())
        self.check_delivery(deliver)

    @needs("maildrop")
    def test_maildrop(self):
        rules = self.recipe("mail/mailfilter")
        given = "".join(f'{name}="{value}"\n' for name, value in self.environment.items())
        rules.write_text(given + rules.read_text(encoding="utf-8"), encoding="utf-8")

        def deliver(message):
            done = self.run_with("maildrop", rules, stdin=message)
            self.assertEqual(done.returncode, 0, done.stderr)
        self.check_delivery(deliver)

    @needs("dovecot-sieve")
    def test_sieve(self):
        root = os.geteuid() == 0
        user, group = (NOBODY, NOBODY) if root else (os.getuid(), os.getgid())
        programs = self.dir / "programs"
        programs.mkdir()
        # Dovecot hands on no environment.
        wrapper = programs / "urilint-header"
        wrapper.write_text(f"#!/bin/sh\nPATH={self.environment['PATH']} exec {self.bin}/urilint-header\n",
                           encoding="ascii")
        wrapper.chmod(0o755)
        settings = self.dir / "dovecot.conf"
        settings.write_text(
            f"base_dir = {self.dir}/run\nmail_location = maildir:{self.dir}/Maildir\n"
            f"mail_uid = {user}\nmail_gid = {group}\nfirst_valid_uid = 0\nfirst_valid_gid = 0\n"
            f"log_path = /dev/stderr\nssl = no\nplugin {{\n  sieve_plugins = sieve_extprograms\n"
            "  sieve_extensions = +vnd.dovecot.filter +editheader\n"
            f"  sieve_filter_bin_dir = {programs}\n}}\n", encoding="utf-8")
        rules = self.recipe("mail/urilint.sieve")
        identity = ["setpriv", f"--reuid={NOBODY}", f"--regid={NOBODY}", "--clear-groups"] if root else []
        message_file = self.dir / "message"

        def deliver(message):
            message_file.write_bytes(message)
            for path in [self.dir, *self.dir.rglob("*")] if root else ():
                os.chown(path, NOBODY, NOBODY)
            done = self.run_with(*identity, "sieve-test", "-c", settings, "-e", "-l",
                                 f"maildir:{self.dir}/Maildir", rules, message_file)
            self.assertEqual(done.returncode, 0, done.stderr)
        self.check_delivery(deliver)


class Postfix(Recipe):
    """The filter as pipe(8) runs it, with a sendmail that keeps what it is given."""

    def setUp(self):
        super().setUp()
        self.kept = self.dir / "kept"
        self.sendmail(f'printf "%s\\n" "$@" >{self.kept}.arguments\ncat >{self.kept}\n')

    def sendmail(self, script):
        path = self.dir / "sendmail"
        path.write_text("#!/bin/sh\n" + script, encoding="ascii")
        path.chmod(0o755)
        self.environment["SENDMAIL"] = str(path)

    def filter(self, message, status, **environment):
        for path in self.dir.glob("kept*"):
            path.unlink()
        done = self.run_with(self.bin / "postfix-filter", "-f", "a@example.com", "--", "b@example.org",
                             "-oQ/tmp", stdin=message, **environment)
        self.assertEqual(done.returncode, status, done.stderr)
        self.assertEqual(list(self.temporary.iterdir()), [])
        for secret in (b"see ", b"hello"):
            self.assertNotIn(secret, done.stdout + done.stderr)
        return self.kept.read_bytes() if self.kept.exists() else None

    def test_messages(self):
        for message, word in ((BAD, b"block"), (GOOD, b"pass")):
            out = self.filter(message, 0)
            self.assertTrue(out.startswith(b"X-Urilint-Verdict: " + word), out)
            self.assertEqual(fields(out)[1:], FOREIGN)
            self.assertEqual((self.dir / "kept.arguments").read_text().split("\n")[:-1],
                             ["-G", "-i", "-f", "a@example.com", "--", "b@example.org", "-oQ/tmp"])

    def test_refusal(self):
        for message, status in ((BAD, 69), (b"From a@example.com Tue\n" + BAD, 69), (GOOD, 0),
                                (GOOD.replace(b"Subject: ", b"Subject: X-Urilint-Verdict: block"), 0)):
            self.assertEqual(self.filter(message, status, URILINT_BLOCK="reject") is None, status == 69)

    def test_failures(self):
        for name, script in FAILURES.items():
            with self.subTest(name):
                self.break_urilint(script)
                out = self.filter(BAD, 0, URILINT_SECONDS="1")
                self.assertEqual(fields(out), [b"X-Urilint-Verdict: unknown"] + FOREIGN)
                self.assertEqual(self.filter(BAD, 75, URILINT_SECONDS="1", URILINT_FAIL="closed"), None)

    def test_what_else_may_fail_keeps_the_message_queued(self):
        for status in (1, 69, 75, 127):
            self.sendmail(f"cat >/dev/null\nexit {status}\n")
            self.filter(BAD, 75)
        self.sendmail("kill -9 $$\n")
        self.filter(BAD, 75)
        self.environment["SENDMAIL"] = str(self.dir / "missing")
        self.filter(BAD, 75)
        self.filter(BAD, 75, TMPDIR=str(self.dir / "missing"))
        (self.bin / "urilint-header").unlink()
        self.filter(BAD, 75)


def may_mount():
    """Whether a folder can be mounted where nobody else sees it."""
    return shutil.which("unshare") and subprocess.run(
        ["unshare", "--mount", "--pid", "--fork", "true"], capture_output=True, check=False,
        timeout=TIMEOUT).returncode == 0


class PostfixItself(Recipe):
    """The whole way: SMTP, the filter, sendmail, the queue, a Maildir; by a Postfix in namespaces of its own."""

    MAIN = """compatibility_level = 3.6
queue_directory = {dir}/queue
data_directory = {dir}/data
maillog_file = {dir}/postfix.log
maillog_file_prefixes = {dir}
header_checks = regexp:{dir}/postfix-header-checks
myhostname = mail.example.org
mydestination =
inet_interfaces = 127.0.0.1
inet_protocols = ipv4
smtpd_peername_lookup = no
smtpd_relay_restrictions = permit_mynetworks, reject
mynetworks = 127.0.0.0/8
virtual_mailbox_domains = example.org
virtual_mailbox_base = {dir}/box
virtual_mailbox_maps = static:inbox/
virtual_uid_maps = static:65534
virtual_gid_maps = static:65534
default_transport = discard
alias_maps =
"""
    SERVICES = """cleanup unix n - n - 0 cleanup
qmgr unix n - n 300 1 qmgr
rewrite unix - - n - - trivial-rewrite
bounce unix - - n - 0 bounce
defer unix - - n - 0 bounce
trace unix - - n - 0 bounce
verify unix - - n - 1 verify
flush unix n - n - 0 flush
proxymap unix - - n - - proxymap
error unix - - n - - error
retry unix - - n - - error
discard unix - - n - - discard
virtual unix - n n - - virtual
anvil unix - - n - 1 anvil
showq unix n - n - - showq
postlog unix-dgram n - n - 1 postlogd
"""

    def setup_postfix(self, port):
        """A configuration whose filter is that of the comment in postfix-filter."""
        self.dir.chmod(0o755)
        for name in ("etc", "queue", "data", "box"):
            (self.dir / name).mkdir()
        shutil.chown(self.dir / "data", "postfix")
        os.chown(self.dir / "box", NOBODY, NOBODY)
        self.recipe("mail/postfix-header-checks").chmod(0o644)
        shown = (SOURCE / "integrations/mail/postfix-filter").read_text(encoding="utf-8")
        lines = [line.removeprefix("#   ") for line in shown.split("\n") if line.startswith("#   ")]
        begin = next(i for i, line in enumerate(lines) if line.startswith("smtp "))
        end = next(i for i, line in enumerate(lines) if "${recipient}" in line)
        services = "\n".join(lines[begin:end + 1]) + "\n"
        path = "/usr/local/lib/urilint/"
        for old, new in (("smtp  ", f"127.0.0.1:{port}  "), ("  y  ", "  n  "), ("user=urilint", "user=nobody"),
                         (f"argv={path}", f"argv=/usr/bin/env PATH={self.environment['PATH']} {self.bin}/")):
            self.assertIn(old, services)
            services = services.replace(old, new)
        (self.dir / "etc/main.cf").write_text(self.MAIN.format(dir=self.dir), encoding="utf-8")
        (self.dir / "etc/master.cf").write_text(services + self.SERVICES, encoding="utf-8")
        for name in ("postfix-files", "dynamicmaps.cf", "postfix-script", "post-install"):
            if (found := pathlib.Path("/etc/postfix") / name).exists():
                shutil.copy(found, self.dir / "etc")

    def send(self, port, message):
        with smtplib.SMTP("127.0.0.1", port, timeout=TIMEOUT) as connection:
            connection.sendmail("a@example.com", ["b@example.org"], message.replace(b"\n", b"\r\n"))

    def inbox(self):
        return [path.read_bytes() for path in (self.dir / "box").rglob("new/*")]

    def queued(self, queue):
        return [path for path in (self.dir / "queue" / queue).rglob("*") if path.is_file()]

    def check_arrives(self, wanted):
        """One message more, with these fields, through the filter once."""
        text = wait_for("delivery", self.inbox)
        self.assertEqual(len(text), 1)
        # Postfix takes the blank in front of a colon away.
        self.assertEqual(fields(text[0]), [field.replace(b" :", b":") for field in wanted])
        self.assertEqual(text[0].count(b"\nReceived: "), 2)
        shutil.rmtree(self.dir / "box/inbox")

    @needs("postfix")
    def test_postfix(self):
        if os.geteuid() != 0 or not may_mount():
            self.skipTest("only root may give a Postfix a folder /etc/postfix of its own")
        port = free_port()
        self.setup_postfix(port)
        inside = f"mount --bind {self.dir}/etc /etc/postfix && exec postfix start-fg"
        # What runs in the namespace ends with it.
        self.start("unshare", "--mount", "--pid", "--fork", "--kill-child", "--mount-proc", "sh", "-c", inside,
                   stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)

        def greets():
            try:
                smtplib.SMTP("127.0.0.1", port, timeout=TIMEOUT).close()
                return True
            except OSError:
                return False
        wait_for("Postfix greets", greets)
        self.send(port, GOOD)
        self.check_arrives([b"X-Urilint-Verdict: pass"] + FOREIGN)
        self.send(port, BAD)
        held = wait_for("a message on hold", lambda: self.queued("hold"))
        self.assertEqual((len(held), self.inbox()), (1, []))
        self.assertIn(b"X-Urilint-Verdict: block", held[0].read_bytes())

        self.break_urilint(None)
        self.send(port, BAD)
        self.check_arrives([b"X-Urilint-Verdict: unknown"] + FOREIGN)
        header = self.bin / "urilint-header"
        header.rename(self.dir / "away")
        self.send(port, GOOD)
        wait_for("a message that waits", lambda: self.queued("deferred"))
        self.assertEqual(self.inbox(), [])
        (self.dir / "away").rename(header)
        shutil.copy(PROGRAM, self.bin / "urilint")

        def flushed():
            self.run_with("unshare", "--mount", "sh", "-c",
                          f"mount --bind {self.dir}/etc /etc/postfix && postqueue -f")
            return self.inbox()
        wait_for("the message that waited", flushed)
        self.check_arrives([b"X-Urilint-Verdict: pass"] + FOREIGN)


class Rspamd(Recipe):
    SNIPPET = SOURCE / "integrations/mail/rspamd-urilint.lua"

    @needs("luajit")
    def test_stand_ins(self):
        done = self.run_with("luajit", SOURCE / "tests/recipes/rspamd_stub.lua", self.SNIPPET)
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertRegex(done.stdout, rb"^[1-9][0-9] checks\n$")

    @unittest.skipUnless(shutil.which("systemd-analyze"), "without systemd-analyze")
    def test_units(self):
        units = []
        for name in ("urilint.socket", "urilint@.service"):
            text = (SOURCE / "integrations/mail" / name).read_text(encoding="utf-8")
            units.append(self.dir / name)
            units[-1].write_text(text.replace("/usr/bin/urilint", str(self.bin / "urilint")),
                                 encoding="utf-8")
        done = self.run_with("systemd-analyze", "verify", "--man=no", *units)
        self.assertEqual((done.returncode, done.stdout + done.stderr), (0, b""))

    def serve(self, path, command):
        """What systemd does for urilint.socket with Accept=yes."""
        server = socket.socket(socket.AF_UNIX)
        server.bind(str(path))
        server.listen()
        path.chmod(0o777)

        def answer():
            while True:
                try:
                    connection = server.accept()[0]
                except OSError:
                    return
                with connection:
                    subprocess.run(command, stdin=connection, stdout=connection, timeout=TIMEOUT,
                                   check=False, env=self.environment)
        thread = threading.Thread(target=answer, daemon=True)
        thread.start()

        def end():
            path.unlink()
            server.shutdown(socket.SHUT_RDWR)
            server.close()
            thread.join(TIMEOUT)
        return end

    @needs("rspamd")
    def test_rspamd(self):
        unit = (SOURCE / "integrations/mail/urilint@.service").read_text(encoding="utf-8")
        line = next(line for line in unit.split("\n") if line.startswith("ExecStart="))
        command = line.removeprefix("ExecStart=").split(" ")
        self.assertEqual(command[0], "/usr/bin/urilint")
        command[0] = str(self.bin / "urilint")
        listener, port = self.dir / "verdict.sock", free_port()
        (self.dir / "tld").write_text("com\norg\n", encoding="ascii")
        settings = self.dir / "rspamd.conf"
        settings.write_text(f'''
options {{
  pidfile = "{self.dir}/pid";
  tempdir = "{self.dir}";
  cache_file = "{self.dir}/symbols.cache";
  hs_cache_dir = "{self.dir}";
  disable_hyperscan = true;
  filters = "";
  url_tld = "{self.dir}/tld";
  control_socket = "{self.dir}/control.sock mode=0600";
  dns {{ nameserver = ["127.0.0.1:{free_port()}"]; timeout = 0.1s; retransmits = 1; }}
}}
logging {{ type = "console"; level = "error"; }}
urilint {{ host = "{listener}"; }}
lua = "{self.SNIPPET}";
actions {{ reject = 15; add_header = 6; greylist = 4; }}
worker "normal" {{ bind_socket = "127.0.0.1:{port}"; count = 1; }}
''', encoding="utf-8")
        identity = ["-i", "-u", "root", "-g", "root"] if os.geteuid() == 0 else []
        with open(self.dir / "log", "wb") as log:
            self.start("rspamd", "-f", *identity, "-c", settings, stdout=log, stderr=log)

        def ask(method, path, message=None):
            connection = http.client.HTTPConnection("127.0.0.1", port, timeout=TIMEOUT)
            try:
                connection.request(method, path, message)
                return connection.getresponse().read()
            except ConnectionRefusedError:
                return b""
            finally:
                connection.close()

        def scan(message):
            result = json.loads(ask("POST", "/checkv2", message))
            return {name: (symbol["score"], symbol.get("options"))
                    for name, symbol in result["symbols"].items() if name.startswith("URILINT")}
        wait_for("rspamd answers", lambda: ask("GET", "/ping"))
        end = self.serve(listener, command)
        self.assertEqual(scan(BAD), {"URILINT_BLOCK": (12.0, ["userinfo-looks-like-host",
                                                              "ip-literal-host"])})
        self.assertEqual(scan(GOOD), {})
        end()
        failed = {"URILINT_FAIL": (0.0, ["no answer"])}
        self.assertEqual(scan(BAD), failed)  # nobody listens
        for script in ("exit 2", "echo pass", "head -c 100000 /dev/zero"):
            end = self.serve(listener, ["/bin/sh", "-c", script])
            self.assertEqual(scan(BAD), failed)
            end()


class Proxy(Recipe):
    LONG = "/" + "a" * 5000 + "?u=http%3A%2F%2F127.1%2F"
    # Targets and verdicts: a path, a hidden loopback, what JSON must escape, and what a log may cut.
    REQUESTS = (("/index.html?a=b", "pass"), ("/go?u=http%3A%2F%2F127.1%2F", "block"),
                ('/"x\\y', "flag"), (LONG, "block"), ("/end?u=http%3A%2F%2F127.1%2F", "block"))

    def get(self, port, target):
        with socket.create_connection(("127.0.0.1", port), timeout=TIMEOUT) as connection:
            connection.sendall(f"GET {target} HTTP/1.1\r\nHost: other.example\r\n"
                               "Connection: close\r\n\r\n".encode("latin-1"))
            answer = b""
            while chunk := connection.recv(65536):
                answer += chunk
        return answer

    def listening(self, port):
        try:
            return self.get(port, "/up")
        except OSError:
            return b""

    def follow(self, *arguments):
        answers = self.dir / "answers"
        with open(answers, "wb") as out:
            self.start(self.bin / "follow-log", *arguments, stdout=out, stderr=subprocess.DEVNULL)
        return lambda: [json.loads(line) for line in answers.read_bytes().split(b"\n")[:-1]]

    def check_answers(self, log, answers):
        requests = [json.loads(line) for line in log.read_bytes().split(b"\n") if line[:1] == b"{"]
        by_uri = {request["uri"]: request for request in requests}
        verdicts = {answer["id"]: answer["verdict"] for answer in answers}
        for target, verdict in self.REQUESTS:
            request = by_uri[target]
            self.assertEqual(verdicts.get(request["id"], "pass"), verdict, target[:80])
            self.assertEqual(request["method"], "GET")
            self.assertIn("www.example.com", request["base"])
        self.assertEqual(len({request["id"] for request in requests if request["id"] != "-"}),
                         sum(request["id"] != "-" for request in requests))

    @needs("nginx-light")
    def test_nginx(self):
        port, log = free_port(), self.dir / "urilint.log"
        log.touch()
        answers = self.follow(log)
        fragment = self.recipe("proxy/nginx.conf", **{"/var/log/nginx": str(self.dir)})
        settings = self.dir / "main.conf"
        folders = "".join(f"{name}_temp_path {self.dir}/{name};" for name in
                          ("client_body", "proxy", "fastcgi", "uwsgi", "scgi"))
        settings.write_text(
            f"daemon off; pid {self.dir}/pid; error_log stderr; events {{}} http {{ {folders}\n"
            f"include {fragment};\nserver {{ listen 127.0.0.1:{port}; server_name www.example.com;"
            " location / { return 200 ok; } } }\n", encoding="utf-8")
        self.dir.chmod(0o755)  # workers run as another user
        nginx = self.start("nginx", "-e", "stderr", "-c", settings, stderr=subprocess.DEVNULL)
        wait_for("nginx answers", lambda: self.listening(port))
        # follow-log begins at the end of the file: it is there when it says something.
        wait_for("follow-log follows", lambda: self.get(port, "/go?u=http%3A%2F%2F127.1%2F&x") and answers())
        for target, _ in self.REQUESTS:
            self.get(port, target)
        last = wait_for("the last request", lambda: [a for a in answers() if "/end" in json.dumps(a)])
        self.assertEqual(last[0]["verdict"], "block")
        self.check_answers(log, answers())
        os.rename(log, self.dir / "old.log")
        nginx.send_signal(signal.SIGUSR1)
        wait_for("the log is opened again", log.exists)

        def flagged():
            self.get(port, "/\xff\xfe?u=http%3A%2F%2F127.1%2F")
            return answers()[-1]["reasons"][0]["reason"] == "bad-request"
        wait_for("what is no UTF-8 is flagged", flagged)

    @needs("haproxy")
    def test_haproxy(self):
        port, log = free_port(), self.dir / "haproxy.log"
        settings = self.recipe("proxy/haproxy.cfg", **{"bind :80": f"bind 127.0.0.1:{port}"})
        settings.write_text(
            "global\n  maxconn 100\ndefaults\n  timeout client 20s\n  timeout server 20s\n"
            "  timeout connect 20s\nbackend app\n  mode http\n"
            '  http-request return status 200 content-type text/plain string "ok"\n'
            + settings.read_text(encoding="utf-8"), encoding="utf-8")
        with open(log, "wb") as out:
            self.start("haproxy", "-db", "-f", settings, stdout=out, stderr=subprocess.DEVNULL)
        wait_for("haproxy answers", lambda: self.listening(port))
        for target, _ in self.REQUESTS:
            self.get(port, target)
        self.get(port, "/\xff")  # refused
        wait_for("all is logged", lambda: b"/end?u" in log.read_bytes().replace(b"\\/", b"/"))
        log_bytes = log.read_bytes() + b"another line\n"
        done = self.run_with(self.bin / "follow-log", "-", stdin=log_bytes)
        self.check_answers(log, [json.loads(line) for line in done.stdout.split(b"\n")[:-1]])
        self.assertLessEqual(done.stdout.count(b"\n"), len(self.REQUESTS))

    def test_logs_as_they_are(self):
        log = self.dir / "access.log"
        log.write_text(f'192.0.2.9 - - [01/Dec/2026:00:00:00 +0000] "GET /a HTTP/1.1" 200 5 "{DECOY}" "x"\n'
                       '192.0.2.9 - - [01/Dec/2026:00:00:00 +0000] "GET /a HTTP/1.1" 200 5 '
                       '"https://www.example.com/" "x"\n', encoding="ascii")
        done = self.run_with("urilint", "check", "--no-config", "--as", "log", "--profile", "proxy",
                             "--format", "jsonl", log)
        self.assertEqual(done.returncode, 1, done.stderr)
        found = [json.loads(line) for line in done.stdout.split(b"\n")[:-1]]
        places = {line["location"]["line"] for line in found if line.get("location")}
        self.assertEqual(places, {1})

    def test_usage(self):
        self.assertEqual(self.run_with(self.bin / "follow-log").returncode, 2)


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1], verbosity=2)
